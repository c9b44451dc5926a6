"""Public paths: one list for SDK, console and gateway."""

from __future__ import annotations

import pytest

from careops.calls import all_calls
from careops.constants import EXEMPT_PATHS
from careops.contract import ANYONE
from careops.contract.public_paths import is_exempt


def test_eleven_paths_and_the_storage_are_public() -> None:
    assert len(EXEMPT_PATHS) == len(set(EXEMPT_PATHS)) == 10


def test_public_calls_are_exactly_the_public_paths() -> None:
    for call in all_calls():
        assert (call.route.access is ANYONE) == is_exempt(call.route.path), call.__name__


@pytest.mark.parametrize(
    "address",
    [
        "/auth/sign_in",
        "https://platform.example/api/auth/refresh?next=1#top",
        "http://127.0.0.1:8000/api/_search",
        "https://platform.example/auth/change_password",
        "https://files.platform.example/any/path",
    ],
)
def test_public_addresses_are_recognised(address: str) -> None:
    assert is_exempt(address, base="/api", storage="files.platform.example")


@pytest.mark.parametrize(
    "address",
    [
        "/admin/clinics?next=/auth/sign_in",
        "/admin/auth/sign_in",
        "/auth/sign_in/more",
        "/auth/sign_ins",
        "https://auth/sign_in.example/admin",
        "https://files.platform.example.evil/any",
        "https://files.platform.example@evil.example/any",
        "https://evil.example/files.platform.example",
        "/admin/users",
    ],
)
def test_similar_addresses_are_not_public(address: str) -> None:
    assert not is_exempt(address, base="/api", storage="files.platform.example")

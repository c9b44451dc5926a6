"""Public calls, which need no token."""

from __future__ import annotations

from careops.calls import all_calls
from careops.contract import ANYONE

PUBLIC_PATHS = (
    "/auth/sign_up",
    "/auth/sign_in",
    "/auth/verify_user",
    "/auth/resend_verification_code",
    "/auth/reset_password",
    "/auth/verify_reset_password_code",
    "/auth/change_password",
    "/users/user_exists",
    "/auth/refresh",
    "/_search",
)
"""Ten of the eleven public paths; the eleventh is the host of the file storage (B 7, B-89)."""


def test_public_calls_are_exactly_the_public_paths() -> None:
    public = {call.route.path for call in all_calls() if call.route.access is ANYONE}
    assert len(PUBLIC_PATHS) == 10
    assert public == public.intersection(PUBLIC_PATHS)

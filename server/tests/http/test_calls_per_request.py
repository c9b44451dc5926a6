"""Number of Python calls in our packages per request: the pipeline stays as short as it is."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import httpx
import pytest
from server.tests.support.stage import Stage

import careops
import careops_server

pytestmark = pytest.mark.own
_OURS = tuple(str(Path(package.__path__[0])) for package in (careops, careops_server))
LIST, ACTIVATE, CREATE = 144, 184, 253
"""The list and the change took 154 and 203 calls when SQLAlchemy ran their statements (decision 470)."""


@contextmanager
def counted_calls() -> Iterator[list[int]]:
    """Count the calls of our functions, including each continuation of a coroutine."""
    count = [0]

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(_OURS):
            count[0] += 1

    sys.setprofile(note)
    try:
        yield count
    finally:
        sys.setprofile(None)


async def calls_of(stage: Stage, method: str, path: str, bodies: Sequence[Mapping[str, Any] | None]) -> int:
    """Send several requests and return the fewest calls: the first one warms up, and a coroutine continues more often
    when the database answers in pieces.
    """
    counts = []
    transport = httpx.ASGITransport(stage.app)
    async with httpx.AsyncClient(transport=transport, base_url="http://test", headers=await stage.bearer()) as http:
        for body in bodies:
            keyed = {"idempotency-key": f"calls-{secrets.token_hex(8)}"} if method == "POST" else {}
            with counted_calls() as count:
                response = await http.request(method, path, json=body, headers=keyed)
            assert response.status_code == 200, response.text
            counts += count
    return min(counts)


async def test_a_list_takes_few_calls(stage: Stage) -> None:
    await stage.clinic()
    assert await calls_of(stage, "GET", "/api/admin/clinics?page=1&perpage=25", [None] * 12) <= LIST


async def test_a_change_takes_few_calls(stage: Stage) -> None:
    path = f"/api/clinics/{await stage.clinic()}/spec_modules/{stage.module_ids['Billing']}/activate"
    assert await calls_of(stage, "POST", path, [{}] * 12) <= ACTIVATE


async def test_creating_a_record_takes_few_calls(stage: Stage) -> None:
    codes = [
        {"promo_code_name": f"CALLS{number}", "single_use": True, "expiry": "2099-03-31", "discount_percentage": 20}
        for number in range(12)
    ]
    assert await calls_of(stage, "POST", "/api/admin/billing_promo_codes", codes) <= CREATE

"""Bodies of calls without sign-in: a few kilobytes, rejected before they are parsed."""

from __future__ import annotations

import json

import pytest
from server.tests.support.stage import Stage

from careops.calls import all_calls
from careops.constants import SMALL_BODY_LIMIT
from careops.contract import ANYONE

OPEN = sorted({call.route.path for call in all_calls() if call.route.access is ANYONE and call.route.has_body})


def test_every_call_without_sign_in_declares_a_small_body() -> None:
    limits = {call.route.path: call.route.body_limit for call in all_calls() if call.route.access is ANYONE}
    assert limits
    assert set(limits.values()) == {SMALL_BODY_LIMIT}


@pytest.mark.parametrize("path", OPEN)
async def test_a_longer_body_is_refused_before_it_is_parsed(
    stage: Stage, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[int] = []
    monkeypatch.setattr("careops_server.core.pipeline.pipeline.json_body", lambda *_, **__: parsed.append(1))
    body = json.dumps({f"key {number}": number for number in range(SMALL_BODY_LIMIT // 10)})
    async with stage.http() as http:
        answer = await http.post(f"/api{path}", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 413
    # The audit event of the rejection contains no parameters, because no body was read.
    assert len(answer.content) < 300

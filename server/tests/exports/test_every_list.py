"""Exports of every list of the route table, for each account type."""

from __future__ import annotations

from typing import Any

import pytest
from server.tests.exports.factories import nothing_exported
from server.tests.support.examples import example
from server.tests.support.stage import PASSWORD, STAFF, Stage

from careops.contract import Call
from careops_server.areas.views.list_registry import is_list
from careops_server.routes import ROUTES

LISTS = [binding.call for binding in ROUTES if is_list(binding.call)]
COLUMNS = [{"title": "Id", "fields": ["id"]}]


@pytest.mark.proves("SEC-22.exports")
@pytest.mark.parametrize("call", LISTS, ids=lambda call: call.__name__)
async def test_export_of_list_answers_like_list(
    stage: Stage, call: type[Call[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    await nothing_exported(stage)
    for phone, account_type in STAFF.items():
        monkeypatch.setattr(stage, "asking", phone)
        client = stage.client()
        await client.sign_in(phone, PASSWORD)
        tokens = client.tokens.load()
        assert tokens is not None
        request = await example(stage, call)
        wire, body = request.to_wire(), {"filters": request.parameters, "columns": COLUMNS}
        async with stage.http(headers={"authorization": f"Bearer {tokens.auth_token}"}) as http:
            listed = await http.get(f"/api{wire.path}", params=dict(wire.query))
            exported = await http.post(f"/api/careops/lists/{call.__name__}/export", json=body)
        assert call.route.access is not None
        expected = listed.status_code if account_type in call.route.access else 404
        assert (exported.status_code, expected < 500) == (expected, True), account_type

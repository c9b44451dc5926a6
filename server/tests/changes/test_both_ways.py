"""A bulk run ends with the same state, report and events as a batch and with one request per record."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from server.tests.support.stage import SUPER, Stage

from careops.bulk import Change, SetUserFlag, SetUserStatus, SwitchFlag, SwitchModule, apply, parse_ids
from careops.bulk.locations import SetLocations
from careops.bulk.targets import Found

pytestmark = pytest.mark.own
NOBODY = 10**9
SIZE = 7


async def clinics(stage: Stage) -> list[int]:
    """Clinics, some already in the target state, and one that does not exist."""
    ids = [await stage.clinic(ipd_enabled=number % 3 == 0, city="Moga") for number in range(SIZE)]
    for number in ids[::2]:
        await stage.sql(
            "insert into clinic_spec_modules values (:clinic, :module, now())",
            clinic=number,
            module=stage.module_ids["Billing"],
        )
    return [*ids, NOBODY]


async def users(stage: Stage) -> list[int]:
    """Users, some already in the target state, and one that does not exist."""
    statuses = ["ACTIVE", "BLOCKED", "INACTIVE"]
    ids = [await stage.user(stage.phone(), "doctor", status=statuses[number % 3]) for number in range(SIZE)]
    return [*ids, NOBODY]


async def users_and_oneself(stage: Stage) -> list[int]:
    """The same users and the signed-in account, which cannot block itself."""
    return [*await users(stage), stage.user_ids[SUPER]]


def by_id(ids: list[int]) -> list[Found]:
    return list(parse_ids(map(str, ids)))


def by_table(ids: list[int]) -> list[Found]:
    address = {"address_line_1": "12 Lake Road", "zipcode": "142001", "state": "Punjab"}
    rows = ({"clinic_id": str(id), "city": ["Moga", "Ludhiana"][row % 2], **address} for row, id in enumerate(ids))
    return [SetLocations.read_row(row, cells) for row, cells in enumerate(rows, start=1)]


CHANGES: dict[str, tuple[Change[Any] | None, Any, Any, str]] = {
    "module": (None, clinics, by_id, "select clinic_id from clinic_spec_modules"),
    "flag": (SwitchFlag("ipd_enabled", True), clinics, by_id, "select id, ipd_enabled from clinics"),
    "user flag": (SetUserFlag("growth_enabled", True), users, by_id, "select id, growth_enabled from users"),
    "user status": (SetUserStatus("BLOCKED"), users_and_oneself, by_id, "select id, user_status from users"),
    "location": (SetLocations(), clinics, by_table, "select id, city, state from clinics"),
}


@pytest.mark.parametrize("name", CHANGES)
async def test_single_and_batch_changes_have_the_same_result(stage: Stage, name: str, tmp_path: Path) -> None:
    change, make, find, state = CHANGES[name]
    change = change or SwitchModule(stage.module_ids["Billing"], True, "Billing")
    client = await stage.signed_in(SUPER)
    results = []
    for batch in (1, 500):
        ids = await make(stage)
        place = {id: number for number, id in enumerate(ids)}
        before = len(await stage.events())
        run = await apply(client, change, find(ids), journal=tmp_path / f"{batch}.jsonl", batch=batch)
        report = [(row.row, place[int(row.target)], row.outcome, row.reason, row.response_data) for row in run.rows()]
        events = [
            (e["key"], place[int(e["resource_id"])], e["before"], e["after"])
            for e in (await stage.events())[before:]
            # With one request per record, a first read skips missing records, and the run announces itself.
            if e["event_status"] == "SUCCESS" and e["key"] != "run.start"
        ]
        held = [tuple(row.values()) for row in await stage.rows(state)]
        rows = sorted((place[id], *values) for id, *values in held if id in place)
        results.append((report, sorted(events, key=repr), rows))
        resumed = await apply(client, change, find(ids), journal=tmp_path / f"{batch}.jsonl", batch=batch)
        assert [row.outcome for row in resumed.rows()] == [row.outcome for row in run.rows()]
    alone, by_the_set = results
    assert by_the_set == alone


async def test_comparison_uses_a_batch(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a batch, the comparison above would compare the same path twice."""
    client, ids = await stage.signed_in(), await clinics(stage)
    sent: list[str] = []
    send: Callable[..., Awaitable[Any]] = type(client).send

    async def noted(self: Any, call: Any, **options: Any) -> Any:
        sent.append(type(call).__name__)
        return await send(self, call, **options)

    monkeypatch.setattr(type(client), "send", noted)
    await apply(client, SwitchFlag("abdm_enabled", True), by_id(ids))
    assert sent == ["ApplyBatch"]

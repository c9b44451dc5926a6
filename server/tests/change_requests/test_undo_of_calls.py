"""Every call that a change request may contain: its undo restores the database, or it is marked before."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest
from server.tests.support.examples import example
from server.tests.support.policies import approve_if_needed
from server.tests.support.stage import SUPER, Stage

from careops import AsyncCareOps, Conflict
from careops.calls.change_requests import ChangeRequest, ProposedChange
from careops_server.areas.change_requests.inverses import inversion_of
from careops_server.areas.change_requests.preview import supported_bindings
from careops_server.processes.job_worker import drain
from careops_server.routes import ROUTES

pytestmark = pytest.mark.own
SUPPORTED = supported_bindings(ROUTES)
HISTORY: Final = frozenset(
    {
        *("sessions", "refresh_tokens", "jobs", "idempotency_keys", "realtime_events", "doctor_verifications"),
        "search_words",
    }
)
"""Tables of what happened, beside those of the audit log and of change requests; words of searches only become more."""
TIMES: Final = ("updated_at", "activated_at", "deleted_at")
"""Times of the last change, which undo changes too."""
TABLES: Final = """
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by 1
"""


async def contents(stage: Stage) -> dict[str, Any]:
    """Return the rows of each table that holds no history; those of counters as their sums."""
    sums: dict[str, Any] = {}
    for name in [row["name"] for row in await stage.rows(TABLES)]:
        if name in HISTORY or name.startswith(("audit_", "change_request")):
            continue
        rows = [dict(row["item"]) for row in await stage.rows(f"select to_jsonb(t) as item from {name} t")]  # noqa: S608 (names of the catalogue)
        for row in rows:
            for time in TIMES:
                row.pop(time, None)
        if name.endswith("_totals"):
            sums[name] = _sums(rows)
        else:
            sums[name] = sorted(json.dumps(row, sort_keys=True) for row in rows)
    return sums


def _sums(rows: list[dict[str, Any]]) -> dict[tuple[str, str], int]:
    sums: dict[tuple[str, str], int] = {}
    for row in rows:
        if row["dimension"] != "version":
            key = (row["dimension"], row["key"])
            sums[key] = sums.get(key, 0) + row["total"]
    return {key: total for key, total in sums.items() if total}


async def applied(stage: Stage, client: AsyncCareOps, request: ChangeRequest) -> ChangeRequest:
    await approve_if_needed(stage, request)
    await client.change_requests.apply(request_id=request.id, digest=request.digest)
    await drain(stage.services)
    return (await client.change_requests.read(request_id=request.id)).request


@pytest.mark.parametrize("name", sorted(SUPPORTED))
async def test_an_undo_restores_everything_or_is_not_offered(stage: Stage, name: str) -> None:
    client, call = await stage.signed_in(SUPER), await example(stage, SUPPORTED[name].call)
    if name == "UpdateClinic":  # without an earlier address it could not be undone
        address = "address_line_1 = '2 Mall Road', city = 'Moga', zipcode = '142001'"
        await stage.sql(f"update clinics set {address} where id = :id returning 1", id=call.parameters["id"])  # noqa: S608
    changes = [ProposedChange(call=name, parameters=call.parameters)]
    is_undoable = inversion_of(SUPPORTED[name].call) is not None
    preview = await client.change_requests.preview(changes=changes)
    assert (preview.not_undoable, preview.first[0].undoable, preview.groups[0].undoable) == (
        *(0 if is_undoable else 1, is_undoable),
        is_undoable,
    )
    request = (await client.change_requests.create(title=name, reason="As agreed", changes=changes)).request
    before = await contents(stage)
    done = await applied(stage, client, request)
    assert (done.status, done.not_undoable) == ("applied", 0 if is_undoable else 1)
    changed = await contents(stage)
    if not is_undoable:
        with pytest.raises(Conflict) as refused:
            await client.change_requests.undo(request_id=request.id)
        [problem] = refused.value.problems
        assert (problem.code, problem.detail) == ("change_request_nothing_to_undo", "1")
        assert await contents(stage) == changed
        return
    assert changed != before
    undo = (await client.change_requests.undo(request_id=request.id)).request
    assert await contents(stage) == changed
    undone = await applied(stage, client, undo)
    assert (undone.status, undone.done, undone.differences) == ("applied", 1, 0)
    assert await contents(stage) == before

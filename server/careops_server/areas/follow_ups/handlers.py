"""Handlers of follow-ups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from careops.calls import follow_ups as calls
from careops.contract import Created, Empty, Page, RawJson
from careops.errors import Conflict, InvalidInput, Problem
from careops.india_time import today
from careops.models.record_refs import Record
from careops_server.areas.follow_ups import queries
from careops_server.areas.records.access import find_record, may_read, readable_kinds
from careops_server.areas.staff.queries import find_staff
from careops_server.core.context import Context
from careops_server.core.pipeline.etags import check_if_match
from careops_server.core.queries.records import lock_or_404, read_or_404
from careops_server.core.queries.row_updates import LockedRow


async def list_follow_ups(call: calls.ListFollowUps, context: Context) -> RawJson[Page[calls.FollowUp]]:
    """Return one page of follow-ups on records that the caller may read."""
    actor = context.actor
    # A filter that leaves all rows is no filter.
    unset = {"mine": None} if not call.mine else {}
    unset |= {"state": None} if call.state == "all" else {}
    unset |= {"unattended": None} if not call.unattended else {}
    return await queries.FOLLOW_UPS.page(
        context.connection,
        call.model_copy(update=unset),
        kinds=readable_kinds(actor),
        user_id=actor.user_id,
        account_type=actor.account_type,
    )


async def read_follow_up(call: calls.ReadFollowUp, context: Context) -> calls.FollowUp:
    """Return a follow-up."""
    kinds = readable_kinds(context.actor)
    return await read_or_404(
        context.connection, queries.FOLLOW_UPS, queries.FOLLOW_UP_REF, call.follow_up_id, kinds=kinds
    )


async def create_follow_up(call: calls.CreateFollowUp, context: Context) -> Created:
    """Add a follow-up to a record."""
    _check_due(call.due)
    record = await find_record(call.record, context, refusal=InvalidInput)
    owner = await _resolve_owner(call, {None: record}, context)
    values = {"what": call.what, "due": call.due, **owner}
    created_by = context.actor.user.name
    id = await queries.create_follow_up(context.connection, record, {**values, "created_by": created_by})
    context.changed("follow_up", id, clinic_id=record.clinic_id, after={"record": record.ref, **values})
    return Created(id=id)


async def update_follow_up(call: calls.UpdateFollowUp, context: Context) -> Empty:
    """Set the fields that differ. Owner and due day are checked only if they change."""
    follow_up = await _lock_follow_up(call.follow_up_id, context)
    await check_if_match(call, context, read_follow_up)
    if follow_up["state"] != "open":
        raise Conflict(calls.NOT_OPEN, source="follow_up_id")
    record = _record_of(follow_up)
    values: dict[str, Any] = {"what": call.what, "due": call.due}
    if call.due != follow_up["due"]:
        _check_due(call.due)
    if (call.owner_id, call.owner_role) != (follow_up["owner_id"], follow_up["owner_role"]):
        values |= await _resolve_owner(call, {None: record}, context)
    diff = await follow_up.set(context.connection, values)
    context.changed("follow_up", call.follow_up_id, clinic_id=record.clinic_id, **diff)
    return Empty()


async def close_follow_up(call: calls.CloseFollowUp, context: Context) -> Empty:
    """Close an open follow-up. Raises ``Conflict`` for a closed one."""
    follow_up = await _lock_follow_up(call.follow_up_id, context)
    if follow_up["state"] != "open":
        raise Conflict(calls.NOT_OPEN, source="follow_up_id")
    await queries.close_follow_up(
        context.connection,
        call.follow_up_id,
        state=call.state,
        reason=call.reason,
        closed_by=context.actor.user.name,
    )
    _record_state(follow_up, {"state": call.state, "closed_reason": call.reason}, context)
    return Empty()


async def reopen_follow_up(call: calls.ReopenFollowUp, context: Context) -> Empty:
    """Open a closed follow-up again. Raises ``Conflict`` for an open one."""
    follow_up = await _lock_follow_up(call.follow_up_id, context)
    if follow_up["state"] == "open":
        raise Conflict(calls.NOT_CLOSED, source="follow_up_id")
    await queries.reopen_follow_up(context.connection, call.follow_up_id)
    _record_state(follow_up, {"state": "open", "closed_reason": None}, context)
    return Empty()


async def hand_over_follow_ups(call: calls.HandOverFollowUps, context: Context) -> calls.HandedOver:
    """Give follow-ups to another owner: all or none. Raises ``Conflict``, which names those that are not open."""
    locked = await queries.FOLLOW_UP.lock_each(context.connection, call.ids)
    kinds = readable_kinds(context.actor)
    is_open = {id for id, row in locked.items() if row["state"] == "open" and row["kind"] in kinds}
    if others := [id for id in dict.fromkeys(call.ids) if id not in is_open]:
        raise Conflict(Problem(calls.SOME_NOT_OPEN, "ids", _joined(others)))
    owner = await _resolve_owner(call, {id: _record_of(row) for id, row in locked.items()}, context)
    to_whom = {name: owner[name] for name in ("owner_id", "owner_role")}
    moved = {id: row for id, row in locked.items() if row.changed_values(to_whom)}
    values = {**owner, "handed_over_by": context.actor.user.name, "note": call.note}
    await queries.hand_over(context.connection, list(moved), values)
    context.changed_each(
        "follow_up",
        {
            id: (_record_of(row).clinic_id, {"before": {name: row[name] for name in owner}, "after": owner})
            for id, row in moved.items()
        },
        ids_parameter="ids",
    )
    return calls.HandedOver(handed_over=len(moved))


async def _lock_follow_up(id: int, context: Context) -> LockedRow:
    """Lock a follow-up. Raises ``NotFound`` for one on a record that the caller may not read."""
    follow_up = await lock_or_404(context.connection, queries.FOLLOW_UP, queries.FOLLOW_UP_REF, id)
    if follow_up["kind"] not in readable_kinds(context.actor):
        raise queries.FOLLOW_UP_REF.not_found()
    return follow_up


async def _resolve_owner(
    owner: calls.OwnerBody, records: Mapping[int | None, Record], context: Context
) -> dict[str, Any]:
    """Return the columns of the owner, who has to have access to all records. Raises ``InvalidInput``.

    ``records`` are by the ids of follow-ups, which the refusal names; None for a new one.
    """
    account_type: str = owner.owner_role or ""
    name = None
    if owner.owner_id is not None:
        elsewhere = context.services.upstream is not None
        staff = await find_staff(context.connection, [owner.owner_id], elsewhere=elsewhere)
        if owner.owner_id not in staff:
            raise InvalidInput(calls.OWNER_NOT_ALLOWED, source="owner_id")
        name, account_type = staff[owner.owner_id]
    source = "owner_role" if owner.owner_id is None else "owner_id"
    closed = [id for id, record in records.items() if not may_read(account_type, record.kind)]
    if closed:
        detail = _joined([id for id in closed if id is not None])
        raise InvalidInput(Problem(calls.OWNER_NOT_ALLOWED, source, detail))
    return {"owner_id": owner.owner_id, "owner_role": owner.owner_role, "owner_name": name}


def _record_state(follow_up: LockedRow, after: Mapping[str, Any], context: Context) -> None:
    """Record the new state."""
    id = follow_up.key["id"]
    before = {name: follow_up[name] for name in after}
    context.changed("follow_up", id, clinic_id=_record_of(follow_up).clinic_id, before=before, after=after)


def _record_of(follow_up: LockedRow) -> Record:
    return Record(follow_up["kind"], follow_up["record_id"])


def _check_due(due: date) -> None:
    if due < today():
        raise InvalidInput(calls.DUE_PAST, source="due")


def _joined(ids: Sequence[int]) -> str:
    return ", ".join(map(str, ids))

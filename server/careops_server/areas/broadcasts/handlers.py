"""Handlers of broadcasts: reach, approval of large ones, sending once a minute, and adoption."""

from __future__ import annotations

from careops.calls import broadcasts as calls
from careops.contract import Empty
from careops.errors import Conflict, Forbidden, NotFound, TooManyRequests
from careops_server.areas.broadcasts import queries
from careops_server.areas.broadcasts.jobs import LEDGER, job_parameters
from careops_server.areas.broadcasts.notifications import publish_broadcast
from careops_server.core.approvals.queries import devices_threshold
from careops_server.core.context import Context

list_proposals = queries.PROPOSALS.handle
list_broadcasts = queries.BROADCASTS.handle
list_reached_devices = queries.REACHED_DEVICES.handle


async def read_reach(call: calls.ReadReach, context: Context) -> calls.Reach:
    """Return the reach of a broadcast sent now."""
    approved_from = await _approved_from("web_upgrade" if call.app_type else "relogin", context)
    return await queries.reach(context.connection, call.app_type, approved_from=approved_from)


async def send_web_upgrade(call: calls.SendWebUpgrade, context: Context) -> calls.Sent:
    """Send a web upgrade, or propose it for approval by another super admin."""
    return await _send_or_propose("web_upgrade", call.app_type, context)


async def send_relogin(call: calls.SendRelogin, context: Context) -> calls.Sent:
    """Send a relogin, or propose it for approval. It ends no session of the console (B-58)."""
    return await _send_or_propose("relogin", None, context)


async def approve_broadcast(call: calls.ApproveBroadcast, context: Context) -> calls.Sent:
    """Send a broadcast that another super admin has proposed."""
    proposed = await _waiting(call.proposal_id, context)
    if proposed.asked_by_id == context.actor.user.id:
        raise Forbidden(calls.OWN_PROPOSAL, source="proposal_id")
    await _check_interval(proposed.kind, proposed.app_type, context)
    sent = await _send(proposed.kind, proposed.app_type, context, proposed=proposed)
    await queries.decide(context.connection, proposed.id, by=context.actor.user.name, broadcast_id=sent.broadcast_id)
    context.publish("admin", "broadcast_decided", proposal_id=proposed.id)
    return sent


async def decline_broadcast(call: calls.DeclineBroadcast, context: Context) -> Empty:
    """Decline a proposal."""
    proposed = await _waiting(call.proposal_id, context)
    await queries.decide(context.connection, proposed.id, by=context.actor.user.name, reason=call.reason)
    context.publish("admin", "broadcast_decided", proposal_id=proposed.id)
    after = {"state": "declined", "reason": call.reason}
    context.changed("broadcast_proposal", proposed.id, before={"state": "waiting"}, after=after)
    return Empty()


async def read_adoption(call: calls.ReadAdoption, context: Context) -> calls.Adoption:
    """Return a broadcast and its adoption by day."""
    adoption = await queries.adoption(context.connection, call.broadcast_id)
    if adoption is None:
        raise NotFound(calls.NO_BROADCAST, source="broadcast_id")
    return adoption


async def _send_or_propose(kind: calls.BroadcastKind, app_type: str | None, context: Context) -> calls.Sent:
    """Send a broadcast, or propose it if its reach requires approval."""
    await _check_interval(kind, app_type, context)
    approved_from = await _approved_from(kind, context)
    if approved_from is None:
        return await _send(kind, app_type, context)
    devices = await queries.count_devices(context.connection, app_type)
    if devices < approved_from:
        return await _send(kind, app_type, context)
    if await queries.is_proposed(context.connection, kind, app_type):
        raise Conflict(calls.WAITS_ALREADY)
    user = context.actor.user
    proposal_id = await queries.propose(
        context.connection, kind, app_type, asked_by=user.name, asked_by_id=user.id, devices=devices
    )
    context.publish("admin", "broadcast_proposed", proposal_id=proposal_id)
    facts = _event_facts(kind, app_type, state="waiting", devices=devices)
    context.changed("broadcast_proposal", proposal_id, after=facts)
    return calls.Sent(devices=devices, proposal_id=proposal_id)


async def _approved_from(kind: calls.BroadcastKind, context: Context) -> int | None:
    """Return the number of devices from which a broadcast needs approval: the stricter of setting and policy."""
    call = calls.SendWebUpgrade if kind == "web_upgrade" else calls.SendRelogin
    policy = await devices_threshold(context.connection, call.__name__)
    setting = context.services.settings.broadcasts_approved_from
    return min((one for one in (policy, setting) if one is not None), default=None)


async def _waiting(proposal_id: int, context: Context) -> queries.PendingBroadcast:
    proposed = await queries.lock_proposal(context.connection, proposal_id)
    if proposed is None:
        raise NotFound(calls.NO_PROPOSAL, source="proposal_id")
    if not proposed.waits:
        raise Conflict(calls.NOT_WAITING, source="proposal_id")
    return proposed


async def _check_interval(kind: calls.BroadcastKind, app_type: str | None, context: Context) -> None:
    passed = await queries.seconds_since(context.connection, kind, app_type)
    if passed is not None and passed < calls.MINUTE_SECONDS:
        raise TooManyRequests(
            calls.TOO_SOON, source="app_type" if app_type else "", retry_after=calls.MINUTE_SECONDS - passed
        )


async def _send(
    kind: calls.BroadcastKind,
    app_type: str | None,
    context: Context,
    *,
    proposed: queries.PendingBroadcast | None = None,
) -> calls.Sent:
    """Send a broadcast, and raise its events. An upgrade of the console is offered in every open tab."""
    actor = context.actor.user.name
    who = {"sent_by": actor} if proposed is None else {"sent_by": proposed.asked_by, "approved_by": actor}
    reached = await queries.send(context.connection, kind, app_type, **who)
    if reached.unwritten is not None:
        await context.enqueue(LEDGER, job_parameters(reached.id, app_type, reached.unwritten))
    publish_broadcast(context, app_type, reached.id)
    facts = _event_facts(kind, app_type, devices=reached.devices, users=reached.users)
    context.changed("broadcast", reached.id, after=facts if proposed is None else {**facts, **who})
    return calls.Sent(broadcast_id=reached.id, devices=reached.devices)


def _event_facts(kind: calls.BroadcastKind, app_type: str | None, **more: object) -> dict[str, object]:
    """Return the facts of a broadcast for its audit event."""
    return {"kind": kind, **({} if app_type is None else {"app_type": app_type}), **more}

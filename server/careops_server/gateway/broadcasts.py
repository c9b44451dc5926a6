"""Broadcasts that the platform sends. The gateway raises their events for its subscribers, also after an approval."""

from __future__ import annotations

from typing import Final

from careops.calls import broadcasts as calls
from careops.calls.alarms import Alarm, ListAlarms
from careops.constants import MAX_PAGE_SIZE
from careops.contract import Empty
from careops.errors import ApiError
from careops_server.areas.alarms import handlers as own_alarms
from careops_server.areas.broadcasts.notifications import publish_broadcast
from careops_server.core.context import Context
from careops_server.core.pipeline.forward import call_upstream, forward

_ABOUT_BROADCASTS: Final = frozenset({"broadcast_waits"})


async def send_web_upgrade(call: calls.SendWebUpgrade, context: Context) -> calls.Sent:
    """Forward a web upgrade. The platform reaches the devices; the gateway raises the events for its subscribers,
    including open consoles.
    """
    return _publish(await forward(call, context), call.app_type, context)


async def send_relogin(call: calls.SendRelogin, context: Context) -> calls.Sent:
    """Forward a relogin, like a web upgrade."""
    return _publish(await forward(call, context), None, context)


async def find_proposal(call: calls.ApproveBroadcast, context: Context) -> calls.Proposal | None:
    """Return the proposal to approve, because the answer to the approval does not name the app.

    There is at most one proposal per app, so one page has all of them. Return None if it is not there; the platform
    then refuses the approval.
    """
    waiting = await call_upstream(calls.ListProposals(only_waiting=True, perpage=MAX_PAGE_SIZE), context)
    return next((each for each in waiting.items if each.id == call.proposal_id), None)


async def approve_broadcast(
    call: calls.ApproveBroadcast, context: Context, proposal: calls.Proposal | None
) -> calls.Sent:
    """Forward an approval. The platform knows the proposer and refuses an approval by the same person."""
    sent = await forward(call, context)
    if proposal is not None:
        publish_broadcast(context, proposal.app_type, sent.broadcast_id)
    context.publish("admin", "broadcast_decided", proposal_id=call.proposal_id)
    return sent


async def decline_broadcast(call: calls.DeclineBroadcast, context: Context) -> Empty:
    """Forward a decline."""
    done = await forward(call, context)
    context.publish("admin", "broadcast_decided", proposal_id=call.proposal_id)
    return done


async def find_alarms(call: ListAlarms, context: Context) -> list[Alarm]:
    """Return the proposals that wait on the platform. A failing platform does not hide the alerts of this
    installation.
    """
    try:
        alarms = await call_upstream(call, context)
    except ApiError:
        return []
    return [alarm for alarm in alarms if alarm.kind in _ABOUT_BROADCASTS]


async def list_alarms(call: ListAlarms, context: Context, alarms: list[Alarm]) -> list[Alarm]:
    """Return the alerts of this installation, and the proposals that wait on the platform."""
    return [*await own_alarms.list_alarms(call, context), *alarms]


def _publish(sent: calls.Sent, app_type: str | None, context: Context) -> calls.Sent:
    if sent.proposal_id is None:
        publish_broadcast(context, app_type, sent.broadcast_id)
    else:  # not sent yet
        context.publish("admin", "broadcast_proposed", proposal_id=sent.proposal_id)
    return sent

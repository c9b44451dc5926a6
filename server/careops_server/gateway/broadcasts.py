"""Broadcasts that the platform sends: who listens here is told here, also where a second person had to approve them."""

from __future__ import annotations

from typing import Final

from careops.calls.alarms import Alarm, ListAlarms
from careops.calls.broadcasts import (
    ApproveBroadcast,
    DeclineBroadcast,
    ListProposals,
    Proposal,
    SendRelogin,
    SendWebUpgrade,
    Sent,
)
from careops.constants import MAX_PAGE_SIZE
from careops.contract import Done
from careops.errors import Refused
from careops_server.alarms import handlers as own_alarms
from careops_server.broadcasts.telling import tell
from careops_server.context import Context
from careops_server.gateway.passing import ask, forward

_ABOUT_BROADCASTS: Final = frozenset({"broadcast_waits"})


async def send_web_upgrade(call: SendWebUpgrade, context: Context) -> Sent:
    """The platform tells the devices, or has it wait; who listens here, every open console among them, is told here."""
    return _told(await forward(call, context), call.app_type, context)


async def send_relogin(call: SendRelogin, context: Context) -> Sent:
    """The same."""
    return _told(await forward(call, context), None, context)


async def find_proposal(call: ApproveBroadcast, context: Context) -> Proposal | None:
    """What is to be approved: the answer to that does not say which app it is about.

    One of each app can wait, so that a page has them all. None where this one does not: the platform refuses it then.
    """
    waiting = await ask(ListProposals(only_waiting=True, perpage=MAX_PAGE_SIZE), context)
    return next((each for each in waiting.items if each.id == call.proposal_id), None)


async def approve_broadcast(call: ApproveBroadcast, context: Context, found: Proposal | None) -> Sent:
    """The platform knows who asked for it, refuses them, and sends it."""
    sent = await forward(call, context)
    if found is not None:
        tell(context, found.app_type, sent.broadcast_id)
    context.raises("admin", "broadcast_decided", proposal_id=call.proposal_id)
    return sent


async def decline_broadcast(call: DeclineBroadcast, context: Context) -> Done:
    """The same, but that nothing is sent."""
    done = await forward(call, context)
    context.raises("admin", "broadcast_decided", proposal_id=call.proposal_id)
    return done


async def find_alarms(call: ListAlarms, context: Context) -> list[Alarm]:
    """Broadcasts that wait on the platform. One that is silent hides nothing of what is wrong here."""
    try:
        told = await ask(call, context)
    except Refused:
        return []
    return [alarm for alarm in told if alarm.kind in _ABOUT_BROADCASTS]


async def list_alarms(call: ListAlarms, context: Context, found: list[Alarm]) -> list[Alarm]:
    """What is wrong with this installation, and what waits on the platform for somebody who works here."""
    return [*await own_alarms.list_alarms(call, context), *found]


def _told(sent: Sent, app_type: str | None, context: Context) -> Sent:
    if sent.proposal_id is None:
        tell(context, app_type, sent.broadcast_id)
    else:  # it has not gone out yet
        context.raises("admin", "broadcast_proposed", proposal_id=sent.proposal_id)
    return sent

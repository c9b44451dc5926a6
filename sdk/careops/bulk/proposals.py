"""Change request of a bulk run: collect the changes instead of making them, and propose all of them together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from careops.bulk.errors import NotProposable
from careops.bulk.singles import is_satisfied
from careops.bulk.state import RunState
from careops.bulk.targets import Outcome, Target
from careops.contract.resource import build

if TYPE_CHECKING:
    from careops.bulk.changes import Change
    from careops.calls.change_requests import ChangeRequestDetail, ProposedChange

_KEY = "change request"
"""Distinguishes the idempotency key of the proposal from those of the targets."""


async def collect_change(
    changes: dict[int, ProposedChange], state: RunState[Any], target: Target, sent: bool
) -> tuple[Outcome, str]:
    """Compare a target, as a run does before it sends a change, and add its change to ``changes`` by row."""
    from careops.calls.change_requests import ProposedChange

    if await is_satisfied(state, target, sent):
        return Outcome.UNCHANGED, ""
    call = await state.pace.run(lambda: state.change.call(state.client, target))
    changes[target.row] = ProposedChange(call=type(call).__name__, parameters=call.parameters)
    return Outcome.PLANNED, state.change.describe(target)


async def send_proposal(
    state: RunState[Any], changes: Mapping[int, ProposedChange], **texts: Any
) -> ChangeRequestDetail | None:
    """Propose the changes in the order of their rows. Return None if there is none."""
    from careops.calls.change_requests import CreateChangeRequest

    if not changes:
        return None
    call = build(CreateChangeRequest, changes=[changes[row] for row in sorted(changes)], **texts)
    return await state.pace.run(lambda: state.client.send(call, idempotency_key=state.header.key_for(_KEY)))


def check_proposable(change: Change[Any] | type[Change[Any]]) -> None:
    """Raise ``NotProposable`` if a change request cannot contain the calls of a change."""
    if not change.proposable:
        names = " and ".join(call.__name__ for call in change.makes)
        raise NotProposable(
            f"A change request cannot contain {names}: passwords, files, and work outside of the records"
        )

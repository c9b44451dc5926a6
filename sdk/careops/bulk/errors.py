"""What can stop a bulk run, drawn first::

    CareOpsError
    └── BulkError
        ├── TargetsUnreadable   the file, sheet or column with the targets cannot be used
        ├── JournalRefused      the journal is of another command, damaged, or already there
        ├── JournalBusy         another run has it open
        └── PlatformAway        no usable answer for longer than the run's patience

A target that cannot be changed stops nothing: it is a row of the report.
"""

from __future__ import annotations

from careops.errors import CareOpsError, Refused


class BulkError(CareOpsError):
    """Anything that stops a bulk run as a whole."""

    def __init__(self, message: str, *, next_step: str = "") -> None:
        super().__init__(message)
        if next_step:
            self.next_step = next_step


class TargetsUnreadable(BulkError):
    """There are no targets in what was given. Nothing was sent."""

    next_step = "Correct the file and try again."


class JournalRefused(BulkError):
    """The journal cannot be used for this run. Nothing was sent."""

    next_step = "Name the journal of this very command, or start again without one."


class JournalBusy(BulkError):
    """Another run is writing this journal. Nothing was sent."""

    next_step = "Wait until the other run has ended."


class PlatformAway(BulkError):
    """The platform gave no usable answer for longer than the run was willing to wait. What was done is kept."""

    next_step = "Check the platform and the network, then resume."


def said(error: Refused) -> str:
    """Why something was refused, in one line of a report."""
    return "; ".join(f"{one.title}: {one.detail}" if one.detail else one.title for one in error.problems)

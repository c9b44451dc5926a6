"""Exceptions of bulk runs::

    CareOpsError
    └── BulkError
        ├── TargetsUnreadable   the file, sheet or column with the targets cannot be used
        ├── JournalRefused      the journal is of another command, damaged, or already there
        ├── JournalBusy         another run has it locked
        ├── NotProposable       a change request cannot contain the calls of this change
        └── PlatformAway        unavailable for longer than the run's patience

All but the last are also ``NotSent``: nothing was sent.
A target that cannot be changed does not stop the run; it is a row of the report.
"""

from __future__ import annotations

from careops.errors import ApiError, CareOpsError, NotSent


class BulkError(CareOpsError):
    """Base class of errors that stop a bulk run as a whole."""

    def __init__(self, message: str, *, next_step: str = "") -> None:
        super().__init__(message)
        if next_step:
            self.next_step = next_step


class TargetsUnreadable(BulkError, NotSent):
    """The source contains no usable targets."""

    next_step = "Correct the file and try again."


class JournalRefused(BulkError, NotSent):
    """The journal cannot be used for this run."""

    next_step = "Name the journal of this very command, or start again without one."


class JournalBusy(BulkError, NotSent):
    """Another run has this journal locked."""

    next_step = "Wait until the other run has ended."


class NotProposable(BulkError, NotSent):
    """A change request cannot contain the calls of this change."""

    next_step = "Make the change directly."


class PlatformAway(BulkError):
    """The platform was unavailable for longer than the run's patience. Completed changes remain."""

    next_step = "Check the platform and the network, then resume."


def reason_of(error: ApiError) -> str:
    """Return the reason of a refusal as one line of a report."""
    return "; ".join(f"{one.title}: {one.detail}" if one.detail else one.title for one in error.problems)

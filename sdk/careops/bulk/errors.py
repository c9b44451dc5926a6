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

from typing import Final

from careops.errors import (
    ApiError,
    ApprovalRequired,
    CareOpsError,
    ConnectionFailed,
    Forbidden,
    InvalidResponse,
    InvalidToken,
    NotSent,
    ServerError,
    Unauthorized,
)


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


QUICKER: Final = "somebody else was quicker"
_AWAY: Final = frozenset({429, 502, 503, 504})
HALTING: Final = (InvalidToken, Unauthorized, Forbidden, ApprovalRequired, BulkError)
"""Errors that every other target would get as well."""


def reason_of(error: ApiError) -> str:
    """Return the reason of a refusal as one line of a report."""
    return "; ".join(
        f"{problem.title}: {problem.detail}" if problem.detail else problem.title for problem in error.problems
    )


def unusable_reason(error: ServerError | InvalidResponse) -> str:
    """Return the reason of a failure without a usable answer, with the request for the log of the platform."""
    request = f" [request {error.request_id}]" if error.request_id else ""
    return f"{str(error).partition(chr(10))[0]}{request}"


def is_away(error: CareOpsError) -> bool:
    """Return True if the error is temporary, so that a retry may succeed."""
    return isinstance(error, ConnectionFailed) or (isinstance(error, ApiError) and error.status in _AWAY)

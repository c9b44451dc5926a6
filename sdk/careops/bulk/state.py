"""State of a bulk run, which the functions that send its changes share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic

from careops.bulk.backoff import Backoff
from careops.bulk.changes import Change, ItemT
from careops.bulk.errors import BulkError
from careops.bulk.journal import Header, Journal
from careops.bulk.progress import Progress
from careops.bulk.row_store import RowStore
from careops.bulk.targets import Key, Outcome, Settled, Target
from careops.client.request_flow import RunContext
from careops.client.sync_client import AsyncCareOps
from careops.constants import MAX_CHANGES

CONCURRENCY = 16
PATIENCE = 300.0
Transition = tuple[Target, Outcome, str]
"""A target, its outcome and the reason."""


class RunState(Generic[ItemT]):
    """Targets and outcomes of a run with its journal, progress, pacing and client."""

    def __init__(
        self,
        client: AsyncCareOps,
        change: Change[ItemT],
        *,
        journal: Journal | None = None,
        concurrency: int = CONCURRENCY,
        patience: float = PATIENCE,
        pace: Backoff | None = None,
        batch: int = MAX_CHANGES,
        wait: bool = False,
    ) -> None:
        self.change = change
        self.wait = wait
        self.journal = journal
        self.progress = Progress()
        self.pace = pace or Backoff(patience)
        self.concurrency = concurrency
        self.store = RowStore()
        self.header = journal.header if journal else Header.of(change.command, change.fingerprint)
        self.context = RunContext(self.header.id, batch)
        self.client = client.for_run(self.context)
        self.retryable = 0
        """Number of rows that failed in this run and may succeed on resume: no usable answer, or a failed job."""
        self.unusable = 0
        """Number of consecutive targets without a usable answer."""
        self.failure: BaseException | None = None
        """Error that stopped the run."""
        self.response_data: dict[Key, Mapping[str, Any]] = {}
        """Values of answers for targets whose outcome is not recorded yet."""

    def stop(self) -> None:
        """Stop sending requests. Those in flight complete and are recorded."""
        self.pace.stop()

    def fail(self, error: BaseException) -> None:
        """Stop the run because of an error that every other target would get as well."""
        if isinstance(error, OSError):
            error = BulkError(f"The journal cannot be written: {error.strerror}", next_step="Make room, then resume.")
        self.failure = self.failure or error
        self.stop()

    def write(self, *entries: dict[str, Any]) -> None:
        """Write entries to the journal, if there is one."""
        if self.journal and entries:
            self.journal.write(*entries)

    def record(self, *transitions: Transition) -> None:
        """Record outcomes in the journal, as one entry, in the store and in the progress."""
        settled = [(target.key, *self._outcome_of(target, outcome, reason)) for target, outcome, reason in transitions]
        self.settle(*settled)
        for _, outcome, _, _ in settled:
            self.progress.count(outcome)

    def settle(self, *settled: Settled) -> None:
        """Record outcomes in the journal and in the store."""
        self.write(*(_entry(*record) for record in settled if record[1] is not Outcome.PLANNED))
        self.store.settle_each(settled)

    def _outcome_of(self, target: Target, outcome: Outcome, reason: str) -> tuple[Outcome, str, Mapping[str, Any]]:
        data = self.response_data.pop(target.key, {})
        if outcome is Outcome.DONE:
            outcome = self.change.outcome_of(data)
            reason = str(data.get("problem") or reason) if outcome is Outcome.FAILED else reason
        return outcome, reason, data


def _entry(key: Key, outcome: Outcome, reason: str, response_data: Mapping[str, Any]) -> dict[str, Any]:
    details = {"reason": reason, "learnt": response_data}
    return {"key": key, "outcome": outcome.value, **{name: value for name, value in details.items() if value}}

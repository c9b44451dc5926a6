"""Bulk run: read the targets, compare, change those that differ, and report every row."""

from __future__ import annotations

import asyncio
import copy
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, Unpack

from careops.bulk.backoff import Backoff, Cancelled
from careops.bulk.batches import BATCHES_AT_ONCE, Batches
from careops.bulk.budget import RunBudget
from careops.bulk.changes import Change, ItemT
from careops.bulk.errors import BulkError, JournalRefused
from careops.bulk.job_polling import poll_jobs
from careops.bulk.journal import Header, Journal
from careops.bulk.list_change import ListBackedChange
from careops.bulk.prefetch import iterate
from careops.bulk.progress import Progress
from careops.bulk.proposals import Proposals, check_proposable
from careops.bulk.replay import replay
from careops.bulk.row_store import ReportRow, RowStore
from careops.bulk.singles import Became, Singles, Work
from careops.bulk.targets import Found, InvalidRow, Key, Outcome, Settled, Target
from careops.client.request_flow import Retries, ServerCapabilities
from careops.client.sync_client import AsyncCareOps
from careops.constants import CHANGES_MAX
from careops.contract import Call, Page

if TYPE_CHECKING:
    from careops.calls.change_requests import ChangeRequestDetail
    from careops.client.proposal import ProposalOptions

CONCURRENCY = 16
PATIENCE = 300.0
_SYNC_SECONDS = 1.0


class BulkRun(Generic[ItemT]):
    """One change for any number of targets.

    ``plan`` (or ``plan_where``) reads the targets, ``dry_run`` makes a dry run, ``apply`` makes the changes,
    ``propose`` proposes them as a change request.
    ``stop`` ends the run after the requests in flight. ``rows`` is the report. Memory does not grow with the number of
    targets. If the platform supports batches, up to ``batch`` changes share one request; below 2 each change has its
    own request. Changes that the platform makes in the background are ``asked for`` when the run ends, unless the run
    should ``wait`` for them.
    """

    def __init__(
        self,
        client: AsyncCareOps,
        change: Change[ItemT],
        *,
        journal: Journal | None = None,
        concurrency: int = CONCURRENCY,
        patience: float = PATIENCE,
        pace: Backoff | None = None,
        batch: int = CHANGES_MAX,
        wait: bool = False,
    ) -> None:
        self.change = change
        self.wait = wait
        self.journal = journal
        self.progress = Progress()
        self.pace = pace or Backoff(patience)
        self.concurrency = concurrency
        self._store = RowStore()
        self.header = journal.header if journal else Header.of(change.command, change.fingerprint)
        self.client = _as_run(client, batch, self.header.id)
        self.singles = Singles(self)
        self.retryable = 0
        self._halted: BaseException | None = None
        self._learnt: dict[Key, Mapping[str, Any]] = {}
        """Values of answers for targets whose outcome is not recorded yet."""

    retryable: int
    """Number of rows that failed in this run and may succeed on resume: no usable answer, or a failed job."""

    @property
    def open(self) -> int:
        """Number of targets without an outcome."""
        return self._store.open()

    @property
    def counts(self) -> dict[Outcome, int]:
        """Number of rows per outcome."""
        return self._store.counts()

    def rows(self) -> Iterator[ReportRow]:
        """Yield the report: every row, in order. Targets without an outcome are ``NOT_TRIED``."""
        return self._store.report()

    async def doubts(self) -> Sequence[str]:
        """Return warnings to show before a person confirms the changes of the open targets."""
        return await self.change.doubts(self.client, (target for target, _ in self._store.pending()))

    def stop(self) -> None:
        """Stop sending requests. Those in flight complete and are recorded."""
        self.pace.stop()

    async def plan(self, targets: Iterable[Found]) -> None:
        """Read the targets without sending requests. If a resumed journal contains targets, those count instead."""
        if self._restored():
            return
        for number, row in enumerate(targets):
            self._take(row)
            if number % 1000 == 0:
                await asyncio.sleep(0)
                if self.pace.stopping:
                    return
        self._finish_plan()

    async def plan_where(self, call: Call[Page[ItemT]]) -> None:
        """Plan all records of a list, which also shows those that need no change."""
        if not isinstance(self.change, ListBackedChange):
            raise TypeError(f"No list names what {self.change.command!r} changes")
        if self._restored():
            return
        try:
            async with aclosing(iterate(self.client, self.pace, call)) as pages:
                async for page in pages:
                    for item in page.items:
                        target = self.change.target_of(self.progress.total + 1, item)
                        if self._store.add(target) is None:
                            self.progress.total += 1
        except Cancelled:
            return
        self._finish_plan()

    async def dry_run(self) -> None:
        """Determine the outcome of every target without changing anything (dry run)."""
        await self._work_on_all(self.singles.preview, every_target=True, label="Dry run: ")

    async def propose(
        self, *, title: str, reason: str, **options: Unpack[ProposalOptions]
    ) -> ChangeRequestDetail | None:
        """Propose the changes of all targets as one change request, and change nothing.

        ``options`` are the other fields of ``CreateChangeRequest``. Return None if no target needs a change, or if the
        run was stopped. Raises ``NotProposable`` if a change request cannot contain the calls.
        """
        check_proposable(self.change)
        proposals = Proposals(self)
        await self._work_on_all(proposals.collect, every_target=True, label="Proposal: ")
        return None if self.pace.stopping else await proposals.send(title=title, reason=reason, **options)

    async def apply(self) -> None:
        """Change every target that needs it. Raises the error that stopped the run; completed changes are recorded."""
        async with self._synced():
            await self._work_on_all(self.singles.change, every_target=False)
            if not self.pace.stopping and self.counts[Outcome.ASKED]:
                await poll_jobs(self)

    def close(self) -> None:
        """Close the journal and the row store. The report is no longer available."""
        if self.journal:
            self.journal.close()
        self._store.close()

    def _take(self, row: Found) -> None:
        if isinstance(row, InvalidRow):
            self._store.add_wrong(row, Outcome.INVALID)
        elif complaint := self._store.add(row):
            self._store.add_wrong(*complaint)
        else:
            self.progress.total += 1

    def _finish_plan(self) -> None:
        """Mark the list of targets as complete, so that the run can be resumed."""
        if self.journal:
            if self.change.keeps_targets:
                self.journal.write_targets(self._store.targets())
                for wrong in self._store.wrongs():
                    self.journal.write({"wrong": wrong})
            else:
                self.journal.write_rows(self._store.targets())
                for wrong in self._store.wrongs():
                    self.journal.write({"left_out": wrong})
            self.journal.write({"planned": self.progress.total})
            self.journal.sync()
            if not self.change.keeps_targets:
                replay(self.journal, self._store)
        self._catch_up()

    def _restored(self) -> bool:
        """Return True if the resumed journal contains the list of targets."""
        if self.journal is None or not self.journal.resumed or not self.change.keeps_targets:
            return False
        if not replay(self.journal, self._store):
            raise JournalRefused(
                f"{self.journal.path} broke off before its list of targets was complete; nothing had been sent",
                next_step="Start again without it.",
            )
        self.progress.total = sum(1 for _ in self._store.targets())
        self._catch_up()
        return True

    def _catch_up(self) -> None:
        self._store.reopen(Outcome.FAILED)  # the cause may have been resolved
        self.progress.counts.update(self._store.counts())

    async def _work_on_all(self, work: Work, *, every_target: bool, label: str = "") -> None:
        description = f"{label}{self.header.command_line}"
        self.pace.before_each = RunBudget(self.client, description, self.progress.total).refresh
        try:
            self.progress.enter("comparing")
            await self.change.prefetch(self.client, self.pace, self._store, every_target=every_target)
        except Cancelled:
            return
        self.progress.counts = Counter(self._store.counts())  # the survey may have settled some
        self.progress.enter("changing")
        pending = self._store.pending()
        try:
            if not every_target:
                self.client._manners.run_targets = self._store.to_change()
                await self._by_the_set(pending)
            await self._one_by_one(pending, work)
        finally:
            self.progress.stage = "over"
        if self._halted:
            raise self._halted

    async def _by_the_set(self, pending: Iterator[tuple[Target, bool]]) -> None:
        """Send changes in batches if the platform supports them, which may only show in the answer about the first
        target."""
        batches = Batches(self)
        if not batches.supported:
            await self._worker(islice(pending, 1), self.singles.change)

        async def work() -> None:
            try:
                while batches.supported and not self.pace.stopping:
                    alone = await batches.next(pending)
                    if alone is None:
                        return
                    await self._one_by_one(iter(alone), self.singles.change)
            except Cancelled:
                return
            except Exception as error:
                self._halt(_of_the_journal(error) if isinstance(error, OSError) else error)

        await asyncio.gather(*(work() for _ in range(BATCHES_AT_ONCE)))

    async def _one_by_one(self, pending: Iterator[tuple[Target, bool]], work: Work) -> None:
        await asyncio.gather(*(self._worker(pending, work) for _ in range(self.concurrency)))

    async def _worker(self, pending: Iterator[tuple[Target, bool]], work: Work) -> None:
        """Process targets from the iterator that all workers share."""
        for target, sent in pending:
            if self.pace.stopping:
                return
            try:
                outcome, reason = await self.singles.outcome(target, sent, work)
                self._note((target, outcome, reason))
            except Cancelled:
                return
            except Exception as error:
                self._halt(_of_the_journal(error) if isinstance(error, OSError) else error)

    def _halt(self, error: BaseException) -> None:
        self._halted = self._halted or error
        self.pace.stop()

    def _note(self, *noted: Became) -> None:
        """Settle targets in the journal, as one entry, and in memory."""
        settled = [(target.key, *self._became(target, outcome, reason)) for target, outcome, reason in noted]
        self._settle(*settled)
        for _, outcome, _, _ in settled:
            self.progress.count(outcome)

    def _became(self, target: Target, outcome: Outcome, reason: str) -> tuple[Outcome, str, Mapping[str, Any]]:
        learnt = self._learnt.pop(target.key, {})
        if outcome is Outcome.DONE:
            outcome = self.change.outcome_of(learnt)
            reason = str(learnt.get("problem") or reason) if outcome is Outcome.FAILED else reason
        return outcome, reason, learnt

    def _settle(self, *settled: Settled) -> None:
        self._write(*(_entry(*one) for one in settled if one[1] is not Outcome.PLANNED))
        self._store.settle_each(settled)

    def _write(self, *entries: dict[str, Any]) -> None:
        if self.journal and entries:
            self.journal.write(*entries)

    @asynccontextmanager
    async def _synced(self) -> AsyncIterator[None]:
        """Flush the journal to the disk every second and at the end."""
        journal = self.journal
        if journal is None:
            yield
            return

        async def keep_syncing() -> None:
            while True:
                await asyncio.sleep(_SYNC_SECONDS)
                await asyncio.to_thread(journal.sync)

        syncing = asyncio.create_task(keep_syncing())
        try:
            yield
        finally:
            syncing.cancel()
            await asyncio.gather(syncing, return_exceptions=True)
            journal.sync()


def _entry(key: Key, outcome: Outcome, reason: str, learnt: Mapping[str, Any]) -> dict[str, Any]:
    more = {"reason": reason, "learnt": learnt}
    return {"key": key, "outcome": outcome.value, **{name: value for name, value in more.items() if value}}


def _of_the_journal(error: OSError) -> BulkError:
    return BulkError(f"The journal cannot be written: {error.strerror}", next_step="Make room, then resume.")


def _as_run(client: AsyncCareOps, batch: int, run_id: str) -> AsyncCareOps:
    """Return a copy of the client with the same session and connections, in which the run controls retries."""
    patient = copy.copy(client)
    known = client._manners
    patient._manners = ServerCapabilities(
        Retries(attempts=1), known.honours_keys, known.clock_is_right, batch=known.batch, most_in_batch=batch
    )
    patient._manners.run_id = run_id
    return patient

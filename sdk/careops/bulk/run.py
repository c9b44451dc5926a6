"""Bulk run: read the targets, compare, change those that differ, and report every row."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import aclosing, asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Unpack
from warnings import warn

from careops.bulk.backoff import Cancelled
from careops.bulk.batches import send_batches
from careops.bulk.budget import RunBudget
from careops.bulk.changes import ItemT
from careops.bulk.errors import JournalRefused
from careops.bulk.job_polling import poll_jobs
from careops.bulk.list_change import ListBackedChange
from careops.bulk.prefetch import iterate
from careops.bulk.proposals import check_proposable, collect_change, send_proposal
from careops.bulk.replay import replay
from careops.bulk.row_store import ReportRow
from careops.bulk.singles import Work, make_change, preview, send_singles
from careops.bulk.state import RunState
from careops.bulk.targets import Found, InvalidRow, Outcome
from careops.contract import Call, Page

if TYPE_CHECKING:
    from careops.calls.change_requests import ChangeRequestDetail, ProposedChange
    from careops.client.proposal import ProposalOptions

_SYNC_SECONDS = 1.0


class BulkRun(RunState[ItemT]):
    """One change for any number of targets.

    ``plan`` (or ``plan_where``) reads the targets, ``dry_run`` makes a dry run, ``apply`` makes the changes,
    ``propose`` proposes them as a change request.
    ``stop`` ends the run after the requests in flight. ``rows`` is the report. Memory does not grow with the number of
    targets. If the platform supports batches, up to ``batch`` changes share one request; below 2 each change has its
    own request. Changes that the platform makes in the background are ``asked for`` when the run ends, unless the run
    should ``wait`` for them.
    """

    @property
    def open(self) -> int:
        """Number of targets without an outcome."""
        return self.store.open()

    @property
    def counts(self) -> dict[Outcome, int]:
        """Number of rows per outcome."""
        return self.store.counts()

    def rows(self) -> Iterator[ReportRow]:
        """Yield the report: every row, in order. Targets without an outcome are ``NOT_TRIED``."""
        return self.store.report()

    async def warnings(self) -> Sequence[str]:
        """Return warnings to show before a person confirms the changes of the open targets."""
        return await self.change.warnings(self.client, (target for target, _ in self.store.pending()))

    async def doubts(self) -> Sequence[str]:
        """Former name of ``warnings``."""
        warn("doubts is warnings; 1.3 removes the old name", DeprecationWarning, stacklevel=2)
        return await self.warnings()

    async def plan(self, targets: Iterable[Found]) -> None:
        """Read the targets without sending requests. If a resumed journal contains targets, those count instead."""
        if self._restore_targets():
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
        if self._restore_targets():
            return
        try:
            async with aclosing(iterate(self.client, self.pace, call)) as pages:
                async for page in pages:
                    for item in page.items:
                        target = self.change.target_of(self.progress.total + 1, item)
                        if self.store.add(target) is None:
                            self.progress.total += 1
        except Cancelled:
            return
        self._finish_plan()

    async def dry_run(self) -> None:
        """Determine the outcome of every target without changing anything (dry run)."""
        await self._work_on_all(preview, every_target=True, label="Dry run: ")

    async def propose(
        self, *, title: str, reason: str, **options: Unpack[ProposalOptions]
    ) -> ChangeRequestDetail | None:
        """Propose the changes of all targets as one change request, and change nothing.

        ``options`` are the other fields of ``CreateChangeRequest``. Return None if no target needs a change, or if the
        run was stopped. Raises ``NotProposable`` if a change request cannot contain the calls.
        """
        check_proposable(self.change)
        changes: dict[int, ProposedChange] = {}  # grows with the targets, because one request contains all changes
        await self._work_on_all(partial(collect_change, changes), every_target=True, label="Proposal: ")
        return None if self.pace.stopping else await send_proposal(self, changes, title=title, reason=reason, **options)

    async def apply(self) -> None:
        """Change every target that needs it. Raises the error that stopped the run; completed changes are recorded."""
        async with self._with_syncs():
            await self._work_on_all(make_change, every_target=False)
            if not self.pace.stopping and self.counts[Outcome.ASKED]:
                await poll_jobs(self)

    def close(self) -> None:
        """Close the journal and the row store. The report is no longer available."""
        if self.journal:
            self.journal.close()
        self.store.close()

    def _take(self, row: Found) -> None:
        if isinstance(row, InvalidRow):
            self.store.add_wrong(row, Outcome.INVALID)
        elif complaint := self.store.add(row):
            self.store.add_wrong(*complaint)
        else:
            self.progress.total += 1

    def _finish_plan(self) -> None:
        """Mark the list of targets as complete, so that the run can be resumed."""
        if self.journal:
            if self.change.keeps_targets:
                self.journal.write_targets(self.store.targets())
                for wrong in self.store.wrongs():
                    self.journal.write({"wrong": wrong})
            else:
                self.journal.write_rows(self.store.targets())
                for wrong in self.store.wrongs():
                    self.journal.write({"left_out": wrong})
            self.journal.write({"planned": self.progress.total})
            self.journal.sync()
            if not self.change.keeps_targets:
                replay(self.journal, self.store)
        self._catch_up()

    def _restore_targets(self) -> bool:
        """Return True if the resumed journal contains the list of targets."""
        if self.journal is None or not self.journal.resumed or not self.change.keeps_targets:
            return False
        if not replay(self.journal, self.store):
            raise JournalRefused(
                f"{self.journal.path} broke off before its list of targets was complete; nothing had been sent",
                next_step="Start again without it.",
            )
        self.progress.total = sum(1 for _ in self.store.targets())
        self._catch_up()
        return True

    def _catch_up(self) -> None:
        self.store.reopen(Outcome.FAILED)  # the cause may have been resolved
        self.progress.counts.update(self.store.counts())

    async def _work_on_all(self, work: Work, *, every_target: bool, label: str = "") -> None:
        description = f"{label}{self.header.command_line}"
        self.pace.before_each = RunBudget(self.client, self.context, description, self.progress.total).refresh
        try:
            self.progress.enter("comparing")
            await self.change.prefetch(self.client, self.pace, self.store, every_target=every_target)
        except Cancelled:
            return
        self.progress.counts = Counter(self.store.counts())  # the survey may have settled some
        self.progress.enter("changing")
        pending = self.store.pending()
        try:
            if not every_target:
                self.context.targets = self.store.to_change()
                await send_batches(self, pending)
            await send_singles(self, pending, work)
        finally:
            self.progress.stage = "over"
        if self.failure:
            raise self.failure

    @asynccontextmanager
    async def _with_syncs(self) -> AsyncIterator[None]:
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

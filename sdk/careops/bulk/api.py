"""Complete bulk run in one function call, for scripts."""

from __future__ import annotations

import os
from collections.abc import Iterable

from careops.bulk.changes import Change, ItemT
from careops.bulk.journal import Journal
from careops.bulk.run import BulkRun
from careops.bulk.state import CONCURRENCY, PATIENCE
from careops.bulk.targets import Found
from careops.client.sync_client import AsyncCareOps
from careops.constants import MAX_CHANGES
from careops.contract import Call, Page


async def apply(
    client: AsyncCareOps,
    change: Change[ItemT],
    targets: Iterable[Found] | Call[Page[ItemT]],
    *,
    journal: str | os.PathLike[str] | None = None,
    dry_run: bool = False,
    concurrency: int = CONCURRENCY,
    patience: float = PATIENCE,
    batch: int = MAX_CHANGES,
    wait: bool = False,
) -> BulkRun[ItemT]:
    """Change every target that needs it, and return the run with its ``counts`` and ``rows()``.

    ``targets`` come from ``parse_ids([1, 2])``, ``read_ids(file)``, ``read_hospitals(file)`` or are a list call. An
    existing ``journal`` is resumed. With ``wait`` the function also waits for changes that the platform makes in the
    background. Raises the error that stopped the run as a whole.
    """
    opened = None if journal is None or dry_run else Journal.open(journal, change.command, change.fingerprint)
    run = BulkRun(client, change, journal=opened, concurrency=concurrency, patience=patience, batch=batch, wait=wait)
    try:
        if isinstance(targets, Call):
            await run.plan_where(targets)
        else:
            await run.plan(targets)
        await (run.dry_run() if dry_run else run.apply())
    finally:
        if opened:
            opened.close()
    return run

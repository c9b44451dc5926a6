"""Today: the declaration of a source of items, and the signal that items may have changed."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from datetime import timedelta
from typing import Any, Final, Literal

from careops.calls.today import SourceName, Verb
from careops.contract import Call
from careops_server.core.principal import OutgoingEvent

ITEMS_CHANGED: Final = OutgoingEvent("today", "items_changed", {})
"""Tells all open pages that items may have changed."""


@dataclass(frozen=True, eq=False)
class TodaySource:
    """Source of items that need attention. The items are rows of its table that fulfil its conditions.

    The conditions without ``only`` and the column ``at`` are a partial index, so that a source reads only its items.
    """

    name: SourceName
    table: str
    """Table with the alias ``t``."""
    _: KW_ONLY
    verb: Verb
    """How an item is settled."""
    priority: int = 4
    """Next takes the items with the lowest number first: 0 are the caller's own."""
    needs: type[Call[Any]]
    """Call that handles an item. Principals that may not make it see neither items nor counts."""
    index: str
    """Index of the open rows in the order of ``at``."""
    at: str
    """Column with the time or day in India that the source counts from."""
    at_is_day: bool = False
    """True if ``at`` is a day. Its rows are due from its start in India, and ``due_after`` is zero."""
    open: str
    """Condition of the partial index: the row needs attention."""
    reason: str
    """Text of the facts for which a row is due, never null. A claim or snooze ends when they change."""
    only: str = "true"
    """Further condition; ``:user_id`` is the caller, ``:role`` the caller's account type.

    A row that another row ends is left out by ``not coalesce((select true … limit 1), false)``. PostgreSQL expects that
    half of the rows pass, and reads the index in its order up to the limit. It expects 0.5 % for ``(…) is null``, and
    reads and sorts all rows: 200 ms instead of 4 ms for 70,000 due of 1,000,000 subscriptions.
    """
    either: tuple[str, ...] = ()
    """Further conditions, of which a row fulfils one. Each has an index that reads its rows in order."""
    visible: str = "true"
    """Further condition of the permissions.

    ``:calls`` are the names of the calls that the caller may make, ``:kinds`` the kinds of records that the caller may
    read.
    """
    due_after: timedelta = timedelta()
    """Time from ``at`` until the row is due. It is negative if ``at`` is in the future."""
    horizon: timedelta = timedelta(days=90)
    """Age from which rows are only counted."""
    has_older: bool = True
    """False if rows before the horizon need no attention any more."""
    id: str = "t.id"
    id_type: Literal["bigint", "text"] = "bigint"
    record: str = "null"
    """SQL of the kind and id of the record that has the notes of an item."""
    fields: Mapping[str, str]
    """SQL of the fields of an item."""
    joins: str = ""
    """Joins for the fields."""
    touched_by: frozenset[str]
    """Areas whose changes can add or remove items."""


@dataclass
class TodaySignal:
    """Signal within a worker that items may have changed. Several changes in short time are one signal."""

    calls: frozenset[str] = frozenset()
    """Names of the changes that are signalled."""
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def notify(self) -> None:
        """Signal a committed change."""
        self._changed.set()

    async def wait(self) -> None:
        """Wait for the next signal."""
        await self._changed.wait()
        self._changed.clear()

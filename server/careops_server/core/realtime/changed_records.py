"""Announcement of changed records on the channel ``records``, from the audit events of committed transactions.

All changes of a worker within a short time are one transaction with one event for each kind of record. A change pays
nothing for it but the collection of ids: the lock that orders the events would otherwise serialize all commits.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from careops.record_kinds import LIVE_KINDS, LiveKind
from careops_server.core.database.connection import Connection
from careops_server.core.database.database import Database
from careops_server.core.observability.faults import log_faults
from careops_server.core.principal import Change, OutgoingEvent
from careops_server.core.realtime import queries

CHANNEL: Final = "records"
EVENT: Final = "records_changed"
DEBOUNCE_SECONDS: Final = 0.25
"""Changes within this time are one announcement."""
MIN_SECONDS_BETWEEN: Final = 1.0
"""Minimum time between announcements of a worker under continuous changes, because each is read by all workers."""
MAX_IDS: Final = 500
"""Maximum number of ids in an event."""
MAX_REQUESTS: Final = 20
"""Maximum number of request ids in an event. More cost each worker more than the changes themselves, and an event of so
many requests belongs to no single page: it has one empty id.
"""
ChangedRecord: TypeAlias = tuple[LiveKind, int | None]
"""Kind and id of a record. The id is None if it is unknown, such as that of a record created behind a gateway."""

_KIND_OF_TYPE: Final[Mapping[str | None, LiveKind]] = {
    **{kind: kind for kind in LIVE_KINDS},
    "ad_campaign": "campaign",
    # A gateway names the area of a forwarded change.
    "clinics": "clinic",
    "doctors": "doctor",
    "users": "user",
    "campaigns": "campaign",
    "payments": "payment",
    "promo_codes": "promo_code",
    "news": "news_article",
    "release_notes": "release_note",
    "universities": "university",
    "care_cities": "care_city",
}
"""Kind of the record by the resource type of an audit event."""
_KIND_OF_PARAMETER: Final[Mapping[str, LiveKind]] = {
    "clinic_id": "clinic",
    "doctor_id": "doctor",
    "user_id": "user",
    "campaign_id": "campaign",
    "ad_campaign_id": "campaign",
}
"""Kind of the record that a parameter names. The change belongs to it, such as a schedule to its doctor."""


def records_of(change: Change, parameters: Mapping[str, Any]) -> list[ChangedRecord]:
    """Return the records that an audited change concerns: its resource, and the records that it belongs to."""
    records: list[ChangedRecord] = []
    if change.clinic_id is not None:
        records.append(("clinic", change.clinic_id))
    if (kind := _KIND_OF_TYPE.get(change.resource_type)) is not None:
        if not (id := change.resource_id):
            records.append((kind, None))
        elif id.isdecimal():
            records.append((kind, int(id)))
        else:
            records += [(kind, record_id) for record_id in change.records or () if isinstance(record_id, int)]
    for facts in (change.before, change.after, parameters):
        if not facts:
            continue
        for name, owner in _KIND_OF_PARAMETER.items():
            if isinstance(record_id := facts.get(name), int):
                records.append((owner, record_id))
        if isinstance(ref := facts.get("record"), str):
            name, _, id = ref.partition(":")
            if (noted := _KIND_OF_TYPE.get(name)) is not None and id.isdecimal():
                records.append((noted, int(id)))
    return records


@dataclass
class _Announcement:
    """Changed records of a kind with the requests that changed them, and the time after the last commit."""

    request_ids: defaultdict[int | None, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Ids of the requests that changed a record, by its id."""
    changed_ms: int = 0


class ChangedRecords:
    """Changed records of this process that are not announced yet. A process that is killed loses them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: defaultdict[LiveKind, _Announcement] = defaultdict(_Announcement)
        self._task: asyncio.Task[None] | None = None
        self._flushed = asyncio.Event()

    def add(self, records: Iterable[ChangedRecord], request_id: str = "") -> None:
        """Announce records soon. Call it after the commit, because reads that begin later have the change."""
        now = current_ms()
        for kind, id in records:
            announcement = self._waiting[kind]
            announcement.request_ids[id].add(request_id)
            announcement.changed_ms = now
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._announce_later())

    async def flush(self) -> None:
        """Announce all waiting records now."""
        if self._task is not None:
            self._flushed.set()
            await self._task
            self._flushed.clear()

    async def _announce_later(self) -> None:
        seconds = DEBOUNCE_SECONDS
        while self._waiting:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._flushed.wait()
            await self._announce()
            seconds = MIN_SECONDS_BETWEEN

    async def _announce(self) -> None:
        announcements = sorted(self._waiting.items())
        self._waiting.clear()
        if await self._database.wait_for_replica():
            for _, announcement in announcements:
                announcement.changed_ms = current_ms()  # lists that were read earlier may lack the changes
        events = [event for kind, announcement in announcements for event in _events_of(kind, announcement)]

        async def work(connection: Connection) -> None:
            await queries.raise_events(connection, events)

        with log_faults("cannot announce changed records"):
            await self._database.change(work)


def _events_of(kind: LiveKind, announcement: _Announcement) -> Iterator[OutgoingEvent]:
    changed_by, changed_ms = announcement.request_ids, announcement.changed_ms
    if None in changed_by:
        yield OutgoingEvent(CHANNEL, EVENT, _data_of(kind, [], changed_by[None], changed_ms))
    numbers = sorted(id for id in changed_by if id is not None)
    for start in range(0, len(numbers), MAX_IDS):
        ids = numbers[start : start + MAX_IDS]
        requests = set().union(*(changed_by[id] for id in ids))
        yield OutgoingEvent(CHANNEL, EVENT, _data_of(kind, ids, requests, changed_ms))


def _data_of(kind: LiveKind, ids: list[int], request_ids: set[str], changed_ms: int) -> dict[str, Any]:
    requests = sorted(request_ids) if len(request_ids) <= MAX_REQUESTS else [""]
    return {"kind": kind, "ids": ids, "request_ids": requests, "changed_ms": changed_ms}


def current_ms() -> int:
    """Return the server's time in milliseconds. Clients compare it with the header ``x-received-ms`` of their reads."""
    return int(time.time() * 1000)

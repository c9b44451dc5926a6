"""Demo audit log: 120 days of work in the apps up to a given moment, the same for the same seed."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import accumulate
from random import Random
from typing import Final
from uuid import UUID

from careops.india_time import INDIA
from careops_server.core.audit.days import start_of_day
from careops_server.core.demo_accounts import DEMO_USERS
from careops_server.demo import word_lists

DAYS: Final = 120
COLUMNS: Final = (
    "occurred_at", "id", "clinic_id", "key", "event_status", "actor_id", "actor_name", "actor_type", "patient_name",
    "resource_type", "resource_id", "ip_address", "user_agent", "description", "parameters",
)  # fmt: skip
Row = tuple[object, ...]

_HOURS_OF_CLINIC: Final = (0, 0, 0, 0, 0, 0, 1, 3, 9, 22, 30, 28, 18, 9, 5, 6, 14, 26, 29, 20, 9, 4, 1, 0)
_HOURS_OF_HOSPITAL: Final = (3, 2, 2, 2, 2, 3, 6, 12, 20, 28, 31, 30, 25, 20, 18, 19, 21, 23, 20, 15, 11, 8, 6, 4)
_OF_CLINIC: Final = list(accumulate(_HOURS_OF_CLINIC))
_OF_HOSPITAL: Final = list(accumulate(_HOURS_OF_HOSPITAL))
_WEEKDAYS: Final = (1.15, 1.05, 1.0, 1.0, 1.0, 0.9, 0.25)
_BURST_SHARE: Final = 0.02
"""Share of events that belong to a burst of failed sign-ins."""
_AGENTS: Final = (
    "Clinic app 4.2 (Android 15)", "Clinic app 4.1 (Android 14)", "Clinic app 4.2 (iOS 19)", "Chrome 141 (Windows)",
    "Chrome 141 (Android)", "Safari 19 (macOS)", "Firefox 144 (Linux)",
)  # fmt: skip


@dataclass(frozen=True)
class EventKind:
    """A kind of event: frequency, account types, resource and failure rate."""

    key: str
    weight: float
    by: tuple[str, ...]
    resource: str | None
    description: str
    fails: float = 0.004


_DOCTORS: Final = ("consultant", "owner")
_DESK: Final = ("staff", "staff", "admin", "owner")
_ALL: Final = ("staff", "staff", "consultant", "owner", "admin")
KINDS: Final = (
    EventKind("patient.view", 26, _ALL, "patient", "Opened the file"),
    EventKind("appointment.create", 20, _DESK, "appointment", "Booked a visit", 0.012),
    EventKind("prescription.create", 14, _DOCTORS, "prescription", "Wrote a prescription"),
    EventKind("bill.create", 12, _DESK, "bill", "Made out a bill", 0.01),
    EventKind("user.sign_in", 9, _ALL, None, "Signed in", 0.05),
    EventKind("patient.update", 8, _ALL, "patient", "Changed the file"),
    EventKind("report.view", 6, _DOCTORS, "report", "Opened a lab report"),
    EventKind("user.sign_out", 5, _ALL, None, "Signed out", 0),
    EventKind("report.upload", 4, _DESK, "report", "Uploaded a lab report", 0.03),
    EventKind("prescription.print", 4, _DESK, "prescription", "Printed a prescription"),
    EventKind("appointment.cancel", 3, _DESK, "appointment", "Cancelled a visit"),
    EventKind("patient.export", 0.9, ("owner", "admin"), "patient", "Exported the file", 0.05),
    EventKind("bill.refund", 0.6, ("owner", "admin"), "bill", "Gave money back", 0.08),
    EventKind("settings.update", 0.5, ("owner", "admin"), "settings", "Changed the settings"),
    EventKind("clinic.update", 0.3, ("console",), "clinic", "Changed the clinic's details", 0.02),
)
_KIND_WEIGHTS: Final = list(accumulate(kind.weight for kind in KINDS))


@dataclass(frozen=True)
class Workplace:
    """Fields of a clinic that the events need."""

    id: int
    is_hospital: bool
    owner_id: int | None
    owner: str | None


@dataclass(frozen=True)
class Person:
    """A user of the apps, with address and user agent."""

    id: int | None
    name: str
    type: str
    ip_address: str
    user_agent: str


class EventMaker:
    """Generates events day by day. Some clinics use the apps much more than others."""

    def __init__(self, random: Random, workplaces: Sequence[Workplace], *, until: datetime) -> None:
        self._random = random
        self._until = until
        self._workplaces = workplaces
        self._weights = list(
            accumulate(min(random.paretovariate(1.1), 60) * (3 if w.is_hospital else 1) for w in workplaces)
        )
        self._teams: dict[int, dict[str, list[Person]]] = {}
        last = until.astimezone(INDIA).date()
        self._days = [last - timedelta(days=back) for back in range(DAYS - 1, -1, -1)]

    def days(self, count: int) -> Iterator[list[Row]]:
        """Yield about ``count`` events, a list for each day, in chronological order, none after ``until``."""
        shares = [_WEEKDAYS[day.weekday()] * (0.9 + 0.2 * self._random.random()) for day in self._days]
        for day, share in zip(self._days, shares, strict=True):
            rows = self._day(day, round(count * share / sum(shares)))
            yield sorted((row for row in rows if row[0] <= self._until), key=lambda row: (row[0], str(row[1])))

    def _day(self, day: date, count: int) -> list[tuple[datetime, *Row]]:
        rows: list[tuple[datetime, *Row]] = []
        while len(rows) < count:
            place = self._workplaces[bisect(self._weights, self._random.random() * self._weights[-1])]
            if self._random.random() < _BURST_SHARE / 12:
                rows += self._burst(place, day)
            else:
                rows.append(self._event(place, day))
        return rows

    def _event(self, place: Workplace, day: date) -> tuple[datetime, *Row]:
        draw = self._random.random
        kind = KINDS[bisect(_KIND_WEIGHTS, draw() * _KIND_WEIGHTS[-1])]
        person = self._person(place, kind.by[int(draw() * len(kind.by))])
        hours = _OF_HOSPITAL if place.is_hospital else _OF_CLINIC
        hour = bisect(hours, draw() * hours[-1])
        moment = start_of_day(day) + timedelta(hours=hour, seconds=draw() * 3600)
        failed = draw() < kind.fails
        patient = (
            self._name() if kind.resource in ("patient", "appointment", "prescription", "bill", "report") else None
        )
        description = "Wrong password" if failed and kind.key == "user.sign_in" else kind.description
        return (
            moment, self._id(moment), place.id, kind.key, "FAILED" if failed else "SUCCESS", person.id, person.name,
            person.type, patient, kind.resource, self._resource_id(place, kind), person.ip_address, person.user_agent,
            description, self._parameters(kind),
        )  # fmt: skip

    def _burst(self, place: Workplace, day: date) -> list[tuple[datetime, *Row]]:
        """Return failed sign-ins at night: several per minute from one address."""
        draw = self._random.random
        person = self._person(place, ("owner", "admin", "staff")[int(draw() * 3)])
        moment = start_of_day(day) + timedelta(seconds=draw() * 5 * 3600)
        address = f"198.51.100.{1 + int(draw() * 250)}"
        rows: list[tuple[datetime, *Row]] = []
        for attempt in range(6 + int(draw() * 18)):
            moment += timedelta(seconds=2 + draw() * 25)
            rows.append((
                moment, self._id(moment), place.id, "user.sign_in", "FAILED", person.id, person.name, person.type, None,
                None, None, address, "python-requests/2.32", "Wrong password", f'{{"attempt": {attempt + 1}}}',
            ))  # fmt: skip
        return rows

    def _person(self, place: Workplace, kind: str) -> Person:
        team = self._teams.get(place.id)
        if team is None:
            team = self._teams[place.id] = self._team(place)
        people = team[kind]
        return people[int(self._random.random() ** 2 * len(people))]

    def _team(self, place: Workplace) -> dict[str, list[Person]]:
        draw = self._random.random
        house = f"203.0.113.{1 + int(draw() * 250)}"
        size = 3 if place.is_hospital else 1

        def people(kind: str, count: int) -> list[Person]:
            return [Person(None, self._name(), kind, house, self._agent()) for _ in range(count)]

        owner = Person(place.owner_id, place.owner or self._name(), "owner", house, self._agent())
        console = [Person(None, user.name, user.account_type, "192.0.2.10", _AGENTS[3]) for user in DEMO_USERS]
        return {
            "owner": [owner],
            "consultant": people("consultant", size + int(draw() * 3)),
            "staff": people("staff", size + int(draw() * 3)),
            "admin": people("admin", 1),
            "console": console,
        }

    def _name(self) -> str:
        draw = self._random.random
        first = word_lists.PUNJABI_FIRST[int(draw() * len(word_lists.PUNJABI_FIRST))]
        return f"{first} {word_lists.PUNJABI_LAST[int(draw() * len(word_lists.PUNJABI_LAST))]}"

    def _agent(self) -> str:
        return _AGENTS[int(self._random.random() * len(_AGENTS))]

    def _resource_id(self, place: Workplace, kind: EventKind) -> str | None:
        if kind.resource in (None, "settings", "clinic"):
            return None if kind.resource is None else str(place.id)
        return str(10_000 + int(self._random.random() * 90_000))

    def _parameters(self, kind: EventKind) -> str | None:
        draw = self._random.random()
        if kind.key == "patient.export":
            return f'{{"format": "{"pdf" if draw < 0.7 else "csv"}", "pages": {1 + int(draw * 40)}}}'
        if kind.resource == "bill":
            return f'{{"amount": {100 + int(draw * 60) * 50}}}'
        return None

    def _id(self, moment: datetime) -> UUID:
        """Return an event id like those of the apps: UUID version 7, so later events have greater ids."""
        milliseconds = int(moment.timestamp() * 1000)
        chance = self._random.getrandbits(74)
        return UUID(int=milliseconds << 80 | 7 << 76 | (chance >> 62) << 64 | 2 << 62 | chance & (1 << 62) - 1)

"""Changes by staff in the demo audit log: switches of modules, statuses of users, verifications of doctors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final
from uuid import UUID

import psycopg

from careops.india_time import INDIA
from careops_server.core.audit.days import start_of_day
from careops_server.core.demo_accounts import DEMO_USERS

_DAYS: Final = 110
"""Maximum age of changes in days: less than the days of the audit log."""
_MAX_CLINICS: Final = 20_000
_MAX_OTHERS: Final = 400
_SWITCHED: Final = 0.5
"""Share of clinics with changed switches."""
_CLINICS: Final = """
    select c.id, c.ipd_enabled, c.surgery_enabled, c.abdm_enabled,
           array(select spec_module_id from clinic_spec_modules where clinic_id = c.id order by 1)
    from clinics c order by c.id limit %s
"""
_FLAGS: Final = ("ipd_enabled", "surgery_enabled", "abdm_enabled")
_DOCTORS: Final = """
    select doctor_id, verified, verification_reason, decided_by_name, decided_at from doctor_verifications
    where decided_at >= %s order by decided_at, id limit %s
"""
_USERS: Final = "select id, user_status from users where user_status <> 'ACTIVE' order by id limit %s"
_AGENT: Final = "Chrome 141 (Windows)"

Connection = psycopg.Connection[tuple[Any, ...]]
Row = tuple[Any, ...]


class _Writer:
    """Builds the rows of changes by the demo staff."""

    def __init__(self, random: Random, staff: dict[str, tuple[int, str]], until: datetime) -> None:
        self._random = random
        self._staff = staff
        self._until = until

    def moment(self, most: float = _DAYS) -> datetime:
        """Return a random moment within office hours of the last days."""
        day = (self._until - timedelta(days=1 + most * self._random.random())).astimezone(INDIA).date()
        day -= timedelta(days=day.weekday() == 6)
        return start_of_day(day) + timedelta(hours=9.5 + 9 * self._random.random())

    def somebody(self) -> str:
        """Return the name of one of the demo accounts."""
        return self._random.choice(list(self._staff))

    def row(
        self,
        at: datetime,
        name: str,
        key: str,
        about: tuple[str, int],
        change: tuple[dict[str, object], dict[str, object]],
        parameters: dict[str, object],
        clinic_id: int | None = None,
    ) -> Row:
        """Return the row of one event."""
        actor_id, actor_type = self._staff.get(name, (None, "super_admin"))
        milliseconds = int(at.timestamp() * 1000)
        chance = self._random.getrandbits(74)
        identity = UUID(int=milliseconds << 80 | 7 << 76 | (chance >> 62) << 64 | 2 << 62 | chance & (1 << 62) - 1)
        before, after = change
        return (
            at, identity, clinic_id, key, "SUCCESS", actor_id, name, actor_type, None, about[0], str(about[1]),
            "192.0.2.10", _AGENT, None, json.dumps(parameters), json.dumps(before), json.dumps(after),
        )  # fmt: skip


def draw_changes(connection: Connection, *, seed: int, until: datetime) -> list[Row]:
    """Return changes by staff within the last days, oldest first, which lead to the current state of the demo data.

    Rows have ``COLUMNS``, ``before`` and ``after``.
    """
    random = Random(f"{seed} changes")  # noqa: S311 (reproducible demo data, not secrets)
    phones = [user.phone_number for user in DEMO_USERS]
    types = {user.name: user.account_type for user in DEMO_USERS}
    users = connection.execute("select id, name from users where phone_number = any(%s) order by id", [phones])
    staff = {name: (id, types[name]) for id, name in users.fetchall() if name in types}
    if not staff:
        return []
    writer = _Writer(random, staff, until)
    rows = [*_switches(connection, random, writer), *_verifications(connection, until, writer)]
    rows += _statuses(connection, random, writer)
    return sorted((row for row in rows if row[0] <= until), key=lambda row: (row[0], str(row[1])))


def _switches(connection: Connection, random: Random, writer: _Writer) -> Iterator[Row]:
    modules: dict[int, str] = dict(connection.execute("select id, name from spec_modules").fetchall())
    for id, *flags, on in connection.execute(_CLINICS, [_MAX_CLINICS]).fetchall():
        if random.random() > _SWITCHED:
            continue
        for module_id in random.sample(sorted(modules), k=1 + int(random.random() * 3)):
            last = writer.moment()
            # Sometimes a module was switched the other way before.
            tried = [last - timedelta(days=3)] if random.random() < 0.2 else []
            for at in (*tried, last):
                turned_on = (module_id in on) == (at == last)
                yield writer.row(
                    at,
                    writer.somebody(),
                    "module.activate" if turned_on else "module.deactivate",
                    ("clinic", id),
                    ({modules[module_id]: not turned_on}, {modules[module_id]: turned_on}),
                    {"clinic_id": id, "module_id": module_id},
                    id,
                )
        for flag, value in zip(_FLAGS, flags, strict=True):
            if random.random() < (0.4 if value else 0.05):
                yield writer.row(
                    writer.moment(),
                    writer.somebody(),
                    "clinic.settings",
                    ("clinic", id),
                    ({flag: not value}, {flag: value}),
                    {"clinic_id": id, flag: value},
                    id,
                )


def _verifications(connection: Connection, until: datetime, writer: _Writer) -> Iterator[Row]:
    since = until - timedelta(days=_DAYS)
    for id, verified, reason, name, at in connection.execute(_DOCTORS, [since, _MAX_OTHERS]).fetchall():
        yield writer.row(
            at,
            name,
            "doctor.verify",
            ("doctor", id),
            ({"verified": not verified}, {"verified": verified}),
            {"id": id, "verify_status": verified, **({"verification_reason": reason} if reason else {})},
        )


def _statuses(connection: Connection, random: Random, writer: _Writer) -> Iterator[Row]:
    for id, status in connection.execute(_USERS, [_MAX_OTHERS]).fetchall():
        if random.random() < 0.5:
            yield writer.row(
                writer.moment(),
                writer.somebody(),
                "user.update",
                ("user", id),
                ({"user_status": "ACTIVE"}, {"user_status": status}),
                {"user_id": id, "user_status": status},
            )

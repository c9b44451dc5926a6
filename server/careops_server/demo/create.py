"""Creation of demo data in one streamed transaction, so that a crash leaves nothing half-done."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from datetime import UTC, datetime
from random import Random
from typing import Final, Literal, LiteralString

import psycopg
from psycopg import sql

from careops.constants import ACCOUNT_TYPES
from careops_server.core.configuration.dsn import driver_url
from careops_server.core.demo_accounts import DEMO_USERS, REFUSED_USER, password_hash
from careops_server.demo import word_lists
from careops_server.demo.audit_events import add_trail
from careops_server.demo.backfill import analyze
from careops_server.demo.bulk_load import without_indexes
from careops_server.demo.clinics import practices
from careops_server.demo.places import load_atlas
from careops_server.demo.rows import COLUMNS, FIRST_DAY, Chunk, Numbering, RowMaker
from careops_server.demo.seeders import SEEDERS, Connection, copy_in, seed_missing, tables

Size = Literal["demo", "district", "platform"]
Progress = Callable[[str, int, int], None]
"""Callback with the stage, the completed amount and the total."""

CLINICS: Final[dict[Size, int]] = {"demo": 250, "district": 10_000, "platform": 1_000_000}
"""Number of clinics and hospitals by size."""
_CHUNK: Final = 5_000
_WORTH_REBUILDING: Final = 100_000
"""Number of clinics from which indexes are built after the rows."""


class DemoDataExistsError(RuntimeError):
    """The database has real data or demo data already; nothing was changed."""


_REAL: Final = "This is a real installation: {name} has a staff account here. Create demo data in a separate database."


def create_demo_data(
    url: str,
    *,
    size: Size | int,
    seed: int = 1,
    replace: bool = False,
    progress: Progress | None = None,
    until: datetime | None = None,
    trail: bool = True,
) -> None:
    """Fill a migrated database with demo data, the same for the same seed.

    ``size`` is a name, or a number of clinics. Raises ``DemoDataExistsError`` for an installation with real staff, and
    if demo data exists, unless ``replace`` is set: then all clinics and their owners are deleted first. Other users
    stay unchanged, even one with the phone number of a demo account. Payments and the audit log end at ``until``, by
    default now. Without ``trail`` there are no audit events, which halves the time.
    """
    tell = progress or (lambda stage, done, total: None)
    count = size if isinstance(size, int) else CLINICS[size]
    with psycopg.connect(driver_url(url), options="-c timezone=UTC -c lock_timeout=10000") as connection:
        # Of two concurrent creations, the second waits and then finds the clinics.
        connection.execute("lock table clinics in access exclusive mode")
        _make_room(connection, replace=replace, tell=tell)
        _people(connection)
        _modules(connection)
        tell("places", 0, 1)
        atlas = load_atlas()
        tell("places", 1, 1)
        random = Random(seed)  # noqa: S311 (reproducible demo data, not secrets)
        # Payments end on the day before, so all creations within a day give the same rows.
        today = (until or datetime.now(UTC)).replace(hour=0, minute=0, second=0, microsecond=0)
        seeder = RowMaker(random, _numbering(connection), clinics=count, today=today)
        done = 0
        with without_indexes(connection, [*COLUMNS]) if count >= _WORTH_REBUILDING else nullcontext():
            for chunk in seeder.chunks(practices(random, atlas, count), size=_CHUNK):
                _copy(connection, chunk)
                done += len(chunk)
                tell("clinics", done, count)
            tell("indexes", 0, 1)
        _go_on_numbering(connection)
        tell("indexes", 1, 1)
        made_up_to = until or datetime.now(UTC)
        seed_missing(connection, seed=seed, until=made_up_to)
        if trail:
            add_trail(connection, seed=seed, clinics=count, until=made_up_to, tell=tell)
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        tell("statistics", 0, 1)
        written_tables = ["clinic_totals", "payment_days", "payments_totals", "audit_events", "audit_days"]
        written_tables += [table for seeder in SEEDERS.values() for table in seeder.counters]
        analyze(connection, [*COLUMNS, *tables(), *written_tables])
        tell("statistics", 1, 1)


def rows_to_replace(url: str) -> dict[str, int]:
    """Return the number of rows of each table that ``replace`` would remove, largest first. Changes nothing.

    Raises ``DemoDataExistsError`` for an installation with real staff.
    """
    with psycopg.connect(driver_url(url)) as connection:
        if real := _staff_of_its_own(connection):
            raise DemoDataExistsError(_REAL.format(name=real))
        question = sql.SQL("select count(*) from {}")
        counts = {
            table: _value(connection, question.format(sql.Identifier(table))) for table in _filled_tables(connection)
        }
    return dict(sorted(counts.items(), key=lambda count: -count[1]))


def _make_room(connection: Connection, *, replace: bool, tell: Progress) -> None:
    """Delete existing demo data if ``replace`` is set. Raises ``DemoDataExistsError``."""
    if real := _staff_of_its_own(connection):
        raise DemoDataExistsError(_REAL.format(name=real))
    if held := _filled_tables(connection):
        if not replace:
            raise DemoDataExistsError(
                f"The database already holds {', '.join(held)}. Say --replace to remove the clinics and all "
                "that belongs to them first."
            )
        tell("clearing", 0, 1)
        _clear(connection)
        tell("clearing", 1, 1)


def _staff_of_its_own(connection: Connection) -> str:
    """Return the name of a real staff account, empty if there is none. A database with real staff is never changed."""
    row = connection.execute(
        """
        select u.name from users u join user_accounts a on a.user_id = u.id
        where a.account_type = any(%s) and u.phone_number <> all(%s) order by u.id limit 1
        """,
        [list(ACCOUNT_TYPES), [user.phone_number for user in DEMO_USERS]],
    ).fetchone()
    return str(row[0]) if row else ""


def _filled_tables(connection: Connection) -> list[str]:
    """Return the demo data's tables that have rows, except users, who may be real and stay."""
    tables = [table for table in (*COLUMNS, "audit_events") if table not in ("users", "user_accounts")]
    question = sql.SQL("select count(*) from (select from {} limit 1) found")
    return [table for table in tables if _value(connection, question.format(sql.Identifier(table)))]


def _clear(connection: Connection) -> None:
    gone = [*(table for table in COLUMNS if table not in ("users", "user_accounts")), *tables(), "world_makers"]
    # Rows created by use (lead uploads, event deliveries) are deleted with the rows they refer to.
    emptied = sql.SQL("truncate {} restart identity cascade")
    connection.execute(emptied.format(sql.SQL(", ").join(map(sql.Identifier, gone))))
    connection.execute("""
        with owners as (
            delete from user_accounts where subject_id is not null or account_type = 'patient' returning user_id
        )
        delete from users u using (select distinct user_id from owners) o
        where u.id = o.user_id and u.password_hash is null
        and not exists (select from user_accounts a where a.user_id = u.id
                        and a.subject_id is null and a.account_type <> 'patient')
    """)


def _people(connection: Connection) -> None:
    for user in (*DEMO_USERS, REFUSED_USER):
        # A real account never gets the published password.
        connection.execute(
            """
            with made as (
                insert into users (name, phone_number, password_hash, created_at, updated_at)
                values (%(name)s, %(phone)s, %(hash)s, %(day)s, %(day)s)
                on conflict (phone_number) do nothing returning id
            )
            insert into user_accounts (user_id, account_type) select id, %(type)s from made
            """,
            {
                "name": user.name,
                "phone": user.phone_number,
                "hash": password_hash(user),
                "day": FIRST_DAY,
                "type": user.account_type,
            },
        )


def _modules(connection: Connection) -> None:
    for number, (name, _) in enumerate(word_lists.MODULES, start=1):
        connection.execute("insert into spec_modules values (%s, %s) on conflict do nothing", [number, name])


def _numbering(connection: Connection) -> Numbering:
    phones = connection.execute("select phone_number from users").fetchall()
    return Numbering(
        users=_value(connection, "select coalesce(max(id), 0) from users"),
        accounts=_value(connection, "select coalesce(max(id), 0) from user_accounts"),
        groups=_value(connection, "select coalesce(max(id), 0) from clinic_groups"),
        taken_phones=frozenset(str(phone) for (phone,) in phones),
    )


def _copy(connection: Connection, chunk: Chunk) -> None:
    for table, columns in COLUMNS.items():
        copy_in(connection, table, columns, chunk.rows[table])


def _go_on_numbering(connection: Connection) -> None:
    for table in (table for table, columns in COLUMNS.items() if "id" in columns):
        connection.execute(
            sql.SQL("select setval(pg_get_serial_sequence(%s, 'id'), (select max(id) from {}))").format(
                sql.Identifier(table)
            ),
            [table],
        )


def _value(connection: Connection, question: LiteralString | sql.Composed) -> int:
    row = connection.execute(question).fetchone()
    return int(str(row[0])) if row else 0

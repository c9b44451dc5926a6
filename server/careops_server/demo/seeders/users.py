"""Demo users outside of clinics: owners of pharmacies and labs, some of both, and patients.

Owners of clinics who work there as doctors have a doctor's account, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from psycopg.rows import tuple_row

from careops_server.demo import user_status
from careops_server.demo.clinics import person
from careops_server.demo.seeders import Row, SeedContext, Seeder

_OWNED: Final = """
    select distinct on (p.phone_number) p.phone_number, p.email, p.state, p.city, '{table}', p.id
    from {table} p
    where p.phone_number ~ '^[0-9]{{10}}$' and not exists (select from users u where u.phone_number = p.phone_number)
    order by p.phone_number, p.id
"""
_DOCTORS: Final = "select user_id, id from doctors where user_id is not null order by id limit 100000"
_OWNERS: Final = """
    select u.id, '{kind}', p.id, p.city from users u join {table} p on p.phone_number = u.phone_number
    where not exists (select from user_accounts a where a.user_id = u.id) order by u.id
"""
_WITHOUT: Final = (
    "select id from users u where not exists (select from user_accounts a where a.user_id = u.id) order by id"
)
_LAST: Final = "select coalesce(max(id), 0) from users"
_KNOWN: Final = "select 1 from users where platform is not null or verified_at is not null limit 1"
_SOME: Final = """
    select id, created_at from users where password_hash is null and id > %s order by id limit 10000
"""
_STANDS: Final = """
    update users u set verified_at = v.at, platform = v.platform
    from unnest(%s::bigint[], %s::timestamptz[], %s::text[]) v (id, at, platform) where v.id = u.id
"""
_PATIENTS: Final = 60
_WITH_MAIL: Final = 0.5
_BOTH: Final = 4
"""Every n-th owner of a pharmacy also has a lab in the same town."""


def _rows(context: SeedContext, table: str) -> Iterator[Row]:
    # Read before the first row, because a connection cannot run queries during COPY.
    if table != "users":
        return _accounts(context)
    _say_what_they_came_by(context)
    return _users(context)


def _say_what_they_came_by(context: SeedContext) -> None:
    """Fill newer columns of existing demo users, except staff."""
    if context.connection.execute(_KNOWN).fetchone():
        return
    cursor = context.connection.cursor(row_factory=tuple_row)
    last = 0
    while rows := cursor.execute(_SOME, [last]).fetchall():
        drawn = [(user_id, *user_status.user_status(user_id, joined)[1:]) for user_id, joined in rows]
        context.connection.execute(_STANDS, [list(values) for values in zip(*drawn, strict=True)])
        last = rows[-1][0]


def _users(context: SeedContext) -> Iterator[Row]:
    random, ask = context.random, context.connection.execute
    owners = [row for table in ("pharmacies", "labs") for row in ask(_OWNED.format(table=table).encode()).fetchall()]
    taken = {str(phone) for phone, *_ in owners}
    patients: list[str] = []
    while len(patients) < _PATIENTS:
        phone = str(random.randrange(7_000_000_000, 8_999_999_999))
        existing_user = ask("select 1 from users where phone_number = %s", [phone]).fetchone()
        if not existing_user and phone not in taken:
            taken.add(phone)
            patients.append(phone)
    row = ask(_LAST).fetchone()
    last = int(str(row[0])) if row else 0
    people = [(phone, mail, str(state)) for phone, mail, state, *_ in _once(owners)]
    for phone in patients:
        people.append((phone, None if random.random() > _WITH_MAIL else f"p{phone[-6:]}@patient.example", "Punjab"))
    random.shuffle(people)
    return _generate(context, people, last)


def _once(owners: list[Row]) -> Iterator[Row]:
    owner_ids: set[object] = set()
    for owner in owners:
        if owner[0] not in owner_ids:
            owner_ids.add(owner[0])
            yield owner


def _generate(context: SeedContext, people: list[tuple[object, object, str]], last: int) -> Iterator[Row]:
    random = context.random
    for number, (phone, mail, state) in enumerate(people, start=last + 1):
        joined = context.until - timedelta(minutes=random.randrange(1_000, 900_000))
        name = " ".join(person(random, state))
        stands = user_status.user_status(number, joined)
        yield (name, mail, phone, random.random() < 0.15, random.random() < 0.1, joined, joined, *stands)


def _accounts(context: SeedContext) -> Iterator[Row]:
    ask = context.connection.execute
    doctors = ask(_DOCTORS).fetchall()
    pharmacies = ask(_OWNERS.format(kind="pharmacy", table="pharmacies").encode()).fetchall()
    labs = ask(_OWNERS.format(kind="lab", table="labs").encode()).fetchall()
    others = {user_id for (user_id,) in ask(_WITHOUT).fetchall()} - {row[0] for row in (*pharmacies, *labs)}
    return _account_types(context, doctors, pharmacies, labs, sorted(others, key=str))


def _account_types(
    context: SeedContext, doctors: list[Row], pharmacies: list[Row], labs: list[Row], others: list[object]
) -> Iterator[Row]:
    for user_id, doctor_id in doctors:
        yield (user_id, "doctor", "consultant" if context.random.random() < 0.5 else None, doctor_id)
    near: dict[object, list[object]] = defaultdict(list)
    for _, _, lab_id, city in labs:
        near[city].append(lab_id)
    for number, (user_id, kind, pharmacy_id, city) in enumerate(pharmacies):
        yield (user_id, kind, "owner", pharmacy_id)
        if number % _BOTH == 0 and near[city]:
            yield (user_id, "lab", "manager", near[city][0])
    for user_id, kind, lab_id, _ in labs:
        yield (user_id, kind, "owner", lab_id)
    for user_id in others:
        yield (user_id, "patient", None, None)


_USER: Final = ("name", "email", "phone_number", "growth_enabled", "packages_enabled", "created_at", "updated_at")
SEEDER: Final = Seeder(
    {
        "users": (*_USER, *user_status.COLUMNS),
        "user_accounts": ("user_id", "account_type", "role", "subject_id"),
    },
    _rows,
    counters=("users_totals",),
    among_others=True,
)

"""Demo pharmacies and labs in the towns of the clinics, each linked to some clinics there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Final

from psycopg import sql

from careops_server.demo.seeders import Row, SeedContext, Seeder

_OWNERS: Final = (
    *("Guru Nanak", "Sri Sai", "Jan Seva", "New Bharat", "Shree Ganesh", "Amrit", "Sanjeevani", "Dhanvantari"),
    *("Krishna", "Al-Shifa", "City Care", "Life Line", "Om Sai", "Navjyoti", "Mahalaxmi", "Apna", "Punjab", "Sehat"),
)
_CLINICS_SEEN: Final = 50_000
"""In larger demo data, partners are only in the towns of the first clinics."""
_CLINICS_FOR_EACH: Final = 4
_WITHOUT_MAIL: Final = 0.25
_NEVER_ACTIVE: Final = 0.08
_CLINICS = "select id, city, state from clinics where city is not null order by id limit %s"


def partners(table: str, singular: str, kinds: Sequence[str]) -> Seeder:
    """Return a seeder of ``table`` and of its links to clinics."""

    def rows(context: SeedContext, name: str) -> Iterator[Row]:
        # Read before the first row, because a connection cannot run queries during COPY.
        clinics = context.connection.execute(_CLINICS, [_CLINICS_SEEN]).fetchall()
        if name == table:
            return _rows(context, kinds, clinics)
        every = sql.SQL("select id, city from {} order by id").format(sql.Identifier(table))
        return _links(context, context.connection.execute(every).fetchall(), clinics)

    columns = ("name", "email", "phone_number", "city", "state", "total_orders", "last_activity_at")
    links = {f"clinic_{table}": ("clinic_id", f"{singular}_id")}
    return Seeder({table: columns, **links}, rows, counters=(f"{table}_totals",))


def _rows(context: SeedContext, kinds: Sequence[str], clinics: Sequence[Row]) -> Iterator[Row]:
    random = context.random
    for _, city, state in clinics[random.randrange(_CLINICS_FOR_EACH) :: _CLINICS_FOR_EACH]:
        name = f"{random.choice(_OWNERS)} {random.choice(kinds)}"
        mailbox = name.lower().replace(" ", "").replace("-", "")
        mail = None if random.random() < _WITHOUT_MAIL else f"{mailbox}@{str(city).lower().replace(' ', '')}.example"
        phone = str(random.randrange(6_000_000_000, 10_000_000_000))
        if random.random() < _NEVER_ACTIVE:
            yield (name, mail, phone, city, state, 0, None)
        else:
            last = context.until - timedelta(minutes=int(random.expovariate(1 / 9_000)))
            yield (name, mail, phone, city, state, int(random.paretovariate(0.9) * 12), last)


def _links(context: SeedContext, partners: Sequence[Row], clinics: Sequence[Row]) -> Iterator[Row]:
    by_key: dict[object, list[object]] = defaultdict(list)
    for id, city, _ in clinics:
        by_key[city].append(id)
    for id, city in partners:
        near = by_key[city]
        for place in sorted(context.random.sample(range(len(near)), min(len(near), context.random.randrange(1, 8)))):
            yield (near[place], id)

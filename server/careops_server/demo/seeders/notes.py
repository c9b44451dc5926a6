"""Demo notes on clinics and doctors, some with mentions, one pinned and one removed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from careops_server.core.demo_accounts import DEMO_USERS
from careops_server.demo.seeders import Row, SeedContext, Seeder

_SUPER, _CARE, _BILLING = (user.account_type for user in DEMO_USERS)
# Kind, number of the record, author, hours ago, text (None: removed), mentioned account types, pinned.
_NOTES: Final[tuple[tuple[str, int, str, int, str | None, tuple[str, ...], bool], ...]] = (
    ("clinic", 0, _CARE, 340, "Reception prefers calls before 10 in the morning.", (), True),
    ("clinic", 0, _BILLING, 190, "Invoice for October sent again by email.", (), False),
    ("clinic", 0, _CARE, 120, None, (), False),
    ("clinic", 0, _CARE, 26, "Owner wants IPD back.\n@{billing_admin} please check the plan.", (_BILLING,), False),
    ("clinic", 1, _BILLING, 75, "Cheque received. @{super_admin} may we extend the trial?", (_SUPER,), False),
    ("clinic", 2, _SUPER, 50, "@{customer_care} they asked twice about the queue.", (_CARE,), False),
    ("clinic", 3, _CARE, 9, "New manager since November: ask for Ms Anand.", (), False),
    ("doctor", 0, _SUPER, 31, "Certificate is blurred. @{customer_care} please ask for a scan.", (_CARE,), False),
    ("doctor", 1, _CARE, 14, "Moved to Ludhiana, keeps the Patiala clinic on Saturdays.", (), False),
)  # fmt: skip
_STAFF: Final = """
    select distinct on (a.account_type) a.account_type, u.id, u.name
    from users u join user_accounts a on a.user_id = u.id
    where u.phone_number = any(%s) order by a.account_type, u.id
"""
_RECORDS: Final = {
    "clinic": "select id from clinics order by id limit 8",
    "doctor": "select id from doctors order by id limit 8",
}


def find_people(context: SeedContext) -> dict[str, tuple[int, str]]:
    """Return id and name of the demo staff by account type."""
    rows: list[Any] = context.connection.execute(_STAFF, [[user.phone_number for user in DEMO_USERS]]).fetchall()
    return {account_type: (id, name) for account_type, id, name in rows}


def find_records(context: SeedContext) -> dict[str, list[int]]:
    """Return the first ids of clinics and doctors."""
    rows = {kind: context.connection.execute(query).fetchall() for kind, query in _RECORDS.items()}
    return {kind: [int(str(id)) for (id,) in ids] for kind, ids in rows.items()}


def _rows(context: SeedContext, table: str) -> list[Row]:
    # Read before the first row, because a connection cannot run queries during COPY.
    people, records = find_people(context), find_records(context)
    notes = [note for note in _NOTES if note[1] < len(records[note[0]]) and people.keys() >= {note[2], *note[5]}]
    if table == "note_mentions":
        stored = context.connection.execute("select id, created_at from notes order by id").fetchall()
        return [
            (id, *people[account_type], at)
            for (id, at), note in zip(stored, notes, strict=True)
            for account_type in note[5]
        ]
    names = {account_type: name for account_type, (_, name) in people.items()}
    rows: list[Row] = []
    for kind, number, author, hours, text, _, pinned in notes:
        author_id, name = people[author]
        at = context.until - timedelta(hours=hours, minutes=context.random.randrange(60))
        removed = (at + timedelta(minutes=20), name) if text is None else (None, None)
        written = None if text is None else text.format(**names)
        rows.append((kind, records[kind][number], written, pinned, author_id, name, at, *removed))
    return rows


SEEDER: Final = Seeder(
    {
        "notes": (
            *("kind", "record_id", "text", "pinned", "author_id", "author_name", "created_at", "deleted_at"),
            "deleted_by",
        ),
        "note_mentions": ("note_id", "user_id", "name", "created_at"),
    },
    _rows,
    after=("doctors", "users"),
)

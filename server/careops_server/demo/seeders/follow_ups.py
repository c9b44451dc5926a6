"""Demo follow-ups: overdue, due today and later, of persons and account types, and closed ones."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from careops.india_time import INDIA
from careops_server.demo.seeders import Row, SeedContext, Seeder
from careops_server.demo.seeders.notes import find_people, find_records

# Kind, number of the record, what, owner (account type of a person, or "role:…"), days until due, state, reason.
_FOLLOW_UPS: Final = (
    ("clinic", 0, "Call the owner about IPD", "customer_care", 1, "open", None),
    ("clinic", 0, "Check that the invoice has arrived", "billing_admin", -2, "open", None),
    ("clinic", 1, "Decide on the trial of two more weeks", "super_admin", 0, "open", None),
    ("clinic", 1, "Ask for the GST certificate", "role:billing_admin", 4, "open", None),
    ("clinic", 2, "Explain the queue display on the phone", "role:customer_care", -1, "open", None),
    ("clinic", 3, "Send the price list to Ms Anand", "customer_care", 0, "open", None),
    ("clinic", 4, "Train the new receptionist", "role:customer_care", 9, "open", None),
    ("doctor", 0, "Ask for a readable certificate", "customer_care", -3, "open", None),
    ("doctor", 1, "Check the schedule of Saturdays", "role:customer_care", 2, "open", None),
    ("clinic", 2, "Restore the deleted location", "super_admin", -8, "done", "Restored from the backup"),
    ("doctor", 2, "Call back about the invitation", "customer_care", -6, "cancelled", "Joined without a call"),
)


def _rows(context: SeedContext, table: str) -> list[Row]:
    # Read before the first row, because a connection cannot run queries during COPY.
    people, records = find_people(context), find_records(context)
    if not people:
        return []
    author, today = next(iter(people.values()))[1], context.until.astimezone(INDIA).date()
    rows: list[Row] = []
    for kind, number, what, owner, days, state, reason in _FOLLOW_UPS:
        role = owner.removeprefix("role:") if owner.startswith("role:") else None
        if number >= len(records[kind]) or (role is None and owner not in people):
            continue
        person = people[owner] if role is None else (None, None)
        at = context.until - timedelta(days=10, hours=context.random.randrange(24))
        closed = (None, None) if state == "open" else (at + timedelta(days=3), author)
        due = today + timedelta(days=days)
        rows.append((kind, records[kind][number], what, *person, role, due, state, reason, author, at, *closed))
    return rows


SEEDER: Final = Seeder(
    {
        "follow_ups": (
            *("kind", "record_id", "what", "owner_id", "owner_name", "owner_role", "due", "state"),
            *("closed_reason", "created_by", "created_at", "closed_at", "closed_by"),
        )
    },
    _rows,
    after=("notes",),
)

"""Demo lead uploads: lists that clinics kept themselves. One was reverted; some are too old for that."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Final

from careops_server.demo import word_lists
from careops_server.demo.seeders import Row, SeedContext, Seeder

_CLINICS: Final = "select distinct clinic_id from ad_campaigns order by 1 limit 9"
_STAFF: Final = """
    select user_id from user_accounts where account_type in ('super_admin', 'customer_care', 'billing_admin')
    order by user_id limit 3
"""
_MADE: Final = "select id, clinic_id, file_name, uploaded_at, undone_at, kept, added from lead_uploads order by id"
# File name, days since the upload, new and known rows, and the number of rows kept if it was reverted.
_FILES: Final = (
    ("walk-ins-september.xlsx", 58, 41, 3, None),
    ("health-camp.csv", 37, 64, 0, None),
    ("walk-ins-october.xlsx", 29, 38, 12, None),
    ("dental-camp.csv", 22, 25, 1, None),
    ("leads_export_form.csv", 16, 18, 7, None),
    ("wrong-clinic.csv", 12, 30, 0, 2),
    ("right-clinic.csv", 12, 30, 0, None),
    ("ਅੱਖਾਂ ਦਾ ਕੈਂਪ.xlsx", 6, 22, 2, None),
    ("walk-ins-november.xlsx", 1, 33, 9, None),
)
_ASKED: Final = ("Eye check", "Dental check", "Sugar test", "Vaccination", "Second opinion")


def _rows(context: SeedContext, table: str) -> Iterator[Row]:
    # Read before the first row, because a connection cannot run queries during COPY.
    ask = context.connection.execute
    if table == "leads":
        return _people(context.random, ask(_MADE).fetchall())
    clinics, staff = ask(_CLINICS).fetchall(), ask(_STAFF).fetchall()
    return _uploads(context, [row[0] for row in clinics], [row[0] for row in staff])


def _uploads(context: SeedContext, clinics: list[object], staff: list[object]) -> Iterator[Row]:
    for number, (clinic_id, (name, days, added, known_leads, skipped)) in enumerate(zip(clinics, _FILES, strict=False)):
        at = context.until - timedelta(days=days, minutes=context.random.randrange(20, 400))
        who = staff[number % len(staff)] if staff else None
        undone = None if skipped is None else at + timedelta(minutes=25)
        gone = None if skipped is None else 1
        removed = None if skipped is None else added - skipped - 1
        yield (clinic_id, who, name, added, known_leads, at, undone, who if undone else None, removed, skipped, gone)


def _people(random: Random, uploads: list[Row]) -> Iterator[Row]:
    """Yield the leads that remain. Of a reverted upload, those are the leads edited since."""
    phones: set[str] = set()
    for upload_id, clinic_id, name, at, undone, skipped, added in uploads:
        if not isinstance(at, datetime):
            continue
        stayed = skipped if undone else added
        for _ in range(int(str(stayed))):
            while (phone := str(6_000_000_000 + random.randrange(4_000_000_000))) in phones:
                pass
            phones.add(phone)
            first, last = random.choice(word_lists.PUNJABI_FIRST), random.choice(word_lists.PUNJABI_LAST)
            utm = f'{{"utm_source":"{_slug(str(name))}","interested_in":"{random.choice(_ASKED)}"}}'
            came = at - timedelta(minutes=random.randrange(60, 7_000))
            changed = at + timedelta(minutes=20) if undone else None
            yield (clinic_id, upload_id, first, last, phone, utm, came, changed)


def _slug(name: str) -> str:
    return name.rpartition(".")[0].replace(" ", "-")


_UPLOAD: Final = ("clinic_id", "user_id", "file_name", "added", "known", "uploaded_at")
_UNDONE: Final = ("undone_at", "undone_by", "removed", "kept", "gone")
_LEAD: Final = ("first_name", "last_name", "phone_number", "utm_details", "created_at", "changed_at")
SEEDER: Final = Seeder(
    {"lead_uploads": (*_UPLOAD, *_UNDONE), "leads": ("clinic_id", "upload_id", *_LEAD)},
    _rows,
    counters=("leads_totals",),
    after=("campaigns", "leads"),
    among_others=True,
)

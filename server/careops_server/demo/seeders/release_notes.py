"""Demo release notes: a year of them, a draft, and a future one."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from careops_server.demo.seeders import Row, SeedContext, Seeder

_NOTES: Final = (
    ("Appointments in Punjabi", "The appointment screens speak Punjabi.\n\nThe language follows the phone."),
    ("Bills with GST", "A bill shows GST line by line when the clinic has a number."),
    (
        "Lab reports arrive by themselves",
        "Reports of linked labs stand in the patient's file once they are ready.",
    ),
    ("Shorter prescriptions", "A prescription prints on one page. Long ones go on overleaf."),
    ("Queue on a second screen", "The waiting room sees who is next, without names."),
    ("Telemedicine for follow-ups", "A follow-up can be held by video.\n\nDoctors switch it on in their profile."),
    ("Faster search for patients", "Patients are found by the last four digits of their number, too."),
    ("Stock warnings", "The inventory says a week before something runs out."),
    ("Care packages", "Packages of visits and tests are sold and followed from one screen."),
    ("Feedback after a visit", "Patients are asked once, by message, how their visit was."),
    ("Two doctors, one slot", "Appointments that two doctors share show both names."),
    ("Exports of patient files", "An export is noted in the clinic's audit trail, with who asked for it."),
    ("ABDM consent", "Consent for health records is asked for and taken back in the app."),
)
_COMING: Final = ("Rooms and beds", "Hospitals see at a glance which beds are free.")
_DRAFT: Final = ("Reminders", "Patients are reminded a day before.\n\nTo be decided: by message or by call?")
_APART: Final = timedelta(days=26)


def _rows(context: SeedContext, table: str) -> Iterator[Row]:
    today = context.until.replace(hour=0, minute=0, second=0, microsecond=0)
    for number, (title, note_text) in enumerate(_NOTES):
        days = (len(_NOTES) - 1 - number) * _APART + timedelta(days=context.random.randrange(1, 20))
        at = today - days + timedelta(hours=4, minutes=context.random.randrange(360))
        yield (title, note_text, True, at, at, at)
    yield (*_COMING, True, today + timedelta(days=7, hours=4), today, today)
    yield (*_DRAFT, False, None, today, today)


SEEDER: Final = Seeder(
    {"release_notes": ("title", "note_text", "publish", "published_at", "created_at", "updated_at")}, _rows
)

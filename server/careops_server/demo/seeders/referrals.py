"""Demo referrals between doctors, with and without appointments, some with notes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any, Final

from careops.constants import COUNTRY_CODE
from careops_server.demo.seeders import Row, SeedContext, Seeder

_MAX: Final = 600
_DOCTORS: Final = """
    select id, concat_ws(' ', 'Dr.', first_name, last_name), phone_number, speciality from doctors order by id limit 400
"""
_SIGNS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_NOTES: Final = (
    "ECG enclosed.",
    "Please see within a week.",
    "Sugar has been above 250 for three weeks; metformin 500 twice a day.",
    "Speaks Punjabi and Hindi; the daughter comes with her.",
    "Allergic to penicillin.",
    "X-ray of the left knee is with the patient.",
    "Second opinion before surgery.",
    "Blood pressure 170/100 on two days.",
    "ਮਰੀਜ਼ ਨੂੰ ਚੱਲਣ ਵਿੱਚ ਔਖ ਹੈ।",
    "कृपया सुबह का समय दें।",
)


def doctors_of(context: SeedContext) -> list[dict[str, Any]]:
    """Return the doctors in the format of referrals."""
    return [
        {"name": name, "country_code": COUNTRY_CODE, "phone_number": phone, "speciality": speciality}
        for _, name, phone, speciality in context.connection.execute(_DOCTORS).fetchall()
    ]


def generate(random: Random, doctors: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a referral between two of the doctors in the format of the call that receives it, without its time."""
    by, to = random.sample(doctors, 2)
    count = random.choices((0, 1, 2, 3), (46, 38, 12, 4))[0]
    notes: str | list[str] | None = None
    if random.random() < 0.72:
        chosen_notes = random.sample(_NOTES, random.choices((1, 2, 3), (60, 30, 10))[0])
        notes = chosen_notes[0] if len(chosen_notes) == 1 else chosen_notes
    return {
        "unique_id": f"REF-{''.join(random.choices(_SIGNS, k=7))}",
        "referred_by_doctor": by,
        "referred_to_doctor": to,
        "appointment_count": count,
        "notes": notes,
    }


def _rows(context: SeedContext, table: str) -> Iterator[Row]:
    # Read before the first row, because a connection cannot run queries during COPY.
    return _generate(context, doctors_of(context))


def _generate(context: SeedContext, doctors: list[dict[str, Any]]) -> Iterator[Row]:
    if len(doctors) < 2:
        return
    ids: set[str] = set()
    for number in range(_MAX):
        referral = generate(context.random, doctors)
        if referral["unique_id"] in ids:
            continue
        ids.add(referral["unique_id"])
        # Older ones first, so that the newest has the largest id.
        at = context.until - timedelta(minutes=(_MAX - number) * 97 + context.random.randrange(90))
        notes = None if referral["notes"] is None else json.dumps(referral["notes"], ensure_ascii=False)
        by, to = (
            json.dumps(referral[side], ensure_ascii=False) for side in ("referred_by_doctor", "referred_to_doctor")
        )
        yield (referral["unique_id"], by, to, referral["appointment_count"], notes, at, at)


SEEDER: Final = Seeder(
    {
        "referrals": (
            "unique_id",
            "referred_by_doctor",
            "referred_to_doctor",
            "appointment_count",
            "notes",
            "changed_at",
            "created_at",
        )
    },
    _rows,
    counters=("referrals_totals",),
)

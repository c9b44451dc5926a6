"""Demo ad campaigns: running, ended, left running after their end, and some without an end."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Final

from careops_server.demo.seeders import Row, SeedContext, Seeder

_MAX: Final = 300
_ABOUT: Final = (
    ("Free eye check", "A free check of the eyes for everybody over forty."),
    ("Dental camp", "Cleaning and a first look for half the price."),
    ("Diabetes screening", "Sugar, blood pressure and a talk with the doctor."),
    ("Knee pain", "A consultation for people whose knees hurt."),
    ("Heart check", "ECG and a consultation on one morning."),
    ("IVF consultation", "A first talk, free of charge."),
    ("Thyroid week", "Tests at the price of one."),
    ("Skin and hair", None),
    ("Vaccination for children", "Every vaccine of the calendar, without an appointment."),
    ("Physiotherapy", "Three sessions for the price of two."),
    ("Full body check", "Sixty tests, with the report on the same day."),
    ("ਮੁਫ਼ਤ ਜਾਂਚ ਕੈਂਪ", "ਪਿੰਡ ਵਾਸੀਆਂ ਲਈ ਮੁਫ਼ਤ ਜਾਂਚ।"),
    ("निःशुल्क जाँच", None),
)
_CLINICS: Final = """
    select c.id, c.name, c.phone_number, u.phone_number from clinics c left join users u on u.id = c.user_id
    order by c.id limit %s
"""
_IN_INDIA: Final = timedelta(hours=5, minutes=30)


def _rows(context: SeedContext, table: str) -> Iterator[Row]:
    # Read before the first row, because a connection cannot run queries during COPY.
    clinics = context.connection.execute(_CLINICS, [_MAX]).fetchall()
    return generate(context.random, clinics, until=context.until)


def generate(random: Random, clinics: Sequence[Row], *, until: datetime) -> Iterator[Row]:
    """Yield campaigns for clinics, given by id, name, phone number and the owner's number."""
    midnight = until.replace(hour=0, minute=0, second=0, microsecond=0) - _IN_INDIA
    for number in range(min(_MAX, len(clinics) * 6 // 5)):
        clinic_id, name, phone, owner = random.choice(clinics)
        about, description = random.choice(_ABOUT)
        starts = midnight - timedelta(days=int(random.triangular(0, 420, 20)) - 6, hours=-9)
        ends = None if random.random() < 0.12 else starts + timedelta(days=random.choice((7, 14, 30, 45, 60)), hours=9)
        is_over = ends is not None and ends < until
        active = random.random() < (0.14 if is_over else 0.86)
        status = "COMPLETED" if is_over and random.random() < 0.8 else "CANCELLED" if random.random() < 0.07 else "NEW"
        page = f"https://go.careops.example/{clinic_id}/{number + 1}" if random.random() < 0.9 else None
        contact = (phone or owner) if random.random() < 0.9 else None
        created_at = min(starts - timedelta(days=random.randrange(1, 9)), until)
        yield (
            clinic_id,
            f"{about}, {starts + _IN_INDIA:%B}" if random.random() < 0.7 else f"{about} at {name}",
            owner,
            "91" if contact else None,
            contact,
            page,
            active,
            status,
            description,
            starts,
            ends,
            json.dumps(_platforms(random)),
            created_at,
            created_at,
        )


def _platforms(random: Random) -> list[dict[str, str | None]]:
    platforms: list[dict[str, str | None]] = []
    if random.random() < 0.72:
        campaign = f"1202{random.randrange(10**13, 10**14)}"
        platforms.append({"platform": "facebook", "platform_campaign_id": campaign, "platform_customer_id": None})
    if random.random() < 0.55:
        campaign, customer = str(random.randrange(10**10, 10**11)), str(random.randrange(10**9, 10**10))
        platforms.append({"platform": "google", "platform_campaign_id": campaign, "platform_customer_id": customer})
    return platforms


SEEDER: Final = Seeder(
    {
        "ad_campaigns": (
            "clinic_id",
            "campaign_name",
            "user_phone_number",
            "contact_country_code",
            "contact_phone_number",
            "page_url",
            "active",
            "campaign_status",
            "description",
            "start_time",
            "end_time",
            "social_platforms",
            "created_at",
            "updated_at",
        )
    },
    _rows,
    counters=("ad_campaigns_totals",),
)

"""Demo promo codes: expired seasons, used and unused ones."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from careops_server.demo.seeders import Row, SeedContext, Seeder

# Name, single-use, rupees, percent, days until expiry, number of uses.
_CODES: Final = (
    ("LOHRI25", False, None, 15, -310, 84),
    ("VAISAKHI", False, 750, None, -220, 131),
    ("MONSOON10", False, None, 10, -75, 208),
    ("RAKHI500", True, 500, None, -60, 47),
    ("FIRSTCLINIC", True, None, 100, -1, 12),
    ("DIWALI 26", False, None, 20, 9, 96),
    ("GURPURAB", False, 1100, None, 18, 23),
    ("WELCOME", True, None, 25, 160, 340),
    ("HOSPITAL5000", True, 5000, None, 200, 3),
    ("REFER-A-DOCTOR", True, 1000, None, 365, 0),
    ("NEWYEAR27", False, None, 12, 70, 0),
    ("ANNUAL15", False, None, 15, 400, 0),
)
_APART: Final = timedelta(days=33)


def _rows(context: SeedContext, table: str) -> Iterator[Row]:
    today = context.until.replace(hour=0, minute=0, second=0, microsecond=0)
    for number, (name, single_use, amount, percentage, days, used) in enumerate(_CODES):
        created_at = today - (len(_CODES) - number) * _APART + timedelta(hours=5, minutes=context.random.randrange(480))
        expiry = today.date() + timedelta(days=days)
        yield (name, single_use, expiry, amount, percentage, used, created_at, created_at)


SEEDER: Final = Seeder(
    {
        "promo_codes": (
            "promo_code_name",
            "single_use",
            "expiry",
            "discount_amount",
            "discount_percentage",
            "times_used",
            "created_at",
            "updated_at",
        )
    },
    _rows,
)

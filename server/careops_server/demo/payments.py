"""Demo payments: online payments of patients at the clinics, over the last 120 days."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import accumulate
from random import Random
from typing import Final

from careops.razorpay import made_id
from careops_server.demo import word_lists

COLUMNS: Final = {
    "payments": (
        "id", "clinic_id", "payment_type", "order_id", "razorpay_payment_id", "razorpay_order_id", "description",
        "contact", "email", "amount", "method", "billing_payment_status", "created_at",
    ),
}  # fmt: skip
DAYS: Final = 120
_TYPES: Final = ("appointment", "telemedicine", "requested", "care_package")
_TYPE_WEIGHTS: Final = list(accumulate((58, 22, 12, 8)))
_DESCRIPTIONS: Final = {
    "appointment": "Appointment",
    "telemedicine": "Online consultation",
    "requested": "Payment on request",
    "care_package": "Care package",
}
_METHODS: Final = ("upi", "card", "netbanking", "wallet", "cash", "cardless_emi")
_METHOD_WEIGHTS: Final = list(accumulate((58, 18, 9, 6, 6, 3)))
_STATUSES: Final = ("captured", "failed", "authorized", "refunded", "pending", "success", "completed")
_STATUS_WEIGHTS: Final = list(accumulate((68, 12, 4, 4, 4, 5, 3)))
_TAIL: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_INDIA: Final = timedelta(hours=5, minutes=30)
Row = tuple[object, ...]


class PaymentMaker:
    """Generates payments from a separate stream of random numbers."""

    def __init__(self, random: Random, phones: Iterator[str], *, first_id: int, today: datetime) -> None:
        """Set the end of the payments: the day before ``today``, which is midnight UTC."""
        self._random = random
        self._phones = phones
        self._id = first_id
        self._today = today

    def payments(self, clinic_id: int, *, hospital: bool, joined: datetime) -> Iterator[Row]:
        """Yield the payments of one clinic: none for most, a handful for many, hundreds for a few."""
        draw = self._random.random
        if draw() > (0.75 if hospital else 0.4):
            return
        most = 260 if hospital else 70
        for _ in range(min(most, int(self._random.paretovariate(0.9) * (4 if hospital else 2)))):
            yield self._payment(clinic_id, joined)

    def _payment(self, clinic_id: int, joined: datetime) -> Row:
        random, draw = self._random, self._random.random
        self._id += 1
        kind = random.choices(_TYPES, cum_weights=_TYPE_WEIGHTS)[0]
        method = random.choices(_METHODS, cum_weights=_METHOD_WEIGHTS)[0]
        moment = max(self._moment(), joined)
        paid_online = method != "cash"
        name = word_lists.PUNJABI_FIRST[int(draw() * len(word_lists.PUNJABI_FIRST))]
        rupees = 200 + 50 * int(draw() ** 2 * 36) if kind != "care_package" else 1_000 + 500 * int(draw() ** 2 * 48)
        paise = int(draw() * 100) if draw() < 0.15 else 0
        ordered = moment - timedelta(seconds=20 + int(draw() * 400))
        return (
            self._id,
            clinic_id,
            kind,
            f"CO-{moment.year}-{self._id:06d}",
            made_id("pay", moment, self._tail()) if paid_online else None,
            made_id("order", ordered, self._tail()) if paid_online else None,
            f"{_DESCRIPTIONS[kind]} for {name}",
            next(self._phones),
            f"{name.lower()}{int(draw() * 100)}@patient.example" if draw() < 0.6 else None,
            f"{rupees}.{paise:02d}",
            method,
            random.choices(_STATUSES, cum_weights=_STATUS_WEIGHTS)[0] if paid_online else "completed",
            moment,
        )

    def _moment(self) -> datetime:
        """Return a moment within opening hours in India, with fewer on Sundays and more on recent days."""
        draw = self._random.random
        day = self._today - timedelta(days=1 + int(draw() ** 1.3 * DAYS))
        if day.weekday() == 6 and draw() < 0.6:
            day -= timedelta(days=1 + int(draw() * 5))
        return day - _INDIA + timedelta(hours=8) + timedelta(microseconds=int(draw() * 13 * 3_600_000_000))

    def _tail(self) -> str:
        return "".join(_TAIL[int(self._random.random() * len(_TAIL))] for _ in range(4))

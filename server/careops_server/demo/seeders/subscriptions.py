"""Demo subscriptions: plans, running and expired subscriptions, and payments with their promo codes."""

from __future__ import annotations

import json
from calendar import monthrange
from collections.abc import Iterator
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final

from careops.india_time import INDIA
from careops_server.demo.seeders import Row, SeedContext, Seeder

_PLANS: Final = (
    ("Clinic Monthly", 1299, 1, "monthly", 30),
    ("Clinic Quarterly", 3499, 1, "quarterly", 91),
    ("Clinic Half-yearly", 6499, 6, "monthly", 182),
    ("Clinic Yearly", 11999, 1, "yearly", 365),
    ("Hospital Monthly", 4999, 1, "monthly", 30),
    ("Hospital Yearly", 47999, 1, "yearly", 365),
)
_MONTHS: Final = {"monthly": 1, "quarterly": 3, "yearly": 12}
_OWNERS: Final = """
    select a.user_id, bool_or(c.is_hospital) from user_accounts a join clinics c on c.id = a.subject_id
    where a.account_type = 'clinic' group by 1 order by 1 limit 50000
"""
_CODES: Final = "select promo_code_name, discount_percentage, discount_amount from promo_codes where times_used > 0"
_IDS: Final = "select id from billing_plans order by id"
_METHODS: Final = ("upi", "upi", "upi", "card", "card", "netbanking", "wallet")
_SUBSCRIBED: Final = 0.7
_LEFT: Final = 0.12
_MAX: Final = 16


def _rows(context: SeedContext, table: str) -> Iterator[Row]:
    ask = context.connection.execute
    if table == "billing_plans":
        return _plans()
    plans = [int(str(id)) for (id,) in ask(_IDS).fetchall()]
    # The same owners have the same plans in all tables.
    context.random.seed(str(context.until.date()))
    taken = _generate(context, plans, ask(_OWNERS).fetchall(), ask(_CODES).fetchall())
    return (row for kind, row in taken if kind == table)


def _plans() -> Iterator[Row]:
    for name, amount, interval, period, _ in _PLANS:
        yield (name, "clinic", amount, interval, period)


def _generate(context: SeedContext, plans: list[int], owners: list[Row], codes: list[Row]) -> Iterator[tuple[str, Row]]:
    random = context.random
    number = 0
    for user_id, hospital in owners:
        if random.random() > _SUBSCRIBED:
            continue
        place = random.randrange(4, 6) if hospital else random.randrange(4)
        name, amount, interval, period, days = _PLANS[place]
        months = interval * _MONTHS[period]
        # Begins before today also in the shortest months.
        ends = context.until + timedelta(days=random.randrange(1, days - 3), minutes=random.randrange(1440))
        if random.random() < _LEFT:
            ends = context.until - timedelta(days=random.randrange(3, 300))
        for back in range(random.randrange(1, max(2, min(_MAX, 700 // days)))):
            until = months_before(ends, months * back)
            since = months_before(ends, months * (back + 1))
            number += 1
            yield "billing_subscriptions", (user_id, plans[place], since, until, since)
            code = random.choice(codes) if codes and random.random() < 0.2 else None
            method = random.choice(_METHODS)
            yield "billing_payments", _paid(user_id, (number, name, amount), (since, until), code, method)


def months_before(moment: datetime, months: int) -> datetime:
    """Return the moment that many months of India's calendar earlier; the last day of a month that is too short."""
    local = moment.astimezone(INDIA)
    year, month = divmod(local.year * 12 + local.month - 1 - months, 12)
    day = min(local.day, monthrange(year, month + 1)[1])
    return local.replace(year=year, month=month + 1, day=day).astimezone(moment.tzinfo)


def _paid(
    user_id: object, what: tuple[int, str, int], time: tuple[datetime, datetime], code: Row | None, method: str
) -> Row:
    number, name, amount = what
    since, until = time
    discount = Decimal(0)
    if code is not None:
        _, percent, off = code
        discount = Decimal(amount) * int(str(percent)) / 100 if percent else min(Decimal(amount), Decimal(str(off)))
    invoice = [{"unique_id": f"INV-{since.year}-{number:06}", "payload": {"line_items": [{"name": name}]}}]
    code_name = code[0] if code else None
    paid = Decimal(amount) - discount
    return (user_id, since, name, since, until, method, 0, code_name, discount, paid, json.dumps(invoice))


SEEDER: Final = Seeder(
    {
        "billing_plans": ("name", "plan_type", "amount", "interval", "period"),
        "billing_subscriptions": ("user_id", "billing_plan_id", "starts_at", "expire_by", "created_at"),
        "billing_payments": (
            *("user_id", "created_at", "description", "current_start", "current_end", "method", "already_paid"),
            *("promo_code_name", "discount", "amount", "invoices"),
        ),
    },
    _rows,
)

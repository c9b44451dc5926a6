"""Plausible rows for one clinic, generated like demo data."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import chain, islice, repeat
from random import Random
from typing import Any, Final
from uuid import UUID

from careops_server.areas.data_generation import queries
from careops_server.core.database.connection import Connection
from careops_server.demo import events, word_lists
from careops_server.demo import payments as seed_payments
from careops_server.demo.seeders import Row
from careops_server.demo.seeders import campaigns as seed_campaigns
from careops_server.demo.seeders import leads as seed_leads
from careops_server.demo.seeders import referrals as seed_referrals

EVENTS: Final = 400
"""Audit events per run, over the last 120 days, including visits and bills."""
PAYMENTS: Final = 25
REFERRALS: Final = 8
CAMPAIGNS: Final = 3
_PAYMENT: Final = seed_payments.COLUMNS["payments"]
_CAMPAIGN: Final = seed_campaigns.SEEDER.columns["ad_campaigns"]
_LEAD: Final = seed_leads.SEEDER.columns["leads"]
_JSON: Final = frozenset({"parameters", "social_platforms", "utm_details", "notes"})


async def visits(connection: Connection, clinic: Mapping[str, Any], seed: str) -> None:
    """Add weeks of events from the apps, and increase the metrics accordingly."""
    random, now = Random(seed), datetime.now(UTC)  # noqa: S311 (demo data, not secrets)
    place = events.Workplace(clinic["id"], clinic["is_hospital"], clinic["user_id"], clinic["owner"])
    days = events.EventMaker(random, [place], until=now).days(EVENTS)
    rows = [_row_to_json(events.COLUMNS, row) for row in chain.from_iterable(days)]
    await queries.add(connection, "audit_events", rows)
    counted = Counter(row["key"] for row in rows if row["event_status"] == "SUCCESS")
    measured = {
        "visits": counted["appointment.create"],
        "bills": counted["bill.create"],
        "careplans": random.randint(3, 12),
        "lab_referrals": random.randint(5, 25),
        "pharmacy_referrals": random.randint(5, 25),
        "latest": (now - timedelta(days=random.randint(0, 1))).date(),
    }
    await queries.measure(connection, clinic["id"], measured)


async def payments(connection: Connection, clinic: Mapping[str, Any], seed: str) -> None:
    """Add online payments of patients."""
    random, now = Random(seed), datetime.now(UTC)  # noqa: S311 (demo data, not secrets)
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    maker = seed_payments.PaymentMaker(random, _phones(random), first_id=random.randrange(10**5, 10**6), today=today)
    drawn = chain.from_iterable(
        maker.payments(clinic["id"], hospital=clinic["is_hospital"], joined=today - timedelta(days=400))
        for _ in repeat(None)
    )
    rows = [_row_to_json(_PAYMENT, row) for row in islice(drawn, PAYMENTS)]
    for row in rows:
        del row["id"]  # assigned by the database
    await queries.add(connection, "payments", rows)


async def referrals(connection: Connection, clinic: Mapping[str, Any], seed: str) -> None:
    """Add referrals from the clinic's doctors to others."""
    random = Random(seed)  # noqa: S311 (demo data, not secrets)
    doctors = [{**doctor, "country_code": "91"} for doctor in await queries.doctors(connection, clinic["id"])]
    while len(doctors) < 2:
        name = f"Dr. {random.choice(word_lists.PUNJABI_FIRST)} {random.choice(word_lists.PUNJABI_LAST)}"
        doctors.append({"name": name, "phone_number": next(_phones(random)), "speciality": None, "country_code": "91"})
    rows = [seed_referrals.generate(random, doctors) for _ in range(REFERRALS)]
    await queries.add(connection, "referrals", rows)
    await queries.measure_referrals(connection, clinic["id"], len(rows))


async def campaigns(connection: Connection, clinic: Mapping[str, Any], seed: str) -> None:
    """Add campaigns with their leads."""
    random, now = Random(seed), datetime.now(UTC)  # noqa: S311 (demo data, not secrets)
    clinic_values = (clinic["id"], clinic["name"], clinic["phone_number"], clinic["owner_phone"])
    rows = [
        _row_to_json(_CAMPAIGN, row) for row in seed_campaigns.generate(random, [clinic_values] * CAMPAIGNS, until=now)
    ]
    ids = await queries.add(connection, "ad_campaigns", rows)
    begun = [
        (id, clinic["id"], row["campaign_name"], _moment(row["start_time"]), min(now, _moment(row["end_time"]) or now))
        for id, row in zip(ids, rows, strict=True)
    ]
    await queries.add(connection, "leads", [_row_to_json(_LEAD, row) for row in seed_leads.generate(random, begun)])


def _row_to_json(columns: tuple[str, ...], row: Row) -> dict[str, Any]:
    """Return a row in a form that JSON supports."""
    return {name: _plain(name, value) for name, value in zip(columns, row, strict=True)}


def _plain(name: str, value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    return json.loads(value) if name in _JSON and isinstance(value, str) else value


def _moment(written: str | None) -> datetime | None:
    return None if written is None else datetime.fromisoformat(written)


def _phones(random: Random) -> Iterator[str]:
    while True:
        yield str(6_000_000_000 + random.randrange(4_000_000_000))

"""Test data for the calls of Today, used by the tests of every call."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from server.tests.support.stage import Stage


async def record_id(stage: Stage, values: dict[str, Any]) -> str:
    """An unverified doctor with a certificate."""
    return str(await waiting_doctor(stage))


async def until(stage: Stage, values: dict[str, Any]) -> date:
    """The day after tomorrow in India."""
    return datetime.now(ZoneInfo("Asia/Kolkata")).date() + timedelta(days=2)


async def claim_next_item(stage: Stage, values: dict[str, Any]) -> None:
    """Two waiting doctors, because a repeated call claims another one."""
    for _ in range(2):
        await waiting_doctor(stage)


async def release_item(stage: Stage, values: dict[str, Any]) -> None:
    """Claim the item first, as the same account; a gateway has no items."""
    if stage.knows_before:
        client = await stage.signed_in(stage.asking)
        await client.today.claim(source=values["source"], record_id=values["record_id"])


async def unsnooze_item(stage: Stage, values: dict[str, Any]) -> None:
    """Snooze the item first; a gateway has no items."""
    if stage.knows_before:
        client = await stage.signed_in(stage.asking)
        day = await until(stage, values)
        await client.today.snooze(source=values["source"], record_id=values["record_id"], until=day)


async def waiting_doctor(stage: Stage, **columns: Any) -> int:
    """Insert a doctor who waits for verification. Return the id."""
    return await stage.doctor(reg_photo_url="doctors/certificate.webp", reg_nbr="REG-75097", **columns)

"""Payments of clinics."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage


async def paid(stage: Stage, clinic_id: int, moment: str, **columns: Any) -> int:
    """Insert an online payment at this time. Return its id."""
    values = {
        "clinic_id": clinic_id,
        "created_at": moment,
        "payment_type": "appointment",
        "amount": "500.00",
        "method": "upi",
        "billing_payment_status": "captured",
        **columns,
    }
    names = ", ".join(values)
    places = ", ".join(f"cast(:{name} as text)::timestamptz" if name == "created_at" else f":{name}" for name in values)
    id: int = await stage.sql(f"insert into payments ({names}) values ({places}) returning id", **values)  # noqa: S608 (a test's own names)
    return id

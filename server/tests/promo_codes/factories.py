"""Test data for the calls of promo codes, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage


async def promo_code_name(stage: Stage, values: dict[str, Any]) -> str:
    """An unused name."""
    return f"CODE{stage.phone()}"


async def code_id(stage: Stage, values: dict[str, Any]) -> int:
    """An unused code."""
    id: int = await stage.sql(
        "insert into promo_codes (promo_code_name, single_use, expiry, discount_amount)"
        " values ('OLD' || (select count(*) from promo_codes), false, '2099-01-01', 500) returning id"
    )
    return id

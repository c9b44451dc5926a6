"""Test data for the calls of leads, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.campaigns import factories as campaigns
from server.tests.support.stage import Stage


async def ad_campaign_id(stage: Stage, values: dict[str, Any]) -> int:
    """A campaign."""
    return await campaigns.campaign_id(stage, values)


async def lead_id(stage: Stage, values: dict[str, Any]) -> int:
    """A lead of a new clinic without a campaign."""
    id: int = await stage.sql(
        "insert into leads (clinic_id, first_name, phone_number) values (:clinic_id, 'Asha', :phone) returning id",
        clinic_id=await stage.clinic(),
        phone=stage.phone(),
    )
    return id


async def upload_id(stage: Stage, values: dict[str, Any]) -> int:
    """An upload of one lead to a new clinic, just now."""
    id: int = await stage.sql(
        "with upload as (insert into lead_uploads (clinic_id, file_name, added)"
        " values (:clinic_id, 'leads.csv', 1) returning id, clinic_id)"
        " insert into leads (clinic_id, upload_id, first_name, phone_number)"
        " select clinic_id, id, 'Asha', :phone from upload returning upload_id",
        clinic_id=await stage.clinic(),
        phone=stage.phone(),
    )
    return id

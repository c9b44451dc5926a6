"""Campaigns: list with lead counts, activation, changes of status, and social platforms."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from server.tests.support.campaigns import add_campaign
from server.tests.support.stage import BILLING, CARE, SUPER, Stage

from careops import InvalidInput, NotFound
from careops.calls.campaigns import NO_CUSTOMER, TWICE, WRONG_CUSTOMER, AdCampaign


async def read(stage: Stage, campaign_id: int) -> AdCampaign:
    return await (await stage.signed_in(CARE)).campaigns.read(campaign_id=campaign_id)


async def brought(stage: Stage, campaign_id: int, people: int) -> None:
    """Insert leads of a campaign."""
    for _ in range(people):
        await stage.sql(
            "insert into leads (clinic_id, ad_campaign_id, phone_number)"
            " select clinic_id, id, :phone from ad_campaigns where id = :id returning id",
            id=campaign_id,
            phone=stage.phone(),
        )


async def test_campaigns_of_a_clinic_are_listed_newest_first_with_lead_counts(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    clinic_id = await stage.clinic(name="Amrit Clinic")
    ids = [await add_campaign(stage, clinic_id, campaign_name=f"Campaign {number}") for number in range(12)]
    await add_campaign(stage)
    await brought(stage, ids[-1], 3)
    pages = [await client.campaigns.list(clinic_id=clinic_id, page=page) for page in (1, 2)]
    assert [campaign.id for page in pages for campaign in page.items] == ids[::-1]
    assert {page.total_records for page in pages} == {12}
    first, second = pages[0].items[:2]
    assert (first.clinic_name, first.campaign_leads_count, second.campaign_leads_count) == ("Amrit Clinic", 3, 0)


async def test_total_of_all_campaigns_is_exact(stage: Stage) -> None:
    client = await stage.signed_in()
    before = (await client.campaigns.list(perpage=1)).total_records
    campaign_id = await add_campaign(stage)
    assert (await client.campaigns.list(perpage=500)).total_records == before + 1
    await stage.sql("delete from ad_campaigns where id = :id returning id", id=campaign_id)
    assert (await client.campaigns.list(perpage=1)).total_records == before


@pytest.mark.parametrize("phone", [SUPER, CARE, BILLING])
async def test_all_staff_can_update_a_campaign(stage: Stage, phone: str) -> None:
    campaign_id = await add_campaign(stage)
    await (await stage.signed_in(phone)).campaigns.update(campaign_id=campaign_id, active=False)
    assert (await read(stage, campaign_id)).active is False


async def test_any_status_can_follow_any_other(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    campaign_id = await add_campaign(stage)
    for status in ("CANCELLED", "COMPLETED", "NEW"):
        await client.campaigns.update(campaign_id=campaign_id, campaign_status=status)
        assert (await read(stage, campaign_id)).campaign_status == status


@pytest.mark.own
async def test_event_has_the_differences_and_unchanged_save_no_event(stage: Stage) -> None:
    client = await stage.signed_in()
    clinic_id = await stage.clinic()
    campaign_id = await add_campaign(stage, clinic_id)
    for _ in range(2):
        await client.campaigns.update(campaign_id=campaign_id, active=False, campaign_status="NEW")
    [event] = [each for each in await stage.events() if each["resource_id"] == str(campaign_id)]
    assert (event["key"], event["clinic_id"]) == ("ad_campaign.update", clinic_id)
    assert (event["before"], event["after"]) == ({"active": True}, {"active": False})


async def test_platforms_are_replaced_and_dashes_removed(stage: Stage) -> None:
    client = await stage.signed_in()
    campaign_id = await add_campaign(stage)
    both: list[Any] = [
        {"platform": "facebook", "platform_campaign_id": "1202"},
        {"platform": "google", "platform_campaign_id": "21", "platform_customer_id": " 123-456\u20117890 "},
    ]
    await client.campaigns.update(campaign_id=campaign_id, social_platforms=both)
    rows = (await read(stage, campaign_id)).social_platforms
    assert [(row.platform, row.platform_customer_id) for row in rows] == [("facebook", None), ("google", "1234567890")]
    events = len(await stage.events())
    # The same values, once with an explicit null and once in another notation.
    both[0]["platform_customer_id"] = None
    both[1]["platform_customer_id"] = "1234567890"
    await client.campaigns.update(campaign_id=campaign_id, social_platforms=both)
    assert not stage.knows_before or len(await stage.events()) == events
    await client.campaigns.update(campaign_id=campaign_id, social_platforms=[])
    assert (await read(stage, campaign_id)).social_platforms == []


@pytest.mark.parametrize(
    ("body", "source", "sentence"),
    [
        ({}, "", "Please give something to change"),
        ({"active": None}, "active", "This cannot be taken away; leave it out to keep it"),
        ({"active": "yes"}, "active", None),
        ({"campaign_status": "DONE"}, "campaign_status", None),
        ({"page_url": "https://other.example"}, "page_url", None),
        (
            {"social_platforms": [{"platform": "orkut", "platform_campaign_id": "1"}]},
            "social_platforms.0.platform",
            None,
        ),
        (
            {"social_platforms": [{"platform": "facebook", "platform_campaign_id": " "}]},
            "social_platforms.0.platform_campaign_id",
            None,
        ),
        (
            {"social_platforms": [{"platform": "google", "platform_campaign_id": "1"}]},
            "social_platforms.0",
            NO_CUSTOMER,
        ),
        (
            {"social_platforms": [{"platform": "google", "platform_campaign_id": "1", "platform_customer_id": " - "}]},
            "social_platforms.0",
            NO_CUSTOMER,
        ),
        *(
            (
                {"social_platforms": [{"platform": "google", "platform_campaign_id": "1", "platform_customer_id": id}]},
                "social_platforms.0",
                WRONG_CUSTOMER,
            )
            for id in ("12 34 56", "12345678901", "123-456-789O", "१२३४५६७८९०")
        ),
        (
            {"social_platforms": [{"platform": "facebook", "platform_campaign_id": str(number)} for number in (1, 2)]},
            "social_platforms",
            TWICE,
        ),
        ({"social_platforms": [{}] * 11}, "social_platforms", None),
    ],
)
async def test_invalid_campaign_change_is_refused(
    stage: Stage, body: dict[str, Any], source: str, sentence: str | None
) -> None:
    campaign_id = await add_campaign(stage)
    problem = await stage.refused("PUT", f"/api/admin/ad_campaigns/{campaign_id}", body, phone=CARE)
    assert problem["source"] == source
    assert sentence in (None, problem["title"])


async def test_unknown_campaign_is_refused(stage: Stage) -> None:
    client = await stage.signed_in()
    with pytest.raises(NotFound, match="no campaign"):
        await client.campaigns.read(campaign_id=2**40)
    with pytest.raises(NotFound, match="no campaign"):
        await client.campaigns.update(campaign_id=2**40, active=True)
    with pytest.raises(InvalidInput):
        await client.campaigns.read(campaign_id=0)


async def test_concurrent_changes_of_different_fields_are_both_stored(stage: Stage) -> None:
    client = await stage.signed_in()
    campaign_id = await add_campaign(stage)
    await asyncio.gather(
        client.campaigns.update(campaign_id=campaign_id, active=False),
        client.campaigns.update(campaign_id=campaign_id, campaign_status="COMPLETED"),
    )
    campaign = await read(stage, campaign_id)
    assert (campaign.active, campaign.campaign_status) == (False, "COMPLETED")


@pytest.mark.own
async def test_ended_active_campaigns_are_found(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    past, ahead = "2026-01-01T00:00:00Z", "2126-01-01T00:00:00Z"
    left = await add_campaign(stage, clinic_id, active=True, end_time=past)
    others = [
        await add_campaign(stage, clinic_id, active=False, end_time=past),
        await add_campaign(stage, clinic_id, active=True, end_time=ahead),
        await add_campaign(stage, clinic_id, active=True),
    ]
    campaigns = (await stage.signed_in(CARE)).campaigns

    async def found_ids(**filters: Any) -> list[int]:
        return [item.id for item in (await campaigns.find(clinic_id=clinic_id, **filters)).items]

    assert await found_ids(ended=True) == [left]
    assert await found_ids(ended=False) == others[::-1]
    assert await found_ids() == [*others[::-1], left]


@pytest.mark.own
async def test_pulse_counts_indian_days_and_sources(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    campaign_id = await add_campaign(stage, clinic_id)
    client = await stage.signed_in(CARE)
    nobody = await client.campaigns.pulse(campaign_id=campaign_id)
    assert (len(nobody.days), sum(day.leads for day in nobody.days), nobody.sources) == (30, 0, [])
    # 20:00 in UTC is the next day in India. The first lead is older than the thirty days.
    came = {"2031-01-01T00:00:00Z": "print", "2031-03-01T20:00:00Z": "google", "2031-03-02T04:00:00Z": "google"}
    for at, source in {**came, "2031-03-05T04:00:00Z": None}.items():
        await stage.sql(
            "insert into leads (clinic_id, ad_campaign_id, phone_number, created_at, utm_details)"
            " values (:clinic_id, :campaign_id, :phone, :at, :utm) returning id",
            clinic_id=clinic_id,
            campaign_id=campaign_id,
            phone=stage.phone(),
            at=at,
            utm=json.dumps({"utm_source": source} if source else {}),
        )
    pulse = await client.campaigns.pulse(campaign_id=campaign_id)
    assert [str(pulse.days[0].day), str(pulse.days[-1].day)] == ["2031-02-04", "2031-03-05"]
    assert {str(day.day): day.leads for day in pulse.days if day.leads} == {"2031-03-02": 2, "2031-03-05": 1}
    assert [(source.source, source.leads) for source in pulse.sources] == [("google", 2), ("print", 1), (None, 1)]
    with pytest.raises(NotFound):
        await client.campaigns.pulse(campaign_id=2**40)

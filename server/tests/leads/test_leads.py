"""List of leads: newest first, filters by clinic, campaign, days in India and words, exact totals."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import sqlalchemy
from server.tests.support.campaigns import add_campaign as campaign
from server.tests.support.leads import lead
from server.tests.support.stage import BILLING, CARE, SUPER, Stage

from careops import InvalidInput
from careops.contract.filters import ENDS_TOO_EARLY
from careops_server.areas.leads.queries import FRONT


async def find(stage: Stage, **filters: Any) -> tuple[list[int | None], int]:
    """Ids of the first page, and the total."""
    page = await (await stage.signed_in(CARE)).leads.list(**filters)
    return [item.id for item in page.items], page.total_records


@pytest.mark.parametrize("phone", [SUPER, CARE, BILLING])
async def test_all_staff_can_list_leads(stage: Stage, phone: str) -> None:
    assert (await (await stage.signed_in(phone)).leads.list()).total_records >= 0


async def test_each_lead_has_its_clinic_and_campaign(stage: Stage) -> None:
    clinic_id = await stage.clinic(name="Amrit Clinic")
    campaign_id = await campaign(stage, clinic_id, campaign_name="Dental camp", start_time="2026-11-01T03:30:00+00:00")
    utm = '{"utm_source": "google", "gclid": null}'
    await lead(stage, clinic_id, ad_campaign_id=campaign_id, first_name="Asha", utm_details=utm)
    await lead(stage, clinic_id, first_name="Without", last_name="Campaign")
    without, of_one = (await (await stage.signed_in()).leads.list(clinic_id=clinic_id)).items
    assert (of_one.campaign_name, of_one.clinic_name, of_one.first_name) == ("Dental camp", "Amrit Clinic", "Asha")
    assert str(of_one.campaign_start_time) == "2026-11-01 03:30:00+00:00"
    assert of_one.campaign_end_time is None
    assert of_one.utm_details == {"utm_source": "google", "gclid": None}
    assert (without.campaign_name, without.ad_campaign_id, without.utm_details) == (None, None, {})


async def test_filters_are_combined_with_exact_totals(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    campaigns = [await campaign(stage, clinic_id) for _ in range(2)]
    # 20:00 in UTC is the next day in India.
    moments = ["2031-03-01T20:00:00Z", "2031-03-02T04:00:00Z", "2031-03-02T20:00:00Z", "2031-03-04T04:00:00Z"]
    ids = [
        await lead(stage, clinic_id, ad_campaign_id=campaigns[number % 2], created_at=at, first_name=f"Day{number}x")
        for number, at in enumerate(moments)
    ]
    narrowed: list[tuple[dict[str, Any], list[int]]] = [
        ({"clinic_id": clinic_id}, [3, 2, 1, 0]),
        ({"ad_campaign_id": campaigns[0]}, [2, 0]),
        ({"start_time": "2031-03-02", "end_time": "2031-03-02"}, [1, 0]),
        ({"start_time": "2031-03-03", "end_time": "2031-03-31"}, [3, 2]),
        ({"clinic_id": clinic_id, "end_time": "2031-03-03"}, [2, 1, 0]),
        ({"ad_campaign_id": campaigns[1], "start_time": "2031-03-03"}, [3]),
        ({"clinic_id": clinic_id, "search_text": "DAY2X"}, [2]),
        ({"clinic_id": clinic_id, "ad_campaign_id": campaigns[0], "search_text": "day1x"}, []),
    ]
    for filters, numbers in narrowed:
        assert await find(stage, **filters) == ([ids[number] for number in numbers], len(numbers)), filters
    await stage.sql("delete from leads where id = :id returning id", id=ids[0])
    assert (await find(stage, start_time="2031-03-02", end_time="2031-03-02"))[1] == 1
    assert (await find(stage, clinic_id=clinic_id))[1] == 3


async def test_leads_are_found_by_name_phone_and_email_separately(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    phone = stage.phone()
    lead_id = await lead(
        stage, clinic_id, first_name="100%", last_name="Simran_1", phone_number=phone, email="Simran@Patient.example"
    )
    await lead(stage, clinic_id, first_name="1000", last_name="Simranx1")
    for text in ("100% sim", "simran_1", phone[3:], "simran@patient"):
        assert await find(stage, clinic_id=clinic_id, search_text=text) == ([lead_id], 1), text
    assert (await find(stage, clinic_id=clinic_id, search_text=f"simran_1{phone}"))[1] == 0


async def test_reversed_dates_are_refused(stage: Stage) -> None:
    with pytest.raises(InvalidInput, match=ENDS_TOO_EARLY):
        await find(stage, start_time="2026-11-02", end_time="2026-11-01")
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        query = {"start_time": "2026-11-02", "end_time": "2026-11-01"}
        answer = await http.get("/api/admin/ad_campaign_leads", params=query)
    assert (answer.status_code, answer.json()["errors"][0]["source"]) == (422, "end_time")


async def test_envelope_is_the_documented_one(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    await lead(stage, clinic_id)
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        answer = (await http.get(f"/api/admin/ad_campaign_leads?clinic_id={clinic_id}")).json()
    assert set(answer["data"]) == {"leads"}
    assert answer["total_records"] == 1


async def test_person_is_a_lead_of_one_campaign_once(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    campaign_id = await campaign(stage, clinic_id)
    phone = stage.phone()
    await lead(stage, clinic_id, phone_number=phone)
    await lead(stage, clinic_id, phone_number=phone, ad_campaign_id=campaign_id)
    again = await stage.sql(
        "with again as (insert into leads (clinic_id, ad_campaign_id, phone_number) values (:clinic, :campaign, :phone)"
        " on conflict do nothing returning id) select count(*) from again",
        clinic=clinic_id,
        campaign=campaign_id,
        phone=phone,
    )
    assert again == 0


@pytest.mark.own
async def test_unfinished_upload_is_not_listed(stage: Stage) -> None:
    """An uncommitted upload of 100,000 leads must not slow down pages."""
    clinic_id = await stage.clinic()
    lead_id = await lead(stage, clinic_id)
    page = f"select id from leads l where {FRONT} order by l.created_at desc, l.id desc limit 10"  # noqa: S608 (our own words)
    many = "insert into leads (clinic_id, phone_number) select :clinic_id, n from generate_series(1, 3000) n"
    async with stage.services.database.pool.transaction() as adding:
        await adding.execute(sqlalchemy.text(many), {"clinic_id": clinic_id})
        plan = json.dumps(await stage.sql(f"explain (analyze, buffers, format json) {page}"))
        blocks = int(re.findall(r'"Shared Hit Blocks": (\d+)', plan)[0])
        assert blocks < 500, plan
        assert (await find(stage, clinic_id=clinic_id)) == ([lead_id], 1)
    assert (await find(stage, clinic_id=clinic_id))[1] == 3001
    await stage.sql("update leads set created_at = '2032-01-01' where id = :id", id=lead_id)
    assert (await find(stage, clinic_id=clinic_id))[0][0] == lead_id

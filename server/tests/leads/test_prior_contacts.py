"""Known persons: a lead's other campaigns, and the user account for roles that may see users."""

from __future__ import annotations

from typing import Any

import pytest
from server.tests.support.campaigns import add_campaign as campaign
from server.tests.support.stage import BILLING, CARE, SUPER, Stage

from careops import NotFound

pytestmark = pytest.mark.own


async def lead(stage: Stage, clinic_id: int, campaign_id: int | None, **fields: Any) -> int:
    values = {"phone": None, "email": None, "days": 0, **fields}
    id: int = await stage.sql(
        "insert into leads (clinic_id, ad_campaign_id, first_name, phone_number, email, created_at)"
        " values (:clinic_id, :campaign_id, 'Asha', :phone, :email, now() - make_interval(days => :days)) returning id",
        clinic_id=clinic_id,
        campaign_id=campaign_id,
        **values,
    )
    return id


async def test_other_campaigns_of_the_same_person_are_listed_newest_first(stage: Stage) -> None:
    clinic_id, other = await stage.clinic(), await stage.clinic()
    phone = stage.phone()
    mine = await campaign(stage, clinic_id, campaign_name="Eye check")
    dental = await campaign(stage, clinic_id, campaign_name="Dental camp")
    theirs = await campaign(stage, other, campaign_name="Heart week")
    lead_id = await lead(stage, clinic_id, mine, phone=phone)
    await lead(stage, clinic_id, dental, phone=phone, days=9)
    await lead(stage, other, theirs, phone=phone, days=2)
    await lead(stage, other, None, phone=phone)
    await lead(stage, other, theirs, phone=stage.phone())
    contacts = await (await stage.signed_in(CARE)).leads.known_before(lead_id=lead_id)
    assert [(contact.campaign_name, contact.clinic_id) for contact in contacts.leads] == [
        ("Heart week", other),
        ("Dental camp", clinic_id),
    ]
    assert contacts.user_id is None


async def test_email_identifies_a_person_without_a_phone(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    dental = await campaign(stage, clinic_id, campaign_name="Dental camp")
    lead_id = await lead(stage, clinic_id, None, email=f"asha{clinic_id}@patient.example")
    await lead(stage, clinic_id, dental, email=f"ASHA{clinic_id}@patient.example")
    contacts = await (await stage.signed_in()).leads.known_before(lead_id=lead_id)
    assert [contact.ad_campaign_id for contact in contacts.leads] == [dental]


@pytest.mark.parametrize(("caller", "is_named"), [(SUPER, True), (BILLING, True), (CARE, False)])
async def test_user_is_named_to_permitted_accounts(stage: Stage, caller: str, is_named: bool) -> None:
    phone = stage.phone()
    user_id = await stage.sql(
        "insert into users (name, phone_number) values ('Asha Rao', :phone) returning id", phone=phone
    )
    lead_id = await lead(stage, await stage.clinic(), None, phone=phone)
    contacts = await (await stage.signed_in(caller)).leads.known_before(lead_id=lead_id)
    assert contacts.user_id == (user_id if is_named else None)


async def test_unknown_lead_is_refused(stage: Stage) -> None:
    with pytest.raises(NotFound):
        await (await stage.signed_in()).leads.known_before(lead_id=2**40)

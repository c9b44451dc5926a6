"""Upload of lead files: all common formats, all rows or none, and no duplicates."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import pytest
from server.tests.support.campaigns import add_campaign as campaign
from server.tests.support.keys import create_key
from server.tests.support.leads import file, stored_leads, uploaded
from server.tests.support.stage import BILLING, CARE, SUPER, Stage
from sqlalchemy import text

from careops import Forbidden, InvalidInput, NotFound
from careops.calls.clinics import NO_CLINIC
from careops.constants import MAX_LEAD_FILE_BYTES
from careops.error_codes import message_of


def spreadsheet(*rows: list[Any]) -> bytes:
    from xlsxwriter import Workbook  # type: ignore[import-untyped]  # untyped

    target = io.BytesIO()
    with Workbook(target, {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row)
    return target.getvalue()


@pytest.mark.proves("SEC-51.again")
@pytest.mark.parametrize("phone", [SUPER, CARE, BILLING])
async def test_all_staff_can_upload_and_a_second_upload_adds_no_lead(stage: Stage, phone: str) -> None:
    client = await stage.signed_in(phone)
    clinic_id = await stage.clinic()
    content = "First Name,Mobile,E-mail,utm_source\nAsha,+91 98123 45670,,google\nRavi,,ravi@patient.example,print\n"
    first = await client.leads.upload(clinic_id=clinic_id, file0=file(content))
    again = await client.leads.upload(clinic_id=clinic_id, file0=file(content))
    assert (first.added, first.known) == (2, 0)
    assert (again.added, again.known) == (0, 2)
    assert await stored_leads(stage, clinic_id) == [
        ("Asha", None, "9812345670", None),
        ("Ravi", None, None, "ravi@patient.example"),
    ]
    stored = (await client.leads.list(clinic_id=clinic_id, search_text="asha")).items[0]
    assert stored.utm_details == {"utm_source": "google"}


@pytest.mark.own
async def test_key_with_its_scope_uploads_leads(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    reader = stage.client((await create_key(stage, "leads:read")).token)
    with pytest.raises(Forbidden) as refused:
        await reader.leads.upload(clinic_id=clinic_id, file0=file("name,phone\nAsha,9812345670\n"))
    assert refused.value.missing_scope == "leads:write"
    name = f"app {stage.phone()}"
    client = stage.client((await create_key(stage, "UploadLeads", name=name)).token)
    done = await client.leads.upload(clinic_id=clinic_id, file0=file("name,phone\nAsha,9812345670\n"))
    assert (done.added, done.known) == (1, 0)
    [upload] = (await reader.leads.uploads(clinic_id=clinic_id)).items
    assert (upload.id, upload.uploaded_by) == (done.upload_id, None)
    [event] = [
        event
        for event in await stage.events("lead.upload")
        if event["clinic_id"] == clinic_id and event["event_status"] == "SUCCESS"
    ]
    assert (event["actor_type"], event["actor_id"], event["actor_name"]) == ("app", None, name)
    with pytest.raises(Forbidden):
        await client.leads.undo(upload_id=upload.id)
    assert (await (await stage.signed_in()).leads.undo(upload_id=upload.id)).removed == 1


async def test_export_of_meta_lead_forms_is_accepted(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    platforms = '[{"platform": "facebook", "platform_campaign_id": "120209876543210987"}]'
    campaign_id = await campaign(stage, clinic_id, social_platforms=platforms)
    content = (
        "id\tcreated_time\tcampaign_id\tcampaign_name\tfull_name\tphone_number\temail\n"
        "l:1\t2026-11-01T09:30:00+05:30\tc:120209876543210987\tWhatever Meta calls it\tSimran Kaur Gill\t"
        "p:+919812345670\tsimran@patient.example\n"
    ).encode("utf-16")
    assert (await uploaded(stage, clinic_id, content)).added == 1
    [lead] = (await (await stage.signed_in()).leads.list(ad_campaign_id=campaign_id)).items
    assert (lead.first_name, lead.last_name, lead.phone_number) == ("Simran Kaur", "Gill", "9812345670")
    assert str(lead.created_at) == "2026-11-01 04:00:00+00:00"
    assert lead.utm_details == {"id": "l:1"}


async def test_spreadsheet_is_accepted(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    content = spreadsheet(["name", "phone"], ["Asha Rao", 9812345670], [], ["ਸਿਮਰਨ", "੯੮੧੨੩੪੫੬੭੧"])
    assert (await uploaded(stage, clinic_id, content, "leads.xlsx")).added == 2
    assert await stored_leads(stage, clinic_id) == [
        ("Asha", "Rao", "9812345670", None),
        ("ਸਿਮਰਨ", None, "9812345671", None),
    ]


async def test_only_campaigns_of_the_clinic_are_used(stage: Stage) -> None:
    clinic_id, other = await stage.clinic(), await stage.clinic()
    mine = await campaign(stage, clinic_id, campaign_name="Dental camp")
    theirs = await campaign(stage, other, campaign_name="Eye check")
    content = f"name,phone,campaign_id,campaign_name\nAsha,9812345670,{mine},\nRavi,9812345671,,DENTAL camp\n"
    assert (await uploaded(stage, clinic_id, content)).added == 2
    assert (await (await stage.signed_in()).leads.list(ad_campaign_id=mine)).total_records == 2
    with pytest.raises(InvalidInput, match=f"Row 3: The clinic has no campaign “{theirs}”"):
        await uploaded(stage, clinic_id, f"name,phone,campaign_id\nA,9812345672,{mine}\nB,9812345673,{theirs}\n")
    # A person can be a lead of two campaigns, and one without a campaign.
    assert (await uploaded(stage, clinic_id, "name,phone\nAsha,9812345670\nAsha,9812345670\n")).added == 1
    assert len(await stored_leads(stage, clinic_id)) == 3


@pytest.mark.proves("SEC-51.wrong-rows", "FAULT-37.rows")
async def test_wrong_rows_refuse_the_file_and_are_named(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    content = (
        "name,phone,email\nGood,9812345670,\n,9812345671,\nShort,98123,\nLong,98123456701,\n"
        "Rounded,9.81234E+09,\nNobody,,\nMail,,not a mail\n"
    )
    with pytest.raises(InvalidInput) as refused:
        await uploaded(stage, clinic_id, content)
    first, *rows = refused.value.problems
    assert first.title == "6 rows of the file are wrong. Nothing was added."
    assert [row.source.split(".")[1] for row in rows] == ["3", "4", "5", "6", "7", "8"]
    assert "Row 4, phone_number: Please enter a valid 10 digit mobile number" in (first.detail or "")
    assert "Row 6, phone_number: A spreadsheet changed the phone number" in (first.detail or "")
    assert (first.code, first.parameters) == ("lead_rows_invalid", {"count": 6})
    assert [*first.details] == (first.detail or "").split("\n")
    _, short, _, rounded, *_ = map(message_of, first.details)
    assert short["code"] == "lead_cell_invalid"
    assert {**short["parameters"], "what": ""} == {"count": 4, "where": "phone_number", "what": ""}
    assert short["parameters"]["what"]["code"] == rows[1].parameters["what"]["code"] == "phone_number_invalid"
    assert rounded["parameters"]["what"]["parameters"] == {"what": "9.81234E+09"}
    assert await stored_leads(stage, clinic_id) == []


@pytest.mark.proves("SEC-51.full-size", "FAULT-37.empty-rows")
async def test_five_megabytes_of_mostly_empty_rows_are_accepted(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    head = b"name,phone,note\nA,9812345670,x\n"
    assert (await uploaded(stage, clinic_id, head.ljust(MAX_LEAD_FILE_BYTES, b"\n"))).added == 1


async def test_unknown_clinic_is_refused(stage: Stage) -> None:
    with pytest.raises(NotFound):
        await uploaded(stage, 2**40, "name,phone\nA,9812345670\n")


@pytest.mark.own
async def test_clinic_deleted_during_the_upload_is_refused(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    waiting = "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
    async with asyncio.timeout(30):
        async with stage.services.database.pool.transaction() as other:
            await other.execute(text("delete from clinics where id = :id"), {"id": clinic_id})
            sent = asyncio.create_task(uploaded(stage, clinic_id, "name,phone\nA,9812345670\n"))
            while not await stage.sql(waiting):
                assert not sent.done()
        with pytest.raises(NotFound, match=NO_CLINIC):
            await sent
    assert await stage.sql("select count(*) from leads where clinic_id = :id", id=clinic_id) == 0


async def test_concurrent_equal_uploads_add_each_person_once(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    content = "name,phone\n" + "".join(f"Lead {number},98123{number:05}\n" for number in range(300))
    both = await asyncio.gather(*(uploaded(stage, clinic_id, content) for _ in range(2)))
    assert sorted((done.added, done.known) for done in both) == [(0, 300), (300, 0)]


@pytest.mark.proves("FAULT-32.leads")
async def test_interrupted_upload_adds_no_lead(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    disposition = b'Content-Disposition: form-data; name="file0"; filename="leads.csv"'
    body = b"--x\r\n" + disposition + b"\r\n\r\nname,phone\nA,9812345670\n"
    headers = {**await stage.bearer(CARE), "content-type": "multipart/form-data; boundary=x"}
    async with stage.http(headers=headers) as http:
        answer = await http.post(f"/api/admin/clinics/{clinic_id}/lead_uploads/upload", content=body)
    assert answer.status_code == 400
    assert await stored_leads(stage, clinic_id) == []


@pytest.mark.own
async def test_upload_is_one_event_with_file_and_counts(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    await uploaded(stage, clinic_id, "name,phone\nA,9812345670\nB,9812345671\nB,9812345671\n")
    event = (await stage.events())[-1]
    assert (event["key"], event["clinic_id"]) == ("lead.upload", clinic_id)
    assert (event["after"]["added"], event["after"]["known"]) == (2, 1)
    assert event["after"]["file"]["name"] == "leads.csv"

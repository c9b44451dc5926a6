"""Undo of an upload: within thirty days, once; leads edited since stay."""

from __future__ import annotations

from typing import Any

import pytest
from server.tests.support.leads import file, stored_leads
from server.tests.support.stage import BILLING, CARE, SUPER, Stage

from careops import Conflict, NotFound
from careops.calls.leads import NO_UPLOAD, TOO_LATE, LeadUpload

pytestmark = pytest.mark.own
FOUR = "name,phone\nAsha,9812345670\nRavi,9812345671\nJas,9812345672\nMeera,9812345673\n"


async def uploaded(stage: Stage, content: str = FOUR, phone: str = CARE) -> tuple[int, int]:
    """A clinic and an upload to it."""
    clinic_id = await stage.clinic(name="Amrit Clinic")
    done = await (await stage.signed_in(phone)).leads.upload(clinic_id=clinic_id, file0=file(content, "november.csv"))
    assert done.upload_id
    return clinic_id, done.upload_id


async def listed(stage: Stage, clinic_id: int) -> list[LeadUpload]:
    return (await (await stage.signed_in(CARE)).leads.uploads(clinic_id=clinic_id)).items


async def changed(stage: Stage, statement: str, **values: Any) -> None:
    """Change one row directly in the database."""
    done = await stage.sql(f"with written as ({statement} returning id) select count(*) from written", **values)  # noqa: S608 (a test's own words)
    assert done == 1


@pytest.mark.parametrize("phone", [SUPER, CARE, BILLING])
async def test_all_staff_can_list_and_undo_uploads(stage: Stage, phone: str) -> None:
    clinic_id, upload_id = await uploaded(stage)
    [upload] = await listed(stage, clinic_id)
    assert (upload.id, upload.clinic_name, upload.file_name) == (upload_id, "Amrit Clinic", "november.csv")
    assert (upload.added, upload.known, upload.may_be_undone, upload.undone_at) == (4, 0, True, None)
    assert upload.uploaded_by
    done = await (await stage.signed_in(phone)).leads.undo(upload_id=upload_id)
    assert (done.removed, done.kept, done.gone) == (4, 0, 0)
    assert await stored_leads(stage, clinic_id) == []
    [upload] = await listed(stage, clinic_id)
    assert (upload.removed, upload.kept, upload.gone, upload.may_be_undone) == (4, 0, 0, False)
    assert upload.undone_at
    assert upload.undone_by


async def test_undo_keeps_edited_leads_and_counts_missing_ones(stage: Stage) -> None:
    clinic_id, upload_id = await uploaded(stage)
    client = await stage.signed_in(CARE)
    await changed(
        stage, "update leads set email = 'a@b.example' where clinic_id = :id and first_name = 'Asha'", id=clinic_id
    )
    await changed(
        stage, "update leads set first_name = 'Ravi' where clinic_id = :id and first_name = 'Ravi'", id=clinic_id
    )
    await changed(stage, "delete from leads where clinic_id = :id and first_name = 'Jas'", id=clinic_id)
    other = await client.leads.upload(clinic_id=clinic_id, file0=file(FOUR + "Simran,9812345674\n"))
    assert (other.added, other.known) == (2, 3)
    done = await client.leads.undo(upload_id=upload_id)
    assert (done.removed, done.kept, done.gone) == (2, 1, 1)
    assert [edited_lead.name for edited_lead in done.edited] == ["Asha"]
    # The other upload contained Jas, too, and Simran.
    assert [name for name, *_ in await stored_leads(stage, clinic_id)] == ["Asha", "Jas", "Simran"]
    assert await client.leads.undo(upload_id=upload_id) == done
    again = await client.leads.upload(clinic_id=clinic_id, file0=file(FOUR))
    assert (again.added, again.known) == (2, 2)


async def test_a_lead_edited_and_edited_back_is_undone(stage: Stage) -> None:
    clinic_id, upload_id = await uploaded(stage)
    for name, values in (("Asha", ["a@b.example", None]), ("Ravi", ["a@b.example", None, "c@d.example"])):
        for email in values:
            statement = "update leads set email = :email where clinic_id = :id and first_name = :name"
            await changed(stage, statement, id=clinic_id, email=email, name=name)
    await changed(
        stage, "update leads set email = 'e@f.example' where first_name = 'Jas' and clinic_id = :id", id=clinic_id
    )
    await changed(stage, "delete from leads where first_name = 'Jas' and clinic_id = :id", id=clinic_id)
    done = await (await stage.signed_in(CARE)).leads.undo(upload_id=upload_id)
    assert (done.removed, done.kept, done.gone) == (2, 1, 1)
    assert [edited_lead.name for edited_lead in done.edited] == ["Ravi"]


async def test_uploads_are_filtered_by_clinic(stage: Stage) -> None:
    clinic_id, first = await uploaded(stage)
    other, second = await uploaded(stage)
    assert [each.id for each in await listed(stage, clinic_id)] == [first]
    everything = await (await stage.signed_in(CARE)).leads.uploads()
    assert [each.id for each in everything.items][:2] == [second, first]
    assert other != clinic_id


async def test_undo_is_refused_after_thirty_days(stage: Stage) -> None:
    clinic_id, upload_id = await uploaded(stage)
    await changed(
        stage, "update lead_uploads set uploaded_at = now() - interval '30 days' where id = :id", id=upload_id
    )
    assert [each.may_be_undone for each in await listed(stage, clinic_id)] == [False]
    with pytest.raises(Conflict, match=TOO_LATE):
        await (await stage.signed_in()).leads.undo(upload_id=upload_id)
    assert len(await stored_leads(stage, clinic_id)) == 4


async def test_unknown_upload_is_refused(stage: Stage) -> None:
    with pytest.raises(NotFound, match=NO_UPLOAD):
        await (await stage.signed_in()).leads.undo(upload_id=2**40)


async def test_refused_file_is_not_listed(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    with pytest.raises(Exception, match="1 row of the file is wrong"):
        await (await stage.signed_in(CARE)).leads.upload(clinic_id=clinic_id, file0=file("name,phone\nAsha,98\n"))
    assert await listed(stage, clinic_id) == []


async def test_undo_has_one_event_and_its_repetition_none(stage: Stage) -> None:
    clinic_id, upload_id = await uploaded(stage)
    client = await stage.signed_in(CARE)
    for _ in range(2):
        await client.leads.undo(upload_id=upload_id)
    upload, undo = (await stage.events())[-2:]
    assert (upload["key"], undo["key"], undo["clinic_id"]) == ("lead.upload", "lead_upload.undo", clinic_id)
    assert undo["after"] == {"file_name": "november.csv", "removed": 4, "kept": 0, "gone": 0}, "no names"

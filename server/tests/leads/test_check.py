"""Looking at a file of leads before it is uploaded: what would come of it, and nothing does."""

from __future__ import annotations

from typing import Any

import pytest
from server.tests.campaigns.test_campaigns import made as campaign
from server.tests.leads.bad_files import bomb
from server.tests.leads.test_upload import file, there, uploaded
from server.tests.stage import CARE, Stage

from careops import InvalidInput, NotFound
from careops.calls.leads import LeadsChecked

pytestmark = pytest.mark.own


async def checked(stage: Stage, clinic_id: int, content: str | bytes, **more: Any) -> LeadsChecked:
    name = more.pop("name", "leads.csv")
    return await (await stage.signed_in(CARE)).leads.check(clinic_id=clinic_id, file0=file(content, name), **more)


async def test_who_is_new_known_and_wrong_and_nothing_is_stored(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    await uploaded(stage, clinic_id, "name,phone\nAsha,9812345670\n")
    before = len(await stage.events())
    content = "name,phone,utm_source\nAsha,9812345670,\nRavi,9812345671,web\nRavi,9812345671,\nShort,98,\n"
    found = await checked(stage, clinic_id, content)
    assert (found.rows, found.new, found.known, found.wrong) == (4, 1, 2, 1)
    assert [(one.title, one.meaning) for one in found.columns] == [
        ("name", "full_name"),
        ("phone", "phone_number"),
        ("utm_source", "utm_details"),
    ]
    assert found.first_rows[1] == ["Ravi", "9812345671", "web"]
    [wrong] = found.wrong_rows
    assert (wrong.row, wrong.column, wrong.cells) == (5, "phone_number", ["Short", "98", ""])
    assert wrong.reason == "Please enter a valid 10 digit mobile number"
    assert len(await stage.events()) == before
    assert await there(stage, clinic_id) == [("Asha", None, "9812345670", None)]
    assert await stage.sql("select count(*) from lead_uploads where clinic_id = :id", id=clinic_id) == 1


async def test_what_it_says_is_what_the_upload_does(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    mine = await campaign(stage, clinic_id, campaign_name="Dental camp")
    content = (
        f"name,phone,email,campaign_id,campaign_name\nA,9812345670,,{mine},\nA,9812345670,,,\n"
        "B,,B@patient.example,,dental CAMP\nC,,b@patient.example,,\n"
    )
    for new, known in ((4, 0), (0, 4)):
        found = await checked(stage, clinic_id, content)
        assert (found.new, found.known, found.wrong) == (new, known, 0)
        done = await uploaded(stage, clinic_id, content)
        assert (done.added, done.known) == (new, known)


async def test_columns_are_assigned_by_hand(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    content = "Naam,Kahaan se,Number\nAsha Rao,poster,9812345670\n"
    found = await checked(stage, clinic_id, content)
    assert found.missing is not None
    assert found.missing.startswith("The file does not say in its first row which columns are the name")
    assert (found.rows, found.new, found.first_rows) == (1, 0, [["Asha Rao", "poster", "9812345670"]])
    columns: dict[str, Any] = {"Naam": "full_name", "number": "phone_number", "Kahaan se": "ignored"}
    found = await checked(stage, clinic_id, content, columns=columns)
    assert (found.missing, found.new) == (None, 1)
    assert [one.meaning for one in found.columns] == ["full_name", "ignored", "phone_number"]
    client = await stage.signed_in(CARE)
    assert (await client.leads.upload(clinic_id=clinic_id, file0=file(content), columns=columns)).added == 1
    [lead] = (await client.leads.list(clinic_id=clinic_id)).items
    assert (lead.first_name, lead.last_name, lead.phone_number) == ("Asha", "Rao", "9812345670")
    assert lead.utm_details == {}


async def test_a_title_that_says_one_thing_is_taken_for_another(stage: Stage) -> None:
    content = "name,phone,mobile\nAsha,0161-2401234,9812345670\n"
    columns: dict[str, Any] = {"phone": "utm_details", "mobile": "phone_number"}
    found = await checked(stage, await stage.clinic(), content, columns=columns)
    assert (found.new, found.wrong) == (1, 0)
    assert [one.meaning for one in found.columns] == ["full_name", "utm_details", "phone_number"]


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        ({"nobody": "email"}, "has no column 'nobody'"),
        ({"name": "email", "phone": "email"}, "two columns assigned to email"),
    ],
)
async def test_columns_that_cannot_be(stage: Stage, columns: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        await checked(stage, await stage.clinic(), "name,phone\nA,9812345670\n", columns=columns)


@pytest.mark.parametrize("text", ["nonsense", "[]", '{"a": "somewhere"}', "[" * 20_000])
async def test_columns_that_are_no_columns(stage: Stage, text: str) -> None:
    path = f"/api/careops/clinics/{await stage.clinic()}/lead_uploads/check"
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        files = {"file0": ("leads.csv", b"name,phone\nA,9812345670\n", "text/csv")}
        answer = await http.post(path, data={"columns": text}, files=files)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["source"].startswith("columns")


async def test_a_campaign_that_the_clinic_has_not_is_wrong_in_every_row_of_it(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    theirs = await campaign(stage, await stage.clinic(), campaign_name="Eye check")
    content = f"name,phone,campaign_id\nA,9812345670,\nB,9812345671,{theirs}\nC,9812345672,{theirs}\n"
    found = await checked(stage, clinic_id, content)
    assert (found.new, found.known, found.wrong) == (1, 0, 2)
    [wrong] = found.wrong_rows
    assert (wrong.row, wrong.column) == (3, "campaign_id")
    assert wrong.reason == f"the clinic has no campaign “{theirs}” (2 rows)"


async def test_very_many_wrong_rows_are_counted_and_the_first_thousand_told(stage: Stage) -> None:
    content = "name,phone,note\n" + "".join(f"Lead {number},98,{'x' * 300}\n" for number in range(3_000))
    found = await checked(stage, await stage.clinic(), content)
    assert (found.wrong, found.new) == (3_000, 0)
    assert len(found.wrong_rows) == 1_000
    wide = "name,phone,note\n" + "".join(f"Lead {number},98,{'ਸ' * 900}\n" for number in range(1_000))
    found = await checked(stage, await stage.clinic(), wide)
    assert found.wrong == 1_000
    assert 50 < len(found.wrong_rows) < 200


@pytest.mark.proves("SEC-50", "FAULT-38")
@pytest.mark.parametrize(
    ("content", "name"),
    [("", "leads.csv"), (b"\0\1\2" * 99, "leads.csv"), (bomb(), "leads.xlsx")],
    ids=["empty", "binary", "bomb"],
)
async def test_what_is_no_table_is_refused_as_the_upload_refuses_it(
    stage: Stage, content: str | bytes, name: str
) -> None:
    clinic_id = await stage.clinic()
    with pytest.raises(InvalidInput) as refused:
        await checked(stage, clinic_id, content, name=name)
    with pytest.raises(InvalidInput) as again:
        await uploaded(stage, clinic_id, content, name)
    assert str(refused.value) == str(again.value)


async def test_a_clinic_that_nobody_knows(stage: Stage) -> None:
    with pytest.raises(NotFound):
        await checked(stage, 2**40, "name,phone\nA,9812345670\n")

"""Preview of a lead file before its upload: it reports the result and stores nothing."""

from __future__ import annotations

import io
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from sdk.tests.bulk.odd_sheets import xls
from server.tests.leads.bad_files import bomb
from server.tests.support.campaigns import add_campaign as campaign
from server.tests.support.leads import file, stored_leads, uploaded
from server.tests.support.stage import CARE, Stage

from careops import InvalidInput, NotFound
from careops.calls.leads import LeadsChecked
from careops.models.lead_uploads import LeadCorrection

pytestmark = pytest.mark.own


async def checked(stage: Stage, clinic_id: int, content: str | bytes, **fields: Any) -> LeadsChecked:
    name = fields.pop("name", "leads.csv")
    return await (await stage.signed_in(CARE)).leads.check(clinic_id=clinic_id, file0=file(content, name), **fields)


async def test_check_counts_new_known_and_wrong_rows_and_stores_nothing(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    await uploaded(stage, clinic_id, "name,phone\nAsha,9812345670\n")
    before = len(await stage.events())
    content = "name,phone,utm_source\nAsha,9812345670,\nRavi,9812345671,web\nRavi,9812345671,\nShort,98,\n"
    preview = await checked(stage, clinic_id, content)
    assert (preview.rows, preview.new, preview.known, preview.wrong) == (4, 1, 2, 1)
    assert [(column.title, column.meaning) for column in preview.columns] == [
        ("name", "full_name"),
        ("phone", "phone_number"),
        ("utm_source", "utm_details"),
    ]
    assert preview.first_rows[1] == ["Ravi", "9812345671", "web"]
    [wrong] = preview.wrong_rows
    assert (wrong.row, wrong.column, wrong.cells) == (5, "phone_number", ["Short", "98", ""])
    assert (wrong.reason, wrong.code) == ("Please enter a valid 10 digit mobile number", "phone_number_invalid")
    assert len(await stage.events()) == before
    assert await stored_leads(stage, clinic_id) == [("Asha", None, "9812345670", None)]
    assert await stage.sql("select count(*) from lead_uploads where clinic_id = :id", id=clinic_id) == 1


async def test_check_and_upload_have_the_same_counts(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    mine = await campaign(stage, clinic_id, campaign_name="Dental camp")
    content = (
        f"name,phone,email,campaign_id,campaign_name\nA,9812345670,,{mine},\nA,9812345670,,,\n"
        "B,,B@patient.example,,dental CAMP\nC,,b@patient.example,,\n"
    )
    for new, known_rows in ((4, 0), (0, 4)):
        preview = await checked(stage, clinic_id, content)
        assert (preview.new, preview.known, preview.wrong) == (new, known_rows, 0)
        done = await uploaded(stage, clinic_id, content)
        assert (done.added, done.known) == (new, known_rows)


async def test_preview_shows_stored_times_and_numbers(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    content = "name,phone,created_time\nAsha,+91 98123 45670,05/11/2026 10:00\nRavi,9812345671,2026-11-20 10:00:00\n"
    preview = await checked(stage, clinic_id, content)
    assert preview.first_rows == [
        ["Asha", "9812345670", "2026-11-05T10:00:00+05:30"],
        ["Ravi", "9812345671", "2026-11-20T10:00:00+05:30"],
    ]
    assert (await uploaded(stage, clinic_id, content)).added == 2
    page = await (await stage.signed_in(CARE)).leads.list(clinic_id=clinic_id)
    assert [str(lead.created_at) for lead in page.items] == ["2026-11-20 04:30:00+00:00", "2026-11-05 04:30:00+00:00"]
    day = date(2026, 11, 5)
    by_day = await (await stage.signed_in(CARE)).leads.list(clinic_id=clinic_id, start_time=day, end_time=day)
    assert [lead.first_name for lead in by_day.items] == ["Asha"]


async def test_columns_are_assigned_by_hand(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    content = "Naam,Kahaan se,Number\nAsha Rao,poster,9812345670\n"
    preview = await checked(stage, clinic_id, content)
    assert preview.missing is not None
    assert preview.missing.startswith("The file does not say in its first row which columns are the name")
    assert (preview.rows, preview.new, preview.first_rows) == (1, 0, [["Asha Rao", "poster", "9812345670"]])
    columns: dict[str, Any] = {"Naam": "full_name", "number": "phone_number", "Kahaan se": "ignored"}
    preview = await checked(stage, clinic_id, content, columns=columns)
    assert (preview.missing, preview.new) == (None, 1)
    assert [column.meaning for column in preview.columns] == ["full_name", "ignored", "phone_number"]
    client = await stage.signed_in(CARE)
    assert (await client.leads.upload(clinic_id=clinic_id, file0=file(content), columns=columns)).added == 1
    [lead] = (await client.leads.list(clinic_id=clinic_id)).items
    assert (lead.first_name, lead.last_name, lead.phone_number) == ("Asha", "Rao", "9812345670")
    assert lead.utm_details == {}


async def test_columns_without_a_title_are_named_and_assigned(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    content = "Leads of November\n,name,,phone\n0,Asha,,9812345670,hello\n"
    preview = await checked(stage, clinic_id, content)
    assert (preview.header_row, preview.wrong) == (2, 1)
    assert [(column.title, column.meaning) for column in preview.columns] == [
        ("column A", None),
        ("name", "full_name"),
        ("", None),
        ("phone", "phone_number"),
        ("column E", None),
    ]
    columns: dict[str, Any] = {"column A": "ignored", "column E": "utm_details"}
    preview = await checked(stage, clinic_id, content, columns=columns)
    assert [column.meaning for column in preview.columns] == [
        "ignored",
        "full_name",
        None,
        "phone_number",
        "utm_details",
    ]
    assert (preview.new, preview.wrong) == (1, 0)
    client = await stage.signed_in(CARE)
    assert (await client.leads.upload(clinic_id=clinic_id, file0=file(content), columns=columns)).added == 1
    [lead] = (await client.leads.list(clinic_id=clinic_id)).items
    assert lead.utm_details == {"column_e": "hello"}


async def test_assignment_overrides_the_title_of_a_column(stage: Stage) -> None:
    content = "name,phone,mobile\nAsha,0161-2401234,9812345670\n"
    columns: dict[str, Any] = {"phone": "utm_details", "mobile": "phone_number"}
    preview = await checked(stage, await stage.clinic(), content, columns=columns)
    assert (preview.new, preview.wrong) == (1, 0)
    assert [column.meaning for column in preview.columns] == ["full_name", "utm_details", "phone_number"]


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        ({"nobody": "email"}, "has no column 'nobody'"),
        ({"name": "email", "phone": "email"}, "two columns assigned to email"),
    ],
)
async def test_impossible_assignments_are_refused(stage: Stage, columns: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        await checked(stage, await stage.clinic(), "name,phone\nA,9812345670\n", columns=columns)


@pytest.mark.parametrize(
    "text",
    ["nonsense", "[]", '{"a": "somewhere"}', "[" * 20_000, '{"name": "full_name", "name": "email"}', '{"a": NaN}'],
)
async def test_malformed_columns_are_refused(stage: Stage, text: str) -> None:
    path = f"/api/careops/clinics/{await stage.clinic()}/lead_uploads/check"
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        files = {"file0": ("leads.csv", b"name,phone\nA,9812345670\n", "text/csv")}
        answer = await http.post(path, data={"columns": text}, files=files)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["source"].startswith("columns")


async def test_rows_of_an_unknown_campaign_are_wrong(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    theirs = await campaign(stage, await stage.clinic(), campaign_name="Eye check")
    content = f"name,phone,campaign_id\nA,9812345670,\nB,9812345671,{theirs}\nC,98,\nD,9812345672,{theirs}\n"
    preview = await checked(stage, clinic_id, content)
    assert (preview.new, preview.known, preview.wrong) == (1, 0, 3)
    assert [(wrong_row.row, wrong_row.column, wrong_row.cells) for wrong_row in preview.wrong_rows] == [
        (3, "campaign_id", ["B", "9812345671", str(theirs)]),
        (4, "phone_number", ["C", "98", ""]),
        (5, "campaign_id", ["D", "9812345672", str(theirs)]),
    ]
    no_campaign = (
        f"The clinic has no campaign “{theirs}”; choose Ignore or UTM details to add the leads without a campaign"
    )
    assert preview.wrong_rows[0].reason == no_campaign
    assert preview.wrong_rows[0].code == "cell_campaign_unknown"
    assert preview.wrong_rows[0].parameters == {"what": str(theirs)}
    preview = await checked(stage, clinic_id, content, columns={"campaign_id": "ignored"})
    assert [wrong_row.row for wrong_row in preview.wrong_rows] == [4]


async def test_thousand_rows_of_an_unknown_campaign_are_listed_and_all_counted(stage: Stage) -> None:
    content = "name,phone,campaign\n" + "".join(f"Lead,98123{number:05},Nope\n" for number in range(1_200))
    preview = await checked(stage, await stage.clinic(), content)
    assert (preview.wrong, len(preview.wrong_rows)) == (1_200, 1_000)


async def test_unknown_campaign_id_keeps_the_name_of_the_campaign(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    mine = await campaign(stage, clinic_id, campaign_name="Dental camp")
    content = (
        "name,phone,campaign_id,campaign_name\nA,9812345670,c:12029,Dental camp\nB,9812345671,1.20299E+17,dental camp\n"
        f"C,9812345672,{mine}.0,\n"
    )
    assert (await checked(stage, clinic_id, content)).new == 3
    assert (await uploaded(stage, clinic_id, content)).added == 3
    assert (await (await stage.signed_in(CARE)).leads.list(ad_campaign_id=mine)).total_records == 3
    preview = await checked(stage, clinic_id, "name,phone,campaign_id\nA,9812345670,1.20299E+17\n")
    assert preview.wrong_rows[0].reason.startswith("A spreadsheet changed the campaign ID to 1.20299E+17")


async def test_file_of_wrong_rows_is_uploaded_without_its_reasons(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    content = "error_row,error_column,error_reason,name,phone\n2,phone_number,short,Asha,9812345670\n"
    preview = await checked(stage, clinic_id, content)
    assert [column.meaning for column in preview.columns[:3]] == ["ignored"] * 3
    assert (await uploaded(stage, clinic_id, content)).added == 1
    [lead] = (await (await stage.signed_in(CARE)).leads.list(clinic_id=clinic_id)).items
    assert lead.utm_details == {}


async def test_rows_merged_into_another_name_are_reported(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    await uploaded(stage, clinic_id, "name,phone,email\nAsha Rao,9812345670,\nJas Gill,,jas@patient.example\n")
    content = (
        "name,phone,email\nBina Das,9812345670,\nasha rao,9812345670,\nJas,,JAS@patient.example\n"
        "Cyrus M,9812345671,\nDev Anand,9812345671,\nCyrus,9812345671,\n"
    )
    preview = await checked(stage, clinic_id, content)
    assert (preview.new, preview.known, preview.merged) == (1, 5, 3)
    assert [
        (merged_row.row, merged_row.name, merged_row.known_name, merged_row.known_row)
        for merged_row in preview.merged_rows
    ] == [
        (2, "Bina Das", "Asha Rao", None),
        (3, "asha rao", "Bina Das", 2),
        (6, "Dev Anand", "Cyrus M", 5),
    ]
    assert preview.merged_rows[0].person == "9812345670"


async def test_placeholders_for_unknown_are_empty_in_preview_and_lead(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    content = "first_name,last_name,phone,email,campaign,note\nAsha,-,9812345670.0,N/A,null,-\n"
    preview = await checked(stage, clinic_id, content)
    assert preview.first_rows == [["Asha", "", "9812345670", "", "", "-"]]
    assert (await uploaded(stage, clinic_id, content)).added == 1
    assert await stored_leads(stage, clinic_id) == [("Asha", None, "9812345670", None)]


async def test_wrong_rows_are_counted_and_the_first_thousand_listed(stage: Stage) -> None:
    content = "name,phone,note\n" + "".join(f"Lead {number},98,{'x' * 300}\n" for number in range(3_000))
    preview = await checked(stage, await stage.clinic(), content)
    assert (preview.wrong, preview.new) == (3_000, 0)
    assert len(preview.wrong_rows) == 1_000
    wide = "name,phone,note\n" + "".join(f"Lead {number},98,{'ਸ' * 900}\n" for number in range(1_000))
    preview = await checked(stage, await stage.clinic(), wide)
    assert preview.wrong == 1_000
    assert 50 < len(preview.wrong_rows) < 200


@pytest.mark.proves("SEC-50.check", "FAULT-38.check")
@pytest.mark.parametrize(
    ("content", "name"),
    [("", "leads.csv"), (b"\0\1\2" * 99, "leads.csv"), (bomb(), "leads.xlsx")],
    ids=["empty", "binary", "bomb"],
)
async def test_file_without_a_table_is_refused_as_by_the_upload(stage: Stage, content: str | bytes, name: str) -> None:
    clinic_id = await stage.clinic()
    with pytest.raises(InvalidInput) as refused:
        await checked(stage, clinic_id, content, name=name)
    with pytest.raises(InvalidInput) as again:
        await uploaded(stage, clinic_id, content, name)
    assert str(refused.value) == str(again.value)


async def test_unknown_clinic_is_refused(stage: Stage) -> None:
    with pytest.raises(NotFound):
        await checked(stage, 2**40, "name,phone\nA,9812345670\n")


def workbook(*, hidden: Iterable[int] = (), **sheets: list[list[Any]]) -> bytes:
    """Return an XLSX with these sheets; ``hidden`` are hidden rows of each, counted from 0."""
    from xlsxwriter import Workbook  # type: ignore[import-untyped]  # untyped

    target = io.BytesIO()
    with Workbook(target, {"in_memory": True}) as book:
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            for number, row in enumerate(rows):
                sheet.write_row(number, 0, row)
            for number in hidden:
                sheet.set_row(number, None, None, {"hidden": True})
    return target.getvalue()


async def test_the_sheet_that_is_read_is_named_with_the_others(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    leads = [["name", "phone"], ["Asha", "9812345670"]]
    preview = await checked(stage, clinic_id, workbook(Leads=leads, Old=leads, Empty=[]), name="leads.xlsx")
    assert (preview.sheet, preview.other_sheets, preview.new) == ("Leads", ["Old", "Empty"], 1)
    preview = await checked(stage, clinic_id, workbook(Leads=leads), name="leads.xlsx")
    assert (preview.sheet, preview.other_sheets) == ("Leads", [])
    assert (await checked(stage, clinic_id, "name,phone\nAsha,9812345670\n")).sheet is None
    # A cover sheet has no leads: the error names the sheet that was read.
    cover = workbook(Cover=[["Leads of November"], ["made by Asha"]], Leads=leads)
    preview = await checked(stage, clinic_id, cover, name="leads.xlsx")
    assert preview.missing is not None
    assert (preview.sheet, preview.other_sheets) == ("Cover", ["Leads"])
    with pytest.raises(InvalidInput) as refused:
        await uploaded(stage, clinic_id, cover, "leads.xlsx")
    assert "Only sheet 'Cover' is read; the file also has 'Leads'." in (refused.value.problems[0].detail or "")


async def test_hidden_rows_are_counted_and_numbered(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    leads = [["name", "phone"], *([f"Lead {n}", f"98123456{n}"] for n in range(10, 40))]
    preview = await checked(stage, clinic_id, workbook(hidden=range(4, 27), Leads=leads), name="leads.xlsx")
    assert (preview.new, preview.hidden_rows, preview.first_hidden_rows) == (7, 23, list(range(5, 25)))
    preview = await checked(stage, clinic_id, workbook(Leads=leads), name="leads.xlsx")
    assert (preview.new, preview.hidden_rows, preview.first_hidden_rows) == (30, 0, [])


def correction(row: int, column_number: int, text: str) -> LeadCorrection:
    return LeadCorrection(row=row, column_number=column_number, text=text)


async def test_corrected_cells_are_stored_as_previewed(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    mine = await campaign(stage, clinic_id, campaign_name="Dental camp")
    content = f"name,phone,campaign_id\nAsha,98,\n,9812345671,\nRavi,9812345672,999999\nBina,9812345673,{mine}\n"
    preview = await checked(stage, clinic_id, content)
    assert [(wrong_row.row, wrong_row.column, wrong_row.column_number) for wrong_row in preview.wrong_rows] == [
        (2, "phone_number", 2),
        (3, "first_name", 1),
        (4, "campaign_id", 3),
    ]
    corrections = [correction(2, 2, "+91 98123 45670"), correction(3, 1, "Meena"), correction(4, 3, str(mine))]
    some = await checked(stage, clinic_id, content, corrections=[*corrections[:2], correction(4, 3, "888888")])
    assert (some.wrong, some.new) == (1, 3)
    assert [(wrong_row.row, wrong_row.cells) for wrong_row in some.wrong_rows] == [
        (4, ["Ravi", "9812345672", "888888"])
    ]
    assert [(corrected_row.row, corrected_row.cells) for corrected_row in some.corrected_rows] == [
        (2, ["Asha", "9812345670", ""]),
        (3, ["Meena", "9812345671", ""]),
    ]
    preview = await checked(stage, clinic_id, content, corrections=corrections)
    assert (preview.wrong, preview.new, len(preview.corrected_rows)) == (0, 4, 3)

    client = await stage.signed_in(CARE)
    done = await client.leads.upload(clinic_id=clinic_id, file0=file(content), corrections=corrections)
    assert done.added == 4
    phones = {name: phone for name, _, phone, _ in await stored_leads(stage, clinic_id)}
    assert phones == {"Asha": "9812345670", "Meena": "9812345671", "Ravi": "9812345672", "Bina": "9812345673"}
    event = (await stage.events())[-1]
    assert event["after"]["corrected"] == 3
    assert "98123 45670" not in str(event)


_FIRST, _SECOND = ('{"row": 2, "column_number": 1, "text": "Meena"}', '{"row": 3, "column_number": 1, "text": "Bina"}')


@pytest.mark.parametrize(
    ("parts", "names"),
    [
        ([f"[{_FIRST}, {_SECOND}]"], ["Meena", "Bina"]),
        ([_FIRST, _SECOND], ["Meena", "Bina"]),
        ([_FIRST], ["Meena"]),
        ([f"[{_FIRST}]"], ["Meena"]),
        (["[]"], []),
    ],
)
@pytest.mark.parametrize("file_name", [None, "blob"])
async def test_corrections_are_one_part_or_one_each(
    stage: Stage, parts: list[str], names: list[str], file_name: str | None
) -> None:
    path = f"/api/careops/clinics/{await stage.clinic()}/lead_uploads/check"
    form: list[tuple[str, tuple[str | None, str, str]]] = [
        ("file0", ("leads.csv", "name,phone\nA,9812345670\nB,9812345671\n", "text/csv")),
        *(("corrections", (file_name, document, "application/json")) for document in parts),
    ]
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        answer = await http.post(path, files=form)
    assert answer.status_code == 200, answer.text
    assert [row["cells"][0] for row in answer.json()["data"]["corrected_rows"]] == names


@pytest.mark.parametrize(
    ("parts", "source"),
    [
        (["nonsense"], "corrections"),
        ([""], "corrections"),
        ([_FIRST, "[object Object]"], "corrections"),
        ([_FIRST, '{"row": 3}'], "corrections.1.column_number"),
        ([f"[{_FIRST}]", f"[{_SECOND}]"], "corrections.0"),
        ([_FIRST] * 201, "corrections"),
        ([_FIRST] * 300, "body"),
        (["9" * 40_000] * 2, "corrections"),
    ],
)
async def test_invalid_parts_of_corrections_are_refused(stage: Stage, parts: list[str], source: str) -> None:
    path = f"/api/careops/clinics/{await stage.clinic()}/lead_uploads/check"
    form = [
        ("file0", ("leads.csv", "name,phone\nA,9812345670\n")),
        *(("corrections", (None, document)) for document in parts),
    ]
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        answer = await http.post(path, files=form)
    assert (answer.status_code, answer.json()["errors"][0]["source"]) == (422, source)


async def test_correction_of_an_unread_row_is_refused(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    for row in (1, 9):
        with pytest.raises(InvalidInput, match=f"The file has no row {row} to correct"):
            await checked(stage, clinic_id, "name,phone\nAsha,9812345670\n", corrections=[correction(row, 1, "x")])


async def test_corrections_are_limited(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    content = "name,phone\nAsha,9812345670\n"
    long = [correction(2, number, "x" * 500) for number in range(1, 22)]
    with pytest.raises(InvalidInput, match="at most 10,000 characters") as refused:
        await checked(stage, clinic_id, content, corrections=long)
    assert refused.value.problems[0].source == "corrections"
    with pytest.raises(InvalidInput):
        await checked(stage, clinic_id, content, corrections=[correction(2, 1, "x")] * 201)


async def test_a_workbook_that_is_not_xlsx_is_marked_as_unchecked(stage: Stage, tmp_path: Path) -> None:
    clinic_id = await stage.clinic()
    old = xls(tmp_path / "leads.xls", [["name", "phone"], ["Asha", "9812345670"]]).read_bytes()
    preview = await checked(stage, clinic_id, old, name="leads.xls")
    assert (preview.new, preview.unchecked) == (1, True)
    new = workbook(Leads=[["name", "phone"], ["Asha", "9812345670"]])
    assert (await checked(stage, clinic_id, new, name="leads.xlsx")).unchecked is False
    assert (await checked(stage, clinic_id, "name,phone\nAsha,9812345670\n")).unchecked is False

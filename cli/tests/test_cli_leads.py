"""``careops leads``: check and import files for one clinic or many, and other records of a person."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform
from sdk.tests.bulk.sheet_files import xlsx

from careops.calls.leads import (
    CheckLeads,
    KnownBefore,
    KnownLead,
    LeadsChecked,
    LeadsUploaded,
    MergedLeadRow,
    ReadKnownBefore,
    UploadLeads,
)

TABLE = "clinic_id,Name,Phone\n41,Asha,9812345670\n42,Ravi,9812345671\n41,Jas,9812345672\n"


def checked(call: CheckLeads) -> LeadsChecked:
    return LeadsChecked(rows=2, new=2, known=0, wrong=0, columns=[], first_rows=[], wrong_rows=[])


def sent(call: Any) -> str:
    return b"".join(call.file0.chunks()).decode()


@pytest.fixture(autouse=True)
def answers(platform: Platform) -> None:
    platform.answer(CheckLeads, checked)
    platform.answer(UploadLeads, LeadsUploaded(added=2, known=0, upload_id=7))


@pytest.mark.parametrize("source", ["file", "stdin", "spreadsheet"])
def test_table_with_clinic_ids_is_split(
    platform: Platform, careops: CareOpsCommand, tmp_path: Path, source: str
) -> None:
    table = tmp_path / "november.csv"
    table.write_text(TABLE)
    if source == "spreadsheet":
        cells = [["s:clinic_id", "s:Name", "s:Phone"], ["n:41", "s:Asha", "n:9812345670"]]
        table = xlsx(
            tmp_path / "november.xlsx", [*cells, ["n:42", "s:Ravi", "n:9812345671"], ["n:41", "s:Jas", "n:9812345672"]]
        )
    named = ["--from", "-"] if source == "stdin" else ["--from", str(table)]
    run = careops("leads", "import", *named, "--yes", "--csv", stdin=TABLE if source == "stdin" else None)
    assert run.code == 0, run.err
    assert run.out.splitlines() == [
        "row,target,outcome,reason,clinic_id,leads,new,known,upload_id",
        "2,41,done,2 leads from row 2,41,2,2,0,7",
        "3,42,done,1 lead from row 3,42,1,2,0,7",
    ]
    first, second = sorted(platform.calls(UploadLeads), key=lambda call: call.clinic_id)
    assert (first.clinic_id, second.clinic_id) == (41, 42)
    assert first.file0.name == ("leads.csv" if source == "stdin" else "november.csv")
    assert sent(first) == 'sep=,\r\n"Name","Phone"\r\n"Asha","9812345670"\r\n"Jas","9812345672"\r\n'


def test_column_without_title_keeps_its_letter_in_each_part(
    platform: Platform, careops: CareOpsCommand, tmp_path: Path
) -> None:
    (tmp_path / "leads.csv").write_text("clinic_id,Name,,Phone\n41,Asha,Rao,9812345670,x\n")
    columns = ("--column", "column C=last_name", "--column", "column E=ignored", "--column", "Name=first_name")
    run = careops("leads", "import", "--from", str(tmp_path / "leads.csv"), *columns, "--yes")
    assert run.code == 0, run.err
    [call] = platform.calls(UploadLeads)
    assert sent(call).splitlines()[1] == '"Name","column_c","Phone","column_e"'
    assert call.columns == {"column C": "last_name", "column E": "ignored", "Name": "first_name"}


def test_known_leads_are_not_sent(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    platform.answer(CheckLeads, lambda call: checked(call).model_copy(update={"new": 0, "known": 2}))
    (tmp_path / "leads.csv").write_text(TABLE)
    run = careops("leads", "import", "--from", str(tmp_path / "leads.csv"), "--yes", "--json")
    assert [row["outcome"] for row in json.loads(run.out)] == ["unchanged", "unchanged"]
    assert platform.calls(UploadLeads) == []


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("name,phone\nAsha,9812345670\n", "has no column clinic_id"),
        ("clinic_id,name\n41,Asha\n", "does not say in its first row"),
        ("clinic_id,name,phone\n", "has a header and no rows"),
        ("", "is empty"),
    ],
)
def test_table_without_clinics_or_phones_is_refused(
    platform: Platform, careops: CareOpsCommand, tmp_path: Path, content: str, complaint: str
) -> None:
    (tmp_path / "leads.csv").write_text(content)
    run = careops("leads", "import", "--from", str(tmp_path / "leads.csv"), "--yes")
    assert run.code == 1
    assert f"leads.csv {complaint}" in run.err
    assert platform.received == []


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--from", "leads.csv", "--clinic", "41"], "take --clinic from the table"),
        (["leads.csv", "--from", "leads.csv"], "take FILE from the table"),
        (["leads.csv"], "Leads of which clinic?"),
        (["leads.csv", "--clinic", "41", "--dry-run"], "--dry-run needs --from"),
        (["--from", "leads.csv", "--correct", "B2=Asha"], "take --correct from the table"),
        (["--from", "nowhere.csv", "--yes"], "nowhere.csv cannot be read"),
    ],
)
def test_clinic_option_and_table_cannot_be_combined(
    platform: Platform, careops: CareOpsCommand, words: list[str], complaint: str
) -> None:
    run = careops("leads", "import", *words)
    assert run.code == 2
    assert complaint in " ".join(run.err.split())
    assert platform.received == []


@pytest.mark.parametrize("words", [("check",), ("import", "--yes")])
def test_rows_merged_into_another_name_are_reported(
    platform: Platform, careops: CareOpsCommand, tmp_path: Path, words: tuple[str, ...]
) -> None:
    row = {"row": 3, "person": "9812345670", "name": "Bina Das", "known_name": "Asha Rao", "known_row": 2}
    lead = {**row, "row": 4, "known_row": None}
    rows = [MergedLeadRow.model_validate(merged_row) for merged_row in (row, lead)]
    platform.answer(CheckLeads, lambda call: checked(call).model_copy(update={"merged": 40, "merged_rows": rows}))
    (tmp_path / "leads.csv").write_text("name,phone\nAsha,9812345670\n")
    verb, *options = words
    run = careops("leads", verb, str(tmp_path / "leads.csv"), "--clinic", "41", *options)
    output = " ".join(run.err.split())
    assert "Row 3 is not added: Bina Das has the contact 9812345670 of Asha Rao, in row 2." in output
    assert "Row 4 is not added: Bina Das has the contact 9812345670 of Asha Rao, who is a lead already." in output
    assert "20 more rows are not added" in output


def test_file_of_one_clinic_is_sent_unchanged(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    (tmp_path / "leads.csv").write_text("Mob,name\n9812345670,Asha\n")
    words = ("leads", "import", str(tmp_path / "leads.csv"), "--clinic", "41", "--column", "Mob=phone_number", "--yes")
    assert careops(*words).code == 0
    [call] = platform.calls(UploadLeads)
    assert (call.clinic_id, call.columns) == (41, {"Mob": "phone_number"})
    assert sent(call) == "Mob,name\n9812345670,Asha\n"


def test_wrong_row_prevents_the_upload_of_its_clinic(
    platform: Platform, careops: CareOpsCommand, tmp_path: Path
) -> None:
    (tmp_path / "leads.csv").write_text("phone,name\n98,Asha\n")
    run = careops("leads", "import", str(tmp_path / "leads.csv"), "--clinic", "41", "--yes")
    assert run.code == 1
    assert "1 row is wrong; row 2, phone_number: " in run.err
    assert careops("leads", "check", str(tmp_path / "leads.csv"), "--csv").out.startswith(
        "row,column,cell,reason\n2,phone"
    )
    assert platform.received == []


def test_cells_are_corrected_by_option(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    (tmp_path / "leads.csv").write_text("name,phone\n,98\nRavi,9812345671\n")
    file = str(tmp_path / "leads.csv")
    checked = careops("leads", "check", file, "--correct", "A2=Asha")
    assert (checked.code, checked.out.split("\t")[:3]) == (1, ["2", "phone_number", "B2"])
    refused = careops("leads", "import", file, "--clinic", "41", "--correct", "A2=Asha", "--yes")
    assert "--correct B2=TEXT" in " ".join(refused.err.split())
    done = careops(
        "leads", "import", file, "--clinic", "41", "--correct", "A2=Asha", "--correct", "b2=9812345670", "--yes"
    )
    assert done.code == 0, done.err
    [call] = platform.calls(UploadLeads)
    assert [(correction.row, correction.column_number, correction.text) for correction in call.corrections or ()] == [
        (2, 1, "Asha"),
        (2, 2, "9812345670"),
    ]
    assert sent(call) == "name,phone\n,98\nRavi,9812345671\n"


def test_corrections_are_checked_with_the_platform(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    (tmp_path / "leads.csv").write_text("name,phone\nAsha,98\n")
    run = careops("leads", "check", str(tmp_path / "leads.csv"), "--clinic", "41", "--correct", "B2=9812345670")
    assert run.code == 0, run.err
    [call] = platform.calls(CheckLeads)
    assert [correction.text for correction in call.corrections or ()] == ["9812345670"]


@pytest.mark.parametrize(
    ("corrections", "complaint"),
    [
        (["2=Asha"], "names no cell"),
        (["A0=Asha"], "names no cell"),
        (["A2"], "names no cell"),
        (["CW2=Asha"], "must be 100 or less"),
        (["A2000001=Asha"], "must be 2000000 or less"),
        ([f"A{row}=Asha" for row in range(2, 203)], "at most 200"),
        ([f"A{row}={'x' * 490}" for row in range(2, 23)], "at most 10,000 characters together"),
    ],
)
def test_corrections_have_the_limits_of_the_console(
    platform: Platform, careops: CareOpsCommand, tmp_path: Path, corrections: list[str], complaint: str
) -> None:
    (tmp_path / "leads.csv").write_text("name,phone\nAsha,9812345670\n")
    words = [word for correction in corrections for word in ("--correct", correction)]
    run = careops("leads", "check", str(tmp_path / "leads.csv"), *words)
    assert run.code == 2
    assert complaint in " ".join(run.err.split())
    assert platform.received == []


def test_earlier_contacts_of_a_lead_are_printed(platform: Platform, careops: CareOpsCommand) -> None:
    camp = KnownLead(
        ad_campaign_id=7,
        campaign_name="Dental camp",
        clinic_id=41,
        clinic_name="Navjeevan",
        created_at=datetime(2026, 10, 2, tzinfo=UTC),
    )
    platform.answer(ReadKnownBefore, KnownBefore(leads=[camp], user_id=1204))
    run = careops("leads", "known-before", "9104")
    assert run.out == "7\tDental camp\t41\tNavjeevan\t2026-10-02T00:00:00Z\n"
    assert "careops users show 1204" in run.err
    assert [call.lead_id for call in platform.calls(ReadKnownBefore)] == [9104]

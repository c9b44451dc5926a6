"""``careops campaigns`` and ``careops leads list``: one or many, confirmations and requests."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform
from sdk.tests.bulk.odd_sheets import xls
from xlsxwriter import Workbook  # type: ignore[import-untyped]  # untyped

from careops.bulk.spreadsheets import UNCHECKED
from careops.calls.campaigns import (
    AdCampaign,
    CampaignPlatform,
    FindAdCampaigns,
    ListAdCampaigns,
    ReadAdCampaign,
    UpdateAdCampaign,
)
from careops.calls.leads import (
    TOO_MANY_EXPORTS,
    CheckLeads,
    EditedLead,
    ExportLeads,
    Lead,
    LeadsChecked,
    LeadsUploaded,
    LeadUpload,
    LeadUploadUndone,
    ListLeads,
    ListLeadUploads,
    UndoLeadUpload,
    UploadLeads,
    WrongLeadRow,
)
from careops.contract import Empty, Page
from careops.errors import NotFound, TooManyRequests
from careops.files import Download

GOOGLE = CampaignPlatform(platform="google", platform_campaign_id="21", platform_customer_id="1234567890")


@pytest.fixture
def campaigns(platform: Platform) -> dict[int, AdCampaign]:
    """Set up a platform with three campaigns that accepts and stores every change."""
    held = {
        12: AdCampaign(id=12, campaign_name="Free eye check", active=True, campaign_status="NEW", clinic_id=41),
        13: AdCampaign(id=13, campaign_name="Dental camp", active=False, campaign_status="NEW", clinic_id=41),
        14: AdCampaign(
            id=14, campaign_name="IVF", active=True, page_url="https://ivf.example", social_platforms=[GOOGLE]
        ),
    }
    held[12] = held[12].model_copy(update={"end_time": datetime(2026, 1, 31, tzinfo=UTC)})

    def listed(call: ListAdCampaigns) -> Page[AdCampaign]:
        campaigns = [each for each in held.values() if call.clinic_id in (None, each.clinic_id)]
        return Page[AdCampaign].of(campaigns, total=len(campaigns), perpage=call.perpage)

    def find(call: FindAdCampaigns) -> Page[AdCampaign]:
        left = [each for each in held.values() if call.ended in (None, each.active and each.end_time is not None)]
        return Page[AdCampaign].of(left, total=len(left), perpage=call.perpage)

    def read(call: ReadAdCampaign) -> AdCampaign:
        if call.campaign_id not in held:
            raise NotFound("There is no campaign with this id", source="campaign_id")
        return held[call.campaign_id]

    def changed(call: UpdateAdCampaign) -> Empty:
        was = read(ReadAdCampaign(campaign_id=call.campaign_id)).model_dump()
        held[call.campaign_id] = AdCampaign.model_validate({**was, **call.changes})
        return Empty()

    platform.answer(ListAdCampaigns, listed)
    platform.answer(FindAdCampaigns, find)
    platform.answer(ReadAdCampaign, read)
    platform.answer(UpdateAdCampaign, changed)
    return held


def sent(platform: Platform) -> list[dict[str, Any]]:
    return [call.parameters for call in platform.calls(UpdateAdCampaign)]


def test_list_prints_the_campaigns_of_a_clinic(
    campaigns: dict[int, AdCampaign], platform: Platform, careops: CareOpsCommand
) -> None:
    run = careops("campaigns", "list", "--clinic", "41", "--columns", "id,name,active")
    assert run.out == "12\tFree eye check\tyes\n13\tDental camp\tno\n"
    assert platform.calls(ListAdCampaigns)[0].clinic_id == 41


def test_campaign_is_shown_with_its_landing_page(campaigns: dict[int, AdCampaign], careops: CareOpsCommand) -> None:
    assert "platforms\tgoogle 21 of 1234567890" in careops("campaigns", "show", "14").out
    assert careops("campaigns", "link", "14").out == "https://ivf.example\n"
    assert json.loads(careops("campaigns", "link", "14", "--json").out)["page_url"] == "https://ivf.example"
    run = careops("campaigns", "link", "12")
    assert (run.code, run.out) == (1, "")
    assert "leads to no page" in run.err


def test_only_active_campaigns_are_switched_off(
    campaigns: dict[int, AdCampaign], platform: Platform, careops: CareOpsCommand
) -> None:
    run = careops("campaigns", "deactivate", "12", "13", "99", "--yes", "--json")
    assert [row["outcome"] for row in json.loads(run.out)] == ["done", "unchanged", "failed"]
    assert run.code == 3
    assert sent(platform) == [{"campaign_id": 12, "active": False}]
    again = careops("campaigns", "deactivate", "--where", "clinic_id=41", "--yes", "--json")
    assert {row["outcome"] for row in json.loads(again.out)} == {"unchanged"}
    assert len(sent(platform)) == 1


def test_ended_campaigns_are_switched_off_together(
    campaigns: dict[int, AdCampaign], platform: Platform, careops: CareOpsCommand
) -> None:
    run = careops("campaigns", "list", "--ended", "--columns", "id,name")
    assert run.out == "12\tFree eye check\n"
    run = careops("campaigns", "deactivate", "--where", "ended=true", "--yes", "--json")
    assert [row["outcome"] for row in json.loads(run.out)] == ["done"]
    assert sent(platform) == [{"campaign_id": 12, "active": False}]
    # The documented list has no such filter.
    assert [call.ended for call in platform.calls(FindAdCampaigns)] == [True, True]
    assert platform.calls(ListAdCampaigns) == []
    again = careops("campaigns", "deactivate", "--where", "ended=true", "--yes", "--json")
    assert json.loads(again.out) == []
    assert len(sent(platform)) == 1


def test_status_is_set_for_many_campaigns(
    campaigns: dict[int, AdCampaign], platform: Platform, careops: CareOpsCommand
) -> None:
    table = "campaign_id,name\n12,Free eye check\n13,Dental camp\n"
    assert careops("campaigns", "set-status", "completed", "-", "--yes", stdin=table).code == 0
    assert [each["campaign_status"] for each in sent(platform)] == ["COMPLETED", "COMPLETED"]
    run = careops("campaigns", "set-status", "DONE", "12")
    assert run.code == 2
    assert "NEW, COMPLETED, CANCELLED" in run.err


def test_platforms_of_a_campaign_are_set_and_removed(
    campaigns: dict[int, AdCampaign], platform: Platform, careops: CareOpsCommand
) -> None:
    facebook = ("campaigns", "set-platform", "facebook", "14", "--campaign-id", "1202")
    assert careops(*facebook).code == 0
    google = {"platform": "google", "platform_campaign_id": "21", "platform_customer_id": "1234567890"}
    facebook_row = {"platform": "facebook", "platform_campaign_id": "1202", "platform_customer_id": None}
    assert [row.model_dump() for row in campaigns[14].social_platforms] == [google, facebook_row]
    # The same customer with dashes, so no change is needed.
    assert careops("campaigns", "set-platform", "google", "14", "--customer-id", "123-456-7890").code == 0
    assert len(sent(platform)) == 1
    assert careops("campaigns", "set-platform", "google", "14", "--remove").code == 0
    assert [row.platform for row in campaigns[14].social_platforms] == ["facebook"]


def test_google_campaign_needs_its_customer_id(
    campaigns: dict[int, AdCampaign], platform: Platform, careops: CareOpsCommand
) -> None:
    run = careops("campaigns", "set-platform", "google", "12", "--campaign-id", "21")
    assert run.code == 1
    assert "Please enter your Google customer Id." in run.out + run.err
    assert sent(platform) == []
    assert careops("campaigns", "set-platform", "orkut", "12", "--remove").code == 2
    assert careops("campaigns", "set-platform", "google", "12").code == 2


def test_list_prints_the_leads_of_a_campaign(platform: Platform, careops: CareOpsCommand) -> None:
    lead = Lead(id=9, first_name="Asha", phone_number="9812345670", utm_details={"utm_source": "google"})
    platform.answer(ListLeads, lambda call: Page[Lead].of([lead], total=1, perpage=call.perpage))
    run = careops(
        *("leads", "list", "--campaign", "12", "--from-day", "2026-11-01", "--columns", "first_name,phone_number,utm")
    )
    assert run.out == "Asha\t9812345670\tutm_source=google\n"
    call = platform.calls(ListLeads)[0]
    assert (call.ad_campaign_id, str(call.start_time), call.end_time) == (12, "2026-11-01", None)
    assert careops("leads", "list", "--from-day", "2026-11-02", "--to-day", "2026-11-01").code == 2
    assert len(platform.calls(ListLeads)) == 1


EXPORT = (
    '\ufeff"first_name","phone_number","utm_source"\r\n'
    '"\'=cmd()","9812345670","google"\r\n"Two\nlines","9812345671","ਇਸ਼ਤਿਹਾਰ"\r\n'
).encode()


@pytest.fixture
def export(platform: Platform) -> Platform:
    """Set up a platform whose export has two leads and arrives in small chunks."""
    pieces = [EXPORT[start : start + 7] for start in range(0, len(EXPORT), 7)]
    platform.answer(ExportLeads, lambda call: Download(pieces, name="leads.csv", content_type="text/csv"))
    return platform


def test_export_is_saved_unchanged(export: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    run = careops("leads", "export", str(tmp_path / "leads.csv"), "--campaign", "12", "--to-day", "2026-11-30")
    assert run.code == 0
    assert "2 leads are in" in run.out + run.err
    assert (tmp_path / "leads.csv").read_bytes() == EXPORT
    assert export.calls(ExportLeads)[0].parameters == {"ad_campaign_id": 12, "end_time": "2026-11-30"}
    again = careops("leads", "export", str(tmp_path / "leads.csv"))
    assert again.code == 2
    assert "is there already" in again.err
    assert len(export.calls(ExportLeads)) == 1


def test_export_is_converted_to_json_lines_and_spreadsheet(
    export: Platform, careops: CareOpsCommand, tmp_path: Path
) -> None:
    assert careops("leads", "export", str(tmp_path / "leads.jsonl")).code == 0
    first, second = (json.loads(line) for line in (tmp_path / "leads.jsonl").read_text("utf-8").splitlines())
    assert first == {"first_name": "=cmd()", "phone_number": "9812345670", "utm_source": "google"}
    assert (second["first_name"], second["utm_source"]) == ("Two\nlines", "ਇਸ਼ਤਿਹਾਰ")
    assert careops("leads", "export", str(tmp_path / "leads.xlsx")).code == 0
    from careops.bulk.table_reader import rows_of

    with rows_of(tmp_path / "leads.xlsx") as (rows, _):
        assert [cells for _, cells in rows][1] == ["=cmd()", "9812345670", "google"]


def test_refused_export_leaves_no_file(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    platform.answer(ExportLeads, TooManyRequests(TOO_MANY_EXPORTS, retry_after=3_600))
    run = careops("leads", "export", str(tmp_path / "leads.csv"))
    assert (run.code, list(tmp_path.glob("*leads*"))) == (1, [])
    assert TOO_MANY_EXPORTS in run.err


def test_file_is_checked_offline(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    table = tmp_path / "leads.csv"
    table.write_text("name,phone\nAsha,9812345670\nShort,98\n", "utf-8")
    run = careops("leads", "check", str(table))
    assert run.code == 1
    assert run.out == "3\tphone_number\tB3\tPlease enter a valid 10 digit mobile number\n"
    table.write_text("name,phone\nAsha,9812345670\n", "utf-8")
    assert careops("leads", "check", str(table)).code == 0
    table.write_bytes(b"PK\x03\x04 no archive")
    broken = careops("leads", "check", str(table))
    assert broken.code == 1
    assert "is no spreadsheet" in broken.err
    assert platform.received == []


def test_file_is_checked_with_the_platform(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    table = tmp_path / "leads.csv"
    table.write_text("Naam,Mob=no\nAsha,9812345670\n", "utf-8")
    preview: dict[str, Any] = {"rows": 2, "new": 1, "known": 1, "wrong": 0, "columns": [], "first_rows": []}
    platform.answer(CheckLeads, LeadsChecked(**preview, wrong_rows=[]))
    assigned = ("--column", "Naam=full_name", "--column", "Mob=no=phone_number")
    run = careops("leads", "check", str(table), "--clinic", "41", *assigned)
    assert (run.code, "1 new, 1 known already" in run.out + run.err) == (0, True)
    [call] = platform.calls(CheckLeads)
    assert (call.clinic_id, call.columns) == (41, {"Naam": "full_name", "Mob=no": "phone_number"})
    # The same columns are read without a platform.
    assert careops("leads", "check", str(table), *assigned).code == 0
    row = WrongLeadRow(row=3, column="campaign_id", reason="The clinic has no campaign “9”", cells=[])
    platform.answer(CheckLeads, LeadsChecked(**{**preview, "wrong": 1}, wrong_rows=[row]))
    run = careops("leads", "check", str(table), "--clinic", "41")
    assert (run.code, run.out) == (1, "3\tcampaign_id\t\tThe clinic has no campaign “9”\n")
    platform.answer(CheckLeads, LeadsChecked(**preview, wrong_rows=[], missing="The file does not say who they are"))
    run = careops("leads", "check", str(table), "--clinic", "41")
    assert (run.code, "does not say who" in run.err, "--column" in run.err) == (1, True, True)


def test_old_workbook_is_reported_as_unchecked(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    table = xls(tmp_path / "leads.xls", [["name", "phone"], ["Asha", "9812345670"]])
    assert f"{table}: {UNCHECKED}" in careops("leads", "check", str(table)).err
    preview: dict[str, Any] = {"rows": 1, "new": 1, "known": 0, "wrong": 0, "columns": [], "first_rows": []}
    platform.answer(CheckLeads, LeadsChecked(**preview, wrong_rows=[], unchecked=True))
    assert f"{table}: {UNCHECKED}" in careops("leads", "check", str(table), "--clinic", "41").err


def test_skipped_sheets_and_rows_are_reported(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    table = tmp_path / "leads.xlsx"
    with Workbook(table) as book:
        for name in ("Leads", "Old"):
            sheet = book.add_worksheet(name)
            for number, row in enumerate([["name", "phone"], ["Asha", "9812345670"], ["Ravi", "9812345671"]]):
                sheet.write_row(number, 0, row)
            sheet.set_row(2, None, None, {"hidden": True})
    expected = [
        f"{table}: Only sheet 'Leads' is read; the file also has 'Old'.",
        f"{table}: 1 hidden row is not read: 3.",
    ]
    assert careops("leads", "check", str(table)).err.splitlines()[:2] == expected
    preview: dict[str, Any] = {"rows": 1, "new": 1, "known": 0, "wrong": 0, "columns": [], "first_rows": []}
    skipped: dict[str, Any] = {"sheet": "Leads", "other_sheets": ["Old"], "hidden_rows": 1, "first_hidden_rows": [3]}
    platform.answer(CheckLeads, LeadsChecked(**preview, **skipped, wrong_rows=[]))
    assert careops("leads", "check", str(table), "--clinic", "41").err.splitlines()[:2] == expected
    platform.answer(UploadLeads, LeadsUploaded(added=1, known=0, upload_id=7))
    run = careops("leads", "import", str(table), "--clinic", "41", "--yes")
    assert run.err.splitlines()[:2] == expected


@pytest.mark.parametrize("column", ["phone", "=email", "phone=nowhere"])
def test_unknown_column_assignment_is_refused(platform: Platform, careops: CareOpsCommand, column: str) -> None:
    run = careops("leads", "check", "leads.csv", "--column", column)
    assert (run.code, "assigns no column" in run.err, "phone_number" in run.err) == (2, True, True)


def test_import_sends_the_columns(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    table = tmp_path / "leads.csv"
    table.write_text("Naam,phone\nAsha,9812345670\n", "utf-8")
    platform.answer(UploadLeads, LeadsUploaded(added=1, known=0, upload_id=7))
    assert careops("leads", "import", str(table), "--clinic", "41", "--yes").code == 1
    assert platform.calls(UploadLeads) == []
    run = careops("leads", "import", str(table), "--clinic", "41", "--column", "Naam=first_name", "--yes", "--json")
    assert json.loads(run.out) == {"clinic_id": 41, "added": 1, "known": 0, "upload_id": 7}
    assert platform.calls(UploadLeads)[0].columns == {"Naam": "first_name"}


def test_invalid_file_is_not_sent(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    table = tmp_path / "leads.csv"
    table.write_text("name,phone\nShort,98\n", "utf-8")
    run = careops("leads", "import", str(table), "--clinic", "41", "--yes")
    assert run.code == 1
    assert "row 2, phone_number" in run.err
    assert careops("leads", "import", str(tmp_path / "none.csv"), "--clinic", "41", "--yes").code == 2
    assert platform.received == []


def test_uploads_are_listed_and_undone(
    platform: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload = LeadUpload(
        id=7, clinic_id=41, file_name="leads.csv", added=118, known=4, may_be_undone=True, uploaded_at=datetime.now(UTC)
    )
    platform.answer(ListLeadUploads, Page[LeadUpload].of([upload], total=1, perpage=10))
    platform.answer(
        UndoLeadUpload, LeadUploadUndone(removed=116, kept=1, gone=1, edited=[EditedLead(id=3, name="Asha")])
    )
    run = careops("leads", "uploads", "--clinic", "41", "--columns", "id,file,added,known,may_be_undone")
    assert run.out == "7\tleads.csv\t118\t4\tyes\n"
    assert platform.calls(ListLeadUploads)[0].clinic_id == 41
    # Confirmation needs a terminal.
    assert careops("leads", "undo", "7").code == 2
    assert platform.calls(UndoLeadUpload) == []
    run = careops("leads", "undo", "7", "--yes", "--json")
    assert json.loads(run.out) == {
        "upload_id": 7,
        "removed": 116,
        "kept": 1,
        "gone": 1,
        "edited": [{"id": 3, "name": "Asha"}],
    }
    monkeypatch.setattr("careops_cli.output.results.on_terminal", lambda: True)
    run = careops("leads", "undo", "7", "--yes")
    assert "116 undone, 1 edited since (Asha), 1 already deleted." in run.err

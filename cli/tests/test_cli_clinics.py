"""``careops clinics``: parameters, and output in a pipe, on a terminal, as JSON and as CSV."""

from __future__ import annotations

import csv
import io
import json

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform
from cli.tests.samples import MODULES, clinic, detail, page_of

from careops.calls.clinics import (
    AccountNumber,
    Clinic,
    ClinicSummary,
    ListClinics,
    NewClinic,
    ReadClinic,
    ReadClinicSummary,
    ShowAccountNumber,
    SignedUpHospital,
    SignUpHospital,
)
from careops.calls.modules import ListSpecModules
from careops.contract import Page
from careops.errors import Conflict, NotFound


@pytest.fixture
def many(platform: Platform) -> Platform:
    """Set up a platform of 1,243 clinics."""
    platform.answer(ListClinics, lambda call: page_of(call, total=1243))
    platform.answer(ListSpecModules, MODULES)
    return platform


def test_pipe_gets_full_lines_and_stderr_the_count(many: Platform, careops: CareOpsCommand) -> None:
    run = careops("clinics", "list")
    lines = run.out.splitlines()
    assert run.code == 0
    assert len(lines) == 10
    assert lines[0].split("\t")[:4] == ["1", "Clinic 1", "clinic", "9887366946"]
    assert run.err.startswith("10 of 1,243")


def test_terminal_gets_a_table_with_titles(many: Platform, careops: CareOpsCommand) -> None:
    run = careops("clinics", "list", terminal=True)
    assert "care package" not in run.out
    assert "name" in run.out
    assert "─" in run.out
    assert "Clinic 10" in run.out


def test_misspelled_search_names_its_correction_on_a_terminal(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListClinics, lambda call: page_of(call, total=2).noted(spelt=("hospital", "éclat")))
    run = careops("clinics", "list", "--search", "hosptial", terminal=True)
    assert run.err.startswith("No exact match. Showing results for hospital, éclat\n")
    assert "Clinic 2" in run.out


def test_script_gets_exact_matches_only(many: Platform, careops: CareOpsCommand) -> None:
    careops("clinics", "list", "--search", "hosptial")
    careops("clinics", "list", "--search", "hosptial", "--all", terminal=True)
    careops("clinics", "list", terminal=True)
    assert not any(many.asked_forgiving)


def test_narrow_terminal_shows_every_letter(
    many: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    run = careops("clinics", "list", "--limit", "1", "--columns", "email,name,phone", terminal=True)
    assert "…" not in run.out


def test_json_has_all_fields_or_the_chosen_ones(many: Platform, careops: CareOpsCommand) -> None:
    items = json.loads(careops("--json", "clinics", "list", "--limit", "2").out)
    assert items[1] == clinic(2).model_dump(mode="json")
    chosen = json.loads(careops("clinics", "list", "--limit", "1", "--json", "--columns", "id,location.city").out)
    assert chosen == [{"id": 1, "location.city": "Ludhiana"}]


def test_csv_has_a_header_and_no_formulas(platform: Platform, careops: CareOpsCommand) -> None:
    hostile = [clinic(1, name='=HYPERLINK("x")'), clinic(2, name='a,"b"\nc')]
    platform.answer(ListClinics, Page[Clinic].of(hostile, total=2, perpage=10))
    run = careops("clinics", "list", "--csv", "--columns", "id,name")
    assert list(csv.reader(io.StringIO(run.out))) == [["id", "name"], ["1", '\'=HYPERLINK("x")'], ["2", 'a,"b"\nc']]


def test_tabs_and_escape_codes_of_a_name_are_removed(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListClinics, Page[Clinic].of([clinic(1, name="a\tb\nc\x1b[31m[red]")], total=1, perpage=10))
    assert careops("clinics", "list", "--columns", "name,id").out == "a\\tb\\nc\x1b[31m[red]\t1\n"
    on_screen = careops("clinics", "list", "--columns", "name", terminal=True).out
    assert "\x1b[31m" not in on_screen
    assert "[red]" in on_screen


def test_filters_become_the_documented_parameters(many: Platform, careops: CareOpsCommand) -> None:
    words = "--search apollo --state Punjab --module prescriptions --hospital --no-bank --no-ipd --abdm --page 3"
    assert careops("clinics", "list", *words.split(), "--limit", "50").code == 0
    [call] = many.calls(ListClinics)
    assert call.parameters == {
        "page": 3,
        "perpage": 50,
        "search_text": "apollo",
        "filter_type": "state",
        "filter_text": "Punjab",
        "bank_details": False,
        "spec_module_id": 2,
        "is_hospital": True,
        "ipd_enabled": False,
        "abdm_enabled": True,
    }


def test_all_option_reads_each_page_once(many: Platform, careops: CareOpsCommand) -> None:
    run = careops("clinics", "list", "--all", "--columns", "id")
    assert run.out.split() == [str(number) for number in range(1, 1244)]
    assert [call.perpage for call in many.calls(ListClinics)] == [1, 500, 500, 500]
    assert run.err == ""


def test_limit_can_exceed_one_page(many: Platform, careops: CareOpsCommand) -> None:
    run = careops("clinics", "list", "--limit", "600", "--columns", "id")
    assert len(run.out.split()) == 600
    assert run.err.startswith("600 of 1,243")


def test_empty_result_is_reported_with_exit_code_0(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListClinics, Page[Clinic].of([], total=0, perpage=10))
    run = careops("clinics", "list", "--json")
    assert (run.code, run.out, run.err) == (0, "[]\n", "No clinics found.\n")


def test_unknown_column_suggests_the_nearest(many: Platform, careops: CareOpsCommand) -> None:
    run = careops("clinics", "list", "--columns", "id,nmae")
    assert (run.code, run.out) == (2, "")
    assert "Did you mean 'name'?" in run.err


def test_unknown_module_suggests_the_nearest(many: Platform, careops: CareOpsCommand) -> None:
    run = careops("clinics", "list", "--module", "prescription")
    assert run.code == 2
    assert run.err == "error: There is no module 'prescription'. Did you mean 'Prescriptions'?\n"


def test_show_prints_the_record(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ReadClinic, detail(41))
    fields = dict(line.split("\t") for line in careops("clinics", "show", "41").out.splitlines())
    assert fields["beds"] == "12"
    assert fields["city"] == "Ludhiana"
    assert json.loads(careops("clinics", "show", "41", "--json").out) == detail(41).model_dump(mode="json")
    assert "Mall Road" in careops("clinics", "show", "41", terminal=True).out


def test_summary_prints_the_available_figures(platform: Platform, careops: CareOpsCommand) -> None:
    figures = ClinicSummary.model_validate(ReadClinicSummary.example.answer)
    platform.answer(ReadClinicSummary, figures.model_copy(update={"payments": None}))
    fields = dict(line.split("\t") for line in careops("clinics", "summary", "41").out.splitlines())
    assert (fields["modules_on"], fields["modules"], fields["next_due"]) == ("9", "13", "2026-11-30")
    assert fields["failed"] == ""
    assert [call.clinic_id for call in platform.calls(ReadClinicSummary)] == [41]


def test_account_number_is_printed_in_full_on_request(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ShowAccountNumber, AccountNumber(account_no="0314159265"))
    assert careops("clinics", "account-number", "41").out == "0314159265\n"
    assert [call.clinic_id for call in platform.calls(ShowAccountNumber)] == [41]


def test_unknown_clinic_is_reported(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ReadClinic, NotFound("There is no clinic with this id", source="id"))
    run = careops("clinics", "show", "9")
    assert (run.code, run.out) == (1, "")
    assert run.err == "error: There is no clinic with this id (id). Check the id.\n"


HOSPITAL = (
    "clinics",
    "create-hospital",
    "--name",
    "Green Park",
    "--phone",
    "+91 98123 45670",
    "--email",
    "a@g.example",
)


def test_hospital_is_created_with_a_piped_password(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(SignUpHospital, SignedUpHospital(clinic=NewClinic(id=251)))
    run = careops(*HOSPITAL, "--password-stdin", "--columns", "outcome,clinic_id", stdin="correct horse battery\n")
    assert (run.code, run.out) == (0, "done\t251\n")
    [call] = platform.calls(SignUpHospital)
    assert (call.phone_number, call.password) == ("9812345670", "correct horse battery")
    assert "horse" not in run.out + run.err


def test_generated_password_is_printed_once_and_sent(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(SignUpHospital, SignedUpHospital())
    shown = json.loads(careops(*HOSPITAL, "--generate-password", "--json", "--one").out)
    assert [call.password for call in platform.calls(SignUpHospital)] == [shown["password"]]
    assert len(shown["password"]) >= 24
    assert (shown["outcome"], shown["clinic_id"]) == ("done", None)
    on_screen = careops(*HOSPITAL, "--generate-password", terminal=True).out
    assert platform.calls(SignUpHospital)[1].password in on_screen


def test_dry_run_shows_the_planned_hospital(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListClinics, Page[Clinic].of([clinic(1)], total=1, perpage=100))
    taken = (*HOSPITAL[:4], "--phone", "9887366946", *HOSPITAL[-2:])
    assert json.loads(careops(*taken, "--dry-run", "--json", "--one").out)["outcome"] == "failed"
    assert json.loads(careops(*HOSPITAL, "--dry-run", "--json", "--one").out)["outcome"] == "planned"
    assert platform.calls(SignUpHospital) == []


def test_values_refused_by_the_contract_are_not_sent(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops(*HOSPITAL[:-1], "nonsense", "--password-stdin", stdin="short\n")
    assert run.code == 2
    assert "email" in run.err
    assert "Password must have" in run.err
    assert run.err.endswith("Nothing was sent.\n")
    assert "short\n" not in run.err
    assert platform.received == []


def test_refusal_is_the_reason_of_the_row(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(SignUpHospital, Conflict("The phone number is taken", source="phone_number"))
    run = careops(*HOSPITAL, "--generate-password")
    assert run.code == 1
    assert run.out.split("\t")[2:4] == ["failed", "The phone number is taken"]


def test_password_prompt_needs_a_terminal(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops(*HOSPITAL)
    assert run.code == 2
    assert "--password-stdin" in run.err

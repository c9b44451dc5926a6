"""``careops clinics export``: all fields in every format, without formulas."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform
from cli.tests.samples import MODULES, clinic, detail, page_of
from python_calamine import load_workbook

from careops.bulk import Target, read_ids
from careops.calls.clinic_doctors import DoctorName, DoctorOfClinic
from careops.calls.clinics import Clinic, ListClinics, ReadClinic
from careops.calls.modules import ListSpecModules
from careops.contract import Page
from careops.errors import Unavailable

NASTY = ["=HYPERLINK(1)", "+91 98123", "-2+3", "@SUM(A1)", "＝1+1", 'ਸੰਜੀਵਨੀ, "Clinic"']


@pytest.fixture
def clinics(platform: Platform) -> Platform:
    """Return three clinics with a doctor each."""
    doctor = DoctorOfClinic(id=1, doctor=DoctorName(id=2, first_name="Simran", last_name="Gill"))
    platform.answer(ListSpecModules, MODULES)
    platform.answer(ListClinics, lambda call: page_of(call, total=3))
    platform.answer(ReadClinic, lambda call: detail(call.id).model_copy(update={"doctors_list": [doctor]}))
    return platform


@pytest.fixture
def nasty(platform: Platform) -> Platform:
    """Return clinics whose names look like formulas."""
    names = dict(enumerate(NASTY, start=1))
    clinics = [clinic(number, name=name) for number, name in names.items()]
    platform.answer(ListClinics, lambda call: Page[Clinic].of(clinics, total=len(clinics), perpage=call.perpage))
    platform.answer(ReadClinic, lambda call: detail(call.id).model_copy(update={"name": names[call.id]}))
    return platform


def test_every_clinic_is_read_completely(clinics: Platform, careops: CareOpsCommand) -> None:
    run = careops("clinics", "export", "--csv", "--columns", "id,beds,doctors")
    assert list(csv.reader(io.StringIO(run.out))) == [
        ["id", "beds", "doctors"],
        ["1", "12", "Simran Gill"],
        ["2", "12", "Simran Gill"],
        ["3", "12", "Simran Gill"],
    ]
    assert len(json.loads(careops("clinics", "export", "--json").out)) == 3
    assert careops("clinics", "export").out.count("\n") == 3


def test_export_has_the_filters_of_the_list(clinics: Platform, careops: CareOpsCommand) -> None:
    filters = ("--search", "green", "--state", "Punjab", "--module", "lab reports", "--hospital", "--no-bank", "--ipd")
    assert careops("clinics", "export", *filters).code == 0
    exported = clinics.calls(ListClinics)[0].parameters
    assert careops("clinics", "list", *filters).code == 0
    assert {**clinics.calls(ListClinics)[-1].parameters, "perpage": 500} == exported
    assert exported["spec_module_id"] == 7
    assert "Did you mean" in careops("clinics", "export", "--module", "lab report").err


def test_listed_columns_need_no_second_read(clinics: Platform, careops: CareOpsCommand) -> None:
    assert careops("clinics", "export", "--columns", "id,name,location.city").code == 0
    assert clinics.calls(ReadClinic) == []


@pytest.mark.proves("SEC-49.cli")
def test_a_spreadsheet_holds_text_and_numbers(nasty: Platform, careops: CareOpsCommand, home: Path) -> None:
    run = careops("clinics", "export", "clinics.xlsx", "--columns", "id,name,beds,modules,ipd")
    assert (run.code, run.out, run.err) == (0, "", "6 clinics are in clinics.xlsx.\n")
    title, *rows = load_workbook(str(home / "clinics.xlsx")).get_sheet_by_index(0).to_python()
    assert title == ["id", "name", "beds", "modules", "ipd"]
    assert rows == [[number, name, 12, "Prescriptions", "yes"] for number, name in enumerate(NASTY, start=1)]


@pytest.mark.proves("SEC-49.cli")
def test_a_csv_file_opens_in_a_spreadsheet(nasty: Platform, careops: CareOpsCommand, home: Path) -> None:
    assert careops("clinics", "export", "clinics.csv", "--columns", "id,name").code == 0
    content = (home / "clinics.csv").read_bytes()
    assert content.startswith(b"\xef\xbb\xbfid,name\n")
    names = [row[1] for row in csv.reader(io.StringIO(content.decode("utf-8-sig")))][1:]
    assert names == [*(f"'{name}" for name in NASTY[:5]), NASTY[5]]
    assert [row.key for row in read_ids(home / "clinics.csv") if isinstance(row, Target)] == [*range(1, 7)]


def test_pipe_gets_no_byte_order_mark(nasty: Platform, careops: CareOpsCommand) -> None:
    assert careops("clinics", "export", "-", "--as", "csv", "--columns", "id,name").out.startswith("id,name\n")


def test_json_lines_hold_every_field(nasty: Platform, careops: CareOpsCommand, home: Path) -> None:
    assert careops("clinics", "export", "clinics.jsonl").code == 0
    lines = [json.loads(line) for line in (home / "clinics.jsonl").read_text("utf-8").splitlines()]
    assert [line["name"] for line in lines] == NASTY
    assert lines[0]["location"]["city"] == "Ludhiana"
    assert careops("clinics", "export", "ids.txt", "--as", "jsonl", "--columns", "id").code == 0
    assert (home / "ids.txt").read_text() == "".join(f'{{"id":{number}}}\n' for number in range(1, 7))


def test_failed_export_keeps_the_previous_file(clinics: Platform, careops: CareOpsCommand, home: Path) -> None:
    (home / "clinics.csv").write_text("yesterday's")
    clinics.answer(ReadClinic, lambda call: Unavailable())
    assert careops("clinics", "export", "clinics.csv", "--replace").code == 1
    assert (home / "clinics.csv").read_text() == "yesterday's"
    assert [path.name for path in home.iterdir() if path.is_file()] == ["clinics.csv"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("clinics.txt",), "Add --as csv, xlsx or jsonl"),
        (("clinics.csv", "--as", "pdf"), "There is no format 'pdf'"),
        (("clinics.csv", "--json"), "--json formats printed output, and clinics.csv is a file"),
        (("clinics.csv", "--as", "jsonl"), "clinics.csv is named as csv, and --as says jsonl. Give one of them."),
        (("-",), "Add --as csv, xlsx or jsonl"),
        (("-", "--as", "xlsx"), "goes into a file"),
        (("nowhere/clinics.csv",), "There is no folder nowhere"),
        (("clinics.csv", "--columns", "nam"), "Did you mean 'name'?"),
    ],
)
def test_wrong_command_line_is_refused(
    clinics: Platform, careops: CareOpsCommand, home: Path, words: tuple[str, ...], complaint: str
) -> None:
    run = careops("clinics", "export", *words)
    assert run.code == 2
    assert complaint in run.err
    assert [path for path in home.iterdir() if path.is_file()] == []

"""``careops call``, and commands that change one clinic."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform
from cli.tests.samples import MODULES, detail, page_of
from sdk.tests.shape_calls import UploadThings

from careops import PreconditionFailed, Problem
from careops.calls import all_calls
from careops.calls import clinics as calls
from careops.calls.modules import ActivateSpecModule, DeactivateSpecModule, ListSpecModules, UpdateClinicSettings
from careops.contract import Empty
from careops.files import Download
from careops_cli.framework import generic_call
from careops_cli.framework.errors import CliError


@pytest.fixture
def ready(platform: Platform) -> Platform:
    """Set up a platform that accepts every change."""
    for call in (calls.UpdateClinic, ActivateSpecModule, DeactivateSpecModule, UpdateClinicSettings):
        platform.answer(call, Empty())
    platform.answer(calls.SignUpHospital, calls.SignedUpHospital(clinic=calls.NewClinic(id=251)))
    platform.answer(calls.ReadClinic, lambda call: detail(call.id))
    platform.answer(ListSpecModules, MODULES)
    platform.answer(calls.ListClinics, lambda call: page_of(call, total=30))
    return platform


@pytest.mark.parametrize("module", ["7", "Lab Reports", "lab reports"])
@pytest.mark.parametrize(("verb", "kind"), [("on", ActivateSpecModule), ("off", DeactivateSpecModule)])
def test_modules_are_resolved_by_id_or_name(
    module: str, verb: str, kind: type[ActivateSpecModule], ready: Platform, careops: CareOpsCommand
) -> None:
    active = [calls.ClinicSpecModule(spec_module_id=7, name="Lab Reports")] if verb == "off" else []
    ready.answer(calls.ReadClinic, detail(41).model_copy(update={"clinic_spec_modules": active}))
    run = careops("modules", verb, module, "41", "--json", "--one")
    assert run.code == 0
    row = json.loads(run.out)
    assert (row["target"], row["outcome"], row["reason"].partition(":")[0]) == (41, "done", "Lab Reports")
    assert [call.parameters for call in ready.calls(kind)] == [{"clinic_id": 41, "module_id": 7}]


def test_terminal_prints_the_outcome_of_a_switch(ready: Platform, careops: CareOpsCommand) -> None:
    run = careops("modules", "on", "2", "41", terminal=True)
    assert "unchanged" in run.out
    assert run.err == "1 unchanged.\n"


@pytest.mark.parametrize("flag", ["ipd", "IPD", "ipd_enabled"])
def test_flags_are_switched_by_any_spelling(flag: str, ready: Platform, careops: CareOpsCommand) -> None:
    assert careops("modules", "on", flag, "41").out == "1\t41\tunchanged\t\n"
    assert careops("modules", "off", flag, "41").out == "1\t41\tdone\tipd: on → off\n"
    assert [call.flags for call in ready.calls(UpdateClinicSettings)] == [{"ipd_enabled": False}]


def test_every_documented_call_can_be_listed_and_described(careops: CareOpsCommand) -> None:
    names = [line.split("\t")[0] for line in careops("call", "--list").out.splitlines()]
    assert names == [call.__name__ for call in all_calls()]
    for name in names:
        assert careops("call", name, "--describe").code == 0


def test_text_numbers_and_booleans_are_parsed(ready: Platform, careops: CareOpsCommand) -> None:
    run = careops("call", "list-clinics", "search_text=a=b", "is_hospital=true", "perpage=2")
    assert run.code == 0
    assert run.err.startswith("2 of 30")
    assert len(run.out.splitlines()) == 2
    [call] = ready.calls(calls.ListClinics)
    assert (call.search_text, call.is_hospital, call.perpage) == ("a=b", True, 2)


def test_all_option_reads_every_page_of_a_list(ready: Platform, careops: CareOpsCommand) -> None:
    assert careops("call", "ListClinics", "--all", "--columns", "id").out.split() == [str(n) for n in range(1, 31)]


def test_objects_are_given_by_dots_json_or_files(ready: Platform, careops: CareOpsCommand, home: Path) -> None:
    (home / "body.json").write_text('{"id": 41, "location": {"city": "Moga", "zipcode": "142001"}}', "utf-8-sig")
    run = careops(
        "call",
        "UpdateClinic",
        "--body-json",
        "@body.json",
        "location.city=Ludhiana",
        "location.address_line_1=14 Mall Road",
        'speciality={"name": "Cardiology"}',
        "beds_count:=20",
    )
    assert run.code == 0, run.err
    [call] = ready.calls(calls.UpdateClinic)
    assert call.location.city == "Ludhiana"
    assert call.location.zipcode == "142001"
    assert call.speciality.name == "Cardiology"
    assert call.beds_count == 20
    assert run.out == "yes\n"


def test_secrets_are_read_from_stdin_only(ready: Platform, careops: CareOpsCommand) -> None:
    refused = careops("call", "SignUpHospital", "password=correct horse battery")
    assert refused.code == 2
    assert "--body-json @-" in refused.err
    assert "horse" not in refused.err
    body = {"name": "A", "phone_number": "9812345670", "email": "a@g.in", "password": "correct horse battery"}
    assert careops("call", "SignUpHospital", "--body-json", "@-", stdin=json.dumps(body)).code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("ListClinic",), "Did you mean 'ListClinics'?"),
        (("Xyzzy",), "Run: careops call --list"),
        ((), "Run: careops call --list"),
        (("ListClinics", "page"), "Write key=value"),
        (("ListClinics", "=3"), "Write key=value"),
        (("ListClinics", "page=0"), "(page)"),
        (("ListClinics", "colour=red"), "Colour is not a known field (colour)."),
        (("ListClinics", "page:={"), "page is not JSON"),
        (("ListClinics", "--body-json", "[1]"), "must hold an object"),
        (("UpdateClinic", "location=3", "location.city=Moga"), "given twice"),
        (("ReadClinic",), "Id is required (id)."),
    ],
)
def test_wrong_call_or_parameter_is_refused(
    arguments: tuple[str, ...], message: str, platform: Platform, careops: CareOpsCommand
) -> None:
    run = careops("call", *arguments)
    assert run.code == 2
    assert message in run.err
    assert platform.received == []


def test_missing_body_file_is_refused(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("call", "ReadClinic", "--body-json", "@nowhere.json")
    assert (run.code, run.err) == (1, "error: No such file or directory: nowhere.json.\n")


def test_change_of_a_stale_record_is_refused(ready: Platform, careops: CareOpsCommand) -> None:
    detail = calls.ClinicDetail(id=41, name="Navjeevan Polyclinic", beds_count=4)
    ready.answer(calls.ReadClinic, detail.noted(version="abc-1"))
    read = careops("call", "ReadClinic", "id=41", "--json")
    assert read.err.startswith("Version abc-1: give it as --if-match")
    assert json.loads(read.out)["beds_count"] == 4
    assert careops("call", "UpdateClinic", "id=41", "beds_count=5", "--if-match", "abc-1").code == 0
    ready.answer(
        calls.UpdateClinic, PreconditionFailed(Problem("Beds count has changed since it was read", "beds_count"))
    )
    stale = careops("call", "UpdateClinic", "id=41", "beds_count=5", "--if-match", "abc-1")
    assert (stale.code, stale.out) == (1, "")
    assert stale.err == (
        "error: Beds count has changed since it was read (beds_count). Read it again, then decide what to keep.\n"
    )
    assert ready.asked_versions == [None, '"abc-1"', '"abc-1"']


def test_help_of_a_call_lists_its_parameters(careops: CareOpsCommand) -> None:
    run = careops("call", "ListClinics", "--help")
    assert run.code == 0
    assert "Parameters of ListClinics:" in run.out
    assert "search_text" in run.out
    assert "email address, phone number, city or state" in " ".join(run.out.split())
    assert "Parameters of ListClinics:" not in careops("call", "--help").out


def test_files_are_uploaded_by_path_and_downloaded_unchanged(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    (tmp_path / "things.csv").write_bytes(b"name\nAsha\n")
    parameters = generic_call.parameters(UploadThings, ["clinic_id=4", f"file0=@{tmp_path / 'things.csv'}"], None)
    assert b"".join(UploadThings.model_validate(parameters).file0.chunks()) == b"name\nAsha\n"
    with pytest.raises(CliError, match="given as @path"):
        generic_call.parameters(UploadThings, ["file0=things.csv"], None)
    assert generic_call.render_answer(Download([b"\xff", b"\x00"], name="leads.xlsx")) is None
    sys.stdout.buffer.flush()
    assert capfdbinary.readouterr().out == b"\xff\x00"


def test_printed_example_is_accepted_by_the_call(ready: Platform, careops: CareOpsCommand, home: Path) -> None:
    run = careops("call", "UpdateClinic", "--example")
    assert run.code == 0
    assert ready.received == []
    (home / "clinic.json").write_text(run.out)
    assert careops("call", "UpdateClinic", "--body-json", "@clinic.json").code == 0
    [sent] = ready.calls(calls.UpdateClinic)
    assert sent == calls.UpdateClinic.model_validate(json.loads(run.out))


def test_idempotency_key_is_sent_with_a_change(ready: Platform, careops: CareOpsCommand) -> None:
    words = ("call", "ActivateSpecModule", "clinic_id=41", "module_id=2", "--idempotency-key", "winter-camp-41")
    assert careops(*words).code == 0
    assert ready.asked_keys[-1] == "winter-camp-41"


def test_all_option_is_refused_for_a_single_record(ready: Platform, careops: CareOpsCommand) -> None:
    run = careops("call", "ReadClinic", "id=41", "--all")
    assert (run.code, ready.received) == (2, [])
    assert run.err == "error: ReadClinic does not return pages. Omit --all.\n"


@pytest.mark.parametrize(
    "words", [["id=12", "reg_photo_url=@certificates:none.jpg"], ["id=x", "reg_photo_url=@photos:me.jpg"]]
)
def test_invalid_call_uploads_no_file(
    ready: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: list[str]
) -> None:
    (tmp_path / "me.jpg").write_bytes(b"a picture")
    monkeypatch.chdir(tmp_path)
    run = careops("call", "UpdateDoctor", *words)
    assert run.code == 2
    assert "none.jpg" in run.err or "id" in run.err
    assert ready.received == []


def test_description_has_one_line_per_parameter(careops: CareOpsCommand) -> None:
    run = careops("call", "ListClinics", "--describe")
    assert run.code == 0
    assert "\\n" not in run.out

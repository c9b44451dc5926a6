"""Bulk commands: targets, confirmations, reports, exit codes."""

from __future__ import annotations

import csv
import io
import json
import sys
import threading
from collections import Counter
from pathlib import Path

import pytest
from cli.tests.bulk.rows import rows
from cli.tests.command_line import CareOpsCommand, Terminal
from cli.tests.platform_stub import TOKEN, Platform
from cli.tests.samples import MODULES, clinic, detail

from careops.bulk import Journal, SwitchModule
from careops.calls.clinics import (
    Clinic,
    ClinicDetail,
    ListClinics,
    NewClinic,
    ReadClinic,
    SignedUpHospital,
    SignUpHospital,
)
from careops.calls.modules import ActivateSpecModule, DeactivateSpecModule, ListSpecModules, UpdateClinicSettings
from careops.calls.session import RefreshSession
from careops.client.tokens import Tokens
from careops.contract import Empty, Page
from careops.errors import Conflict, NotFound, Unauthorized, Unavailable
from careops_cli.auth.profiles import selected_profile
from careops_cli.auth.token_stores import token_store
from careops_cli.framework.options import Options


@pytest.fixture
def clinics(platform: Platform) -> Platform:
    """Set up a platform of 50 clinics, all with Prescriptions and none with Lab Reports."""

    def read(call: ReadClinic) -> ClinicDetail:
        if call.id > 50:
            raise NotFound("There is no clinic with this id", source="id")
        return detail(call.id)

    platform.answer(ListSpecModules, MODULES)
    platform.answer(RefreshSession, Unauthorized())
    platform.answer(ReadClinic, read)
    platform.answer(ListClinics, lambda call: Page[Clinic].of([clinic(7), clinic(4)], total=2, perpage=call.perpage))
    for kind in (ActivateSpecModule, DeactivateSpecModule, UpdateClinicSettings, SignUpHospital):
        platform.answer(kind, Empty())
    return platform


def mutations(platform: Platform) -> list[object]:
    return [call for call in platform.received if call.route.mutates]


LABS = ("modules", "on", "lab reports")


def test_each_target_has_a_row_and_each_failure_its_reason(clinics: Platform, careops: CareOpsCommand) -> None:
    run = careops(*LABS, "1", "2", "x", "2", "99", "--yes")
    assert run.code == 3
    assert rows(run) == [
        ["1", "1", "done", "Lab Reports: off → on"],
        ["2", "2", "done", "Lab Reports: off → on"],
        ["3", "x", "invalid", "an id is a whole number of 1 or more"],
        ["4", "2", "duplicate", "the same as row 2"],
        ["5", "99", "failed", "There is no clinic with this id"],
    ]
    assert run.err == "2 done, 1 failed, 1 duplicate, 1 invalid.\n"


def test_exit_code_depends_on_the_outcomes(clinics: Platform, careops: CareOpsCommand) -> None:
    assert careops("modules", "on", "2", "1", "2", "--yes").err == "2 unchanged.\n"
    assert careops("modules", "off", "2", "1", "2", "--yes").code == 0
    assert careops(*LABS, "98", "99", "--yes").code == 1
    assert len(clinics.calls(DeactivateSpecModule)) == 2


def test_json_and_csv_have_the_same_rows(clinics: Platform, careops: CareOpsCommand) -> None:
    items = json.loads(careops(*LABS, "1", "x", "--yes", "--json").out)
    assert items[0] == {"row": 1, "target": 1, "outcome": "done", "reason": "Lab Reports: off → on"}
    table = list(csv.reader(io.StringIO(careops(*LABS, "1", "x", "--yes", "--csv", "--columns", "target,outcome").out)))
    assert table == [["target", "outcome"], ["1", "done"], ["x", "invalid"]]


@pytest.mark.parametrize("way", ["-", "--from=-", "--from=ids.csv"])
def test_targets_from_stdin_and_files(clinics: Platform, careops: CareOpsCommand, home: Path, way: str) -> None:
    text = "id,name\r\n3,a\r\n\r\n4,b\r\n"
    (home / "ids.csv").write_text(text, encoding="utf-16")
    run = careops(*LABS, way, "--yes", stdin=text)
    assert [row[:3] for row in rows(run)] == [["2", "3", "done"], ["4", "4", "done"]]


def test_filter_option_selects_targets(clinics: Platform, careops: CareOpsCommand) -> None:
    run = careops("modules", "off", "ipd", "--where", "is_hospital=true", "--where", "search_text=green", "--yes")
    assert [row[1:3] for row in rows(run)] == [["7", "done"], ["4", "done"]]
    assert clinics.calls(ListClinics)[0].parameters == {
        "page": 1,
        "perpage": 500,
        "search_text": "green",
        "is_hospital": True,
    }
    assert clinics.calls(ReadClinic) == []


def test_state_filter_is_sent_as_typed_filter(clinics: Platform, careops: CareOpsCommand) -> None:
    careops("modules", "off", "ipd", "--where", "state=Punjab", "--yes")
    parameters = clinics.calls(ListClinics)[0].parameters
    assert (parameters["filter_type"], parameters["filter_text"]) == ("state", "Punjab")


@pytest.mark.parametrize(("words", "code", "changed"), [(("--expect", "2"), 0, 2), (("--expect", "1"), 2, 0)])
def test_expect_option_limits_the_number_of_targets(
    clinics: Platform, careops: CareOpsCommand, words: tuple[str, ...], code: int, changed: int
) -> None:
    run = careops(*LABS, "1", "2", "--yes", *words)
    assert run.code == code
    assert len(mutations(clinics)) == changed
    hint = "more than the 1 expected: confirmation needs a terminal. Add --expect 2 to confirm this number."
    assert (hint in run.err) is (code == 2)


@pytest.mark.parametrize(("typed", "code"), [("2\n", 0), ("y\n", 5), ("3\n", 5)])
def test_number_above_the_limit_of_the_profile_must_be_typed(
    clinics: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch, typed: str, code: int
) -> None:
    careops("profiles", "add", "small", clinics.url)
    careops("profiles", "set", "small", "--limit", "1")
    token_store(selected_profile(Options(profile="small"))).save(Tokens(TOKEN, "refresh", "super_admin", {}))
    screen = Terminal()
    with monkeypatch.context() as patch:
        patch.setattr(io, "StringIO", lambda text: Terminal(typed))  # the fixture's class for stdin
        patch.setattr(sys, "stderr", screen)
        run = careops("--profile", "small", *LABS, "1", "2", "--yes")
    assert run.code == code
    assert "more than the 1 expected. Type the number to go on" in screen.getvalue()
    assert len(mutations(clinics)) == (2 if code == 0 else 0)


def test_dry_run_lists_planned_changes(clinics: Platform, careops: CareOpsCommand, state: Path) -> None:
    run = careops("modules", "off", "ipd", "1", "99", "--dry-run")
    assert rows(run) == [
        ["1", "1", "planned", "ipd: on → off"],
        ["2", "99", "failed", "There is no clinic with this id"],
    ]
    assert careops("modules", "on", "ipd", "1", "--dry-run").out == "1\t1\tunchanged\t\n"
    assert mutations(clinics) == []
    assert not state.exists()


def test_missing_terminal_refuses_the_confirmation(clinics: Platform, careops: CareOpsCommand, state: Path) -> None:
    run = careops(*LABS, "1", "2")
    assert (run.code, run.out) == (2, "")
    assert run.err == (
        f"error: Turn Lab Reports on for 2 clinics on {clinics.url} as Harpreet Kaur (super_admin): "
        "confirmation needs a terminal. Add --yes, or --dry-run to see it.\n"
    )
    assert mutations(clinics) == []
    assert list(state.rglob("*.jsonl")) == []


@pytest.mark.parametrize(("answer", "code", "changed"), [("y\n", 0, 2), ("n\n", 5, 0), ("\n", 5, 0), ("", 130, 0)])
def test_terminal_asks_for_confirmation(
    clinics: Platform,
    careops: CareOpsCommand,
    monkeypatch: pytest.MonkeyPatch,
    answer: str,
    code: int,
    changed: int,
) -> None:
    screen = Terminal()
    with monkeypatch.context() as patch:
        patch.setattr(io, "StringIO", lambda text: Terminal(answer))  # the fixture's class for stdin
        patch.setattr(sys, "stderr", screen)
        run = careops(*LABS, "1", "2", "2")
    assert run.code == code
    assert "Left out: 1 duplicate." in screen.getvalue()
    question = f"Turn Lab Reports on for 2 clinics on {clinics.url} as Harpreet Kaur (super_admin)? [y/N]"
    assert question in screen.getvalue()
    assert len(mutations(clinics)) == changed


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("modules", "on", "lab report", "1"), "Did you mean 'Lab Reports'?"),
        (("modules", "on", "2"), "Which clinics?"),
        (("modules", "on", "2", "1", "--from", "x.csv"), "named in two ways"),
        (("modules", "on", "2", "1", "-"), "- stands alone"),
        (("modules", "on", "2", "x"), "'x' is no clinic's id"),
        (("modules", "on", "2", "--where", "is_hospitl=true"), "Did you mean 'is_hospital'?"),
        (("modules", "on", "2", "--where", "search_text="), "is no filter"),
        (("modules", "on", "2", "--where", "page=2"), "cannot be filtered by 'page'"),
        (("modules", "on", "2", "--where", "filter_text=Punjab"), "cannot be filtered by 'filter_text'"),
        (("modules", "on", "2", "--where", "filter_type=state"), "cannot be filtered by 'filter_type'"),
        (("modules", "on", "2", "--where", "state="), "is no filter"),
        (("modules", "on", "2", "--where", ""), "--where is empty"),
        (("modules", "on", "2", ""), "is empty"),
        (("modules", "on", "2", "--from", ""), "--from is empty"),
        (("modules", "on", "2", "--where", "ipd_enabled=maybe"), "true or false (ipd_enabled)"),
        (("modules", "on", "2", "1", "--resume", "j", "--dry-run"), "--resume cannot be combined"),
        (("clinics", "create-hospital", "--name", "x"), "Give --name, --phone and --email"),
        (("clinics", "create-hospital", "--from", "x.csv", "--name", "x"), "--from takes"),
        (("clinics", "create-hospital", "--dry-run"), "Give --name, --phone and --email"),
        (("modules", "on", "2", "1", "2", "--one"), "--one needs exactly one target"),
        (("modules", "on", "lab", "1"), "Did you mean 'Lab Reports'?"),
        (("modules", "on", "2", "1", "--id-column", "x"), "--id-column says how a file is read"),
        (("modules", "on", "2", "--where", "state=Punjab", "--sheet", "2"), "--sheet says how a file is read"),
        (("modules", "on", "2", "1", "2", "--journal", "nowhere/j"), "There is no folder nowhere"),
        (("modules", "on", "2", "--resume", "."), "cannot be opened: Is a directory"),
        (("modules", "on", "2", "--from", "nowhere.csv"), "cannot be read: No such file"),
    ],
)
def test_wrong_command_line_is_refused(
    clinics: Platform, careops: CareOpsCommand, words: tuple[str, ...], complaint: str
) -> None:
    run = careops(*words, "--yes")
    assert run.code == 2
    assert complaint in run.err
    assert mutations(clinics) == []


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "is empty"),
        (b"name\nx\ny\n,\n", "no column 'id'"),
        (b"name,town\nx,y\n", "no column 'id'"),
        (b"pharmacy_id\n41\n", "no column 'id'. Available: pharmacy_id."),
        (b"clinc_id\n41\n", "no column 'id'. Did you mean 'clinc_id'?"),
    ],
)
def test_a_file_without_ids(
    clinics: Platform, careops: CareOpsCommand, home: Path, state: Path, content: bytes, complaint: str
) -> None:
    (home / "ids.csv").write_bytes(content)
    run = careops(*LABS, "--from", "ids.csv", "--yes")
    assert run.code == 2, "nothing was sent"
    assert complaint in run.err
    assert mutations(clinics) == []
    assert list(state.rglob("*.jsonl")) == []


def test_list_of_invalid_lines_fails(clinics: Platform, careops: CareOpsCommand, home: Path) -> None:
    (home / "ids.csv").write_bytes(b"clinic 41\nx\n,\n")
    run = careops(*LABS, "--from", "ids.csv", "--yes")
    assert (run.code, mutations(clinics)) == (1, [])
    assert "invalid" in run.err


def test_terminal_lists_only_rows_that_need_attention(clinics: Platform, careops: CareOpsCommand) -> None:
    run = careops(*LABS, *map(str, range(1, 52)), *["1"] * 160, "--yes", terminal=True)
    assert "There is no clinic" in run.out
    assert "off → on" not in run.out
    assert "161 of 211. --csv shows every row." in run.err


def test_revoked_session_ends_with_code_4_and_the_next_step(
    clinics: Platform, careops: CareOpsCommand, state: Path
) -> None:
    left = threading.Semaphore(10)

    def activate(call: ActivateSpecModule) -> Empty:
        if not left.acquire(blocking=False):
            raise Unauthorized
        return Empty()

    clinics.answer(ActivateSpecModule, activate)
    run = careops(*LABS, *map(str, range(1, 41)), "--yes", "--concurrency", "2")
    [journal] = state.rglob("*.jsonl")
    assert run.code == 4
    assert Counter(row[2] for row in rows(run)) == {"done": 10, "not tried": 30}
    assert "Run: careops login" in run.err
    assert f"Resume with: careops modules on 'Lab Reports' --resume {journal}" in run.err
    clinics.answer(ActivateSpecModule, Empty())
    again = careops(*LABS, "--resume", str(journal))
    assert again.code == 0
    assert {row[2] for row in rows(again)} == {"done"}
    assert len(rows(again)) == 40


def test_missing_session_leaves_no_journal(clinics: Platform, careops: CareOpsCommand, state: Path) -> None:
    clinics.answer(ReadClinic, Unauthorized())
    run = careops(*LABS, "1", "2", "--yes")
    assert (run.code, run.out) == (4, "")
    assert list(state.rglob("*.jsonl")) == []


@pytest.mark.proves("FAULT-21.command")
def test_outage_during_run_shows_command_for_resuming(clinics: Platform, careops: CareOpsCommand, state: Path) -> None:
    left = threading.Semaphore(10)

    def activate(call: ActivateSpecModule) -> Empty:
        if not left.acquire(blocking=False):
            raise Unavailable
        return Empty()

    clinics.answer(ActivateSpecModule, activate)
    run = careops(*LABS, *map(str, range(1, 41)), "--yes", "--concurrency", "2", "--patience", "0")
    [journal] = state.rglob("*.jsonl")
    assert run.code != 0
    assert "no usable answer" in run.err
    assert f"Resume with: careops modules on 'Lab Reports' --resume {journal}" in run.err


def test_permanent_outage_ends_the_run(clinics: Platform, careops: CareOpsCommand) -> None:
    clinics.answer(ActivateSpecModule, lambda call: (_ for _ in ()).throw(Unavailable()))
    run = careops(*LABS, "1", "2", "--yes", "--patience", "0")
    assert run.code == 1
    assert "no usable answer" in run.err


def test_foreign_damaged_and_locked_journals_are_refused(
    clinics: Platform, careops: CareOpsCommand, home: Path
) -> None:
    path = home / "run.jsonl"
    assert careops(*LABS, "1", "2", "--yes", "--journal", str(path)).code == 0
    for words, complaint in (
        (("modules", "off", "lab reports"), "is the journal of another command"),
        ((*LABS, "3", "4"), "has its targets from"),
        (("clinics", "create-hospital", "--from", "x.csv"), "another command|its secret is gone"),
    ):
        run = careops(*words, "--resume", str(path))
        assert run.code == 2, words
        assert any(alternative in run.err for alternative in complaint.split("|")), run.err
    assert "is already there" in careops(*LABS, "1", "2", "--yes", "--journal", str(path)).err
    change = SwitchModule(7, active=True)
    with_lock = Journal.resume(path, change.command, {**change.fingerprint, "platform": clinics.url})
    assert "Another run is using the journal" in careops(*LABS, "--resume", str(path)).err
    with_lock.close()
    path.write_text(path.read_text().replace('{"planned"', "{planned"))
    assert "is damaged in line 3" in careops(*LABS, "--resume", str(path)).err


def test_hospitals_get_generated_or_listed_passwords(
    clinics: Platform, careops: CareOpsCommand, home: Path, state: Path
) -> None:
    def sign_up(call: SignUpHospital) -> SignedUpHospital:
        if call.phone_number.endswith("9"):
            raise Conflict("This phone number already belongs to a user", source="phone_number")
        return SignedUpHospital(clinic=NewClinic(id=251))

    clinics.answer(SignUpHospital, sign_up)
    (home / "h.csv").write_text(
        "Name;Phone;Email;Password\nA;9812345670;a@a.example;\nB;9812345671;b@b.example;a long enough password\n"
        "C;9812345679;c@c.example;\nD;9.81235E+09;d@d.example;\n"
    )
    run = careops("clinics", "create-hospital", "--from", "h.csv", "--yes", "--json")
    assert run.code == 3
    first, second, taken, lost = json.loads(run.out)
    sent = {call.phone_number: call.password for call in clinics.calls(SignUpHospital)}
    assert sent["9812345670"] == first["password"]
    assert (second["outcome"], second["password"]) == ("done", None)
    assert sent["9812345671"] == "a long enough password"
    assert (taken["outcome"], taken["reason"], taken["password"]) == (
        "failed",
        "This phone number already belongs to a user",
        None,
    )
    assert "digits were lost" in lost["reason"]
    content = b"".join(path.read_bytes() for path in state.rglob("*") if path.is_file())
    assert first["password"].encode() not in content
    assert b"long enough" not in content


def test_dry_run_of_hospitals_creates_nothing(
    clinics: Platform, careops: CareOpsCommand, home: Path, state: Path
) -> None:
    (home / "h.csv").write_text("name,phone,email\nA,9887366946,a@a.example\nB,9812345671,b@b.example\n")
    run = careops("clinics", "create-hospital", "--from", "h.csv", "--dry-run", "--json")
    assert [row["outcome"] for row in json.loads(run.out)] == ["failed", "planned"]
    assert "already belongs to Clinic 7" in run.out
    assert mutations(clinics) == []
    assert not state.exists()


@pytest.mark.parametrize(
    "words",
    [
        (*LABS, "1", "2", "--yes"),
        (*LABS, "1"),
        ("modules", "on", "surgery", "1"),
        ("clinics", "set-location", "1", "--address", "x", "--city", "y", "--zipcode", "141001"),
        ("clinics", "create-hospital", "--name", "A", "--phone", "9812345670", "--email", "a@a.example"),
        ("clinic-admins", "create", "1", "--name", "A", "--phone", "9812345670", "--generate-password"),
        ("clinic-admins", "delete", "1", "7", "--yes"),
        ("payments", "add-manual", "1", "pay_L0nSsccovt6zyp", "order_L0nS83FfCHaWqV"),
        ("call", "UpdateClinicSettings", "clinic_id=1", "ipd_enabled=true"),
    ],
)
def test_wrong_column_is_found_before_sending(
    clinics: Platform, careops: CareOpsCommand, words: tuple[str, ...]
) -> None:
    run = careops(*words, "--columns", "outcom")
    assert (run.code, run.out) == (2, "")
    assert "There is no column 'outcom'" in run.err
    assert clinics.received == []


def test_single_and_multiple_results_have_one_shape(clinics: Platform, careops: CareOpsCommand) -> None:
    [single] = json.loads(careops(*LABS, "1", "--json").out)
    many = json.loads(careops(*LABS, "1", "2", "--yes", "--json").out)
    assert many[0] == single == {"row": 1, "target": 1, "outcome": "done", "reason": "Lab Reports: off → on"}
    assert json.loads(careops("modules", "on", "2", "1", "--json", "--one").out)["outcome"] == "unchanged"
    assert json.loads(careops("modules", "off", "ipd", "1", "--dry-run", "--json", "--one").out)["outcome"] == "planned"


def test_failure_of_a_single_target_is_printed_on_the_terminal(clinics: Platform, careops: CareOpsCommand) -> None:
    run = careops(*LABS, "99", terminal=True)
    assert run.code == 1
    assert "There is no clinic with this id" in run.out
    assert run.err == "1 failed.\n"

"""Behaviour on a real terminal: hidden passwords, colours, progress, and the Tab key."""

from __future__ import annotations

import codecs
import os
import pty
import select
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from cli.tests.command_line import CareOpsCommand, Terminal
from cli.tests.platform_stub import TOKEN, Platform
from cli.tests.samples import MODULES, USER, page_of

from careops.calls.clinics import ListClinics, NewClinic, SignedUpHospital, SignUpHospital
from careops.calls.modules import ListSpecModules
from careops.calls.payments import ListPayments, Payment
from careops.calls.session import SignedIn, SignIn
from careops.client.tokens import FileTokens
from careops.contract import Page
from careops_cli.auth.passwords import generate_password
from careops_cli.output.progress import progress_line
from careops_cli.output.results import to_text
from careops_cli.output.tables import print_record, print_table


def _on_a_terminal(*arguments: str, answers: tuple[tuple[str, str], ...] = (), **environment: str) -> tuple[int, str]:
    """Run a command on a new terminal and answer its prompts. Return the exit code and the screen."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(  # noqa: S603 (fixed command)
        [sys.executable, "-m", "careops_cli", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        env={**os.environ, "TERM": "xterm", "PYTHONPATH": os.pathsep.join(p for p in sys.path if p), **environment},
    )
    os.close(theirs)
    screen, decode = "", codecs.getincrementaldecoder("utf-8")().decode  # a character may arrive in two chunks
    waiting = list(answers)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and select.select([ours], [], [], 60)[0]:
        try:
            chunk = os.read(ours, 65536)
        except OSError:  # Linux reports EIO when the other side is closed
            break
        screen += decode(chunk)
        if waiting and screen.endswith(waiting[0][0]):
            os.write(ours, f"{waiting.pop(0)[1]}\n".encode())
        if not chunk:
            break
    os.close(ours)
    return process.wait(60), screen


def test_login_hides_the_typed_password(platform: Platform, signed_out: FileTokens) -> None:
    platform.answer(SignIn, SignedIn(user=USER, auth_token=TOKEN, refresh_token="r1"))
    answers = (("Phone number: ", "9000000001"), ("Password: ", "open sesame 12345"))
    code, screen = _on_a_terminal("login", answers=answers)
    assert code == 0, screen
    assert "sesame" not in screen
    assert f"Signed in to {platform.url} as Harpreet Kaur (super_admin)." in screen
    assert [call.password for call in platform.calls(SignIn)] == ["open sesame 12345"]


def test_colours_are_used_on_request_only(platform: Platform) -> None:
    platform.answer(ListClinics, lambda call: page_of(call, total=12))
    code, screen = _on_a_terminal("clinics", "list", COLUMNS="120")
    assert code == 0
    assert "\x1b[1m" in screen
    assert "10 of 12" in screen
    _, colourless = _on_a_terminal("clinics", "list", COLUMNS="120", NO_COLOR="1")
    assert "10 of 12" in colourless
    assert "\x1b[" not in colourless, "not even bold"


def test_contract_check_uses_colours(platform: Platform) -> None:
    platform.answer(ListSpecModules, MODULES)
    code, screen = _on_a_terminal("contract", "check", COLUMNS="160", PAGER="cat")
    assert code == 1
    assert "\x1b[1;31mdiffers" in screen
    assert "\x1b[32mkept" in screen


def test_narrow_terminal_names_hidden_columns(
    platform: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    platform.answer(ListClinics, lambda call: page_of(call, total=2))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "dumb")
    run = careops("clinics", "list", terminal=True)
    assert max(map(len, run.out.splitlines())) <= 80
    assert all(word in run.out for word in ("Clinic 2", "Ludhiana", "Prescriptions"))
    assert "Not shown here: email, surgery, abdm. See --columns and --json." in run.err
    chosen = careops("clinics", "list", "--columns", "id,name,phone,email,city,state,address", terminal=True)
    assert "Not shown" not in chosen.err
    assert careops("clinics", "list").out.count("\t") == 2 * 10


def test_long_table_uses_the_pager(platform: Platform) -> None:
    platform.answer(ListClinics, lambda call: page_of(call, total=40))
    pager: dict[str, Any] = {"PAGER": "sed s/^/paged:/", "LINES": "12", "COLUMNS": "120"}
    _, screen = _on_a_terminal("clinics", "list", "--limit", "40", **pager)
    assert screen.count("paged:") > 40
    _, short = _on_a_terminal("clinics", "list", "--limit", "3", **pager)
    assert "paged:" not in short
    code, without = _on_a_terminal("clinics", "list", "--limit", "40", **{**pager, "PAGER": "no-such-pager"})
    assert code == 0
    assert "Clinic 40" in without


def test_words_are_not_broken(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    cities = ["Jayamkondacholapuram and its surroundings", "Moga"]
    rows = [[str(number), city, "A clinic of some length", "desk@clinic.example"] for number, city in enumerate(cities)]
    for width in range(70, 200, 10):
        monkeypatch.setenv("COLUMNS", str(width))
        print_table(["id", "city", "name", "email"], rows, spare=["email"], zone=UTC)
        assert "Jayamkondacholapuram" in capsys.readouterr().out, width


def test_list_row_is_one_line_and_report_is_complete(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The beginning of a long text identifies a row of a list, while reasons in a report must be readable."""
    modules = "Appointments, Billing, Feedback, Lab Reports, Patient Records, Prescriptions, Telemedicine"
    rows = [[str(number), "Saumyakiran Children's Polyclinic of Mumbai", modules] for number in (41, 253)]
    for width in range(40, 200, 20):
        monkeypatch.setenv("COLUMNS", str(width))
        print_table(["id", "name", "modules"], rows, spare=["modules"], zone=UTC)
        listed = [line.split()[0] for line in capsys.readouterr().out.splitlines() if line.strip()]
        assert [first for first in listed if "─" not in first] == ["id", "41", "253"]
        print_table(["row", "target", "reason"], rows, zone=UTC)
        report = capsys.readouterr().out
        assert "…" not in report
        assert {word.strip(",") for word in modules.split()} <= {word.strip(",") for word in report.split()}


def test_titles_wrap_and_narrow_columns_stay(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A title of two words takes two lines; narrow columns return after wide ones were omitted."""
    monkeypatch.setenv("COLUMNS", "80")
    titles = ["device_id", "user_id", "app", "app_version", "seen_at", "seen_version"]
    row = ["918", "358", "billing", "4.2.0", "2026-11-19T03:06:55Z", "4.2.0"]
    assert print_table(titles, [row], spare=["user_id"], zone=UTC) == []
    shown = capsys.readouterr().out
    assert [word for word in shown.split() if word.startswith("versi")] == ["version", "version"]
    wide = [
        "61",
        "City Care Scans and Labs",
        "9569924179",
        "citycarescansandlabs.seelampur@newdelhi.example",
        "New Delhi",
        "Delhi",
    ]
    assert print_table(["id", "name", "phone", "email", "city", "state"], [wide], spare=(), zone=UTC) == ["email"]
    assert "Delhi" in capsys.readouterr().out


def test_times_within_texts_are_local(capsys: pytest.CaptureFixture[str]) -> None:
    line = "2026-03-31T21:09:41.391025Z Checked with College; not 2026-99-99T21:09:41Z"
    print_record([("decisions", line)], zone=ZoneInfo("Asia/Kolkata"))
    assert "2026-04-01 02:39:41 Checked with College; not 2026-99-99T21:09:41Z" in capsys.readouterr().out


def test_times_are_local_on_a_terminal_and_exact_in_pipes(
    platform: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    payment = Payment(id=1, created_at=datetime(2026, 9, 14, 20, 5, 7, 123456, tzinfo=UTC))
    platform.answer(ListPayments, Page[Payment].of([payment], total=1, perpage=10))
    monkeypatch.setenv("TZ", "Asia/Kolkata")
    time.tzset()
    try:
        assert "2026-09-15 01:35:07" in careops("payments", "list", "41", terminal=True).out
        assert careops("payments", "list", "41").out.startswith("2026-09-14T20:05:07.123456Z\t")
    finally:
        monkeypatch.undo()
        time.tzset()


def test_generated_passwords_are_printed_on_narrow_terminals(
    platform: Platform, careops: CareOpsCommand, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    platform.answer(SignUpHospital, SignedUpHospital(clinic=NewClinic(id=251)))
    (home / "h.csv").write_text("name,phone,email\nGreen Park Hospital,9812345670,desk@greenpark.example\n")
    monkeypatch.setenv("COLUMNS", "60")
    run = careops("clinics", "create-hospital", "--from", "h.csv", "--yes", terminal=True)
    assert platform.calls(SignUpHospital)[0].password in run.out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_are_printed(shell: str, careops: CareOpsCommand) -> None:
    run = careops("completion", shell)
    assert run.code == 0
    assert "_CAREOPS_COMPLETE" in run.out


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("careops cl", ["clinic-admins", "clinic-doctors", "clinics"]),
        (
            "careops clinics ",
            ["list", "show", "summary", "account-number", "create-hospital", "set-location", "export"],
        ),
        ("careops clinics list --ho", ["--hospital"]),
        ("careops modules on ", ["ipd", "surgery", "abdm"]),
        ("careops call ListClin", ["ListClinicAdmins", "ListClinics", "ListClinicsOfNumber"]),
    ],
)
def test_tab_key_completes_commands_and_options(typed: str, offered: list[str]) -> None:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "_CAREOPS_COMPLETE": "complete_bash",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(typed.count(" ")),
    }
    command = [sys.executable, "-m", "careops_cli"]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 (fixed command)
    assert run.stdout.split() == offered


def test_completion_is_installed(careops: CareOpsCommand, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(home))
    run = careops("completion", "fish", "--install")
    assert run.code == 0
    assert (home / ".config/fish/completions/careops.fish").read_text().startswith("complete --command careops")
    assert ", and ~/.bashrc loads it." in careops("completion", "bash", "--install").err


def test_progress_is_shown_on_terminals_only(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    with progress_line() as progress:
        progress("clinics", 0, 250)
        progress("clinics", 250, 250)
    assert "clinics: 250 of 250 (100 %)" in screen.getvalue()
    assert screen.getvalue().endswith("\r\x1b[K")


def test_values_are_formatted_as_text() -> None:
    assert [to_text(value) for value in (None, True, False, 3, ["a", None, "b"], {"a": "ਅ"}, [{"a": 1}])] == [
        "",
        "yes",
        "no",
        "3",
        "a, , b",
        '{"a": "ਅ"}',
        '[{"a": 1}]',
    ]


def test_generated_passwords_differ_and_are_long() -> None:
    passwords = {generate_password() for _ in range(100)}
    assert len(passwords) == 100
    assert all(len(password) == 29 for password in passwords)

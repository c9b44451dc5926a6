"""Every error: its line, its exit code, and nothing on stdout."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform
from cli.tests.samples import page_of

from careops.calls.clinics import ListClinics
from careops.calls.modules import ListSpecModules
from careops.errors import (
    ApiError,
    ConnectionFailed,
    Forbidden,
    InvalidResponse,
    ServerError,
    TooManyRequests,
    Unauthorized,
    Unavailable,
)
from careops_cli.framework.errors import PARTLY, describe_error, safe_text
from careops_cli.framework.options import Options
from careops_cli.output.results import Table, field_path, show


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("clinisc",), "Did you mean 'clinics'?"),
        (("clinics", "lits"), "Did you mean 'list'?"),
        (("clinics", "show"), "Missing argument"),
        (("clinics", "show", "abc"), "See: careops clinics show --help"),
        (("clinics", "list", "--colour"), "No such option"),
        (("clinics", "list", "--limit", "0"), "--limit"),
        (("clinics", "list", "--csv", "--template", "x"), "Choose one of --csv and --template."),
        (("modules", "list", "--all"), "No such option"),
        (("clinics", "list", "--all", "--limit", "3"), "--all and --limit cannot be combined."),
        (("audit", "logs", "--all", "--limit", "3"), "Omit one of them."),
    ],
)
def test_wrong_command_line_is_a_usage_error(
    arguments: tuple[str, ...], message: str, platform: Platform, careops: CareOpsCommand
) -> None:
    run = careops(*arguments)
    assert (run.code, run.out) == (2, "")
    assert message in run.err
    assert run.err.startswith("error: ")
    assert run.err.count("\n") == 1
    assert platform.received == []


def test_address_above_the_api_is_not_called_temporary(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListSpecModules, ApiError("The API is below /api: use that address", status=405))
    run = careops("modules", "list")
    message = "error: The API is below /api: use that address. Check that the address is the platform's API, "
    assert (run.code, run.err) == (1, f"{message}not a web page.\n")


def test_refused_token_of_the_environment_is_named(
    platform: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Signing in would not help, because the variable has precedence over the session."""
    monkeypatch.setenv("CAREOPS_TOKEN", "old")
    platform.answer(ListSpecModules, Unauthorized())
    run = careops("modules", "list")
    assert run.code == 4
    assert "Give CAREOPS_TOKEN one that is valid" in run.err


def test_server_error_names_the_request(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListSpecModules, ServerError())
    run = careops("modules", "list")
    assert run.code == 1
    assert "[request req-12345678, status 500]" in run.err


def test_refusal_names_the_request_on_request(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListSpecModules, Forbidden())
    assert careops("modules", "list").err == "error: Your account may not do this. Ask a super admin.\n"
    error = careops("modules", "list", "--verbose").err
    assert "[request req-12345678, status 403]" in error
    assert re.search(r"^GET /spec_modules: 403 in \d+ ms, request -$", error, re.MULTILINE)
    assert "GET" not in careops("modules", "list").err, "only where it was asked for"


def test_bug_is_one_line_unless_verbose(
    platform: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("careops_cli.auth.profiles.parse_url", lambda url: 1 // 0)
    run = careops("modules", "list")
    assert run.code == 1
    assert run.err.count("\n") == 1
    assert "ZeroDivisionError" in run.err
    assert "Traceback" in careops("--verbose", "modules", "list").err


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ConnectionFailed("No answer from the platform: refused"), 1),
        (InvalidResponse("GET /x: expected JSON"), 1),
        (Unauthorized(), 4),
        (ModuleNotFoundError("No module named 'sanic'", name="sanic"), 1),
        (PermissionError(13, "Permission denied", "/etc/x"), 1),
    ],
)
def test_every_error_has_a_next_step(error: Exception, code: int) -> None:
    lines, exit_code = describe_error(error)
    assert exit_code == code
    assert len(lines) == 1
    assert lines[0].startswith("error: ")


def test_next_step_is_not_repeated() -> None:
    assert describe_error(Unavailable())[0] == ["error: The service is busy. Please try again in a moment."]
    assert describe_error(TooManyRequests())[0] == ["error: Too many attempts. Please wait a moment and try again."]
    wrong = Unauthorized("Phone Number or Password is invalid.", source="mobile_number_or_password")
    assert describe_error(wrong) == (
        ["error: Phone Number or Password is invalid (mobile_number_or_password). Check both, then sign in again."],
        4,
    )


def test_global_options_may_have_any_position(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListSpecModules, [])
    for words in (("--json", "modules", "list"), ("modules", "--json", "list"), ("modules", "list", "--json")):
        assert careops(*words).out == "[]\n"
    assert careops("modules", "--url", "", "list").code == 2
    assert "--json" not in careops("modules", "--help").out


def test_details_are_printed_in_verbose_mode() -> None:
    error = InvalidResponse("GET /x: 1 validation error\nid\n  Field required")
    assert describe_error(error)[0] == [
        "error: GET /x: 1 validation error. Check that the address is the platform's API, not a web page."
    ]
    assert describe_error(error, verbose=True)[0][1] == "id\n  Field required"


def test_partial_failure_is_reported_after_all_rows(capsys: pytest.CaptureFixture[str]) -> None:
    failed: list[int] = []

    def outcomes() -> Iterator[dict[str, object]]:
        for number in (1, 2):
            if number == 2:
                failed.append(number)
            yield {"clinic_id": number, "outcome": "failed" if failed else "done"}

    columns = {"clinic_id": field_path("clinic_id"), "outcome": field_path("outcome")}
    assert show(Table(outcomes(), columns, exit_code=lambda: PARTLY if failed else 0), Options()) == 3
    assert capsys.readouterr().out == "1\tdone\n2\tfailed\n"


def test_title_cannot_move_the_cursor() -> None:
    assert safe_text("a\x1b[2Jb\x07 ok\nक्\u200dष") == "a\ufffd[2Jb\ufffd ok\nक्\u200dष"


def test_ctrl_c_ends_with_130(careops: CareOpsCommand, platform: Platform, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(profile: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("careops_cli.auth.connection.session_of", interrupt)
    run = careops("modules", "list")
    assert (run.code, run.err) == (130, "Interrupted.\n")


def _environment(platform: Platform, home: Path) -> dict[str, str]:
    variables = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "HOME") if name in os.environ}
    return {
        **variables,
        "CAREOPS_CONFIG_DIR": str(home / "config"),
        "CAREOPS_TOKENS": "file",
        "CAREOPS_URL": platform.url,
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
    }


def test_closed_pipe_of_the_reader_is_not_an_error(platform: Platform, home: Path) -> None:
    platform.answer(ListClinics, lambda call: page_of(call, total=20_000))
    command = [sys.executable, "-m", "careops_cli", "clinics", "list", "--all"]
    with subprocess.Popen(  # noqa: S603 (fixed command)
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=_environment(platform, home)
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"1\t")
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(120) == 0


def test_closed_stderr_does_not_crash(platform: Platform, home: Path) -> None:
    process = subprocess.run(
        [sys.executable, "-m", "careops_cli", "nonsense"],
        stdout=subprocess.PIPE,
        stderr=os.open(os.devnull, os.O_RDONLY),
        env=_environment(platform, home),
        check=False,
    )
    assert process.returncode in (1, 2, 120)

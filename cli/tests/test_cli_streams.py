"""Closed and full standard streams: data on stdout only, messages on stderr only, and no traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

import pytest
from cli.tests.platform_stub import Platform
from cli.tests.samples import MODULES, USER, page_of

from careops.calls.clinics import ListClinics
from careops.calls.modules import ListSpecModules
from careops.calls.session import ReadSession, Session

pytestmark = pytest.mark.slow

SESSION = Session(
    user=USER,
    account_type="super_admin",
    started_at=datetime(2026, 11, 20, 9, 30, tzinfo=UTC),
    ends_at=datetime(2026, 11, 20, 21, 30, tzinfo=UTC),
)
COMMANDS = (
    "--version",
    "--help",
    "whoami",
    "clinics list --csv",
    "clinics export - --as csv",
    "modules on Nothing 1 --yes",
    "login --phone 9000000001 --password-stdin",
)
CLOSED = [" ".join(parts).strip() for parts in product(("", "<&-"), ("", ">&-"), ("", "2>&-")) if any(parts)]


def run(command: str, redirects: str) -> subprocess.CompletedProcess[str]:
    """Run a command in the shell with these redirects."""
    script = f'exec "$0" -m careops_cli {command} {redirects}'
    return subprocess.run(  # noqa: S603 (fixed command)
        ["/bin/sh", "-c", script, sys.executable],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(folder for folder in sys.path if folder)},
        check=False,
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_closed_streams_change_neither_data_nor_exit_code(platform: Platform, command: str) -> None:
    platform.answer(ListClinics, lambda call: page_of(call, total=25))
    platform.answer(ListSpecModules, MODULES)
    platform.answer(ReadSession, SESSION)
    usual = run(command, "")
    assert "Traceback" not in usual.stderr
    for redirects in CLOSED:
        done = run(command, redirects)
        assert done.returncode == usual.returncode, redirects
        assert done.stdout == ("" if ">&-" in redirects.replace("2>&-", "") else usual.stdout), redirects
        assert done.stderr == ("" if "2>&-" in redirects else usual.stderr), redirects


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
@pytest.mark.parametrize("command", ["--version", "whoami", "clinics list --csv", "--help"])
def test_full_disk_is_one_sentence(platform: Platform, command: str) -> None:
    platform.answer(ListClinics, lambda call: page_of(call, total=25))
    platform.answer(ReadSession, SESSION)
    usual = run(command, "")
    full = run(command, ">/dev/full")
    assert (full.returncode, full.stderr) == (1, "error: No space left on device.\n")
    assert run(command, ">/dev/full 2>&1").returncode == 1
    assert run(command, "2>/dev/full").stdout == usual.stdout


def test_closed_stderr_keeps_stdout(platform: Platform) -> None:
    platform.answer(ListClinics, lambda call: page_of(call, total=25))
    script = 'exec 3>&1; { sleep 0.2; "$0" -m careops_cli clinics list --csv 2>&1 >&3; } | true'
    piped = subprocess.run(  # noqa: S603 (fixed command)
        ["/bin/sh", "-c", script, sys.executable],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(folder for folder in sys.path if folder)},
        check=False,
    )
    assert piped.stdout == run("clinics list --csv", "").stdout


def test_ascii_locale_error_names_the_locale() -> None:
    done = subprocess.run(  # noqa: S603 (fixed command)
        [sys.executable, "-m", "careops_cli", "clinics", "list", "--search", "हिन्दी".encode()],
        capture_output=True,
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"export LC_ALL=C.UTF-8" in done.stderr

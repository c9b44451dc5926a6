"""Commands in the guides for operators work in cron and in a shell, and keep secrets out of arguments."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from careops_server.testing.postgres import EMPTY, TestPostgres

pytestmark = pytest.mark.slow

GUIDES = Path(__file__).parents[2] / "docs/guide"
SECRET = "a secret with blanks, and 32 characters"
SUDO = """\
#!/bin/sh
printf '%s\\n' "$*" >> {log}
[ "$1" = -u ] && shift 2
exec "$@"
"""


@pytest.fixture(scope="module")
def postgres() -> Iterator[TestPostgres]:
    with TestPostgres() as server:
        yield server


@pytest.fixture
def machine(postgres: TestPostgres, tmp_path: Path) -> Path:
    """Return a fake root folder with settings, careops and a sudo that logs its arguments."""
    for name in ("etc", "bin", "backups", "data"):
        (tmp_path / name).mkdir()
    (tmp_path / "bin/careops").symlink_to(Path(sys.executable).with_name("careops"))
    (tmp_path / "bin/sudo").write_text(SUDO.format(log=tmp_path / "sudo.log"))
    (tmp_path / "bin/sudo").chmod(0o755)
    settings = {
        "CAREOPS_SECRET": SECRET,
        "CAREOPS_DATABASE_URL": postgres.new_database(EMPTY),
        "CAREOPS_BACKUP_DIR": str(tmp_path / "backups"),
        "CAREOPS_BACKUP_KEY": "ab" * 32,
    }
    (tmp_path / "etc/careops.env").write_text("".join(f'{name}="{value}"\n' for name, value in settings.items()))
    return tmp_path


def run(machine: Path, script: str) -> subprocess.CompletedProcess[str]:
    """Run a script of the guide as cron does: /bin/sh, no settings, few folders."""
    for written, replacement in {
        "/etc/careops/careops.env": machine / "etc/careops.env",
        "/var/lib/careops": machine / "data",
        "/usr/local/bin": machine / "bin",
    }.items():
        script = script.replace(written, str(replacement))
    environment = {"HOME": str(machine), "PATH": f"{machine}/bin:/usr/bin:/bin", "LANG": "C.UTF-8"}
    return subprocess.run(  # noqa: S603 (a line of the guide)
        ["/bin/sh", "-c", script], env=environment, capture_output=True, text=True, check=False, cwd=machine
    )


def cron_line() -> str:
    """Return the line of backup.md without its five times and the account."""
    text = (GUIDES / "backup.md").read_text("utf-8")
    (line,) = re.findall(r"^15 2 \* \* \*  careops  (.+)$", text, re.MULTILINE)
    # cron ends a command at a percent sign.
    assert "%" not in line
    return str(line)


def test_cron_creates_a_verified_backup_silently(machine: Path) -> None:
    created = run(machine, "set -a; . /etc/careops/careops.env; careops admin create --name Asha --phone 9812345671")
    assert created.returncode == 0, created.stderr
    done = run(machine, cron_line())
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    (backup,) = (machine / "backups").glob("*.backup")
    listed = run(machine, "set -a; . /etc/careops/careops.env; careops backup list --json")
    assert str(backup) in listed.stdout


def test_cron_mails_the_reason_of_a_failure(machine: Path) -> None:
    (machine / "backups").rmdir()
    (machine / "backups").write_text("a file is in the way")
    done = run(machine, cron_line())
    assert "backups" in done.stdout
    assert "error" in done.stdout


def test_commands_use_the_settings_without_secrets_in_arguments(machine: Path) -> None:
    text = (GUIDES / "deploying.md").read_text("utf-8")
    (function,) = re.findall(r"^on-careops\(\) \{\n.*?^\}$", text, re.MULTILINE | re.DOTALL)
    done = subprocess.run(  # noqa: S603 (a function of the guide)
        [shutil.which("bash") or "bash", "-c", _adapted(machine, function) + "\non-careops backup list --json"],
        env={"HOME": str(machine), "PATH": f"{machine}/bin:{os.defpath}", "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
        cwd=machine,
    )
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr
    logged = (machine / "sudo.log").read_text()
    assert "backup list --json" in logged
    assert SECRET not in logged
    assert "ab" * 32 not in logged


def _adapted(machine: Path, script: str) -> str:
    return script.replace("/etc/careops/careops.env", str(machine / "etc/careops.env")).replace(
        "/var/lib/careops", str(machine / "data")
    )

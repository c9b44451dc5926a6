"""``careops service install``: a unit with few rights that never replaces an existing file."""

from __future__ import annotations

from configparser import RawConfigParser
from pathlib import Path

import pytest
from cli.tests.command_line import CareOpsCommand

from careops_cli.framework.errors import CONFIGURATION
from careops_cli.systemd_units import server_unit


def read(unit: str) -> RawConfigParser:
    """Parse the unit as strictly as systemd."""
    parser = RawConfigParser(delimiters=("=",), strict=True)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # keys of a unit have capitals
    parser.read_string(unit)
    return parser


def test_unit_is_printed_with_the_installed_program(careops: CareOpsCommand) -> None:
    run = careops("service", "install", "--print", "--user", "care", "--environment-file", "/etc/care.env")
    service = read(run.out)["Service"]
    assert (service["User"], service["EnvironmentFile"]) == ("care", "-/etc/care.env")
    program, _, command = service["ExecStart"].partition(" ")
    assert command == "serve"
    assert Path(program).name == "careops"
    assert Path(program).is_file()


def test_unit_has_few_rights_and_no_restart_on_wrong_settings() -> None:
    service = read(server_unit(user="careops", program=Path("/opt/careops/bin/careops"), environment=Path("/etc/x")))[
        "Service"
    ]
    assert (service["ProtectSystem"], service["ProtectHome"], service["CapabilityBoundingSet"]) == ("strict", "yes", "")
    assert service["NoNewPrivileges"] == "yes"
    assert service["StateDirectory"] == "careops"
    assert str(CONFIGURATION) in service["RestartPreventExitStatus"].split()
    below_home = server_unit(user="careops", program=Path("/home/asha/venv/bin/careops"), environment=Path("/etc/x"))
    assert read(below_home)["Service"]["ProtectHome"] == "read-only"


def test_unit_is_written_once(careops: CareOpsCommand, tmp_path: Path) -> None:
    unit = tmp_path / "careops.service"
    wrote = careops("service", "install", "--unit", str(unit), terminal=True)
    assert "systemctl enable --now careops" in wrote.err
    assert unit.stat().st_mode & 0o777 == 0o644
    before = unit.read_text()
    assert careops("service", "install", "--unit", str(unit)).code == 0
    assert careops("service", "install", "--unit", str(unit), "--user", "care").code == 1
    assert unit.read_text() == before
    assert careops("service", "install", "--unit", str(unit), "--user", "care", "--replace").code == 0
    assert read(unit.read_text())["Service"]["User"] == "care"
    assert [file.name for file in tmp_path.iterdir()] == ["careops.service"]


@pytest.mark.parametrize(
    ("options", "message"), [(["--user", "root"], "root"), (["--unit", "/nowhere/careops.service"], "sudo")]
)
def test_install_without_permission_is_refused(careops: CareOpsCommand, options: list[str], message: str) -> None:
    run = careops("service", "install", *options)
    assert run.code == 1
    assert message in run.err


def test_a_worker_has_a_unit_with_the_same_rights(careops: CareOpsCommand) -> None:
    server = read(careops("service", "install", "--print").out)
    worker = read(careops("service", "install", "--worker", "--print").out)
    assert worker["Service"]["ExecStart"] == server["Service"]["ExecStart"].replace(" serve", " worker")
    different = ("ExecStart", "Environment")
    assert {key: value for key, value in worker["Service"].items() if key not in different} == {
        key: value for key, value in server["Service"].items() if key not in different
    }


def test_worker_is_monitored_by_default(careops: CareOpsCommand) -> None:
    unit = careops("service", "install", "--worker", "--print").out
    assert read(unit)["Service"]["Environment"] == "CAREOPS_DATA_DIR=/var/lib/careops CAREOPS_WORKER_PORT=8010"
    assert "CAREOPS_WORKER_PORT" not in careops("service", "install", "--print").out


def test_the_daily_backup_is_a_unit_and_a_timer(careops: CareOpsCommand, tmp_path: Path) -> None:
    unit = tmp_path / "careops-backup.service"
    wrote = careops(
        *("service", "install", "--backup", "--backup-dir", "/mnt/backups", "--unit", str(unit)), terminal=True
    )
    assert "systemctl enable --now careops-backup.timer" in wrote.err
    service = read(unit.read_text())["Service"]
    assert service["ExecStart"].endswith("careops backup create --verify --in /mnt/backups")
    assert (service["Type"], service["ReadWritePaths"]) == ("oneshot", "/mnt/backups")
    # Account, settings and sandbox are those of the server.
    server = read(careops("service", "install", "--print").out)["Service"]
    for name in ("User", "EnvironmentFile", "ProtectSystem", "CapabilityBoundingSet", "SystemCallFilter"):
        assert service[name] == server[name]
    assert "Restart" not in service
    assert "OnCalendar" in read(unit.with_suffix(".timer").read_text())["Timer"]


def test_prune_option_runs_after_a_verified_backup(careops: CareOpsCommand) -> None:
    unit = careops("service", "install", "--backup", "--prune", "--backup-dir", "/mnt/backups", "--print").out
    assert unit.index("backup create --verify") < unit.index("ExecStartPost=")
    assert "/careops backup prune --yes --in /mnt/backups\n" in unit
    assert careops("service", "install", "--prune", "--print").code == 2


def test_worker_and_backup_need_two_units(careops: CareOpsCommand) -> None:
    assert careops("service", "install", "--worker", "--backup").code == 2

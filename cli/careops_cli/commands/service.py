"""``careops service``: run this installation as system services."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import USAGE, CliError
from careops_cli.output.results import Record, Result
from careops_cli.systemd_units import backup_timer, backup_unit, server_unit, worker_unit

app = Area("Run this installation as a systemd service.")

UNIT = Path("/etc/systemd/system/careops.service")


@app.verb(
    "install",
    examples=[
        "careops service install --print",
        "sudo careops service install && sudo systemctl enable --now careops",
        "sudo careops service install --backup --prune --backup-dir /mnt/backups",
        "sudo careops service install --user www-care --environment-file /etc/care.env --replace",
    ],
    columns=("unit", "user"),
)
def install(
    user: Annotated[str, typer.Option(metavar="NAME", help="Account the service runs as; never root.")] = "careops",
    environment_file: Annotated[
        Path, typer.Option(metavar="FILE", help="Settings, one CAREOPS_NAME=value per line; may be missing.")
    ] = Path("/etc/careops/careops.env"),
    worker: Annotated[bool, typer.Option("--worker", help="Install `careops worker` instead of the server.")] = False,
    backup: Annotated[bool, typer.Option("--backup", help="Install a daily backup with its timer.")] = False,
    backup_dir: Annotated[
        Path, typer.Option(metavar="FOLDER", help="With --backup: where backups go; must exist and belong to the user.")
    ] = Path("/var/backups/careops"),
    prune: Annotated[
        bool,
        typer.Option("--prune", help="With --backup: remove old backups after each verified one (`backup prune`)."),
    ] = False,
    target: Annotated[Path | None, typer.Option("--unit", metavar="FILE", help="Where to write the unit.")] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Overwrite a unit that differs.")] = False,
    only_print: Annotated[bool, typer.Option("--print", help="Print the unit instead of writing it.")] = False,
) -> Result:
    """Write a systemd unit that runs careops under its own account with as few rights as possible.

    Data is stored in /var/lib/careops, which systemd creates for that account. Nothing is started or enabled; the
    command prints the next step. With --backup, a second file next to the unit holds the timer.
    """
    if user in ("root", "0"):
        raise CliError("A service that strangers talk to does not run as root", next_step="useradd --system careops")
    if worker and backup:
        raise CliError(
            "--worker and --backup are two units", next_step="Install each with its own command.", code=USAGE
        )
    if prune and not backup:
        raise CliError("--prune belongs to --backup", code=USAGE)
    name = "careops-backup" if backup else "careops-worker" if worker else "careops"
    unit = target or UNIT.with_name(f"{name}.service")
    files = {unit: _unit(worker, backup, user, environment_file, backup_dir, prune=prune)}
    if backup:
        files[unit.with_suffix(".timer")] = backup_timer()
    if only_print:
        sys.stdout.write("\n".join(files.values()))
        return None
    for file, text in files.items():
        if file.exists() and file.read_text("utf-8", "replace") != text and not replace:
            raise CliError(f"{file} exists and differs", next_step="Look at it, then add --replace.")
    for file, text in files.items():
        _write(file, text)
    enabled = unit.with_suffix(".timer").name if backup else unit.stem
    folder = f"install -d -o {user} -m 700 {backup_dir}; " if backup else ""
    step = f"useradd --system {user} (if missing); {folder}systemctl daemon-reload; systemctl enable --now {enabled}"
    return Record({"unit": str(unit), "user": user}, sentence=f"Wrote {' and '.join(map(str, files))}. Next: {step}")


def _unit(worker: bool, backup: bool, user: str, environment: Path, backup_dir: Path, *, prune: bool) -> str:
    program = Path(sys.executable).absolute().with_name("careops")
    if backup:
        return backup_unit(user=user, program=program, environment=environment, folder=backup_dir, prune=prune)
    build = worker_unit if worker else server_unit
    return build(user=user, program=program, environment=environment)


def _write(target: Path, unit: str) -> None:
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        raise CliError(f"{target} cannot be written: {error.strerror}", next_step="Run it with sudo.") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(unit)
        os.chmod(name, 0o644)
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise

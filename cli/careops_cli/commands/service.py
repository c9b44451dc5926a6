"""``careops service``: this installation as a service of the system."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from careops_cli.failures import Stop
from careops_cli.groups import Area
from careops_cli.output import Record, Result

app = Area("This installation as a service of the system.")

UNIT = Path("/etc/systemd/system/careops.service")
_TEMPLATE = """\
# Written by: careops service install
[Unit]
Description=careops, console and API
Wants=network-online.target
After=network-online.target postgresql.service

[Service]
User={user}
ExecStart={program} serve
Environment=CAREOPS_DATA_DIR=/var/lib/careops
EnvironmentFile=-{environment}
StateDirectory=careops
StateDirectoryMode=0700
WorkingDirectory=/var/lib/careops
UMask=0077
LimitNOFILE=65536

# Requests that are under way are finished; what hangs after half a minute is killed.
KillMode=mixed
TimeoutStopSec=30
Restart=on-failure
RestartSec=2
# Settings that are wrong stay wrong: somebody has to look.
RestartPreventExitStatus=2 78

NoNewPrivileges=yes
CapabilityBoundingSet=
ProtectSystem=strict
ProtectHome={home}
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service

[Install]
WantedBy=multi-user.target
"""
_HOMES = ("home", "root")


@app.verb(
    "install",
    examples=[
        "careops service install --print",
        "sudo careops service install && sudo systemctl enable --now careops",
        "sudo careops service install --user www-care --environment-file /etc/care.env --replace",
    ],
    columns=("unit", "user"),
)
def install(
    user: Annotated[str, typer.Option(metavar="NAME", help="The system's user it runs as; never root.")] = "careops",
    environment_file: Annotated[
        Path, typer.Option(metavar="FILE", help="Settings, CAREOPS_NAME=value a line; may be missing.")
    ] = Path("/etc/careops/careops.env"),
    target: Annotated[Path, typer.Option("--unit", metavar="FILE", help="Where the unit is written.")] = UNIT,
    replace: Annotated[bool, typer.Option("--replace", help="Write over a unit that is there.")] = False,
    only_print: Annotated[bool, typer.Option("--print", help="Print the unit instead of writing it.")] = False,
) -> Result:
    """Write a systemd unit that runs `careops serve` as a user of its own, with as few rights as it needs.

    Data lies in /var/lib/careops, which systemd makes for that user. Nothing is started or enabled: the next step is
    said.
    """
    if user in ("root", "0"):
        raise Stop("A service that strangers talk to does not run as root", next_step="useradd --system careops")
    unit = unit_of(user=user, program=_program(), environment=environment_file)
    if only_print:
        sys.stdout.write(unit)
        return None
    if target.exists() and target.read_text("utf-8", "replace") != unit and not replace:
        raise Stop(f"{target} is there and says something else", next_step="Look at it, then add --replace.")
    _write(target, unit)
    step = f"useradd --system {user} (if there is none); systemctl daemon-reload; systemctl enable --now {target.stem}"
    return Record({"unit": str(target), "user": user}, sentence=f"Wrote {target}. Next: {step}")


def unit_of(*, user: str, program: Path, environment: Path) -> str:
    """The unit. A program below somebody's home is read there, and nothing else of it."""
    home = "read-only" if program.parts[1:2] and program.parts[1] in _HOMES else "yes"
    return _TEMPLATE.format(user=user, program=program, environment=environment, home=home)


def _program() -> Path:
    """The command itself, beside the Python that runs it."""
    return Path(sys.executable).absolute().with_name("careops")


def _write(target: Path, unit: str) -> None:
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        raise Stop(f"{target} cannot be written: {error.strerror}", next_step="Run it with sudo.") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(unit)
        os.chmod(name, 0o644)
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise

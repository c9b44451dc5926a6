"""systemd units of an installation: server, worker, and the daily backup with its timer."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_HEAD: Final = """\
# Written by: careops service install
[Unit]
Description={description}
Wants=network-online.target
After=network-online.target postgresql.service

[Service]
User={user}
ExecStart={program} {command}
Environment=CAREOPS_DATA_DIR=/var/lib/careops
EnvironmentFile=-{environment}
StateDirectory=careops
StateDirectoryMode=0700
WorkingDirectory=/var/lib/careops
UMask=0077
LimitNOFILE=65536
"""
_RESTART: Final = """\

# Running requests and jobs finish; a process that hangs is killed after 30 seconds.
KillMode=mixed
TimeoutStopSec=30
Restart=on-failure
RestartSec=2
# Wrong settings need a person: do not restart after exit codes 2 and 78.
RestartPreventExitStatus=2 78
"""
_ONCE: Final = """\

Type=oneshot
# A backup yields to the server.
Nice=10
IOSchedulingClass=idle
ReadWritePaths={folder}
"""
_SANDBOX: Final = """\

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
SystemCallArchitectures=native
SystemCallFilter=@system-service
"""
_INSTALL: Final = """\

[Install]
WantedBy=multi-user.target
"""
_TIMER: Final = """\
# Written by: careops service install --backup
[Unit]
Description=careops, daily backup

[Timer]
OnCalendar=*-*-* 02:15:00
RandomizedDelaySec=10min
# A backup that was missed while the machine was off runs after the next start.
Persistent=true

[Install]
WantedBy=timers.target
"""
_DATA_DIR: Final = "Environment=CAREOPS_DATA_DIR=/var/lib/careops"
_HOMES: Final = ("home", "root")


def server_unit(*, user: str, program: Path, environment: Path) -> str:
    """Return the unit that runs ``careops serve``."""
    return _long_running("careops, console and API", "serve", user=user, program=program, environment=environment)


def worker_unit(*, user: str, program: Path, environment: Path) -> str:
    """Return the unit that runs ``careops worker``."""
    unit = _long_running("careops, job worker", "worker", user=user, program=program, environment=environment)
    # For monitoring. The environment file can choose another port.
    return unit.replace(_DATA_DIR, f"{_DATA_DIR} CAREOPS_WORKER_PORT=8010", 1)


def backup_unit(*, user: str, program: Path, environment: Path, folder: Path, prune: bool) -> str:
    """Return the unit that makes and verifies one backup in ``folder``, which must exist and belong to ``user``.

    With ``prune``, a backup that was verified is followed by the removal of old ones.
    """
    command = f"backup create --verify --in {folder}"
    head = _HEAD.format(
        description="careops, backup", user=user, program=program, command=command, environment=environment
    )
    then = f"ExecStartPost={program} backup prune --yes --in {folder}\n" if prune else ""
    return head + then + _ONCE.format(folder=folder) + _sandbox(program)


def backup_timer() -> str:
    """Return the timer that starts the backup unit once a day."""
    return _TIMER


def _long_running(description: str, command: str, *, user: str, program: Path, environment: Path) -> str:
    head = _HEAD.format(description=description, user=user, program=program, command=command, environment=environment)
    return head + _RESTART + _sandbox(program) + _INSTALL


def _sandbox(program: Path) -> str:
    """Return the sandbox options. A program in a home folder needs that folder readable; other homes stay hidden."""
    home = "read-only" if program.parts[1:2] and program.parts[1] in _HOMES else "yes"
    return _SANDBOX.format(home=home)

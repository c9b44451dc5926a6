"""The part of systemctl that the operating pages use: starts the units that ``careops service install`` wrote."""

from __future__ import annotations

import os
import select
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

UNITS = Path("/etc/systemd/system")
RUN = Path("/run")
STOP_SECONDS = 60


def main(words: list[str]) -> int:
    verb, units = words[0], [word for word in words[1:] if not word.startswith("-")]
    if verb == "daemon-reload":
        return 0
    if verb == "enable" and "--now" in words:
        verb = "start"
    return max(act(verb, unit.removesuffix(".service")) for unit in units)


def act(verb: str, unit: str) -> int:
    """Start, stop, restart or reload a unit. Return the exit code, 5 for an unknown unit as systemctl does."""
    if unit.endswith(".timer"):
        return 0 if (UNITS / unit).exists() and (UNITS / unit).with_suffix(".service").exists() else 5
    if unit == "nginx":
        pid = RUN / "nginx.pid"
        running = pid.exists() and pid.read_text().strip()
        return subprocess.run(["/usr/sbin/nginx", *(["-s", "reload"] if running else [])], check=False).returncode  # noqa: S603 (fixed words)
    if not (UNITS / f"{unit}.service").exists():
        return 0 if Path("/etc", unit.removesuffix("-alertmanager")).is_dir() else 5
    if verb in ("stop", "restart"):
        stop(unit)
    return start(unit) if verb in ("start", "restart") else 0


def start(unit: str) -> int:
    """Run the commands of a unit as its user, with its settings. Wait for them if it is of the type oneshot."""
    lines = [line.partition("=") for line in (UNITS / f"{unit}.service").read_text().splitlines()]
    values = {name: value for name, _, value in lines}
    environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    for name, _, value in lines:
        if name == "Environment":
            environment |= dict(word.split("=", 1) for word in value.split())
        if name == "EnvironmentFile" and (file := Path(value.removeprefix("-"))).exists():
            for line in file.read_text().splitlines():
                environment |= dict(word.split("=", 1) for word in shlex.split(line))
    user, folder = values["User"], Path("/var/lib", values["StateDirectory"])
    folder.mkdir(exist_ok=True)
    folder.chmod(int(values["StateDirectoryMode"], 8))
    shutil.chown(folder, user)
    as_user = ["setpriv", "--reuid", user, "--regid", user, "--init-groups", "--"]
    once = values.get("Type") == "oneshot"
    with Path(f"/var/log/{unit}.log").open("a") as log:
        for name in ("ExecStart", "ExecStartPost"):
            if name not in values:
                continue
            process = subprocess.Popen(  # noqa: S603 (the command of the unit)
                [*as_user, *shlex.split(values[name])],
                env=environment,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
            if once and (code := process.wait()):
                return code
            (RUN / f"{unit}.pid").write_text(str(process.pid))
    return 0


def stop(unit: str) -> None:
    """End a unit's process and wait for it."""
    pid = int((RUN / f"{unit}.pid").read_text())
    process = os.pidfd_open(pid)
    os.kill(pid, signal.SIGTERM)
    if not select.select([process], [], [], STOP_SECONDS)[0]:
        raise TimeoutError(f"{unit} does not stop")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

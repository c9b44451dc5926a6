"""Startup of the command line against httpie and aws, each in a separate environment."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
import venv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from bench.cli_runner import CAREOPS, at_terminal
from bench.config import Config
from bench.progress import say
from bench.report import Findings, Goal
from bench.servers import our_server

_TAB = "careops modules on ⇥"
_COMPLETING = {"_CAREOPS_COMPLETE": "complete_bash"}
_PEERS = {"httpie": ("httpie==3.2.4", "http"), "aws": ("awscli==1.46.3", "aws")}


@dataclass(frozen=True)
class Command:
    """A command line."""

    name: str
    words: Sequence[str]
    also: Mapping[str, str] = field(default_factory=dict)
    """Additional environment variables."""


def measure(setting: Config) -> Findings:
    """Measure CPU and time of each, started in turn. The first start of each compiles and does not count."""
    rounds = 5 if setting.quick else 21
    http, aws = (_peer(setting.cache, name) for name in ("httpie", "aws"))
    with (
        our_server(setting.worlds.url(setting.clinics), postgres=setting.worlds.pid) as ours,
        at_terminal(ours) as environment,
    ):
        url, bearer = f"http://127.0.0.1:{ours.port}", ours.headers["authorization"]
        commands = [
            Command("python -c pass", [sys.executable, "-c", "pass"]),
            Command("careops --version", [CAREOPS, "--version"]),
            Command("careops --help", [CAREOPS, "--help"]),
            Command("careops clinics list", [CAREOPS, "clinics", "list"]),
            Command(_TAB, [CAREOPS], {"COMP_WORDS": "careops modules on ", "COMP_CWORD": "3", **_COMPLETING}),
            Command("http --version", [http, "--version"]),
            Command("http --help", [http, "--help"]),
            Command(
                "http GET …/clinics",
                [
                    http,
                    "--ignore-stdin",
                    "GET",
                    f"{url}/api/admin/clinics",
                    f"Authorization:{bearer}",
                ],
            ),
            Command("aws --version", [aws, "--version"]),
        ]
        times = _compare(commands, environment, rounds)
    findings = Findings(
        "The command line",
        f"CPU (user and system) and time of a whole start, medians of {rounds} in turn. httpie and aws each in a fresh "
        "environment; `clinics list` and `http GET` ask the same server for the same page.",
        numbers=[("", "CPU ms", "time ms")],
    )
    findings.numbers += [(f"`{name}`", f"{cpu:.0f}", f"{wall:.0f}") for name, (cpu, wall) in times.items()]
    for ours_, theirs, limit in (
        ("careops --version", "aws --version", 0.3),
        ("careops --help", "http --help", 0.75),
        ("careops clinics list", "http GET …/clinics", 1.0),
    ):
        mine, other = times[ours_][0], times[theirs][0]
        findings.goals.append(
            Goal(f"`{ours_}`, CPU", f"{mine:.0f} ms", f"{other:.0f} ms ({theirs})", mine / other, limit)
        )
    for name, limit in (("careops --version", 40), (_TAB, 150)):
        wall = times[name][1]
        findings.goals.append(Goal(f"`{name}`, time", f"{wall:.0f} ms", "", wall, limit, "ms"))
    return findings


def _compare(
    commands: Sequence[Command], environment: Mapping[str, str], rounds: int
) -> dict[str, tuple[float, float]]:
    times: dict[str, list[tuple[float, float]]] = {command.name: [] for command in commands}
    for number in range(rounds + 1):
        for command in commands:
            cost = _cost(command, environment)
            if number:
                times[command.name].append(cost)
    return {name: (median(cpu for cpu, _ in each), median(wall for _, wall in each)) for name, each in times.items()}


def _cost(command: Command, environment: Mapping[str, str]) -> tuple[float, float]:
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command.words, env={**environment, **command.also}, capture_output=True, check=False)
    wall, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise RuntimeError(f"{command.name} ended with {done.returncode}: {done.stderr.decode()[-500:]}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu * 1000, wall * 1000


def _peer(cache: Path, name: str) -> str:
    """The peer's program, installed on first use."""
    package, program = _PEERS[name]
    home = cache / f"{package}-{sys.version_info.major}.{sys.version_info.minor}"
    program_path = home / ("Scripts" if os.name == "nt" else "bin") / program
    if not program_path.exists():
        say(f"installing {package} (once)")
        venv.create(home, with_pip=True, clear=True)
        words = [str(program_path.parent / "python"), "-m", "pip", "install", "--quiet", package]
        subprocess.run(words, check=True)
    return str(program_path)

"""Downloads and scripts of a browser on the first load of the console."""

from __future__ import annotations

import json
import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.config import Config
from bench.processes import run_with_input
from bench.report import Findings, Goal
from bench.servers import ROOT, our_server, signed_in

_BROWSERS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
_OF_ANOTHER_SCRIPT = "/assets/noto-sans-"
_SLOWED = 4
"""CPU slowdown for the waiting times, because most users have slower computers than the measuring one."""
_SCRIPT = Path(__file__).parent / "first_load.mjs"


@dataclass(frozen=True)
class Load:
    """Medians of one page's first loads."""

    kilobytes: float
    requests: float
    lcp_ms: float
    cls: float
    longest_ms: float
    painted_ms: float
    """Milliseconds until the first paint."""
    blocking_ms: float
    """Total time of tasks beyond 50 ms, from the first paint until the page was interactive."""
    letters_kilobytes: float
    """Fonts for scripts of names in the demo data; not part of the figures above."""


def measure(setting: Config) -> Findings:
    """Measure the sign-in page without a session and the clinics with one; browser and cache are new each time."""
    rounds = 2 if setting.quick else 7
    with our_server(setting.worlds.url(setting.clinics), postgres=setting.worlds.pid) as ours:
        url = f"http://127.0.0.1:{ours.port}"
        storage = signed_in_storage(url)
        sign_in, clinics = _load(f"{url}/", {}, rounds), _load(f"{url}/clinics", storage, rounds)
        # In separate browsers, because the other figures are without slowdown.
        slow_sign_in = _load(f"{url}/", {}, rounds, slowed=_SLOWED)
        slow_clinics = _load(f"{url}/clinics", storage, rounds, slowed=_SLOWED)
    findings = Findings(
        "The console's first load",
        f"Chromium, 1440×900, empty cache, this machine's own network; medians of {rounds} loads. Bytes are what "
        "travelled, headers included. Blocking is what tasks take beyond 50 ms from the first paint until none has for "
        f"two seconds, with the CPU slowed {_SLOWED} times.",
        numbers=[("", "KB", "requests", "LCP ms", "CLS", "longest task ms", "slowed: painted ms", "blocking ms")],
    )
    if clinics.letters_kilobytes:
        findings.notes = [
            "Clinics on the first page that are named in another script bring its letters, "
            f"{clinics.letters_kilobytes:.0f} KB, which are not counted: "
            "they belong to the demo data, and come after the text."
        ]
    pages = (("`/` (sign-in)", sign_in, slow_sign_in, 180), ("`/clinics`", clinics, slow_clinics, 350))
    for name, load, slow, kilobytes in pages:
        before = (load.kilobytes, load.requests, load.lcp_ms)
        after = (load.longest_ms, slow.painted_ms, slow.blocking_ms)
        findings.numbers.append((name, *(f"{n:.0f}" for n in before), f"{load.cls:.3f}", *(f"{n:.0f}" for n in after)))
        findings.goals += [
            Goal(f"First load of {name}", f"{load.kilobytes:.0f} KB", "", load.kilobytes, kilobytes, "KB"),
            Goal(f"Requests of {name}", f"{load.requests:.0f}", "", load.requests, 12, ""),
            Goal(f"Layout shift of {name}", f"{load.cls:.3f}", "", load.cls, 0.02, ""),
            Goal(f"Blocking time of {name}", f"{slow.blocking_ms:.0f} ms", "", slow.blocking_ms, 200, "ms"),
        ]
    return findings


def signed_in_storage(url: str) -> dict[str, str]:
    """Contents of the local storage of a signed-in tab."""
    session = signed_in(url)
    user = session["data"]["user"]
    return {
        "authToken": session["auth_token"],
        "idt": session["refresh_token"],
        "account_type": user["user_accounts"][0]["account_type"],
        "user": json.dumps(user),
    }


def node_path() -> str:
    """Path of Node.js, preferring the one beside this Python."""
    node = shutil.which("node", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}")
    if node is None:
        raise RuntimeError("no Node.js beside this Python")
    return node


def browser_path() -> str:
    """Path of this machine's Chromium, or an empty text for Playwright's own."""
    return os.environ.get("CAREOPS_CHROMIUM") or next(filter(None, map(shutil.which, _BROWSERS)), "")


def _load(url: str, storage: dict[str, str], rounds: int, *, slowed: int = 1) -> Load:
    arguments = [node_path(), str(_SCRIPT), browser_path(), url, str(rounds), str(slowed)]
    output = run_with_input(arguments, stdin=json.dumps(storage), folder=ROOT)
    loads = [json.loads(line) for line in output.splitlines()]
    if any(load["at"].rstrip("/") != url.rstrip("/") for load in loads):
        raise RuntimeError(f"{url} led to {loads[0]['at']}")
    measured = ("bytes", "requests", "lcp", "cls", "longest", "painted", "blocking")
    middle = {name: median(load[name] for load in loads) for name in measured}
    letters = [file["bytes"] for file in loads[0]["files"] if _OF_ANOTHER_SCRIPT in file["url"]]
    return Load(
        (middle["bytes"] - sum(letters)) / 1000,
        middle["requests"] - len(letters),
        middle["lcp"],
        middle["cls"],
        middle["longest"],
        middle["painted"],
        middle["blocking"],
        sum(letters) / 1000,
    )

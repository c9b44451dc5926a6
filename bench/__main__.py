"""``python -m bench``: measure all or some sections and write docs/benchmarks.md from the latest results."""

from __future__ import annotations

import argparse
import importlib
import os
import signal
import sys
import time
from pathlib import Path

import platformdirs

from bench.config import Config
from bench.databases import Databases
from bench.machine import facts
from bench.progress import say
from bench.report import Findings, page
from bench.results import load, save

ROOT = Path(__file__).parent.parent
SECTIONS = {
    "list": "clinics_list",
    "tracing": "tracing",
    "search": "search",
    "depth": "deep_pagination",
    "size": "scaling",
    "payments": "payments",
    "today": "today",
    "timeline": "timeline",
    "list_kit": "list_kit",
    "writes": "writes",
    "places": "places",
    "audit": "audit",
    "seals": "seals",
    "bulk": "bulk",
    "requests": "change_requests",
    "doctors": "doctors",
    "users": "users",
    "leads": "leads",
    "news": "news",
    "realtime": "realtime",
    "cli": "command_line",
    "console": "console",
    "daily": "daily_work",
    "footprint": "footprint",
}


def main() -> int:
    """Run the requested sections. Return 1 if a section could not be measured; a missed goal is a result."""
    arguments = _parser().parse_args()
    only = [name.strip() for name in arguments.only.split(",") if name.strip()] if arguments.only else list(SECTIONS)
    if unknown := set(only) - set(SECTIONS):
        say(f"no such section: {', '.join(sorted(unknown))}; there are {', '.join(SECTIONS)}")
        return 2
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # end all started processes
    worlds = Databases(arguments.cache)
    worlds.start()
    findings: list[Findings] = []
    failed: list[str] = []
    try:
        setting = Config(worlds, arguments.cache, quick=arguments.quick)
        for name in only:
            say(f"measuring {name}")
            began = time.monotonic()
            try:
                measured: Findings = importlib.import_module(f"bench.sections.{SECTIONS[name]}").measure(setting)
            except Exception as error:  # measure the other sections anyway
                say(f"{name} could not be measured: {type(error).__name__}: {error}")
                failed.append(name)
                continue
            measured.facts = facts(worlds)
            findings.append(measured)
            if not arguments.quick:
                save(name, measured)
            say(f"{name} took {time.monotonic() - began:.0f} s")
    finally:
        worlds.stop()
    sys.stdout.write(page(findings, quick=arguments.quick))
    if not arguments.quick:
        everything = [last for name in SECTIONS if (last := load(name))]
        (ROOT / "docs/benchmarks.md").write_text(page(everything, quick=False), "utf-8")
    return 1 if failed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--only", help=f"sections, comma-separated: {', '.join(SECTIONS)}")
    parser.add_argument("--quick", action="store_true", help="small worlds, few rounds: shows that all of it works")
    default = Path(os.environ.get("CAREOPS_BENCH_CACHE") or platformdirs.user_cache_dir("careops-bench"))
    parser.add_argument("--cache", type=Path, default=default, help="where the databases are stored (about 15 GB)")
    return parser


if __name__ == "__main__":
    sys.exit(main())

"""Development servers: ``careops serve`` restarts after changes of Python files, Vite applies those of the console.

    python -m tools.dev [OPTION ...]    options of ``careops serve``

The console is at http://127.0.0.1:8100. Vite forwards its requests to the server at port 8000 (CAREOPS_PORT).
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

from watchfiles import PythonFilter, run_process

from tools.files import ROOT

SOURCES = tuple(ROOT / folder for folder in ("sdk/careops", "server/careops_server", "cli/careops_cli"))
STOP_SECONDS = 30
"""Longest time for a stop of the server with its embedded PostgreSQL."""


def serve(sources: tuple[Path, ...], options: list[str]) -> None:
    """Run both servers until Ctrl-C."""
    os.environ.setdefault("CAREOPS_SERVER", f"http://127.0.0.1:{os.environ.get('CAREOPS_PORT', '8000')}")
    console = subprocess.Popen(("npm", "run", "--silent", "dev"), cwd=ROOT)  # noqa: S607 (npm of the environment)
    try:
        command = shlex.join(("careops", "serve", "--demo", *options))
        run_process(*sources, target=command, watch_filter=PythonFilter(), debounce=300, sigint_timeout=STOP_SECONDS)
    finally:
        console.terminate()
        console.wait()


if __name__ == "__main__":
    serve(SOURCES, sys.argv[1:])

"""A worker holds in memory what it answers with, and not what an installation needs once."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("alembic", "careops.openapi", "faker", "careops_server.world", "phonenumbers")


def test_a_worker_imports_nothing_it_does_not_serve_with() -> None:
    program = f"import sys, careops_server.worker; print(*[name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.split() == []

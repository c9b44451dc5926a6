"""A worker process does not load modules that only commands need."""

from __future__ import annotations

import subprocess
import sys

import pytest

WORKER = (
    *("alembic", "sqlalchemy.orm", "careops.document.openapi", "faker", "careops_server.demo", "phonenumbers"),
    *("httpx", "pydoc", "sqlite3", "xml.sax"),
)
SUPERVISOR = ("sqlalchemy", "sanic", "careops.contract", "careops.calls", *WORKER)


@pytest.mark.parametrize(
    ("module", "heavy"),
    [
        pytest.param("careops_server.processes.worker", WORKER, id="a worker"),
        pytest.param("careops_server.processes.supervisor", SUPERVISOR, id="the supervisor"),
    ],
)
def test_process_imports_only_needed_modules(module: str, heavy: tuple[str, ...]) -> None:
    program = f"import sys, {module}; print(*[name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603 (our own program)
    assert done.stdout.split() == []

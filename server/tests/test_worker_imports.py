"""A process does not load modules that it does not need."""

from __future__ import annotations

import subprocess
import sys

import pytest

WORKER = (
    *("alembic", "sqlalchemy.orm", "careops.document.openapi", "faker", "careops_server.demo", "phonenumbers"),
    *("httpx", "pydoc", "sqlite3", "xml.sax"),
)
AREAS = ("careops_server.routes", "careops_server.core.queries", "careops_server.core.jobs.queries")
"""Modules that may need tables which do not exist before the generator has run."""
SUPERVISOR = ("sqlalchemy", "sanic", "careops.contract", "careops.calls", *WORKER)


@pytest.mark.parametrize(
    ("module", "heavy"),
    [
        pytest.param("careops_server.processes.worker", WORKER, id="a worker"),
        pytest.param("careops_server.processes.supervisor", SUPERVISOR, id="the supervisor"),
        pytest.param(
            "careops_server.testing.schema, careops_server.testing.postgres", AREAS, id="the generator of tables"
        ),
    ],
)
def test_process_imports_only_needed_modules(module: str, heavy: tuple[str, ...]) -> None:
    program = f"import sys, {module}; print(*[name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603 (our own program)
    assert done.stdout.split() == []

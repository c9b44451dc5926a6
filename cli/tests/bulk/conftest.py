"""Fixtures: a private state folder, and a real server with its database."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.tests.bulk.real_platform import RealPlatform


@pytest.fixture
def state(home: Path) -> Path:
    """Return the folder of journals."""
    return home / "state"


@pytest.fixture(scope="module")
def served() -> Iterator[dict[str, str]]:
    """Start a server process with demo data."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CAREOPS_")}
    process = subprocess.Popen(
        [sys.executable, "-m", "careops_server.testing.server"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment,
    )
    assert process.stdout
    first_line = next(line for line in process.stdout if line.startswith('{"url"'))
    yield json.loads(first_line)
    process.communicate()


@pytest.fixture
def real(served: dict[str, str], home: Path, state: Path, monkeypatch: pytest.MonkeyPatch) -> RealPlatform:
    """Sign in to that server."""
    monkeypatch.setenv("CAREOPS_URL", f"{served['url']}/api")
    platform = RealPlatform(served["database_url"])
    login = platform.start("login", "--phone", "9000000001", "--password-stdin", stdin=subprocess.PIPE)
    login.communicate("demo-world-password\n", timeout=300)
    assert login.returncode == 0
    return platform

"""Guarantees about the tests themselves."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


@pytest.mark.proves("REL-12.network")
@pytest.mark.parametrize("address", ["1.1.1.1", "2606:4700:4700::1111"])
def test_tests_reach_no_network(address: str) -> None:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family) as line, pytest.raises(AssertionError, match="has to be on this machine"):
        line.connect((address, 443))


@pytest.mark.proves("REL-12.retries")
def test_tests_are_never_retried(pytestconfig: pytest.Config) -> None:
    assert re.search(r"^  retries: 0,$", (ROOT / "e2e/playwright.config.ts").read_text("utf-8"), re.MULTILINE)
    assert "retry" not in (ROOT / "webapp/vitest.config.ts").read_text("utf-8")
    assert not [name for name, _ in pytestconfig.pluginmanager.list_name_plugin() if "rerun" in name or "flaky" in name]
    specs = [*(ROOT / "e2e").rglob("*.ts"), *(ROOT / "webapp/src").rglob("*.test.ts*")]
    again = re.compile(r"\bretries: [1-9]|\bretry: [1-9]|--retries|test\.describe\.configure\(\{[^}]*retries")
    assert [path.name for path in specs if again.search(path.read_text("utf-8"))] == []


def test_tests_do_not_limit_the_cpu_time_of_the_process() -> None:
    """It counts other threads and the garbage of thousands of tests. Count items instead, or measure in ``bench``."""
    tests = [path for folder in ("sdk", "cli", "server", "tools") for path in (ROOT / folder / "tests").rglob("*.py")]
    clock = "process" + "_time"
    assert [path.name for path in tests if clock in path.read_text("utf-8")] == []


def test_no_test_imports_helpers_from_another_test_module() -> None:
    """Shared helpers are in ``support``, ``conftest`` and ``factories``, so that a test module can change alone."""
    tests = [
        path for folder in ("sdk", "cli", "server", "tools", "bench") for path in (ROOT / folder).rglob("tests/**/*.py")
    ]
    imports = re.compile(r"^\s*(?:from [\w.]*\btest_\w+ import|import [\w.]*\btest_\w+)", re.MULTILINE)
    assert [path.name for path in tests if imports.search(path.read_text("utf-8"))] == []


@pytest.mark.parametrize("words", [(), ("-n", "1")], ids=["one process", "workers"])
def test_two_runs_have_different_temporary_folders(words: tuple[str, ...], tmp_path: Path) -> None:
    test, temporary = tmp_path / "test_print.py", tmp_path / "temporary"
    test.write_text("def test_print(tmp_path):\n    assert not tmp_path\n")
    command = [sys.executable, "-m", "pytest", *words, "-p", "conftest", "-c", str(ROOT / "pyproject.toml"), str(test)]
    environment = {**os.environ, "TMPDIR": str(temporary)}
    folders = set()
    for _ in range(2):
        temporary.mkdir()
        run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 (fixed command)
        (folder,) = set(re.findall(r"PosixPath\('(.*?)'\)", run.stdout))
        folders.add(folder)
        # As on a machine that is set up again, but keeps /var/lib.
        shutil.rmtree(temporary)
    assert len(folders) == 2
    assert all(folder.startswith(str(temporary)) for folder in folders)


@pytest.mark.parametrize(
    ("words", "gateway", "slow"), [((), True, True), (("--fast",), False, False)], ids=["all", "fast"]
)
def test_fast_leaves_out_slow_tests_and_the_gateway(words: tuple[str, ...], gateway: bool, slow: bool) -> None:
    files = ("server/tests/payments/test_payments.py", "server/tests/database/test_migrations.py")
    command = [sys.executable, "-m", "pytest", "--collect-only", *words, "-o", "addopts=-q", *files]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 (fixed command)
    assert "test_payments.py::" in run.stdout
    assert ("[gateway" in run.stdout) is gateway
    assert ("test_migrations.py::" in run.stdout) is slow

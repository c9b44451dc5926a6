"""Type checkers report misspelled names of the installed package."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PYTHON = Path(os.environ["CAREOPS_INSTALLED"]) / "python"
ROOT = Path(__file__).parents[3]
IGNORE = re.compile(r"  # type: ignore\[attr-defined\]  # pyright: ignore$", re.MULTILINE)
CHECKERS = {
    "mypy": (sys.executable, "-m", "mypy", "--strict", "--python-executable", str(PYTHON)),
    "pyright": ("node", str(ROOT / "node_modules/pyright/index.js"), "--pythonpath", str(PYTHON)),
}


@pytest.mark.parametrize("checker", CHECKERS)
def test_checker_reports_every_misspelled_name(checker: str, tmp_path: Path) -> None:
    source = (ROOT / "sdk/tests/typing/wrong_names.py").read_text("utf-8")
    (tmp_path / "program.py").write_text(IGNORE.sub("", source), "utf-8")
    wrong = [number for number, line in enumerate(source.splitlines(), 1) if IGNORE.search(line)]
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MYPY", "PYTHON"))}
    run = subprocess.run(  # noqa: S603 (a type checker)
        [*CHECKERS[checker], "program.py"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    reported = {int(line) for line in re.findall(r"program\.py:(\d+)\b.*error", run.stdout)}
    assert reported == {*wrong}, run.stdout + run.stderr

"""Mutation test of the contract: rename five fields in a copy of the tree; type checkers and tests must report every
use.

It runs apart from the other tests, after the type checks, whose caches it copies.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NOT_COPIED = ("node_modules", "static", "documentation", "__pycache__")
WINGS = ("sdk", "cli", "server", "webapp")
CONTRACT_TESTS = (
    "sdk/tests/test_calls.py::test_documented_body_is_there",
    "sdk/tests/test_calls.py::test_documented_parameters_are_there",
    "cli/tests/test_cli_columns.py",
    "server/tests/test_sql_keys.py",
)


@dataclass(frozen=True)
class Renaming:
    """A field of a class of the contract, and the files, calls and columns that use its old name."""

    home: str
    """The file of the class, below ``sdk/careops``."""
    model: str
    old: str
    new: str
    used_in: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.model}.{self.old}"


RENAMINGS = (
    Renaming("calls/payments.py", "Payment", "method", "paid_by", ("payments.COLUMNS", "webapp/")),
    Renaming(
        "calls/payments.py", "ListPayments", "payment_type", "kind", ("GET /admin/clinics/{clinicId}/payments/list",)
    ),
    Renaming("calls/clinics.py", "UpdateClinic", "rooms_count", "rooms", ("PUT /admin/clinics/{id}", "webapp/")),
    Renaming(
        *("models/clinics.py", "Location", "address_line_2", "area"),
        used_in=("clinics.COLUMNS", "careops_server/areas/clinics/queries.py", "webapp/"),
    ),
    Renaming("calls/session.py", "Session", "ends_at", "over_at", ("whoami.COLUMNS", "careops_server/")),
)


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """All errors of mypy, the contract's tests and the TypeScript compiler for a tree with all five mutations."""
    tree = copied(tmp_path_factory.mktemp("renamed"))
    for renaming in RENAMINGS:
        rename(tree, renaming)
    paths = os.pathsep.join(str(tree / wing) for wing in ("sdk", "cli", "server"))
    environment = {**os.environ, "PYTHONPATH": paths, "COLUMNS": "500"}
    contract_tests = (sys.executable, "-m", "pytest", "--tb=no", "-p", "no:cacheprovider", *CONTRACT_TESTS)

    def output_of(*command: str) -> list[str]:
        run = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)
        return (run.stdout + run.stderr).splitlines()

    def console() -> list[str]:
        generated = output_of(sys.executable, "sdk/generate.py")
        return generated + output_of("node", "node_modules/typescript/bin/tsc", "-p", "webapp", "--noEmit")

    with ThreadPoolExecutor() as together:
        runs = [
            together.submit(output_of, sys.executable, "-m", "mypy"),
            together.submit(output_of, *contract_tests),
            together.submit(console),
        ]
    return [line for run in runs for line in run.result()]


@pytest.mark.parametrize(
    ("renaming", "place"), [(renaming, place) for renaming in RENAMINGS for place in renaming.used_in], ids=str
)
def test_a_place_that_uses_a_renamed_field_is_named(complaints: list[str], renaming: Renaming, place: str) -> None:
    named = [line for line in complaints if place in line and re.search(rf"\b{renaming.old}\b", line)]
    assert named, f"{place} goes on saying {renaming.old}, and nothing complains:\n" + "\n".join(complaints)


def copied(tree: Path) -> Path:
    """Copy the tree with its configuration, without installed and built files. The type checkers' caches are copied."""
    for wing in WINGS:
        shutil.copytree(ROOT / wing, tree / wing, ignore=shutil.ignore_patterns(*NOT_COPIED))
    shutil.copy2(ROOT / "pyproject.toml", tree)
    (tree / "docs").mkdir()
    (tree / "node_modules").symlink_to(ROOT / "node_modules")
    if (ROOT / ".mypy_cache").exists():
        shutil.copytree(ROOT / ".mypy_cache", tree / ".mypy_cache")
    return tree


def rename(tree: Path, renaming: Renaming) -> None:
    """Rename the field in its declaration and in the examples of the same file."""
    file = tree / "sdk/careops" / renaming.home
    declaration = re.compile(rf"(^class {renaming.model}\(.*?^    ){renaming.old}(: )", re.MULTILINE | re.DOTALL)
    text, count = declaration.subn(rf"\g<1>{renaming.new}\g<2>", file.read_text("utf-8"), count=1)
    assert count == 1, f"{renaming.model} of {file.name} has no field {renaming.old}"
    file.write_text(text.replace(f'"{renaming.old}":', f'"{renaming.new}":'), "utf-8")

"""Mutation test of the contract: rename and add fields in a copy of the tree; type checkers and tests must report every
use of a renamed field, and every form that does not send an added one.

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

ROOT = Path(__file__).parents[2]
NOT_COPIED = ("node_modules", "static", "documentation", "__pycache__")
WINGS = ("sdk", "cli", "server", "webapp")
CONTRACT_TESTS = (
    "sdk/tests/test_calls.py::test_documented_body_exists",
    "sdk/tests/test_calls.py::test_documented_parameters_exist",
    "sdk/tests/test_calls.py::test_own_put_has_no_defaults_in_its_body",
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

ADDED = "added_field"


@dataclass(frozen=True)
class Addition:
    """A field that is added to a replacing call, and the place that must be reported because it does not send it."""

    home: str
    """The file of the call, below ``sdk/careops``."""
    call: str
    place: str
    default: str = ""
    """Source text after the type: `` = ""`` for a field that an omitting sender would reset."""

    def __str__(self) -> str:
        return f"{self.call}{self.default}"


ADDITIONS = (
    Addition("calls/drafts.py", "SaveDraft", "webapp/src/api/drafts.ts"),
    Addition("calls/follow_ups.py", "UpdateFollowUp", "webapp/src/screens/followUps/shared/followUps.ts"),
    Addition("calls/presence.py", "AnnouncePresence", "webapp/src/screens/presence/shared/presence.ts"),
    Addition("calls/views.py", "UpdateView", "webapp/src/screens/views/shared/views.ts"),
    Addition("calls/views.py", "SaveLayout", "test_own_put_has_no_defaults_in_its_body[SaveLayout]", ' = ""'),
)


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """All errors of mypy, the contract's tests and the TypeScript compiler for a tree with all mutations."""
    tree = copied(tmp_path_factory.mktemp("renamed"))
    for renaming in RENAMINGS:
        rename(tree, renaming)
    for addition in ADDITIONS:
        add(tree, addition)
    paths = os.pathsep.join(str(tree / wing) for wing in ("sdk", "cli", "server"))
    environment = {**os.environ, "PYTHONPATH": paths, "COLUMNS": "500"}
    contract_tests = (sys.executable, "-m", "pytest", "--tb=no", "-p", "no:cacheprovider", *CONTRACT_TESTS)

    def output_of(*command: str) -> list[str]:
        run = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)
        # The compiler continues an error on indented lines.
        return re.sub(r"\n +", " ", run.stdout + run.stderr).splitlines()

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


@pytest.mark.parametrize("addition", ADDITIONS, ids=str)
def test_form_without_an_added_field_is_reported(complaints: list[str], addition: Addition) -> None:
    reported = [line for line in complaints if addition.place in line and ADDED in line]
    assert reported, f"{addition.place} does not send {ADDED}, and nothing complains:\n" + "\n".join(complaints)


def copied(tree: Path) -> Path:
    """Copy the tree with its configuration, without installed and built files. The type checkers' caches are copied."""
    for wing in WINGS:
        shutil.copytree(ROOT / wing, tree / wing, ignore=shutil.ignore_patterns(*NOT_COPIED))
    shutil.copy2(ROOT / "pyproject.toml", tree)
    shutil.copytree(ROOT / "docs/decisions", tree / "docs/decisions")  # sources of a generated file
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


def add(tree: Path, addition: Addition) -> None:
    """Add a text field to the call and to its example."""
    file = tree / "sdk/careops" / addition.home
    call = re.compile(rf"(^class {addition.call}\(.*?example = Example\(\s*call=)(.*?^\n)", re.MULTILINE | re.DOTALL)
    field = f'    {ADDED}: str{addition.default}\n    """Added field."""\n'
    text, count = call.subn(rf'\g<1>{{"{ADDED}": "x"}} | \g<2>{field}', file.read_text("utf-8"), count=1)
    assert count == 1, f"{file.name} has no {addition.call} with an example"
    file.write_text(text, "utf-8")

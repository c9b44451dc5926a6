"""The pages about the code name paths, tables and columns that exist, and the architecture page names every module."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from generators.references import ROOT

ARCHITECTURE = ROOT / "docs/architecture.md"
PAGES = (ARCHITECTURE, ROOT / "CONTRIBUTING.md")
SERVER = "server/careops_server"
BASES = (
    *("", "sdk", "sdk/careops", "cli", "cli/careops_cli", "webapp/src", "docs"),
    *("server", SERVER, f"{SERVER}/core", f"{SERVER}/areas"),
)
LIBRARIES = ("webapp/src/ui", "webapp/src/lib")
PACKAGES = ("sdk/careops", SERVER, f"{SERVER}/core", "cli/careops_cli", "webapp/src", *LIBRARIES)
MAX_ENTRIES = 40
"""Maximum number of files and folders in a folder of the console's libraries."""
NOT_STORED = {"e2e/results", "dist", "dist/release", ".careops", "node_modules"}
"""Folders that commands create."""
ENDINGS = r"\.(?:py|tsx?|md|sql|toml|json|tsv|conf|yaml|yml|txt)"
PATH = re.compile(rf"[\w.*-]*(?:/[\w.*-]+)*(?:/|{ENDINGS})|[\w.*-]+(?:/[\w.*-]+)+")
SPAN = re.compile(r"`([^`\n]+)`")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
IN_PICTURE = re.compile(rf"[\w./-]+(?:{ENDINGS}|/(?=:))")
TABLE = re.compile(r"^\| In `([^`]+)/` \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", re.MULTILINE)
RELATION = re.compile(r"^ +(\w+) [|o}]+(--|\.\.)[|o{]+ (\w+) : (\w+)$", re.MULTILINE)
ENTITY = re.compile(r"^ +(\w+) \{\n(.*?)^ +\}", re.MULTILINE | re.DOTALL)


def paths_of(text: str) -> Iterator[tuple[str, str]]:
    """Yield every path in a code span, with the folder in the header of its table, if any."""
    plain = FENCE.sub("", text)
    tables = [(table.start(2), table.end(2), table[1]) for table in TABLE.finditer(plain)]
    for span in SPAN.finditer(plain):
        written = span[1].replace("<area>", "*")
        if PATH.fullmatch(written) and not written.startswith(("/", ".")):
            folder = next((name for start, end, name in tables if start <= span.start() < end), "")
            first_cell = plain.rfind("\n", 0, span.start()) + 1
            yield written, folder if "|" not in plain[first_cell + 1 : span.start()] else ""


@cache
def file_names() -> frozenset[str]:
    """Return the names of all files."""
    folders = ("sdk", "cli", "server", "webapp/src", "e2e", "docs")
    return frozenset(path.name for folder in folders for path in (ROOT / folder).rglob("*.*"))


def exists(path: str, folder: str) -> bool:
    """Return True if a path exists below its folder or below one of the usual bases."""
    if path.rstrip("/") in NOT_STORED:
        return True
    if folder:
        return (ROOT / folder / path).exists()
    return any(any((ROOT / base).glob(path.rstrip("/"))) for base in BASES) or (
        "/" not in path and path in file_names()
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_path_exists(page: Path) -> None:
    paths = list(paths_of(page.read_text("utf-8")))
    assert len(paths) > 15
    assert [path for path, folder in paths if not exists(path, folder)] == []


def test_every_path_in_a_picture_exists() -> None:
    pictures = "".join(body for kind, body in FENCE.findall(ARCHITECTURE.read_text("utf-8")) if kind == "mermaid")
    paths = {path for path in IN_PICTURE.findall(pictures) if not path.startswith(("/", "."))}
    assert len(paths) > 30
    assert sorted(path for path in paths if not exists(path, "")) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_every_module_is_in_the_table_of_its_package(package: str) -> None:
    (rows,) = [rows for folder, rows in TABLE.findall(ARCHITECTURE.read_text("utf-8")) if folder == package]
    named = {span.rstrip("/") for row in rows.splitlines() for span in SPAN.findall(row.split("|")[1])}
    files = {path.name for path in (ROOT / package).iterdir() if path.suffix in {".py", ".ts", ".tsx"}}
    folders = {path.name for path in (ROOT / package).iterdir() if path.is_dir() and any(path.glob("[!_]*.*"))}
    folders |= {"i18n", "screens"} if package == "webapp/src" else set()
    assert sorted((files | folders) - named - {"__init__.py", "__pycache__", "static", "documentation"}) == []


@pytest.mark.parametrize("library", LIBRARIES)
def test_folders_of_the_console_are_small(library: str) -> None:
    root = ROOT / library
    sizes = {path.relative_to(ROOT).as_posix(): len(list(path.iterdir())) for path in (root, *root.rglob("*/"))}
    assert len(sizes) > 5
    assert [path for path, size in sizes.items() if size > MAX_ENTRIES] == []


@cache
def schema() -> dict[str, tuple[frozenset[str], frozenset[tuple[str, str]]]]:
    """Return the columns and the foreign keys (column, table) of every table."""
    text = (ROOT / "docs/schema.sql").read_text("utf-8")
    tables = {}
    for name, body in re.findall(r"^create table (\w+) \((.*?)^\)", text, re.MULTILINE | re.DOTALL):
        columns = re.findall(r'^ +"?(?!constraint\b)(\w+)"? ', body, re.MULTILINE)
        tables[name] = frozenset(columns), frozenset(re.findall(r"FOREIGN KEY \((\w+)\) REFERENCES (\w+)", body))
    return tables


def test_the_data_model_is_the_schema() -> None:
    text = ARCHITECTURE.read_text("utf-8")
    tables = schema()
    wrong = []
    for parent, line, many, column in RELATION.findall(text):
        columns, keys = tables[many]
        # A relation of the audit trail is labelled by a column of either side.
        fits = (column, parent) in keys if line == "--" else column in columns | tables[parent][0]
        wrong += [] if fits else [f"{parent} {line} {many} : {column}"]
    for name, body in ENTITY.findall(text):
        wrong += [f"{name}.{line.split()[1]}" for line in body.splitlines() if line.split()[1] not in tables[name][0]]
    assert wrong == []


def test_tables_beside_the_pictures_exist() -> None:
    lines = re.findall(r"^Other tables of this group: .+", ARCHITECTURE.read_text("utf-8"), re.MULTILINE)
    names = [name for line in lines for name in SPAN.findall(line)]
    assert len(names) > 5
    assert sorted(set(names) - set(schema())) == []


def test_path_without_a_file_is_reported() -> None:
    table = "| In `sdk/careops/` | C |\n|---|---|\n| `app.py` | `x` |\n"
    paths = list(paths_of(f"`server/nowhere.py`, `/ready`, `careops serve`, `calls/<area>.py`\n\n{table}"))
    assert paths[0] == ("server/nowhere.py", "")
    assert paths[-1] == ("app.py", "sdk/careops")
    assert [exists(path, folder) for path, folder in paths] == [False, True, True, False]

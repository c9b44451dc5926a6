"""Manual pages: every command is included, and texts are escaped."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cli.tests.command_line import CareOpsCommand

from careops_cli.framework.help_topics import EXIT_CODES, VARIABLES
from careops_cli.framework.man_pages import names, page
from careops_cli.reference import commands

MACROS = re.compile(r"\.(TH|SH|SS|TP|B|BR|PP|nf|fi|RS|RE)( .*)?")
ESCAPES = re.compile(r"\\(e|-|&)")


@pytest.mark.parametrize("name", names())
def test_page_has_the_format_of_man(name: str) -> None:
    lines = page(name).splitlines()
    assert lines[0].startswith(f".TH {name.upper()} 1 ")
    assert lines[1:3] == [".SH NAME", lines[2]]
    for line in lines:
        assert not line.startswith((".", "'")) or MACROS.fullmatch(line), line
        assert "\\" not in ESCAPES.sub("", line), line
    assert all(line for line in lines)


def test_every_command_is_documented_with_its_examples() -> None:
    pages = {name: page(name).replace("\\-", "-").replace("\\e", "\\") for name in names()}
    for path, command in commands():
        area = "-".join(path.split()[:2])
        assert f"\n.SH {path.upper()}\n.B {path}\n" in pages[area]
        assert all(example in pages[area] for example in command.examples)


def test_the_first_page_has_variables_and_exit_codes() -> None:
    first = page("careops")
    assert all(f".B {name}\n" in first for name in VARIABLES)
    assert all(f".TP\n.B {code}\n" in first for code in EXIT_CODES)


def test_pages_are_written_into_the_folder_of_man(careops: CareOpsCommand, tmp_path: Path) -> None:
    folder = tmp_path / "man" / "man1"
    run = careops("man", "--into", str(folder))
    assert (run.code, sorted(path.stem for path in folder.iterdir())) == (0, sorted(names()))
    assert "Read them with: man careops" in run.err
    assert careops("man", "modules").out == (folder / "careops-modules.1").read_text("utf-8")
    assert careops("man").out == (folder / "careops.1").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "message"),
    [(("modles",), "Did you mean 'modules'?"), (("modules", "--into", "x"), "omit the area")],
    ids=["unknown", "both"],
)
def test_unknown_page_is_refused(careops: CareOpsCommand, words: tuple[str, ...], message: str) -> None:
    run = careops("man", *words)
    assert run.code == 2
    assert message in run.err

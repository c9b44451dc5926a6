"""Commands of the documentation: each one exists, with these options and arguments."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator

import pytest
import typer
from cli.tests.command_line import CareOpsCommand
from cli.tests.documents import DOCS, blocks

from careops_cli.framework.click_extensions import Command
from careops_cli.framework.errors import OK

PAGES = [
    *("index.md", *sorted(f"tutorials/{page.name}" for page in (DOCS / "tutorials").glob("*.md"))),
    *sorted(f"guide/{page.name}" for page in (DOCS / "guide").glob("*.md")),
]
_START = re.compile(r"(?:^|[|&;(] *|\$ |exec |sudo |on-|compose (?:exec|run --rm) server )careops (?=[a-z-])")
_REDIRECTION = re.compile(r"(?<!\S)\d?>&?\d?")


def words_of_commands(text: str) -> Iterator[list[str]]:
    """Yield the words after ``careops`` of every command in a shell block."""
    for line in text.replace("\\\n", " ").splitlines():
        for match in _START.finditer(line):
            yield list(_until_the_end(_REDIRECTION.sub(" > ", line[match.end() :])))


def _until_the_end(remaining_text: str) -> Iterator[str]:
    lexer = shlex.shlex(remaining_text, posix=True, punctuation_chars="|&;<>()")
    lexer.whitespace_split = True
    lexer.commenters = "#"
    for word in lexer:
        if set(word) <= set("|&;<>()"):
            return
        yield word


@pytest.mark.parametrize("page", PAGES)
def test_every_command_of_a_page_parses(page: str, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    def parsed(command: Command, context: typer.Context) -> int:
        return OK

    monkeypatch.setattr(Command, "invoke", parsed)
    refused = []
    for block in blocks(page):
        if block.language in ("sh", "console"):
            for words in words_of_commands(block.text):
                run = careops(*words)
                refused += [f"{page}: careops {shlex.join(words)}\n{run.err}"] if run.code != OK else []
    assert not refused, "\n".join(refused)


@pytest.mark.parametrize("page", PAGES)
def test_every_shell_block_of_a_page_is_a_script(page: str) -> None:
    for block in blocks(page):
        if block.language == "sh":
            done = subprocess.run(["/bin/bash", "-n"], input=block.text, capture_output=True, text=True, check=False)
            assert done.returncode == 0, f"{page}:{block.line}: {done.stderr}"


def test_commands_are_found_in_a_line() -> None:
    line = "x=$(careops runs list | head) && sudo careops serve 2>&1 > log # careops nothing"
    assert list(words_of_commands(line)) == [["runs", "list"], ["serve"]]

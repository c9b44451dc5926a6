"""Reference of the commands, a page of the documentation site, and files from the commands: the list of commands for
the repository, the names that Tab offers and the fields that ``--columns`` accepts.

Write these files. With ``--check``, fail when one is not fresh.

python -m careops_cli.reference [--check]
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import typer

from careops_cli.framework import call_options, completion_data
from careops_cli.framework.click_extensions import Command, Group, help_rows
from careops_cli.framework.global_options import shared_options
from careops_cli.framework.help_topics import EXIT_CODES
from careops_cli.output.results import RECORD_FIELDS, Columns
from careops_cli.root import root

INDEX: Final = Path(__file__).parents[2] / "docs/guide/cli.md"
"""List of the commands. It has the path of the reference, which is not committed."""
_INDEX_HEAD = """\
# The command line

<!-- Written by python -m careops_cli.reference. Do not edit. -->

`careops AREA VERB --help` describes a command with its options, columns and examples. The documentation site has this
page with all of them: `/docs/guide/cli.html` of a server, or `nox -s docs`.

| Command | Purpose |
|---|---|
"""
_INTRODUCTION = """\
# The command line

`careops <area> <verb>`. Start a server with `careops serve` (or name one with `--url`), then `careops login`.

## Output

- On a terminal: a table with times in the profile's zone (India, unless `careops profiles set` or `--utc` changes it).
  Each row is one line: long texts end in `…`, and columns without room are left out and named.
- In a pipe: tab-separated values without a header, never cut. Inside a value `\\t`, `\\n` and
  `\\\\` stand for a tab, a line break and a backslash.
- `--json` prints every field. `--csv` prints a header and the columns, safe for spreadsheets: text that looks like a
  formula gets a leading apostrophe.
- `--jq '.[].name'` filters the JSON with jq (the [extra](installation.md#extras) `jq`), and
  `--template '{id} {location.city}'` a line for each row.
- `--columns id,name` chooses columns by their name in tables or in JSON (`phone`, `phone_number`). A dot selects a
  field of an object: `--columns id,location.city`.
- stdout is data. Counts such as `10 of 243`, questions and errors go to stderr. `NO_COLOR` is respected.
- An error is one line: problem, option, next step; with `--json` one JSON object on stderr, whose
  `problems` have [codes](../error-codes.md). `--verbose` adds the server's request id.
"""
_SESSIONS = """
The code of a [bulk run](bulk.md#steps-of-a-run) covers all of its targets. `careops help exit-codes` shows this list.

## Platform, profiles and sessions

Commands use the first of these: `--url`, `--profile`, `CAREOPS_URL`, `CAREOPS_PROFILE`, the profile chosen with
`careops profiles use`, the server on this machine (`local`).
The limit and zone of a profile apply to its address, however it is chosen.
Sessions are stored in the keyring of the system if there is one, else in a file that only its owner can read
(`CAREOPS_TOKENS=file` forces the file), one per profile and address: a token is never sent to another platform.
`CAREOPS_CONFIG_DIR` moves profiles and sessions. Passwords are typed, piped in with `--password-stdin` or generated,
never part of the command line.
"""


def page() -> str:
    """Return the whole page."""
    top = root()
    context = typer.Context(top, info_name="careops")
    codes = [f"| {code} | {meaning} |" for code, meaning in EXIT_CODES.items()]
    parts = [_INTRODUCTION, "## Exit codes\n", "| Exit code | Meaning |", "|---|---|", *codes, _SESSIONS]
    parts += ["## Options of every command\n", *_options(shared_options(), context)]
    for path, command in commands():
        parts += _section(path, command, context)
    return "\n".join(parts).replace("\n\n\n", "\n\n").rstrip() + "\n"


def index() -> str:
    """Return the list of all commands, with the first line of their help."""
    rows = (
        f"| `{path}` | {_cell((command.help or '').strip().partition(chr(10))[0])} |\n" for path, command in commands()
    )
    return _INDEX_HEAD + "".join(rows)


def commands() -> Iterator[tuple[str, Command]]:
    """Yield every command with its typed name."""
    yield from _below(root(), "careops")


def record_fields() -> str:
    """Return the fields of the records that commands show, one line per record."""
    from careops.document.openapi import openapi_document

    schemas = openapi_document()["components"]["schemas"]
    every = [columns for _, command in commands() for columns in (command.columns, *command.columns_by_option.values())]
    shown = [columns for columns in every if isinstance(columns, Columns)]
    records = sorted({record for columns in shown for record in columns.records})
    lines = [f"{json.dumps(record)}: {json.dumps([*schemas[record]['properties']])}" for record in records]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _below(group: Group, path: str) -> Iterator[tuple[str, Command]]:
    context = typer.Context(group, info_name=path)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, Group):
            yield from _below(command, f"{path} {name}")
        elif isinstance(command, Command):
            yield f"{path} {name}", command


def _section(path: str, command: Command, parent: typer.Context) -> list[str]:
    context = typer.Context(command, info_name=path)
    usage = " ".join([path, *command.collect_usage_pieces(context)])
    lines = [f"\n## {path}\n", f"{command.help}\n", f"```\n{usage}\n```\n"]
    lines += _options(command.own_params, context)
    if command.columns:
        lines.append(f"Columns: {', '.join(f'`{name}`' for name in command.columns)}.\n")
    return [*lines, "```sh", *command.examples, "```"]


def _options(params: Any, context: typer.Context) -> list[str]:
    rows = [f"| `{_cell(name)}` | {_cell(meaning)} |" for name, meaning in help_rows(params, context)]
    if not rows:
        return []
    return ["| | |", "|---|---|", *rows, ""]


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def main(arguments: list[str]) -> int:
    """Write or check the files."""
    fresh = {INDEX: index(), completion_data.FILE: completion_data.to_json()}
    sources = {call_options.FILE: call_options.to_json(), RECORD_FIELDS: record_fields()}
    fresh |= sources
    if "--check" not in arguments:
        is_first = any(file.read_text("utf-8") != text for file, text in sources.items())
        for file, text in fresh.items():
            file.write_text(text, "utf-8")
        if is_first:  # the commands of this process were declared from the earlier fields
            again = [sys.executable, "-m", "careops_cli.reference"]
            return subprocess.run(again, check=False).returncode  # noqa: S603 (itself)
        return 0
    stale = [file for file, text in fresh.items() if not file.exists() or file.read_text("utf-8") != text]
    for file in stale:
        sys.stderr.write(f"{file} is stale. Run: python -m careops_cli.reference\n")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

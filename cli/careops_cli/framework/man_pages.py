"""Manual pages for ``man``, generated from the commands: ``careops(1)`` and one per area."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import typer
from typer.core import TyperGroup

from careops import __version__
from careops_cli.framework.click_extensions import Command, help_rows
from careops_cli.framework.global_options import shared_options
from careops_cli.framework.help_topics import EXIT_CODES, TOPICS, VARIABLES
from careops_cli.root import Root, commands, root


def names() -> list[str]:
    """Return the names of all pages: ``careops`` and ``careops-clinics``, ``careops-modules`` and so on."""
    return ["careops", *(f"careops-{area}" for area in commands())]


def page(name: str) -> str:
    """Return the page in troff."""
    top = root()
    if name == "careops":
        return _joined(_of_all(top))
    return _joined(_of_area(top, name.removeprefix("careops-")))


def _of_all(top: Root) -> Iterator[str]:
    yield from _head("careops", top.help or "")
    yield from (".SH SYNOPSIS", ".B careops", "[OPTIONS] COMMAND [ARGUMENTS]", ".SH DESCRIPTION", _text(top.help or ""))
    for title, areas in top.panels.items():
        yield f".SS {_text(title)}"
        yield from _terms({f"careops-{area}(1)": commands()[area].summary for area in areas})
    yield ".SH OPTIONS OF EVERY COMMAND"
    yield from _options(shared_options(), "careops")
    yield ".SH ENVIRONMENT"
    yield from _terms(VARIABLES)
    yield ".SH EXIT STATUS"
    yield from _terms({str(code): meaning for code, meaning in EXIT_CODES.items()})
    for topic in ("files", "bulk", "formatting"):
        yield from (f".SH {topic.upper()}", *_as_typed(TOPICS[topic].splitlines()))


def _of_area(top: Root, area: str) -> Iterator[str]:
    summary = commands()[area].summary
    yield from _head(f"careops-{area}", summary)
    yield from (".SH DESCRIPTION", _text(summary))
    group = top.get_command(typer.Context(top, info_name="careops"), area)
    yield from _of_commands(f"careops {area}", group)
    yield from (".SH SEE ALSO", ".BR careops (1)")


def _of_commands(path: str, command: Any) -> Iterator[str]:
    if isinstance(command, Command):
        yield from _of_command(path, command)
    elif isinstance(command, TyperGroup):
        context = typer.Context(command, info_name=path)
        for name in command.list_commands(context):
            yield from _of_commands(f"{path} {name}", command.get_command(context, name))


def _of_command(path: str, command: Command) -> Iterator[str]:
    context = typer.Context(command, info_name=path)
    usage = " ".join(command.collect_usage_pieces(context))
    yield from (f".SH {_text(path.upper())}", f".B {_text(path)}", _text(usage))
    for paragraph in (command.help or "").split("\n\n"):
        yield from (".PP", _text(paragraph))
    yield from _options(command.own_params, path)
    if command.columns:
        yield from (".PP", _text(f"Columns: {', '.join(command.columns)}"))
    yield from (".PP", "Examples:", *_as_typed(command.examples))


def _head(name: str, summary: str) -> Iterator[str]:
    yield f'.TH {name.upper()} 1 "" "careops {__version__}" "careops"'
    yield from (".SH NAME", f"{_text(name)} \\- {_text(summary.rstrip('.'))}")


def _options(params: Iterable[Any], path: str) -> Iterator[str]:
    yield from _terms(dict(help_rows([*params], typer.Context(root(), info_name=path))))


def _terms(rows: Mapping[str, str]) -> Iterator[str]:
    for name, meaning in rows.items():
        yield from (".TP", f".B {_text(name)}", _text(meaning))


def _as_typed(lines: Iterable[str]) -> Iterator[str]:
    yield from (".PP", ".nf", ".RS 4", *(_text(line) for line in lines), ".RE", ".fi")


def _joined(lines: Iterable[str]) -> str:
    return "\n".join(line for line in lines if line) + "\n"


def _text(text: str) -> str:
    """Escape a text: no backslash, no dot at the beginning; a dash that can be copied."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(_line(line.strip("\n")) for line in escaped.split("\n") if line.strip() or line == escaped)


def _line(line: str) -> str:
    return f"\\&{line}" if line.startswith((".", "'")) else line

"""Output of ``--jq`` and ``--template``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any

from careops.extras import install_command
from careops_cli.framework.errors import USAGE, CliError

_PLACE = re.compile(r"\{([A-Za-z_][\w.]*)\}")
_ESCAPES = {"\\n": "\n", "\\t": "\t"}


def jq_filter(text: str) -> Callable[[Any], Iterator[str]]:
    """Compile a jq filter that returns lines for a JSON value: texts unquoted, everything else as JSON.

    Raises ``CliError`` for an invalid filter, or if jq is not installed.
    """
    try:
        jq = import_module("jq")
    except ModuleNotFoundError:
        raise CliError(
            "jq is not installed", next_step=f"Run: {install_command('jq')}, or pipe --json to jq.", code=USAGE
        ) from None
    try:
        program = jq.compile(text)
    except ValueError as error:
        raise CliError(f"--jq is no filter: {error}", code=USAGE) from None

    def lines(value: Any) -> Iterator[str]:
        try:
            for result in program.input_value(value):
                yield result if isinstance(result, str) else json.dumps(result, ensure_ascii=False)
        except ValueError as error:
            raise CliError(f"--jq failed: {error}", next_step="Look at --json.") from None

    return lines


def template_of(text: str) -> Callable[[Callable[[str], str]], str]:
    """Compile a template with placeholders such as ``{name}`` and ``{location.city}``. ``\\n`` and ``\\t`` as usual."""
    for written, character in _ESCAPES.items():
        text = text.replace(written, character)
    return lambda read: _PLACE.sub(lambda place: read(place[1]), text)


def places_of(text: str) -> list[str]:
    """Return the placeholders of a template."""
    return [place[1] for place in _PLACE.finditer(text)]


def as_asked(item: Mapping[str, Any], columns: Mapping[str, Callable[[Mapping[str, Any]], Any]] | None) -> Any:
    """Return the JSON of a row: complete, or the selected columns."""
    return dict(item) if columns is None else {name: read(item) for name, read in columns.items()}

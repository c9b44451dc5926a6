"""Error codes: the stable identity of every error, and its English title.

``error_codes.tsv`` beside this module is the only definition: code, HTTP statuses, title and meaning. A title has
placeholders (``{what}``, ``{count}``, ``{where}``) and words that depend on the count (``[row|rows]``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

PLACEHOLDERS: Final[Mapping[str, str]] = {
    "what": "(?P<what>.{1,300}?)",
    "where": "(?P<where>[^:]{1,80})",
    "count": r"(?P<count>-?[\d,]{1,18})",
}
"""What a placeholder stands for, as a pattern."""
MAX_SENTENCE_LENGTH: Final = 1_000
"""Longer texts are not compared with the titles."""
_PART: Final = re.compile(r"\{(?P<name>\w+)\}|\[(?P<one>[^|\]]*)\|(?P<many>[^\]]*)\]")


class ErrorCode(NamedTuple):
    """Definition of a code."""

    statuses: tuple[int, ...]
    """HTTP statuses of the errors; none if the sentence is only a part of other answers."""
    title: str
    """Sentence in English, with placeholders."""
    meaning: str
    """Explanation for developers."""


class Title(str):
    """Title of an error, which knows its code and the values in it."""

    __slots__ = ("code", "parameters")
    code: str | None
    parameters: Mapping[str, object]
    """Values of the placeholders. A value is a number, a text, or a title within this one."""

    def __new__(cls, text: str, code: str | None = None, parameters: Mapping[str, object] | None = None) -> Title:
        """Create the title with its code."""
        title = super().__new__(cls, text)
        title.code = code
        title.parameters = parameters or {}
        return title


def title_of(code: str, **parameters: object) -> Title:
    """Return the title of an error. Raises ``KeyError`` for an unknown code or a missing parameter."""

    def fill(match: re.Match[str]) -> str:
        if match["name"]:
            return str(parameters[match["name"]])
        return match["one"] if str(parameters["count"]) == "1" else match["many"]

    title = ERROR_CODES[code].title
    if "{" not in title:
        return Title(title, code)
    names = sorted({match["name"] for match in _PART.finditer(title) if match["name"]})
    return Title(_PART.sub(fill, title), code, {name: parameters[name] for name in names})


def parameters_of(title: str) -> dict[str, Any]:
    """Return the values in a title as JSON: numbers, texts, and titles as by ``message_of``. Empty without values."""
    return {name: _as_json(value) for name, value in title.parameters.items()} if isinstance(title, Title) else {}


def message_of(title: str) -> dict[str, Any]:
    """Return a title with its code and values as JSON, as ``careops.contract.answers.Message`` describes it."""
    return {"title": str(title), "code": getattr(title, "code", None), "parameters": parameters_of(title) or None}


def reason_of(title: str) -> dict[str, Any]:
    """Return a title as ``message_of`` does, under the name that rows and items have for it: ``reason``."""
    message = message_of(title)
    return {"reason": message.pop("title"), **message}


def find_title(text: str) -> Title:
    """Return a title that arrived as plain text, from a platform without codes or from a subprocess, with its code and
    the values in it. The code is None for an unknown sentence.
    """
    return _find(text) if len(text) <= MAX_SENTENCE_LENGTH else Title(text)


@lru_cache(256)
def _find(text: str) -> Title:
    if code := _codes_by_title().get(text):
        return Title(text, code)
    for pattern, code in _patterns():
        if match := pattern.fullmatch(text):
            return Title(text, code, {name: _read(name, value) for name, value in sorted(match.groupdict().items())})
    return Title(text)


def read_title(title: str, *, otherwise: str) -> Title:
    """Return a title that arrived as plain text with its code, or with a general one."""
    known_title = find_title(title)
    return known_title if known_title.code else Title(title, otherwise)


def _read(name: str, value: str) -> object:
    if name == "count":
        return int(value) if value.removeprefix("-").isdecimal() else value
    inner = find_title(value)
    return inner if inner.code else value


def _as_json(value: object) -> object:
    if isinstance(value, Title):
        return message_of(value) if value.code else str(value)
    return value if isinstance(value, int) else str(value)


def _load() -> dict[str, ErrorCode]:
    _, *lines = Path(__file__).with_suffix(".tsv").read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines)
    return {
        code: ErrorCode(tuple(map(int, statuses.split(","))) if statuses else (), title, meaning)
        for code, statuses, title, meaning in rows
    }


ERROR_CODES: Final[Mapping[str, ErrorCode]] = _load()


@cache
def _codes_by_title() -> dict[str, str]:
    return {defined.title: code for code, defined in ERROR_CODES.items()}


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    """Return the patterns of all titles with placeholders, the most specific first."""
    patterns = [(defined.title, code) for code, defined in ERROR_CODES.items() if "{" in defined.title]
    patterns.sort(key=lambda each: (each[0].startswith("{"), -len(_PART.sub("", each[0]))))
    return [(re.compile(_pattern(title)), code) for title, code in patterns]


def _pattern(title: str) -> str:
    pattern, end = "", 0
    for match in _PART.finditer(title):
        pattern += re.escape(title[end : match.start()])
        pattern += PLACEHOLDERS[match["name"]] if match["name"] else f"(?:{match['one']}|{match['many']})"
        end = match.end()
    return pattern + re.escape(title[end:])

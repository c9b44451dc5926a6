"""Strict parser of JSON. It refuses JSON that parsers may interpret differently."""

from __future__ import annotations

import json
from typing import Any

from careops.error_codes import Title, title_of


class AmbiguousJsonError(ValueError):
    """JSON that parsers may interpret differently, or not at all."""

    def __init__(self, title: Title) -> None:
        super().__init__(title)
        self.title = title


def strict_json(text: str) -> Any:
    """Parse JSON.

    Raises ``AmbiguousJsonError`` for duplicate keys, NaN and too much depth, and ``ValueError`` for invalid JSON.
    """
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except RecursionError:
        raise AmbiguousJsonError(title_of("json_too_deep")) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise AmbiguousJsonError(title_of("json_repeated_key"))
    return members


def _no_constant(name: str) -> Any:
    raise AmbiguousJsonError(title_of("json_constant", what=name))

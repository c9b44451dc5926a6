"""Versions of records (ETags), made of a short hash for each part that can change.

A version is computed from the answer, so it needs no column and no counter that code could forget to increment. Because
each part has its own hash, an outdated version shows which parts differ.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable, Mapping
from hashlib import blake2s
from typing import Any

import orjson

from careops.contract import Call, Model
from careops.error_codes import title_of
from careops.errors import InvalidInput, PreconditionFailed, Problem
from careops_server.core.context import Context

_BYTES, _LETTERS = 6, 8
"""Bytes and characters of one part's hash. With 48 bits, a change goes unnoticed once in 280 million million."""
_GIVEN = re.compile(r'\*|(?:W/)?"([^"]*)"')
"""A proxy that compresses an answer makes its ETag weak, but it still names the same record."""


def etag_of(record: Model, parts: tuple[str, ...]) -> str:
    """Return the version of a record that is read with these ``versioned`` parts."""
    dumped = record.model_dump(mode="json", include={path.partition(".")[0] for path in parts})
    return urlsafe_b64encode(b"".join(_digest(_value_at(dumped, path)) for path in parts)).decode()


def checked_version(header: str, call: type[Call[Any]]) -> str | None:
    """Return the version of an ``If-Match`` header, None for any (``*``). Raises ``InvalidInput``."""
    if call.route.against is None:
        raise InvalidInput(title_of("if_match_not_supported"), source="if-match")
    match = _GIVEN.fullmatch(header.strip())
    if match is None:
        raise InvalidInput(title_of("if_match_invalid"), source="if-match")
    return match[1]


async def check_if_match(call: Call[Any], context: Context, read: Callable[[Any, Context], Awaitable[Model]]) -> None:
    """Refuse a change if the record has changed since the caller read it.

    For handlers that hold the record's lock. ``read`` answers the call's ``route.against``. Raises
    ``PreconditionFailed`` with a problem for each part that differs. Without ``If-Match`` it does nothing.
    """
    against = call.route.against
    if context.if_match is None or against is None:
        return
    newest = await read(against(**{name: getattr(call, name) for name in against.route.path_fields}), context)
    parts = against.route.versioned
    version = etag_of(newest, parts)
    if version == context.if_match:
        return
    differing = list(parts)
    if len(context.if_match) == len(version):  # else another release with other parts made it
        letters = zip(parts, _letters(context.if_match), _letters(version), strict=True)
        differing = [path for path, old, new in letters if old != new]
    dumped = newest.model_dump(mode="json")
    raise PreconditionFailed(*(_problem(path, _value_at(dumped, path)) for path in differing), version=version)


def _problem(path: str, newest: Any) -> Problem:
    name = path.rpartition(".")[2].replace("_", " ").capitalize()
    now = "It is empty now" if newest is None else f"It is now {orjson.dumps(newest).decode()}"
    return Problem(title_of("field_changed", what=name), path, now, newest)


def _digest(value: Any) -> bytes:
    return blake2s(orjson.dumps(value, option=orjson.OPT_SORT_KEYS), digest_size=_BYTES).digest()


def _letters(version: str) -> list[str]:
    return [version[start : start + _LETTERS] for start in range(0, len(version), _LETTERS)]


def _value_at(record: Mapping[str, Any], path: str) -> Any:
    value: Any = record
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value

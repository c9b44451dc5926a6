"""Strict parsing of a request's JSON. Ambiguous input is refused here, so that other code need not handle it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qs

import orjson

from careops.calls.audit import UNSTORABLE
from careops.constants import BODY_VALUES
from careops.contract.strict_json import AmbiguousJsonError, strict_json
from careops.error_codes import title_of
from careops.errors import InvalidInput

MAX_DEPTH = 32
MAX_KEYS = 256
"""Keys of one object, and parameters of one query."""
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
_HOLDING = (str, dict, list)
"""JSON types that can contain unstorable text; numbers cannot."""


def json_body(
    content_type: str, body: bytes, *, per_item_field: str | None = None, most: int = BODY_VALUES
) -> Mapping[str, Any] | None:
    """Parse the body as an object of at most ``most`` values, None if it is empty.

    In the list ``per_item_field``, whose items are accepted or refused separately, an item that PostgreSQL cannot store
    is replaced by the text ``UNSTORABLE``, so that the other items remain valid.

    Raises ``InvalidInput`` for another content type (415), invalid JSON or UTF-8, duplicate keys, NaN (400), and for a
    value that is not an object, too much depth, too many keys or values, NUL and lone surrogates (422).
    """
    if not body:
        return None
    kind = content_type.partition(";")[0].strip().lower()
    if kind != "application/json":
        raise InvalidInput(title_of("json_required"), source="content-type", status=415)
    if body.count(b"[") + body.count(b"{") > most:  # parsing that many would already take too long
        raise InvalidInput(title_of("too_many_values", count=most), source="body", status=400)
    try:
        value = strict_json(body.decode())
    except ValueError as error:
        title = error.title if isinstance(error, AmbiguousJsonError) else title_of("json_invalid")
        raise InvalidInput(title, source="body", status=400) from None
    if not isinstance(value, dict):
        raise InvalidInput(title_of("json_object_required"), source="body")
    items = value.get(per_item_field) if per_item_field else None
    if not isinstance(items, list):
        check_storable(value, "body", most=most)
        return value
    check_storable(
        {name: field_value for name, field_value in value.items() if name != per_item_field}, "body", most=most
    )
    return {**value, per_item_field: _each(items, str(per_item_field), most)}


def loose_json(content_type: str, body: bytes) -> dict[str, Any] | None:
    """Parse the body as an object with a fast parser, which accepts duplicate keys, for early checks of a large body.

    Return None if it is no object, or not JSON in its eyes: ``json_body`` has the last word.
    """
    if content_type.partition(";")[0].strip().lower() != "application/json":
        return None
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError:
        return None
    return value if isinstance(value, dict) else None


def without_lists(content: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the content of a large body without its lists. None if PostgreSQL cannot store it."""
    short = {name: value for name, value in content.items() if not isinstance(value, list)}
    try:
        check_storable(short, "body")
    except InvalidInput:
        return None
    return short


def _each(items: list[Any], source: str, most: int) -> list[Any]:
    """Return the items, with unstorable ones replaced by a text that says so."""
    texts = []
    values = len(items)
    for item in items if values <= most else ():
        try:
            values += check_storable(item, source, 2, most)
            texts.append(item)
        except _UnstorableError:
            texts.append(UNSTORABLE)
        if values > most:
            break
    if values > most:
        raise InvalidInput(title_of("too_many_values", count=most), source=source)
    return texts


class _UnstorableError(InvalidInput):
    """Text that PostgreSQL cannot store."""


@lru_cache(256)
def query_values(query: str) -> Mapping[str, str]:
    """Parse the query's parameters. Duplicates are refused, and empty values are left out.

    The result is cached, because clients repeat the same queries when they change pages or tabs.
    """
    values: dict[str, str] = {}
    if query.count("&") >= MAX_KEYS:
        raise InvalidInput(title_of("too_many_parameters", count=MAX_KEYS), source="query")
    for name, texts in parse_qs(query, keep_blank_values=True).items():
        if len(texts) > 1:
            raise InvalidInput(title_of("given_twice", what=name), source=name)
        check_storable(texts[0], name)
        if texts[0] != "":
            values[name] = texts[0]
    return values


def check_storable(value: Any, source: str, depth: int = 0, most: int = BODY_VALUES) -> int:
    """Refuse text that PostgreSQL cannot store, at any depth, and excessive depth, keys or values.

    Return the number of values inside. The size of each list and object is checked before its items.
    """
    if isinstance(value, str):
        if _UNSTORABLE.search(value):
            raise _UnstorableError(UNSTORABLE, source=source)
        return 0
    if not isinstance(value, (dict, list)):
        return 0
    if depth > MAX_DEPTH:
        raise InvalidInput(title_of("json_too_deep"), source=source)
    values = len(value)
    if isinstance(value, dict):
        if values > MAX_KEYS:
            raise InvalidInput(title_of("too_many_keys", count=MAX_KEYS), source=source)
        if _UNSTORABLE.search("".join(value)):
            raise _UnstorableError(UNSTORABLE, source=source)
        for key, element in value.items():
            if isinstance(element, _HOLDING):
                values += check_storable(element, key, depth + 1, most)
    elif values <= most:
        for element in value:
            if isinstance(element, _HOLDING):
                values += check_storable(element, source, depth + 1, most)
            if values > most:
                break
    if values > most:
        raise InvalidInput(title_of("too_many_values", count=most), source=source)
    return values

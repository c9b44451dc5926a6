"""Every JSON object that SQL builds matches a model of the contract; a renamed field is reported with its SQL."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from pydantic import TypeAdapter
from sqlalchemy import TextClause

import careops_server
from careops.calls import AREAS, calls_of

PACKAGE = Path(careops_server.__file__).parent
AREA_OF = {"auth": "session", "storage": "uploads"}
"""Areas whose SQL is in a folder of core with another name."""
_TOKEN = re.compile(r"'(?:[^']|'')*'|[(),]|[^'(),]+")


def objects_in(sql: str) -> Iterator[tuple[str, ...]]:
    """Keys of each ``json_build_object('id', d.id, 'name', d.name)``, nested ones separately."""
    for start in re.finditer(r"_build_object\(", sql):
        depth, arguments = 0, [""]
        for token in _TOKEN.findall(sql, start.end()):
            depth += {"(": 1, ")": -1}.get(token, 0)
            if depth < 0:
                break
            if token == "," and depth == 0:
                arguments.append("")
            else:
                arguments[-1] += token
        yield tuple(argument.strip().strip("'") for argument in arguments[::2])


def objects_in_queries() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Every object in an area's constant SQL: module, name of the constant, and keys."""
    for path in sorted([*PACKAGE.glob("areas/*/*queries.py"), *PACKAGE.glob("core/*/*queries.py")]):
        place = path.relative_to(PACKAGE)
        if area_of(place.parts[1]) in AREAS:
            module = import_module(f"careops_server.{'.'.join(place.with_suffix('').parts)}")
            for name, thing in vars(module).items():
                sql = thing.text if isinstance(thing, TextClause) else thing
                for keys in objects_in(sql) if isinstance(sql, str) else ():
                    yield str(place), name, keys


def area_of(folder: str) -> str:
    return AREA_OF.get(folder, folder)


def models_of(area: str) -> list[set[str]]:
    """Fields of each model in the answers of an area's calls, at any depth."""
    schemas = [TypeAdapter(call.answer_type()).json_schema(mode="serialization") for call in calls_of(area)]
    described = [definition for schema in schemas for definition in (schema, *schema.get("$defs", {}).values())]
    return [set(definition.get("properties", {})) for definition in described]


@pytest.mark.parametrize(("place", "name", "keys"), list(objects_in_queries()))
def test_json_objects_are_models_of_their_area(place: str, name: str, keys: tuple[str, ...]) -> None:
    wrong = min((set(keys) - fields for fields in models_of(area_of(place.split("/")[1]))), key=len)
    assert not wrong, f"server/careops_server/{place}, {name} writes {', '.join(sorted(wrong))}, which no answer has"


def test_keys_are_found_at_any_depth() -> None:
    nested = "select jsonb_build_object('line_2', f(a, ','), 'doctor', json_build_object('id', d.id)) from d"
    assert list(objects_in(nested)) == [("line_2", "doctor"), ("id",)]

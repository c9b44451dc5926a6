"""Every documented call, one module per area. ``all_calls()`` is the whole platform API in one tuple."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from careops.areas import Area
from careops.contract import Call

AREAS = tuple(sorted(module.name for module in iter_modules(__path__)))
"""Every area by name, as its module lies in this folder."""


def area_module(area: str) -> ModuleType:
    """The module of an area; imported on demand, as a hundred calls cost a third of a second."""
    return import_module(f"{__name__}.{area}")


@cache
def calls_of(area: str) -> tuple[type[Call[Any]], ...]:
    """The calls of one area, in the order they are written."""
    # A route of its own tells a call from `Call[Clinic]`, which Pydantic leaves in the module too.
    return tuple(thing for thing in _classes_of(area) if issubclass(thing, Call) and "route" in vars(thing))


def offers_of(area: str) -> type[Area[Any]]:
    """The class that offers an area's calls as verbs."""
    [offers] = [thing for thing in _classes_of(area) if issubclass(thing, Area)]
    return offers


def _classes_of(area: str) -> Iterator[type[Any]]:
    """The classes written in an area's module, not those it imports."""
    module = area_module(area)
    return (thing for thing in vars(module).values() if isinstance(thing, type) and thing.__module__ == module.__name__)


@cache
def all_calls() -> tuple[type[Call[Any]], ...]:
    """Every call of every area."""
    return tuple(call for area in AREAS for call in calls_of(area))


def area_of(call: type[Call[Any]]) -> str:
    """The area a call belongs to."""
    return call.__module__.rpartition(".")[2]

"""All calls of the platform, one module per area. ``all_calls()`` returns the complete API."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from careops.contract import Call
from careops.contract.resource import Resource

AREAS = tuple(sorted(module.name for module in iter_modules(__path__)))
"""Names of all areas, which are the modules of this package."""


def area_module(area: str) -> ModuleType:
    """Return the module of an area. It is imported lazily, because a hundred calls take a third of a second."""
    return import_module(f"{__name__}.{area}")


@cache
def calls_of(area: str) -> tuple[type[Call[Any]], ...]:
    """Return the calls of one area, in the order of their module."""
    # Pydantic leaves classes such as `Call[Clinic]` in the module; only a real call defines `route` itself.
    return tuple(thing for thing in _classes_of(area) if issubclass(thing, Call) and "route" in vars(thing))


def offers_of(area: str) -> type[Resource[Any]]:
    """Return the class that offers an area's calls as methods."""
    [offers] = [thing for thing in _classes_of(area) if issubclass(thing, Resource)]
    return offers


def _classes_of(area: str) -> Iterator[type[Any]]:
    """Yield the classes defined in an area's module, without imported ones."""
    module = area_module(area)
    return (thing for thing in vars(module).values() if isinstance(thing, type) and thing.__module__ == module.__name__)


@cache
def all_calls() -> tuple[type[Call[Any]], ...]:
    """Return every call of every area."""
    return tuple(call for area in AREAS for call in calls_of(area))


@cache
def calls_by_name() -> Mapping[str, type[Call[Any]]]:
    """Return every call by its name."""
    return {call.__name__: call for call in all_calls()}


def access_of(name: str) -> Collection[str]:
    """Return the account types that may make a call, none for an unknown one."""
    call = calls_by_name().get(name)
    return call.route.access or () if call is not None else ()


def area_of(call: type[Call[Any]]) -> str:
    """Return the area of a call."""
    return call.__module__.rpartition(".")[2]

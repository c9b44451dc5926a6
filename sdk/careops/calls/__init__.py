"""Every documented call, one module per area. ``all_calls()`` is the whole platform API in one tuple."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from careops.contract import Call

AREAS = (
    "session",
    "clinics",
    "modules",
    "users",
    "clinic_admins",
    "payments",
    "clinic_doctors",
    "catalogue",
    "places",
    "audit",
)


def area_module(area: str) -> ModuleType:
    """The module of an area; imported on demand, as a hundred calls cost a third of a second."""
    return import_module(f"{__name__}.{area}")


@cache
def calls_of(area: str) -> tuple[type[Call[Any]], ...]:
    """The calls of one area, in the order they are written."""
    module = area_module(area)
    return tuple(
        thing
        for thing in vars(module).values()
        # A route of its own tells a call from `Call[Clinic]`, which Pydantic leaves in the module too.
        if isinstance(thing, type) and issubclass(thing, Call) and "route" in vars(thing)
    )


@cache
def all_calls() -> tuple[type[Call[Any]], ...]:
    """Every call of every area."""
    return tuple(call for area in AREAS for call in calls_of(area))


def area_of(call: type[Call[Any]]) -> str:
    """The area a call belongs to."""
    return call.__module__.rpartition(".")[2]

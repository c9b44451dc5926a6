"""Example requests of each call, with records of the database under test.

The builders in ``server/tests/<area>/factories.py`` create the records that an example names: one function per field,
with the field's name. For an id, the builders of all areas are candidates, so ``clinic_id`` exists only once. The
call's own area comes first.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from server.tests.support.stage import Stage

from careops.calls import area_of
from careops.contract import Call

Builder = Callable[[Stage, dict[str, Any]], Awaitable[Any]]


async def example(stage: Stage, call: type[Call[Any]]) -> Call[Any]:
    """Return the example of a call; creates only the records that it names, in that order."""
    values = dict(call.example.call)
    stage.inserted_behind = {}
    for name in values:
        builder = builder_of(call, name)
        if builder is not None:
            before = stage.statements
            values[name] = await builder(stage, values)
            if stage.statements > before:
                stage.inserted_behind[name] = values[name]
    await _ready(stage, call, values)
    return call(**values)


def explain_not_found(stage: Stage, call: type[Call[Any]]) -> str | None:
    """Return why a gateway may answer 404 to its own addition: SQL created the record in the platform's database."""
    forwarded = call.route.forwarded or not call.route.path.startswith("/careops/")
    created = [f"{name}={value}" for name, value in stage.inserted_behind.items() if f"{{{name}}}" in call.route.path]
    if stage.knows_before or forwarded or not created:
        return None
    return (
        f"{', '.join(created)} was created behind the gateway, and {call.__name__} is answered in front of it. "
        f"If the platform holds the records, {call.__name__} needs `forwarded=True` in its route; otherwise create "
        f"them through the client in server/tests/{area_of(call)}/factories.py, as server/tests/views/factories.py does"
    )


async def _ready(stage: Stage, call: type[Call[Any]], values: dict[str, Any]) -> None:
    """Run the function that prepares a call: it has the call's name, in its area's ``factories.py``."""
    name = re.sub(r"(?<!^)([A-Z])", r"_\1", call.__name__).lower()
    make_ready = _builders().get(area_of(call), {}).get(name)
    if make_ready is not None:
        await make_ready(stage, values)


def builder_of(call: type[Call[Any]], name: str) -> Builder | None:
    """Return the builder of a field. An id without a builder raises: a matching row would exist only by chance."""
    own = _builders().get(area_of(call), {})
    if name in own:
        return own[name]
    # Only an id has one meaning in all areas; names and phone numbers are looked up in the call's area.
    others = [builders[name] for builders in _builders().values() if name in builders] if name.endswith("_id") else []
    if not others and re.fullmatch(r"(\w+_)?ids?", name):
        raise LookupError(
            f"{call.__name__}.{name}: nothing of this name is made for the tests; "
            f"write `async def {name}(stage, given)` in server/tests/{area_of(call)}/factories.py"
        )
    if len(others) > 1:
        raise LookupError(f"{call.__name__}.{name}: several areas make it; write it in server/tests/{area_of(call)}")
    return others[0] if others else None


@cache
def _builders() -> dict[str, dict[str, Builder]]:
    """The builders of each area."""
    builders: dict[str, dict[str, Builder]] = {}
    for path in sorted(Path(__file__).parents[1].glob("*/factories.py")):
        module = import_module(f"server.tests.{path.parent.name}.factories")
        builders[path.parent.name] = {
            name: thing
            for name, thing in vars(module).items()
            if callable(thing) and getattr(thing, "__module__", None) == module.__name__
        }
    return builders

"""Options that several commands share, declared once: a dataclass whose fields are annotated as parameters would be.

A command takes such a dataclass as one parameter; on its command line stand the options of its fields.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, TypeVar, get_type_hints

ResultT = TypeVar("ResultT")


def spread(command: Callable[..., ResultT]) -> Callable[..., ResultT]:
    """The command as Typer is to see it: with the options of each set in the place of the parameter."""
    signature = inspect.signature(command, eval_str=True)
    kinds = {name: each.annotation for name, each in signature.parameters.items()}
    sets = {name: kind for name, kind in kinds.items() if isinstance(kind, type) and is_dataclass(kind)}
    if not sets:
        return command

    def gathering(**given: Any) -> ResultT:
        for name, kind in sets.items():
            given[name] = _gathered(kind, given)
        return command(**given)

    parameters = [
        option
        for name, each in signature.parameters.items()
        for option in (_options(sets[name]) if name in sets else [each])
    ]
    gathering.__name__, gathering.__doc__ = command.__name__, command.__doc__
    gathering.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]  # functions may have one
    gathering.__annotations__ = {each.name: each.annotation for each in parameters}
    return gathering


def _options(kind: type[Any]) -> Iterator[inspect.Parameter]:
    annotations = get_type_hints(kind, include_extras=True)
    for field in fields(kind):
        if field.init:
            default = None if field.default is MISSING else field.default
            yield inspect.Parameter(
                field.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotations[field.name]
            )


def _gathered(kind: type[Any], given: dict[str, Any]) -> Any:
    """What was typed for one set, taken out of ``given``; what was not typed is as the dataclass has it."""
    typed: Mapping[str, Any] = {field.name: given.pop(field.name) for field in fields(kind) if field.init}
    return kind(**{name: value for name, value in typed.items() if value is not None})

"""Options shared by several commands: a dataclass whose fields are annotated like parameters.

A command takes such a dataclass as one parameter, and its fields become options. For options about records of a kind,
``Annotated[Asked, CLINICS]`` names the kind: ``{one}``, ``{many}`` and ``{ID}`` in their texts are replaced by the
words of that noun, and the dataclass's field ``noun`` contains it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from careops.resource_names import Noun

ResultT = TypeVar("ResultT")


def expand_options(command: Callable[..., ResultT]) -> Callable[..., ResultT]:
    """Replace the dataclass parameters of a command by their options, for Typer."""
    signature = inspect.signature(command, eval_str=True)
    kinds = {name: _set(each.annotation) for name, each in signature.parameters.items()}
    sets = {name: kind for name, kind in kinds.items() if kind is not None}
    if not sets:
        return command

    def gathering(**options: Any) -> ResultT:
        for name, kind in sets.items():
            options[name] = _gathered(kind, options)
        return command(**options)

    parameters = [
        option
        for name, each in signature.parameters.items()
        for option in (_options(sets[name]) if name in sets else [each])
    ]
    gathering.__name__, gathering.__doc__ = command.__name__, command.__doc__
    gathering.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]  # functions may have one
    gathering.__annotations__ = {each.name: each.annotation for each in parameters}
    return gathering


def columns_by_option(command: Callable[..., Any]) -> Mapping[str, Any]:
    """Return the columns of a command's result that depend on a switch, as its dataclasses declare them."""
    kinds = [_set(each.annotation) for each in inspect.signature(command, eval_str=True).parameters.values()]
    return {
        name: columns for kind in kinds if kind for name, columns in getattr(kind.kind, "columns_by_option", {}).items()
    }


def with_argument(command: Callable[..., ResultT], name: str, kind: type[Any], argument: Any) -> Callable[..., ResultT]:
    """Replace the keywords of a command (``**ids``) by one argument whose name depends on the kind of records."""
    annotation: Any = Annotated[kind, argument]
    parameter = inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=annotation)
    return with_parameters(command, [parameter])


def with_parameters(command: Callable[..., ResultT], added: Iterable[inspect.Parameter]) -> Callable[..., ResultT]:
    """Replace the keywords of a command (``**values``) by parameters, which follow the context."""
    signature = inspect.signature(command, eval_str=True)
    context, *options, _ = signature.parameters.values()
    parameters = [context, *added, *options]
    command.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]  # functions may have one
    command.__annotations__ = {each.name: each.annotation for each in parameters}
    return command


class _Set(NamedTuple):
    """Dataclass of a parameter, with the kind of records."""

    kind: type[Any]
    noun: Noun | None = None


def _set(annotation: Any) -> _Set | None:
    noun = None
    if get_origin(annotation) is Annotated:
        annotation, *metadata = get_args(annotation)
        noun = next((word for word in metadata if isinstance(word, Noun)), None)
    return _Set(annotation, noun) if isinstance(annotation, type) and is_dataclass(annotation) else None


def _options(each: _Set) -> Iterator[inspect.Parameter]:
    annotations = get_type_hints(each.kind, include_extras=True)
    for field in fields(each.kind):
        if field.init and field.name != _NOUN:
            annotation = _worded(annotations[field.name], each.noun) if each.noun else annotations[field.name]
            yield inspect.Parameter(
                field.name, inspect.Parameter.KEYWORD_ONLY, default=_default(field), annotation=annotation
            )


def _default(field: Field[Any]) -> Any:
    """Return the default of an option; none if it is required."""
    if field.default is not MISSING:
        return field.default
    return inspect.Parameter.empty if field.default_factory is MISSING else None


def _worded(annotation: Any, noun: Noun) -> Any:
    """Return the option with the words of the noun."""
    kind, option = get_args(annotation)
    option = copy(option)
    words = {"one": noun.one, "many": noun.many, "ID": noun.id_columns[0].upper(), "id": noun.id_columns[0]}
    option.help = option.help.format_map(words)
    option.metavar = option.metavar and option.metavar.format_map(words)
    if isinstance(option.show_default, str):
        option.show_default = option.show_default.format_map(words)
    return Annotated[kind, option]


def _gathered(each: _Set, options: dict[str, Any]) -> Any:
    """Build the dataclass of one set from the typed values, and remove them from ``given``."""
    names = [field.name for field in fields(each.kind) if field.init and field.name != _NOUN]
    typed: Mapping[str, Any] = {name: options.pop(name) for name in names}
    extra = {} if each.noun is None else {_NOUN: each.noun}
    return each.kind(**extra, **{name: value for name, value in typed.items() if value is not None})


_NOUN = "noun"

"""Names of the contract for shell completion, generated in advance because importing the contract is too slow.

``python -m careops_cli.reference`` writes ``completion_data.json`` together with the page about the commands.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Union, get_args, get_origin

if TYPE_CHECKING:
    from careops.contract import Call

FILE: Final = Path(__file__).with_name("completion_data.json")
PARAMETERS: Final = "parameters"
FILTERS: Final = "filters"
"""Filters of ``--where``; for lists only."""
CHOICES: Final = "choices"
"""Choices by parameter; only for parameters with a few allowed words."""
SCOPE: Final = "scope"
"""Scope that an API key needs; only if a key may make the call."""

CallNames = Mapping[str, Mapping[str, Any]]


def known_calls() -> CallNames:
    """Load the names of all calls."""
    names: CallNames = json.loads(FILE.read_text("utf-8"))
    return names


def resolve_names(typed: str) -> Mapping[str, Any]:
    """Return the names of one call, regardless of case; empty if there is none."""
    folded = typed.replace("_", "").replace("-", "").casefold()
    return next((names for call, names in known_calls().items() if call.casefold() == folded), {})


def choices_of(call: str, parameter: str) -> Sequence[str]:
    """Return the choices of a parameter; empty if it accepts any value."""
    choices: Sequence[str] = resolve_names(call).get(CHOICES, {}).get(parameter, ())
    return choices


def known_scopes() -> Sequence[str]:
    """Return the scopes of API keys: areas, then calls."""
    scopes = {call: names[SCOPE] for call, names in known_calls().items() if SCOPE in names}
    return [*sorted({*scopes.values()}), *scopes]


def to_json() -> str:
    """Return the content of the file for the current contract, one line per call."""
    from careops.calls import all_calls

    calls = {call.__name__: _names(call) for call in sorted(all_calls(), key=lambda call: call.__name__)}
    return "{\n" + ",\n".join(f"{json.dumps(call)}: {json.dumps(names)}" for call, names in calls.items()) + "\n}\n"


def _names(call: type[Call[Any]]) -> dict[str, Any]:
    from careops.contract import PageParams
    from careops.scopes import scope_of
    from careops_cli.bulk.filters import filter_names

    names: dict[str, Any] = {PARAMETERS: [*call.model_fields]}
    if issubclass(call, PageParams):
        names[FILTERS] = filter_names(call)
    choices = {name: words for name, field in call.model_fields.items() if (words := _choices(field.annotation))}
    if choices:
        names[CHOICES] = choices
    if scope := scope_of(call):
        names[SCOPE] = scope
    return names


def _choices(kind: Any) -> list[str]:
    """Return the allowed words of a type; empty if it accepts other values."""
    from careops.contract.filters import JoinedSchema

    origin, parts = get_origin(kind), get_args(kind)
    if kind is bool:
        return ["true", "false"]
    if origin is Literal:
        return [str(word) for word in parts]
    if origin is Annotated:
        return _choices(parts[0]) or [word for mark in parts if isinstance(mark, JoinedSchema) for word in mark.words]
    if origin not in (Union, UnionType, list):
        return []
    words = [_choices(branch) for branch in parts if branch is not NoneType]
    return list(dict.fromkeys(word for each in words for word in each)) if all(words) else []

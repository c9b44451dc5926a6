"""What Tab offers of the contract, written down beforehand: Tab has no time to import it.

``python -m careops_cli.reference`` writes ``call_names.json``, beside the page about the commands.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Union, get_args, get_origin

if TYPE_CHECKING:
    from careops.contract import Call

FILE: Final = Path(__file__).with_name("call_names.json")
PARAMETERS: Final = "parameters"
FILTERS: Final = "filters"
"""What ``--where`` takes; of lists only."""
CHOICES: Final = "choices"
"""By parameter, what it may be; only where that is one of a few words."""
SCOPE: Final = "scope"
"""What a program's key needs for it; only where a key may make it."""

CallNames = Mapping[str, Mapping[str, Any]]


def known_calls() -> CallNames:
    """Each call's names, as they were written."""
    found: CallNames = json.loads(FILE.read_text("utf-8"))
    return found


def names_meant(typed: str) -> Mapping[str, Any]:
    """The names of one call, whatever the case of what was typed; empty where there is none."""
    folded = typed.replace("_", "").replace("-", "").casefold()
    return next((names for call, names in known_calls().items() if call.casefold() == folded), {})


def choices_of(call: str, parameter: str) -> Sequence[str]:
    """What a parameter may be; nothing where it may be anything."""
    found: Sequence[str] = names_meant(call).get(CHOICES, {}).get(parameter, ())
    return found


def known_scopes() -> Sequence[str]:
    """What keys of programs may be made for: areas, then calls."""
    scopes = {call: names[SCOPE] for call, names in known_calls().items() if SCOPE in names}
    return [*sorted({*scopes.values()}), *scopes]


def written() -> str:
    """The file as the contract has it now, a line per call."""
    from careops.calls import all_calls

    calls = {call.__name__: _names(call) for call in sorted(all_calls(), key=lambda call: call.__name__)}
    return "{\n" + ",\n".join(f"{json.dumps(call)}: {json.dumps(names)}" for call, names in calls.items()) + "\n}\n"


def _names(call: type[Call[Any]]) -> dict[str, Any]:
    from careops.contract import Paged
    from careops.scopes import scope_of
    from careops_cli.bulk.filters import filter_names

    names: dict[str, Any] = {PARAMETERS: [*call.model_fields]}
    if issubclass(call, Paged):
        names[FILTERS] = filter_names(call)
    choices = {name: words for name, field in call.model_fields.items() if (words := _choices(field.annotation))}
    if choices:
        names[CHOICES] = choices
    if scope := scope_of(call):
        names[SCOPE] = scope
    return names


def _choices(kind: Any) -> list[str]:
    """The words a value of that type is one of; none where it may be anything else."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind is bool:
        return ["true", "false"]
    if origin is Literal:
        return [str(word) for word in parts]
    if origin is Annotated:
        return _choices(parts[0])
    if origin not in (Union, UnionType, list):
        return []
    words = [_choices(part) for part in parts if part is not NoneType]
    return list(dict.fromkeys(word for each in words for word in each)) if all(words) else []

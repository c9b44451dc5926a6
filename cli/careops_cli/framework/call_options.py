"""Options of commands from the fields of a call.

The fields are generated in advance, because importing the contract is slow: ``python -m careops_cli.reference`` writes
``call_options.json`` for the calls that commands name.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Final, get_args

import typer

FILE: Final = Path(__file__).with_name("call_options.json")
_TYPES: Final[Mapping[str, tuple[type[Any], str]]] = {
    "string": (str, ""),
    "integer": (int, "N"),
    "number": (float, "NUMBER"),
    "boolean": (bool, ""),
    "date": (str, "DAY"),
}
"""Type and metavar of an option by the type of its field; an empty metavar is the name of the field."""
_used: Final[set[str]] = set()
"""Calls that the imported commands use."""


@dataclass(frozen=True)
class CallOption:
    """Option for one field of a call."""

    name: str
    type: str
    help: str
    required: bool = False
    nullable: bool = False
    default: bool | int | float | str | None = None

    @property
    def flags(self) -> list[str]:
        """Return the typed forms that set a value: ``--active`` and ``--no-active``, ``--rank`` and ``--no-rank``."""
        dashes = self.name.replace("_", "-")
        return [f"--{dashes}", f"--no-{dashes}"] if self.nullable or self.type == "boolean" else [f"--{dashes}"]


@dataclass(frozen=True)
class OptionTexts:
    """What the options of a call have instead of names and sentences of the contract."""

    arguments: tuple[str, ...] = ()
    """Fields that are arguments instead of options."""
    help: Mapping[str, str] = field(default_factory=dict)
    """Help by field."""


@cache
def options_of(call: str) -> tuple[CallOption, ...]:
    """Return an option for each simple field of a call, without those of its path."""
    _used.add(call)
    calls = json.loads(FILE.read_text("utf-8"))
    return tuple(CallOption(name=name, **facts) for name, facts in calls.get(call, {}).items())


def create_parameters(call: str, texts: OptionTexts) -> Iterator[inspect.Parameter]:
    """Yield the parameters of a command that creates a record: arguments, required options, others."""
    options = sorted(options_of(call), key=lambda option: (option.name not in texts.arguments, not option.required))
    for option in options:
        default = inspect.Parameter.empty if option.required else option.default
        yield _parameter(option, texts, default)


def edit_parameters(call: str, texts: OptionTexts) -> Iterator[inspect.Parameter]:
    """Yield the parameters of a command that changes some fields of a record; ``--no-rank`` sends null."""
    for option in options_of(call):
        yield _parameter(option, texts, None)
        if option.nullable:
            words = option.name.replace("_", " ")
            remove = typer.Option(option.flags[1], help=f"Remove the {words}.")
            yield _keyword(f"no_{option.name}", Annotated[bool, remove], False)


def _parameter(option: CallOption, texts: OptionTexts, default: Any) -> inspect.Parameter:
    kind, metavar = _TYPES[option.type]
    facts: dict[str, Any] = {"help": texts.help.get(option.name, option.help)}
    if kind is not bool:
        facts["metavar"] = metavar or option.name.upper()
    if default is None:
        kind = kind | None  # type: ignore[assignment]  # a union
    if option.name in texts.arguments and default is inspect.Parameter.empty:
        return _keyword(option.name, Annotated[kind, typer.Argument(**facts)], default)
    names = ["/".join(option.flags)] if option.type == "boolean" else []
    return _keyword(option.name, Annotated[kind, typer.Option(*names, **facts)], default)


def _keyword(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


def to_json() -> str:
    """Return the content of the file for the calls that the imported commands use, one line per call."""
    from careops.calls import calls_by_name

    calls = calls_by_name()
    lines = [f"{json.dumps(name)}: {json.dumps(dict(_facts(calls[name])))}" for name in sorted(_used)]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _facts(call: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the facts of each field that an option can set."""
    from careops.contract.field_docs import field_docs

    schemas = call.model_json_schema()["properties"]
    for name, field_info in call.model_fields.items():
        schema = schemas[name]
        kinds = [schema, *schema.get("anyOf", ())]
        types = [each["format"] if each.get("format") == "date" else each["type"] for each in kinds if "type" in each]
        if name in call.route.path_fields or not types or types[0] not in _TYPES:
            continue
        help = re.split(r"; null|\. ", field_docs(call)[name])[0].rstrip(".")
        facts: dict[str, Any] = {"type": types[0], "help": f"{help}."}
        facts |= {"required": True} if field_info.is_required() else {}
        facts |= {"nullable": True} if NoneType in get_args(field_info.annotation) else {}
        yield (
            name,
            facts
            if field_info.is_required() or field_info.default is None
            else {**facts, "default": field_info.default},
        )

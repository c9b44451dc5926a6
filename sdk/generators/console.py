"""Generated modules of the console: constants, choices and access of calls."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin

from careops import constants, record_kinds
from careops.calls import AREAS, all_calls, area_module, area_of
from careops.contract import ACCESS_NAMES, ANYONE, Call
from careops.error_codes import ERROR_CODES
from careops_server.areas.change_requests.preview import supported_bindings
from careops_server.routes import ROUTES
from generators import NOTE
from generators.references import ROOT

ENGLISH: Final = ROOT / "webapp/src/i18n/en"


def shared_constants() -> str:
    """Return the console's copy of ``constants.py``."""
    shared = {
        name: value
        for name, value in vars(constants).items()
        if not name.startswith("_") and isinstance(value, (int, float, str, tuple))
    }
    lines = [f"export const {camel(name)} = {json.dumps(value)} as const;" for name, value in shared.items()]
    return f"// {NOTE}\n" + "\n".join(lines) + "\n"


def access_table() -> str:
    """Return the access of each call, for navigation, routes and buttons."""
    groups = {
        name: [kind for kind in constants.ACCOUNT_TYPES if kind in access]
        for access, name in ACCESS_NAMES.items()
        if access is not None
    }
    open_paths = [call.route.path for call in all_calls() if call.route.access is ANYONE]
    return (
        f"// {NOTE}\n"
        f"/** Account types by the name of the access they have. */\n"
        f"export const access = {json.dumps(groups, indent=2)} as const;\n"
        f"/** Where no token is asked for. */\n"
        f"export const withoutToken = {json.dumps(open_paths)} as const;\n"
    )


def _hidden_fields(call: type[Call[Any]]) -> list[str]:
    """Return the parameters that ``careops call`` refuses as arguments, because a process list shows them."""
    return [name for name, field in call.model_fields.items() if field.repr is False]


def call_names() -> str:
    """Return the names of the console's reading calls in SDK and terminal."""
    reads = {
        call.route.path: [area_of(call), call.__name__]
        for call in all_calls()
        if call.route.method == "GET" and not call.route.changes
    }
    return (
        f"// {NOTE}\n"
        f"/** Of every call that reads: its area and its name in the SDK and the terminal. */\n"
        "export const callNames: Record<string, readonly [area: string, name: string]> = "
        f"{json.dumps(reads, indent=2)};\n"
    )


def change_names() -> str:
    """Return the names of all other calls, with their transport. Only dialogs need them, so they load later."""
    changes = {
        f"{call.route.method.lower()} {call.route.path}": {
            "area": area_of(call),
            "name": call.__name__,
            "inside": call.route.body_in,
            "again": list(call.route.also_in_body.values()),
            "secrets": [name for name in _hidden_fields(call) if call.model_fields[name].annotation is str],
            "stdin": [name for name in _hidden_fields(call) if call.model_fields[name].annotation is not str],
        }
        for call in all_calls()
        if call.route.method != "GET" or call.route.changes
    }
    return (
        f"// {NOTE}\n"
        "/** Names of a call in the SDK and the terminal, and the parameters in its body. */\n"
        "export interface ChangeName {\n"
        "  area: string;\n  name: string;\n"
        "  /** The key under which the whole body is nested. */\n  inside: string | null;\n"
        "  /** Fields of the body that repeat parameters of the path. */\n  again: readonly string[];\n"
        "  /** Passwords and the like, which are never written anywhere. */\n  secrets: readonly string[];\n"
        "  /** Lists that the terminal takes from standard input only, because they contain personal data. */\n"
        "  stdin: readonly string[];\n"
        "}\n"
        "/** Of every other call, such as a change, by its method and path. */\n"
        f"export const changeNames: Record<string, ChangeName> = {json.dumps(changes, indent=2)};\n"
    )


def proposable_calls() -> str:
    """Return the calls that a change request may contain. The list comes from the routes of the server."""
    supported = dict(sorted(supported_bindings(ROUTES).items()))
    calls = {name: binding.call.route.event for name, binding in supported.items()}
    changes = sorted(call.__name__ for call in all_calls() if call.route.mutates)
    effects = {call.__name__: call.route.same_effect for call in all_calls() if call.route.same_effect}
    texts = json.loads((ENGLISH / "changeRequests.json").read_text("utf-8"))["calls"]
    summaries = {name: _summary(binding.call) for name, binding in supported.items() if name not in texts}
    others = {
        name: sorted(other for other in effects if effects[other] == effects[name] and other != name)
        for name in sorted(effects)
    }
    return (
        f"// {NOTE}\n"
        "/** Audit event of each call that a change request may contain. */\n"
        f"export const proposableCalls = {json.dumps(calls, indent=2)} as const;\n"
        "export type ProposableCall = keyof typeof proposableCalls;\n"
        "/** Summary of each of these calls that has no text under `calls` of the area change requests. */\n"
        f"export const callSummaries: Readonly<Record<string, string>> = {json.dumps(summaries, indent=2)};\n"
        "/** The other calls with the effect of a call, which a policy for it covers, too. */\n"
        f"export const sameEffect: Readonly<Record<string, readonly string[]>> = {json.dumps(others, indent=2)};\n"
        "/** Name of any call that changes something. */\n"
        f"export type ChangeCall = {' | '.join(json.dumps(name) for name in changes)};\n"
    )


def _summary(call: type[Call[Any]]) -> str:
    """Return the start of a call's docstring, such as "Create an inventory"."""
    return re.split(r"[.,;(]", call.__doc__ or "")[0].strip()


def choices() -> str:
    """Return the named choices of the contract with their words in order, which are also the keys of their labels."""
    choices: dict[str, tuple[Any, ...]] = {}
    for module in (record_kinds, *map(area_module, AREAS)):
        for name, thing in vars(module).items():
            if get_origin(thing) is Literal and not hasattr(constants, name):
                choices[name] = get_args(thing)
    entries = [
        f"export const {name[0].lower()}{name[1:]} = {json.dumps(words)} as const;\n"
        f"export type {name} = (typeof {name[0].lower()}{name[1:]})[number];\n"
        for name, words in sorted(choices.items())
    ]
    return f"// {NOTE}\n" + "".join(entries)


def messages(english: Path) -> str:
    """Return the English messages without values that the console translates, by code."""
    translated = json.loads((english / "refusals.json").read_text("utf-8"))
    titles = {
        code: defined.title for code, defined in ERROR_CODES.items() if code in translated and "{" not in defined.title
    }
    return (
        f"// {NOTE}\n"
        "/** Messages of the server by code, which identify messages that arrive without one. */\n"
        f"export const messages = {json.dumps(titles, indent=2, ensure_ascii=False)} as const;\n"
    )


def text_types(english: Path) -> str:
    """Return the types of the console's texts for i18next: one namespace for each file of English texts."""
    areas = sorted(file.stem for file in english.glob("*.json"))
    imports = "".join(f'import type {area} from "./{english.name}/{area}.json";\n' for area in areas)
    resources = "".join(f"      {area}: typeof {area};\n" for area in areas)
    return (
        f"// {NOTE}\n{imports}\n"
        'declare module "i18next" {\n  interface CustomTypeOptions {\n    defaultNS: "common";\n'
        f"    resources: {{\n{resources}    }};\n  }}\n}}\n"
    )


def camel(name: str) -> str:
    """Convert a name to camel case."""
    return re.sub(r"_([a-z0-9])", lambda match: match[1].upper(), name.lower())

"""Error codes that a call can be refused with, found in the source of its class and its handler.

The source is read and not run: from the call and its handler, every name is followed through the modules of the
contract and the areas. A code counts if a title with it is reached. Codes that any call can have are in ``COMMON``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from careops import errors
from careops.contract import Call
from careops.error_codes import ERROR_CODES, Title

_ROOT: Final = Path(__file__).resolve().parents[2]
_SOURCES: Final = {"careops": _ROOT / "sdk", "careops_server": _ROOT / "server"}
_FOLLOWED: Final = (
    *("careops.calls.", "careops.models.", "careops.contract.fields", "careops.contract.filters"),
    *("careops.contract.partial_update", "careops.files"),
    *("careops.bulk.lead_split", "careops_server.areas.", "careops_server.core.queries.", "careops_server.core.auth."),
    *(
        "careops_server.core.pipeline.etags",
        "careops_server.core.audit.days",
        "careops_server.core.storage.",
        "careops_server.core.search.",
    ),
)
"""Modules whose definitions are followed. The rest serves every call."""
_TITLES: Final[Mapping[str, str | None]] = {
    name: kind.title.code
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and issubclass(kind, errors.ApiError) and isinstance(kind.title, Title)
}
"""Code of each error that is raised without a title."""
_MODELS: Final = ("careops.calls.", "careops.models.")
_ROUTES: Final = "careops_server.routes"
_MAKERS: Final = ("title_of", "wrong_rows")
COMMON: Final[tuple[str, ...]] = (
    *("request_failed", "unauthorized", "forbidden", "not_offered", "request_too_large", "too_many_requests", "busy"),
    *("storage_full", "concurrent_change", "platform_unreachable", "http_invalid", "request_too_slow", "unknown_field"),
    *("given_twice", "foreign_page", "password_change_required"),
)
"""Codes that do not depend on the call."""


class _Name(NamedTuple):
    module: str
    name: str


class _Module(NamedTuple):
    definitions: Mapping[str, ast.stmt]
    imports: Mapping[str, _Name]
    """Local names; a name of a module has an empty ``name``."""


def raised_codes(
    call: type[Call[Any]], parameters: Iterable[Mapping[str, Any]], body: Iterable[Mapping[str, Any]]
) -> list[str]:
    """Return the codes of a call in the order of the list of codes, from the schemas of its parameters and its body."""
    codes = {*_codes_of_schemas(parameters, _TYPES), *_codes_of_schemas(body, _TYPES | _TYPES_IN_JSON)}
    codes |= _reached(_Name(call.__module__, call.__name__), is_handler=False)
    for handler in _handlers()[call.__name__]:
        codes |= _reached(handler, is_handler=True)
    if call.route.against is not None:
        codes |= {"version_changed", "field_changed"}
    if call.route.also_in_body:
        codes.add("path_mismatch")
    if call.__name__ in _THROTTLED:
        codes.add("too_many_attempts")
    if call.route.step_up:
        codes.add("confirmation_required")
    if call.file_fields():
        codes |= _OF_TABLES  # read in a subprocess
    return [code for code, defined in ERROR_CODES.items() if code in codes and code not in COMMON and defined.statuses]


def _codes_of_schemas(schemas: Iterable[Mapping[str, Any]], types: Mapping[Any, str]) -> Iterator[str]:
    for schema in schemas:
        yield from (code for limit, code in _LIMITS.items() if schema.get(limit))
        if code := types.get(schema.get("format"), types.get(schema.get("type"))):
            yield code


_OF_TABLES: Final = {code for code in ERROR_CODES if code.startswith("file_")} | {
    *("lead_file_busy", "lead_file_unreadable", "lead_rows_invalid"),
}
_LIMITS: Final = {
    "required": "required",
    "minLength": "too_short",
    "minimum": "below_minimum",
    "maximum": "above_maximum",
    "maxLength": "too_long",
    "maxItems": "too_many_entries",
    "minItems": "too_few_entries",
    "enum": "unknown_choice",
    "const": "unknown_choice",
    "pattern": "invalid",
}
_TYPES: Final[dict[Any, str]] = {
    "integer": "not_an_integer",
    "number": "not_a_number",
    "boolean": "not_a_boolean",
    "date": "not_a_day_or_moment",
    "date-time": "not_a_day_or_moment",
    "uuid": "not_a_uuid",
}
_TYPES_IN_JSON: Final = {"string": "not_text", "object": "not_an_object", "array": "not_a_list"}
_THROTTLED: Final = ("SignIn", "ChangePassword", "ConfirmSession", "SearchCatalogue")
"""Calls that count failed passwords or searches without a token, in methods of objects."""


@cache
def _handlers() -> Mapping[str, list[_Name]]:
    """Return the handler of each call and its preparation, by the name of the call."""
    module = _read(_ROUTES)
    handlers: dict[str, list[_Name]] = {}
    for node in ast.walk(ast.Module(list(module.definitions.values()), [])):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=call), attr="handled_by"), args=args, keywords=keywords):
                named = [*args, *(keyword.value for keyword in keywords)]
                handlers[call] = [name for each in named if (name := _handler(each))]
    return handlers


def _handler(node: ast.expr) -> _Name | None:
    """Return a function, or the object of the routes whose method it is."""
    return _resolve(_ROUTES, node) or (_resolve(_ROUTES, node.value) if isinstance(node, ast.Attribute) else None)


@cache
def _reached(start: _Name, *, is_handler: bool) -> frozenset[str]:
    seen: set[_Name] = set()
    waiting, codes = [start], set[str]()
    while waiting:
        at = waiting.pop()
        if at in seen:
            continue
        seen.add(at)
        node = _read(at.module).definitions.get(at.name)
        if node is None:
            continue
        if is_handler and at.module.startswith(_MODELS) and isinstance(node, ast.ClassDef):
            continue  # a handler builds models of its answers
        codes.update(_codes_in(node))
        waiting += (name for name in _names_in(at.module, node) if name.module.startswith(_FOLLOWED))
    return frozenset(codes)


def _codes_in(node: ast.stmt) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id in _MAKERS:
            yield from (str(arg.value) for arg in part.args[:1] if isinstance(arg, ast.Constant))
        elif isinstance(part, ast.Raise) and (code := _TITLES.get(_bare_error(part.exc))):
            yield code


def _bare_error(raised: ast.expr | None) -> str:
    """Return the name of the class of an error that is raised without a title."""
    if isinstance(raised, ast.Call):
        return "" if raised.args or any(each.arg == "title" for each in raised.keywords) else _bare_error(raised.func)
    return raised.id if isinstance(raised, ast.Name) else ""


def _names_in(module: str, node: ast.stmt) -> Iterator[_Name]:
    """Yield the definitions that a definition uses. Annotations of functions and the answer of a call use nothing."""
    skipped: set[ast.AST] = set()
    for part in ast.walk(node):
        if part in skipped:
            skipped.update(ast.iter_child_nodes(part))
            continue
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
            skipped.update(each for each in (part.returns, *(arg.annotation for arg in _arguments(part))) if each)
        elif isinstance(part, ast.ClassDef):
            skipped.update(base.slice for base in part.bases if isinstance(base, ast.Subscript))
            skipped.update(line for line in part.body if _is_described(line))
        elif isinstance(part, ast.Name | ast.Attribute) and (name := _resolve(module, part)):
            yield name


def _is_described(line: ast.stmt) -> bool:
    """Return True for the route and the example of a call."""
    return isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) in ("route", "example")


def _arguments(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.arg]:
    return [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]


def _resolve(module: str, node: ast.expr) -> _Name | None:
    """Return the definition that a name or an attribute of a module stands for."""
    known = _read(module)
    if isinstance(node, ast.Name):
        if node.id in known.definitions:
            return _Name(module, node.id)
        imported = known.imports.get(node.id)
        return imported if imported and imported.name else None
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        imported = known.imports.get(node.value.id)
        if imported and not imported.name:
            return _Name(imported.module, node.attr)
    return None


@cache
def _read(module: str) -> _Module:
    path = _path(module)
    if path is None:
        return _Module({}, {})
    body = ast.parse(path.read_text("utf-8")).body
    definitions: dict[str, ast.stmt] = {}
    imports: dict[str, _Name] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            definitions[node.name] = node
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            definitions |= {
                part.id: node for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)
            }
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                is_module = _path(inner) is not None
                imports[alias.asname or alias.name] = _Name(inner, "") if is_module else _Name(node.module, alias.name)
    return _Module(definitions, imports)


def _path(module: str) -> Path | None:
    root = _SOURCES.get(module.partition(".")[0])
    if root is None:
        return None
    base = root.joinpath(*module.split("."))
    return next((path for path in (base.with_suffix(".py"), base / "__init__.py") if path.is_file()), None)

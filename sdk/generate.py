"""Write everything that is generated from the contract; with ``--check``, say what is stale instead and fail.

    python sdk/generate.py            docs/openapi.json, docs/calls.md, sdk/careops/offered.py, webapp/src/api/gen/*
    python sdk/generate.py --check    exit 1 when a file differs, is missing, or should not be there

Needs Node and the installed npm packages for the TypeScript half.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from careops import constants
from careops.calls import AREAS, all_calls, calls_of, offers_of
from careops.contract import ACCESS_NAMES, ANYONE, Call
from careops.openapi import openapi_document

ROOT = Path(__file__).resolve().parents[1]
GEN = Path("webapp/src/api/gen")
NOTE = "Written by sdk/generate.py from the calls in sdk/careops/calls. Do not edit."


def generated() -> dict[Path, str]:
    """Every generated file's text, by path from the root."""
    document = openapi_document()
    text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    return {
        Path("docs/openapi.json"): text,
        Path("docs/calls.md"): calls_page(document),
        GEN / "schema.d.ts": typescript(text),
        GEN / "rules.ts": field_rules(document["components"]["schemas"]),
        GEN / "constants.ts": shared_constants(),
        GEN / "access.ts": access_table(),
        Path("sdk/careops/offered.py"): offered(),
    }


def typescript(document: str) -> str:
    """The document's types, by openapi-typescript."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "openapi.json"), Path(folder, "schema.d.ts")
        source.write_text(document, "utf-8")
        tool = ROOT / "node_modules/openapi-typescript/bin/cli.js"
        command = ["node", str(tool), str(source), "-o", str(target), "--default-non-nullable", "false"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 (our own tool, no outside input)
        return f"// {NOTE}\n" + target.read_text("utf-8")


def field_rules(schemas: Mapping[str, Any]) -> str:
    """What each form's fields ask for, in the form react-hook-form's ``register`` takes."""
    forms = {name: form for name, form in sorted(schemas.items()) if name.endswith("Form")}
    body = "".join(
        f"  {name}: {{\n"
        + "".join(
            f"    {field}: {{{_rule(schema, field in form.get('required', ()))}}},\n"
            for field, schema in form["properties"].items()
        )
        + "  },\n"
        for name, form in forms.items()
    )
    return f"// {NOTE}\nexport const rules = {{\n{body}}} as const;\n"


def _rule(field: Mapping[str, Any], required: bool) -> str:
    asked = []
    if required and field.get("type") != "boolean":
        asked.append("required: true")
    for schema_name, rule in (("minLength", "minLength"), ("maxLength", "maxLength"), ("minimum", "min")):
        if field.get(schema_name) is not None and not (schema_name == "minLength" and field[schema_name] == 1):
            asked.append(f"{rule}: {field[schema_name]}")
    if "pattern" in field:
        asked.append(f"pattern: /{field['pattern']}/")
    elif field.get("format") == "email":
        asked.append(r"pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/")
    return f" {', '.join(asked)} " if asked else ""


def shared_constants() -> str:
    """The console's copy of ``constants.py``."""
    shared = {
        name: value
        for name, value in vars(constants).items()
        if not name.startswith("_") and isinstance(value, (int, float, str, tuple))
    }
    lines = [f"export const {_camel(name)} = {json.dumps(value)} as const;" for name, value in shared.items()]
    return f"// {NOTE}\n" + "\n".join(lines) + "\n"


def access_table() -> str:
    """Who may do what, for navigation, routes and buttons."""
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


def offered() -> str:
    """What both clients offer: a property for each area."""
    homes = {area: offers_of(area).__name__ for area in AREAS}
    imports = "".join(f"    from careops.calls.{area} import {name}\n" for area, name in homes.items())
    properties = "".join(_PROPERTY.format(area=area, name=name) for area, name in homes.items())
    return f"{_OFFERED.format(note=NOTE, imports=imports)}{properties}"


_OFFERED = '''\
"""What both clients offer: every area of the platform as a property, imported when first used.

{note}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, cast

from careops.areas import ClientT

if TYPE_CHECKING:
{imports}

class Areas(Generic[ClientT]):
    """Every area of the platform as a property, imported when first used."""

    @property
    def _itself(self) -> ClientT:
        return cast(ClientT, self)
'''
_PROPERTY = """
    @property
    def {area}(self) -> {name}[ClientT]:
        from careops.calls.{area} import {name}

        return {name}(self._itself)
"""


def _camel(name: str) -> str:
    return re.sub(r"_([a-z0-9])", lambda match: match[1].upper(), name.lower())


def calls_page(document: Mapping[str, Any]) -> str:
    """The reference for readers: every call with its parameters, answer and access."""
    chapters = [f"# The calls\n\n<!-- {NOTE} -->\n\nBase address: `/api` on our server. {_LEGEND}\n"]
    for area in AREAS:
        chapters.append(f"## {area.replace('_', ' ').capitalize()}\n")
        chapters += [_call_entry(call, document) for call in calls_of(area)]
    return "\n".join(chapters)


_LEGEND = (
    "Access: *anyone* needs no token, *staff* is any signed-in administrator, *billing* is super_admin and "
    "billing_admin, *super* is super_admin alone."
)


def _call_entry(call: type[Call[Any]], document: Mapping[str, Any]) -> str:
    route = call.route
    operation = document["paths"][route.path][route.method.lower()]
    example = call(**call.example.call)
    answer = operation["responses"]["200"]["content"]["application/json"]["example"]
    rows = [
        f"| `{name}` | {_where(call, name)} | {'yes' if field.is_required() else 'no'} | {_limits(call, name)} |"
        for name, field in call.model_fields.items()
    ]
    table = (
        "\n| Parameter | Travels in | Required | Form |\n|---|---|---|---|\n" + "\n".join(rows) + "\n" if rows else ""
    )
    doc = "\n".join(line.strip() for line in (call.__doc__ or "").strip().splitlines())
    sent = f"{route.method} {example.to_wire().path}"
    body = example.to_wire().body
    return (
        f"### {call.__name__}\n\n`{route.method} {route.path}` · {ACCESS_NAMES[route.access]}\n\n{doc}\n{table}\n"
        f"```http\n{sent}\n" + (f"\n{json.dumps(body, indent=2, ensure_ascii=False)}\n" if body else "") + "```\n"
        f"```json\n{json.dumps(answer, indent=2, ensure_ascii=False)}\n```\n"
    )


def _where(call: type[Call[Any]], name: str) -> str:
    route = call.route
    if name in route.path_fields:
        return "path"
    if not route.has_body:
        return "query"
    return f"body, in `{route.body_in}`" if route.body_in else "body"


def _limits(call: type[Call[Any]], name: str) -> str:
    schema = call.model_json_schema()["properties"][name]
    choices = [part for part in schema.get("anyOf", [schema]) if part != {"type": "null"}]
    return ", ".join(_form(choice) for choice in choices)


def _form(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        return schema["$ref"].rpartition("/")[2]
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    bounds = [
        f"{word} {schema[key]}"
        for key, word in (("minimum", "from"), ("maximum", "to"), ("minLength", "at least"), ("maxLength", "at most"))
        if key in schema and schema[key] != 2**63 - 1
    ]
    return " ".join([str(schema.get("format") or schema.get("type", "any")), *bounds])


def main(arguments: list[str]) -> int:
    """Write or check."""
    wanted = generated()
    orphans = {path.relative_to(ROOT) for path in (ROOT / GEN).glob("*")} - wanted.keys()
    if "--check" not in arguments:
        for path, text in wanted.items():
            (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
            (ROOT / path).write_text(text, "utf-8")
        for path in orphans:
            (ROOT / path).unlink()
        return 0
    stale = [path for path, text in wanted.items() if not _same(ROOT / path, text)]
    for path in [*stale, *orphans]:
        sys.stderr.write(f"stale: {path} (run `python sdk/generate.py`)\n")
    return 1 if stale or orphans else 0


def _same(path: Path, text: str) -> bool:
    return path.exists() and path.read_text("utf-8") == text


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

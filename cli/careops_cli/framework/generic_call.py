"""Build any documented call from typed words, and print any answer."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast, get_args, get_origin

from careops.calls import all_calls, area_of
from careops.renamed import CALLS as RENAMED_CALLS
from careops.renamed import REMOVED_IN
from careops.resource_names import Noun
from careops_cli.framework.errors import USAGE, CliError, print_note
from careops_cli.framework.resolve import suggestion
from careops_cli.output.results import Item, Read, Record, Result, Table, check_columns, field_columns, field_path

if TYPE_CHECKING:
    from careops.calls.uploads import Bucket
    from careops.contract import Call
    from careops.files import Upload
    from careops_cli.framework.options import Options

AnyCall = type["Call[Any]"]
_WHERE = re.compile(r" \((?:(?:, )?(?:[A-Z]+-[0-9]+|[A-Z] [0-9]+|decision [0-9]+))+\)")


def resolve_call(typed: str) -> AnyCall:
    """Find the call with that name, regardless of case. Raises ``CliError`` with the most similar name if there is
    none.
    """
    by_name = {call.__name__.casefold(): call for call in all_calls()}
    name = typed.replace("_", "").replace("-", "").casefold()
    for old, new in RENAMED_CALLS.items():
        if name == old.casefold():
            print_note(f"{old} is now {new}; the old name works until careops {REMOVED_IN}.")
            name = new.casefold()
    call = by_name.get(name)
    if call is None:
        step = suggestion(typed, [call.__name__ for call in all_calls()]) or "Run: careops call --list"
        raise CliError(f"There is no call {typed!r}", next_step=step, code=USAGE)
    return call


def parameters(call: AnyCall, pairs: Sequence[str], body: str | None) -> dict[str, Any]:
    """Parse ``key=value`` and ``key:=json`` words, which override those of a JSON text, file or stdin.

    ``key=@file`` is a file of a form.
    """
    values = _object(body) if body is not None else {}
    for pair in pairs:
        key, separator, text = pair.partition("=")
        if not separator or not key:
            raise CliError(f"{pair!r} is no parameter", next_step="Write key=value, or key:=json.", code=USAGE)
        name = key.removesuffix(":")
        if is_secret(call, name):
            raise CliError(
                f"{name} would be seen by others in the list of processes",
                next_step="Give it in --body-json @file, or on stdin with --body-json @-",
                code=USAGE,
            )
        if name in call.file_fields():
            values[name] = _file(text)
            continue
        if text in _BOOLEANS and _takes_boolean(call, name):
            values[name] = text == "true"
            continue
        set_value(values, name, _json(text, name) if key.endswith(":") or text[:1] in ("{", "[") else text)
    return values


_BOOLEANS: Final = ("true", "false")


def _takes_boolean(call: AnyCall, name: str) -> bool:
    field = call.model_fields.get(name)
    return field is not None and bool in (field.annotation, *get_args(field.annotation))


def pictures(pairs: Sequence[str]) -> dict[str, tuple[Bucket, Path]]:
    """Return bucket and path of each picture in words such as ``key=@bucket:file``. Raises ``CliError`` for a missing
    file."""
    from careops.calls.uploads import Bucket

    files: dict[str, tuple[Bucket, Path]] = {}
    for pair in pairs:
        name, _, text = pair.partition("=@")
        bucket, _, file = text.partition(":")
        if bucket in get_args(Bucket) and file:
            if not Path(file).is_file():
                raise CliError(f"There is no file {file}", code=USAGE)
            files[name] = (cast("Bucket", bucket), Path(file))
    return files


def _file(text: str) -> Upload:
    """Open the file of ``@path``."""
    from careops.files import Upload

    if not text.startswith("@"):
        raise CliError("A file is given as @path", next_step="Write file0=@leads.csv.", code=USAGE)
    return Upload.of(text[1:])


def is_secret(call: AnyCall, name: str) -> bool:
    """Return True if a parameter is a password or a token."""
    field = call.model_fields.get(name)
    return field is not None and field.repr is False


def describe_calls() -> Table:
    """List all documented calls."""
    items = [
        {
            "name": call.__name__,
            "area": area_of(call),
            "method": call.route.method,
            "path": call.route.path,
            "summary": _first_line(call),
        }
        for call in all_calls()
    ]
    return Table(
        items,
        field_columns(*items[0]),
        shown=("name", "area", "summary"),
        noun=Noun("call", "calls"),
    )


def describe_call(call: AnyCall) -> Table:
    """List the parameters of one call."""
    schema = call.model_json_schema()
    sentences = dict(explain_parameters(call))
    required = schema.get("required", [])
    items = [
        {
            "parameter": name,
            "type": _type(property_schema, schema.get("$defs", {})),
            "required": name in required,
            "default": property_schema.get("default"),
            "meaning": sentences.get(name),
        }
        for name, property_schema in schema.get("properties", {}).items()
    ]
    names = ("parameter", "type", "required", "default", "meaning")
    return Table(items, field_columns(*names), noun=Noun("parameter", "parameters"))


def explain_parameters(call: AnyCall) -> list[tuple[str, str]]:
    """Return the parameters of one call with their descriptions."""
    from careops.contract.field_docs import field_docs

    sentences = field_docs(call)
    return [(name, " ".join(sentences.get(name, "").replace("``", "").split())) for name in call.model_fields]


def render_answer(answer: Any) -> Result:
    """Return the output for an answer of any call."""
    from careops.contract import Empty, Page
    from careops.files import Download

    if isinstance(answer, Empty):
        return Record({"done": True}, sentence="Done.")
    if isinstance(answer, Page):
        return _rows([_dumped(item) for item in answer.items], total=answer.total_records)
    if isinstance(answer, list):
        return _rows([_dumped(item) for item in answer])
    if isinstance(answer, Download):
        with answer:
            for piece in answer:
                sys.stdout.buffer.write(piece)
        return None
    return Record(_flat(answer))


def check_columns_of(call: AnyCall, options: Options) -> None:
    """Raise ``CliError`` for a column that the call's answer cannot have, before the request."""
    from careops.contract import Empty, Page, item_type

    answer = call.answer_type()
    if get_origin(answer) is list:
        answer = get_args(answer)[0]
    elif isinstance(answer, type) and issubclass(answer, Page):
        answer = item_type(call)
    fields = getattr(answer, "model_fields", None)
    if answer is Empty:
        check_columns(options.chosen_columns, ("done",))
    elif fields:
        check_columns(options.chosen_columns, tuple(fields))


def render_rows(items: Iterable[Any], call: AnyCall) -> Table:
    """Return the output for all pages of a list."""
    from careops.contract import item_type

    return Table((_dumped(item) for item in items), field_columns(*item_type(call).model_fields))


def _rows(items: list[Item], total: int | None = None) -> Table:
    columns: dict[str, Read] = {name: field_path(name) for item in items for name in item}
    return Table(items, columns, total=total, hint="--all shows every one.")


def _flat(answer: Any) -> Item:
    return _dumped(answer) if hasattr(answer, "model_dump") else {"answer": answer}


def _dumped(item: Any) -> Item:
    dumped: Item = item.model_dump(mode="json") if hasattr(item, "model_dump") else {"value": item}
    return dumped


def _object(source: str) -> dict[str, Any]:
    if source == "@-":
        text = sys.stdin.read()
    elif source.startswith("@"):
        text = Path(source[1:]).read_text("utf-8-sig")
    else:
        text = source
    value = _json(text, "--body-json")
    if not isinstance(value, dict):
        raise CliError("--body-json must hold an object", next_step='It looks like {"page": 2}.', code=USAGE)
    return value


def _json(text: str, what: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise CliError(f"{what} is not JSON: {error}", code=USAGE) from None


def set_value(target: dict[str, Any], dotted: str, value: Any) -> None:
    *parents, last = dotted.split(".")
    for parent in parents:
        inner = target.setdefault(parent, {})
        if not isinstance(inner, dict):
            raise CliError(f"{parent} is given twice, as a value and as an object", code=USAGE)
        target = inner
    target[last] = value


def _first_line(call: AnyCall) -> str:
    """Return the summary of a call without references to the specification."""
    return _WHERE.sub("", (call.__doc__ or "").partition("\n")[0].partition(" Spec: ")[0])


def _type(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    if "anyOf" in schema:
        return " or ".join(_type(option, definitions) for option in schema["anyOf"])
    if "$ref" in schema:
        inner = definitions[schema["$ref"].rpartition("/")[2]]
        return "{" + ", ".join(inner.get("properties", {})) + "}"
    if "const" in schema or "enum" in schema:
        return " or ".join(json.dumps(value) for value in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}), definitions)}"
    return str(schema.get("type", "any"))

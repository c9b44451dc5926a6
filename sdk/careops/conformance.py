"""Does a platform keep the contract? Call by call: missing and unknown fields and types at any depth, statuses.

Read-only unless told otherwise: GET calls with parameters that fit (ids are taken from the platform's own lists), with
a page that is none, with an id nobody has, and without a token. ``write`` also sends each mutation in a form that a
right platform refuses and changes nothing by: with an unknown id, and with a body of nonsense.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pydantic import ValidationError

from careops.calls import all_calls
from careops.contract import ANYONE, Call, Page, Paged, Wire
from careops.conversation import Reply, Send, Silence
from careops.errors import InvalidToken
from careops.openapi import openapi_document
from careops.problems import problems_of

if TYPE_CHECKING:
    from careops.client import CareOps

Verdict = Literal["kept", "differs", "not tried"]
NOBODYS_ID = 2**31 - 7
_LIST_AND_ID = re.compile(r"/(\w+)/{(\w+)}")
"""In a path, an id and the list it comes from: ``/admin/clinics/{clinic_id}``."""


@dataclass(frozen=True)
class Finding:
    """One thing looked at. ``why`` says what differs, or why it was not tried; empty when all is well."""

    call: str
    asked: str
    """What was sent: ``as documented``, ``without a token``, ``page 0``, ``unknown id``, ``nonsense body``."""
    verdict: Verdict
    status: int = 0
    why: str = ""


def check(
    client: CareOps, *, write: bool = False, calls: Collection[type[Call[Any]]] | None = None
) -> Iterator[Finding]:
    """Look at every call of the contract on the platform a client is signed in to. Our own additions are left out.

    ``calls`` narrows it.
    """
    document = openapi_document(calls)
    ids: dict[str, int] = {}
    calls = [call for call in calls or all_calls() if not call.route.is_own and call.route.access is not ANYONE]
    reads = [call for call in calls if not call.route.mutates]
    for call in sorted(reads, key=lambda call: len(call.route.path_fields)):
        yield from _reads(client, call, ids, document)
    for call in calls:
        if call.route.mutates:
            yield from _mutations(client, call, write)


def _reads(
    client: CareOps, call: type[Call[Any]], ids: dict[str, int], document: Mapping[str, Any]
) -> Iterator[Finding]:
    known = {field: ids[among] for among, field in _LIST_AND_ID.findall(call.route.path) if among in ids}
    if known.keys() != call.route.path_fields:
        yield Finding(call.__name__, "as documented", "not tried", why="the platform's lists name no such id")
    else:
        made = call(**{**_required(call), **known})
        reply = _say(client, made.to_wire())
        yield _as_documented(call, reply, document)
        _learn(call, reply, ids)
        yield _refused(call, "without a token", _say(client, made.to_wire(), token=False), {401})
    if issubclass(call, Paged) and known.keys() == call.route.path_fields:
        wire = call(**{**_required(call), **known}).to_wire()
        zero = Wire(wire.method, wire.path, {**wire.query, "page": "0"}, None)
        yield _refused(call, "page 0", _say(client, zero), {400, 422})
    if call.route.path_fields:
        unknown = call(**{**_required(call), **dict.fromkeys(call.route.path_fields, NOBODYS_ID)})
        yield _refused(call, "unknown id", _say(client, unknown.to_wire()), {404})


def _required(call: type[Call[Any]]) -> dict[str, Any]:
    """What the call cannot be made without, as in its example."""
    return {name: call.example.call[name] for name, field in call.model_fields.items() if field.is_required()}


def _mutations(client: CareOps, call: type[Call[Any]], write: bool) -> Iterator[Finding]:
    if not write:
        yield Finding(call.__name__, "as documented", "not tried", why="it changes something (use --write)")
        return
    example = dict(call.example.call)
    made = call(**{**example, **dict.fromkeys(call.route.path_fields, NOBODYS_ID)})
    wire = made.to_wire()
    yield _refused(call, "without a token", _say(client, wire, token=False), {401})
    nonsense = Wire(wire.method, wire.path, {}, {"nonsense": True})
    wanted = {400, 404, 415, 422} if call.route.multipart else {400, 404, 422}
    yield _refused(call, "nonsense body", _say(client, nonsense), wanted)
    if call.route.path_fields:
        yield _refused(call, "unknown id", _say(client, wire), {404})


def _say(client: CareOps, wire: Wire, *, token: bool = True) -> Reply | Silence:
    tokens = client.tokens.load()
    if token and tokens is None:
        raise InvalidToken
    headers = {"accept": "application/json"}
    if token and tokens is not None:
        headers["authorization"] = f"Bearer {tokens.auth_token}"
    return client.exchange(Send(wire, headers))


def _as_documented(call: type[Call[Any]], reply: Reply | Silence, document: Mapping[str, Any]) -> Finding:
    asked = "as documented"
    if isinstance(reply, Silence):
        return Finding(call.__name__, asked, "differs", why=reply.reason)
    if call.route.answer.file and reply.status == 200:
        return Finding(call.__name__, asked, "kept", reply.status)
    if reply.status != 200 or not isinstance(reply.payload, Mapping):
        return Finding(
            call.__name__, asked, "differs", reply.status, f"expected the call's JSON with 200, got {_kind(reply)}"
        )
    operation = document["paths"][call.route.path][call.route.method.lower()]
    schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
    reasons = [*_missing(call, reply.payload), *drifts(reply.payload, schema, document["components"]["schemas"])]
    verdict: Verdict = "differs" if reasons else "kept"
    return Finding(call.__name__, asked, verdict, reply.status, "; ".join(dict.fromkeys(reasons)))


def _missing(call: type[Call[Any]], payload: Mapping[str, Any]) -> list[str]:
    try:
        call.read_answer(payload)
    except KeyError as error:
        return [f"{error.args[0]} is missing"]
    except ValidationError as error:
        return sorted({f"{problem.source}: {problem.title}" for problem in problems_of(error)})
    return [] if payload.get("success") is True else ["success is not true"]


def _refused(call: type[Call[Any]], asked: str, reply: Reply | Silence, wanted: set[int]) -> Finding:
    if isinstance(reply, Silence):
        return Finding(call.__name__, asked, "differs", why=reply.reason)
    reasons = []
    if reply.status not in wanted:
        reasons.append(f"expected {' or '.join(map(str, sorted(wanted)))}, got {reply.status}")
    errors = reply.payload.get("errors") if isinstance(reply.payload, Mapping) else None
    if reply.status >= 400 and not (isinstance(errors, list) and errors and errors[0].get("title")):
        reasons.append("no errors[].title to show to people")
    return Finding(call.__name__, asked, "differs" if reasons else "kept", reply.status, "; ".join(reasons))


def _learn(call: type[Call[Any]], reply: Reply | Silence, ids: dict[str, int]) -> None:
    """Remember the first row of a list: what ends in ``cities`` lists what ``cities/{id}`` reads."""
    if isinstance(reply, Silence) or reply.status != 200:
        return
    try:
        answer = call.read_answer(reply.payload)
    except (KeyError, ValidationError):
        return
    rows = answer.items if isinstance(answer, Page) else answer if isinstance(answer, list) else []
    if rows and hasattr(rows[0], "id"):
        ids.setdefault(call.route.path.rpartition("/")[2], rows[0].id)


def drifts(value: Any, schema: Mapping[str, Any], known: Mapping[str, Any], path: str = "") -> list[str]:
    """Each way in which an answer is not as its schema says, by path, with an example: fields and types, at any depth.

    A field that may be null may not be left out: a program that reads it would not know why.
    """
    found: dict[str, None] = {}
    for told in _drifts(value, schema, known, path):
        found[told] = None
        if len(found) == _MOST_DRIFTS:
            break
    return list(found)


def _drifts(value: Any, schema: Mapping[str, Any], known: Mapping[str, Any], path: str) -> Iterator[str]:
    choices = [_resolved(part, known) for part in schema.get("anyOf", [schema])]
    fitting = [choice for choice in choices if _fits(value, choice)]
    if not fitting:
        wanted = " or ".join(dict.fromkeys(str(choice.get("type", "value")) for choice in choices))
        yield f"{path or 'the answer'} is {_shown(value)}, not {wanted}"
        return
    schema = fitting[0]
    if isinstance(value, list) and "items" in schema:
        for part in value[:_MOST_ROWS]:
            yield from _drifts(part, schema["items"], known, f"{path}[]")
    if isinstance(value, Mapping) and "properties" in schema:
        for name in schema["properties"]:
            inside = f"{path}.{name}".lstrip(".")
            if name in value:
                yield from _drifts(value[name], schema["properties"][name], known, inside)
            elif name not in _OPTIONAL:
                yield f"{inside} is missing"
        yield from (
            f"unknown field {path}.{name}".replace(" .", " ") for name in value if name not in schema["properties"]
        )


_TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}
_OPTIONAL = frozenset({"total_pages", "message"})
"""Parts of the envelope that documented lists leave out."""
_MOST_ROWS = 20
_MOST_DRIFTS = 50


def _fits(value: Any, schema: Mapping[str, Any]) -> bool:
    """Whether a value is of the schema's type: ``"253"``, ``253.0`` and ``1`` for true are not."""
    kind = schema.get("type")
    if not isinstance(kind, str):
        return True
    if isinstance(value, bool) and kind != "boolean":
        return False
    return isinstance(value, _TYPES[kind])


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else f"{text[:40]}…"


def _kind(reply: Reply) -> str:
    return f"{reply.status}" if reply.status != 200 else "something else, such as a web page"


def _resolved(schema: Mapping[str, Any], known: Mapping[str, Any]) -> Mapping[str, Any]:
    if "$ref" in schema:
        target: Mapping[str, Any] = known[schema["$ref"].rpartition("/")[2]]
        return target
    choices = [part for part in schema.get("anyOf", ()) if part != {"type": "null"}]
    return _resolved(choices[0], known) if len(choices) == 1 else schema

"""Does a platform keep the contract? Call by call: shape, missing and unknown fields, statuses, error titles.

Read-only unless told otherwise: GET calls with parameters that fit (ids are taken from the platform's own lists), with
a page that is none, with an id nobody has, and without a token. ``write`` also sends each mutation in a form that a
right platform refuses and changes nothing by: with an unknown id, and with a body of nonsense.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pydantic import ValidationError

from careops.calls import all_calls
from careops.contract import ANYONE, Call, Page, Paged, Wire, item_type
from careops.conversation import Reply, Send, Silence
from careops.errors import NotSent
from careops.openapi import openapi_document
from careops.problems import problems_of

if TYPE_CHECKING:
    from careops.client import CareOps

Verdict = Literal["kept", "differs", "not tried"]
NOBODYS_ID = 2**31 - 7


@dataclass(frozen=True)
class Finding:
    """One thing looked at. ``why`` says what differs, or why it was not tried; empty when all is well."""

    call: str
    asked: str
    """What was sent: ``as documented``, ``without a token``, ``page 0``, ``unknown id``, ``nonsense body``."""
    verdict: Verdict
    status: int = 0
    why: str = ""


def check(client: CareOps, *, write: bool = False) -> Iterator[Finding]:
    """Look at every call of the contract on the platform a client is signed in to. Our own additions are left out."""
    document = openapi_document()
    ids: dict[str, int] = {}
    calls = [call for call in all_calls() if not call.route.is_own and call.route.access is not ANYONE]
    reads = [call for call in calls if not call.route.mutates]
    for call in sorted(reads, key=lambda call: len(call.route.path_fields)):
        yield from _reads(client, call, ids, document)
    for call in calls:
        if call.route.mutates:
            yield from _mutations(client, call, write)


def _reads(
    client: CareOps, call: type[Call[Any]], ids: dict[str, int], document: Mapping[str, Any]
) -> Iterator[Finding]:
    known = {name: ids[_thing(call, name)] for name in call.route.path_fields if _thing(call, name) in ids}
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
        raise NotSent("Sign in first")
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
        return Finding(call.__name__, asked, "differs", reply.status, f"expected JSON with 200, got {reply.status}")
    missing = _missing(call, reply.payload)
    operation = document["paths"][call.route.path][call.route.method.lower()]
    schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
    unknown = sorted(set(_unknown(reply.payload, schema, document["components"]["schemas"], "")))
    reasons = [*missing, *(f"unknown field {path}" for path in unknown)]
    # A platform may grow: unknown fields are told, but do not break the contract.
    return Finding(call.__name__, asked, "differs" if missing else "kept", reply.status, "; ".join(reasons))


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


def _thing(call: type[Call[Any]], field: str) -> str:
    """What an id in a path is the id of: ``clinic_id`` says it itself, ``id`` means the call's area."""
    if field != "id":
        return field.removesuffix("_id")
    return call.__module__.rpartition(".")[2].removesuffix("s")


def _learn(call: type[Call[Any]], reply: Reply | Silence, ids: dict[str, int]) -> None:
    if isinstance(reply, Silence) or reply.status != 200:
        return
    try:
        answer = call.read_answer(reply.payload)
    except (KeyError, ValidationError):
        return
    rows = answer.items if isinstance(answer, Page) else answer if isinstance(answer, list) else []
    if rows and hasattr(rows[0], "id"):
        kind = item_type(call).__name__.lower() if isinstance(answer, Page) else type(rows[0]).__name__.lower()
        ids.setdefault(kind, rows[0].id)


def _unknown(value: Any, schema: Mapping[str, Any], known: Mapping[str, Any], path: str) -> Iterator[str]:
    """The paths of fields the schema does not name."""
    schema = _resolved(schema, known)
    if isinstance(value, list) and "items" in schema:
        for part in value[:20]:
            yield from _unknown(part, schema["items"], known, f"{path}[]")
    if isinstance(value, Mapping) and "properties" in schema:
        for name, part in value.items():
            inside = f"{path}.{name}".lstrip(".")
            if name in schema["properties"]:
                yield from _unknown(part, schema["properties"][name], known, inside)
            else:
                yield inside


def _resolved(schema: Mapping[str, Any], known: Mapping[str, Any]) -> Mapping[str, Any]:
    if "$ref" in schema:
        target: Mapping[str, Any] = known[schema["$ref"].rpartition("/")[2]]
        return target
    choices = [part for part in schema.get("anyOf", ()) if part != {"type": "null"}]
    return _resolved(choices[0], known) if len(choices) == 1 else schema

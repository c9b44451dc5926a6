"""Send the calls of the contract to a platform and compare the answers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from pydantic import ValidationError

from careops.calls import all_calls
from careops.client.request_flow import NoResponse, Reply, SendRequest
from careops.conformance import error_checks
from careops.conformance.ids import IdPool, figure, rows_in
from careops.conformance.schema_diff import SchemaMismatch, find_mismatches
from careops.constants import MAX_PAGE
from careops.contract import ANYONE, Call, FixedPageParams, HttpParts, PageParams
from careops.contract.validation_errors import problems_from_validation
from careops.document.openapi import openapi_document
from careops.errors import InvalidToken

if TYPE_CHECKING:
    from careops.client.sync_client import CareOps

Verdict = Literal["kept", "differs", "not tried"]
NOBODYS_ID: Final = 2**31 - 7
_RECORDS: Final = 3
"""Maximum number of records with which a call is tried."""
_ROWS: Final = 100
"""Number of rows of a page that are compared."""
_NO_SUCH_ID: Final = "the platform's lists name no such id"


@dataclass(frozen=True)
class CheckResult:
    """Result of one check. ``why`` states the difference, or why it was skipped; empty for a success."""

    call: str
    asked: str
    """Kind of the request: ``as documented``, ``last page``, ``empty page``, ``page 0``, ``without a token``, ``unknown
    id`` or ``nonsense body``."""
    verdict: Verdict
    status: int = 0
    why: str = ""
    drifts: tuple[SchemaMismatch, ...] = ()
    """All differences of the answer."""


def check(
    client: CareOps, *, write: bool = False, calls: Collection[type[Call[Any]]] | None = None
) -> Iterator[CheckResult]:
    """Check every call of the contract on the platform of a signed-in client, without the additions of careops.

    ``calls`` limits the check. Raises ``InvalidToken`` without a session.
    """
    look = _Runner(client, openapi_document(calls))
    calls = [call for call in calls or all_calls() if not call.route.is_own and call.route.access is not ANYONE]
    for call in sorted(
        (call for call in calls if not call.route.mutates), key=lambda call: len(call.route.path_fields)
    ):
        yield from look.at_read(call)
    for call in calls:
        if call.route.mutates and write:
            yield from look.at_mutation(call)
        elif call.route.mutates:
            yield CheckResult(call.__name__, "as documented", "not tried", why="it changes something (use --write)")


class _Runner:
    def __init__(self, client: CareOps, document: Mapping[str, Any]) -> None:
        self.client = client
        self.paths: Mapping[str, Any] = document["paths"]
        self.schemas: Mapping[str, Any] = document["components"]["schemas"]
        self.ids = IdPool()

    def at_read(self, call: type[Call[Any]]) -> Iterator[CheckResult]:
        candidates = self.ids.candidates(call)
        if not candidates:
            yield CheckResult(call.__name__, "as documented", "not tried", why=_NO_SUCH_ID)
        else:
            yield from self._records(call, candidates)
            parts = _build_call(call, candidates[0]).to_wire()
            yield self._compare_refusal(
                call, "without a token", self._send(parts, token=False), {401}, error_checks.NOT_SIGNED_IN
            )
            if issubclass(call, PageParams):
                zero = HttpParts(parts.method, parts.path, {**parts.query, "page": "0"}, None)
                expected = error_checks.wrong_parameters(call, zero, candidates[0])
                yield self._compare_refusal(call, "page 0", self._send(zero), {400, 422}, expected)
        if call.route.path_fields:
            unknown = _build_call(call, dict.fromkeys(call.route.path_fields, NOBODYS_ID)).to_wire()
            yield self._unknown(call, self._send(unknown))

    def at_mutation(self, call: type[Call[Any]]) -> Iterator[CheckResult]:
        path = dict.fromkeys(call.route.path_fields, NOBODYS_ID)
        wire = call(**{**call.example.call, **path}).to_wire()
        yield self._compare_refusal(
            call, "without a token", self._send(wire, token=False), {401}, error_checks.NOT_SIGNED_IN
        )
        nonsense = HttpParts(wire.method, wire.path, {}, {"nonsense": True})
        statuses = {400, 404, 415, 422} if call.route.multipart else {400, 404, 422}
        expected = error_checks.wrong_parameters(call, nonsense, path)
        yield self._compare_refusal(call, "nonsense body", self._send(nonsense), statuses, expected)
        if path:
            yield self._unknown(call, self._send(wire))

    def _records(self, call: type[Call[Any]], candidates: list[dict[str, int]]) -> Iterator[CheckResult]:
        """Check the documented form with several records, and prefer records with non-empty lists."""
        mismatches: dict[SchemaMismatch, None] = {}
        status, total, filled = 0, 0, False
        path: Mapping[str, int] = {}
        for number, path in enumerate(candidates):
            if number >= _RECORDS and filled:
                break
            reply = self._send(_build_call(call, path, **_as_many(call)).to_wire())
            mismatches.update(dict.fromkeys(self._compare_answer(call, reply)))
            status = reply.status if isinstance(reply, Reply) else 0
            if (answer := _bare(call, reply)) is not None:
                self.ids.collect(call, path, answer)
                total = figure(answer.get("total_records")) if isinstance(answer, Mapping) else 0
                filled = filled or rows_in(call, answer) != []
        yield _finding(call, "as documented", status, list(mismatches))
        if issubclass(call, (PageParams, FixedPageParams)):
            perpage = _as_many(call).get("perpage", call.model_construct().perpage)
            if (last := -(-total // perpage)) > 1:
                yield self._page(call, "last page", path, page=min(last, MAX_PAGE))
            yield self._page(call, "empty page", path, page=MAX_PAGE)

    def _page(self, call: type[Call[Any]], check: str, path: Mapping[str, int], *, page: int) -> CheckResult:
        reply = self._send(_build_call(call, path, **_as_many(call), page=page).to_wire())
        return _finding(call, check, reply.status if isinstance(reply, Reply) else 0, self._compare_answer(call, reply))

    def _compare_answer(self, call: type[Call[Any]], reply: Reply | NoResponse) -> list[SchemaMismatch]:
        if isinstance(reply, NoResponse):
            return [SchemaMismatch("", "answer", reply.reason)]
        if call.route.answer.file and reply.status == 200:
            return []
        if reply.status != 200 or not isinstance(reply.payload, Mapping):
            return [SchemaMismatch("", "answer", f"should be the call's JSON with 200, and is {_kind(reply)}")]
        operation = self.paths[call.route.path][call.route.method.lower()]
        schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
        mismatches = find_mismatches(reply.payload, schema, self.schemas)
        # Missing fields and wrong types explain why the answer is unreadable, so report only those.
        if any(drift.kind != "unknown" for drift in mismatches):
            return mismatches
        return [*_unreadable(call, reply.payload), *mismatches]

    def _compare_refusal(
        self,
        call: type[Call[Any]],
        check: str,
        reply: Reply | NoResponse,
        statuses: Collection[int],
        expected: Collection[Any],
    ) -> CheckResult:
        if isinstance(reply, NoResponse):
            return _finding(call, check, 0, [SchemaMismatch("", "answer", reply.reason)])
        return _finding(
            call, check, reply.status, error_checks.compare_refusal(reply, statuses, expected, self.schemas)
        )

    def _unknown(self, call: type[Call[Any]], reply: Reply | NoResponse) -> CheckResult:
        if isinstance(reply, NoResponse):
            return _finding(call, "unknown id", 0, [SchemaMismatch("", "answer", reply.reason)])
        return _finding(call, "unknown id", reply.status, error_checks.unknown_id(call, reply, self.schemas))

    def _send(self, wire: HttpParts, *, token: bool = True) -> Reply | NoResponse:
        tokens = self.client.tokens.load()
        if token and tokens is None:
            raise InvalidToken
        headers = {"accept": "application/json"}
        if token and tokens is not None:
            headers["authorization"] = f"Bearer {tokens.auth_token}"
        return self.client.exchange(SendRequest(wire, headers))


def _finding(call: type[Call[Any]], check: str, status: int, mismatches: list[SchemaMismatch]) -> CheckResult:
    verdict: Verdict = "differs" if mismatches else "kept"
    return CheckResult(call.__name__, check, verdict, status, "; ".join(map(str, mismatches)), tuple(mismatches))


def _build_call(call: type[Call[Any]], path: Mapping[str, int], **fields: int) -> Call[Any]:
    """Build the call with its required parameters, as in its example."""
    required = {name: call.example.call[name] for name, field in call.model_fields.items() if field.is_required()}
    return call(**{**required, **path, **fields})


def _as_many(call: type[Call[Any]]) -> dict[str, int]:
    return {"perpage": _ROWS} if issubclass(call, PageParams) else {}


def _bare(call: type[Call[Any]], reply: Reply | NoResponse) -> Any:
    """Return the raw JSON of the answer, to examine records of a list that the SDK cannot read."""
    if isinstance(reply, NoResponse) or reply.status != 200 or not isinstance(reply.payload, Mapping):
        return None
    shape = call.route.answer
    return replace(shape, optional=frozenset(shape.places)).read(reply.payload)


def _unreadable(call: type[Call[Any]], payload: Mapping[str, Any]) -> list[SchemaMismatch]:
    """Return why the SDK could not read the answer."""
    try:
        call.read_answer(payload)
    except KeyError as error:
        return [SchemaMismatch(str(error.args[0]), "missing", "is missing")]
    except ValidationError as error:
        problems = {(problem.source, problem.title) for problem in problems_from_validation(error)}
        return [SchemaMismatch(source, "answer", f"cannot be read: {title}") for source, title in sorted(problems)]
    return []


def _kind(reply: Reply) -> str:
    return f"{reply.status}" if reply.status != 200 else "something else, such as a web page"

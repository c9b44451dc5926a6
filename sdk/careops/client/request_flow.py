"""Sans-IO request flow of the client: retries, token refresh and error mapping, as a generator.

``request_flow`` yields one step at a time (send this, wait, refresh the session) and receives its result. Both clients
only execute the steps, so that they behave identically.
"""

from __future__ import annotations

import random
import time
import uuid
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast
from urllib.parse import unquote

from pydantic import ValidationError

from careops.client.tokens import Tokens, expires_at
from careops.constants import MAX_CHANGES
from careops.contract import ANYONE, Call, HttpParts, Model
from careops.contract.headers import (
    CHANGES_HEADER,
    CORRECTIONS_HEADER,
    HONOURED_HEADER,
    IDEMPOTENCY_HEADER,
    IF_MATCH_HEADER,
    RUN_HEADER,
    RUN_ID_HEADER,
    RUN_TARGETS_HEADER,
    TYPO_TOLERANCE_HEADER,
)
from careops.contract.routes import USUAL_SECONDS
from careops.errors import (
    ApiError,
    ConnectionFailed,
    InvalidResponse,
    InvalidToken,
    NotSent,
    NotSupported,
    Unauthorized,
    refusal,
)

if TYPE_CHECKING:
    from careops.files import Download

AnswerT = TypeVar("AnswerT")
_AGAIN = frozenset({429, 502, 503, 504})
_NO_SUCH_CALL = frozenset({404, 405, 501})


@dataclass(frozen=True)
class Retries:
    """Retry policy. ``attempts`` includes the first one; waits are in seconds."""

    attempts: int = 4
    first_wait: float = 0.25
    longest_wait: float = 30.0
    """If the platform requires a longer wait, the call is not retried: the refusal is raised at once, with its
    ``retry_after``."""
    honours_keys: bool = False
    """True if the platform is known to honour idempotency keys, as careops does: the first change of a client is then
    retried after a lost connection, too. Otherwise the client first needs an answer with that header."""

    def wait(self, attempt: int, retry_after: float | None) -> float:
        """Return the seconds before attempt ``attempt + 1``: as the server requires, else doubled with jitter."""
        if retry_after is not None:
            return retry_after + random.uniform(0, 0.1)  # noqa: S311 (jitter, not a secret)
        doubled: float = self.first_wait * 2 ** (attempt - 1)
        return random.uniform(0.5, 1) * min(doubled, self.longest_wait)  # noqa: S311 (jitter, not a secret)


@dataclass(frozen=True)
class Reply:
    """Complete HTTP answer."""

    status: int
    headers: dict[str, str]
    payload: Any
    """Decoded JSON; None if the body is not JSON."""
    file: Download | None = None
    """Unread body, if the call returns a file."""

    @property
    def request_id(self) -> str | None:
        return self.headers.get("x-request-id")

    @property
    def version(self) -> str | None:
        """Version of the record: the ETag without quotes and weakness prefix."""
        return self.headers.get("etag", "").removeprefix("W/").strip('"') or None

    @property
    def corrections(self) -> tuple[str, ...]:
        """Corrected words of a search."""
        words = self.headers.get(CORRECTIONS_HEADER)
        return tuple(map(unquote, words.split(","))) if words else ()

    @property
    def retry_after(self) -> float | None:
        """Seconds to wait according to the server. Accepts both forms of the header."""
        text = self.headers.get("retry-after", "")
        if text.isdecimal():
            return float(text)
        try:
            return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
        except (ValueError, OverflowError):
            return None


@dataclass(frozen=True)
class NoResponse:
    """No answer arrived. ``reached`` is True if the platform may have received the request."""

    reason: str
    reached: bool
    final: bool = False
    """True if a retry would fail in the same way."""
    next_step: str = ""
    """Next step, if that of ``ConnectionFailed`` does not help."""

    def to_error(self) -> ConnectionFailed:
        """Return the exception for the caller."""
        error = ConnectionFailed(self.reason)
        error.next_step = self.next_step or error.next_step
        return error


@dataclass(frozen=True)
class SendRequest:
    """Step: send this request. Its result is a ``Reply`` or ``NoResponse``."""

    wire: HttpParts
    headers: dict[str, str] = field(default_factory=dict)
    wants_file: bool = False
    """True to leave a body that is not JSON unread, so that it can be read in chunks."""
    within: float | None = None
    """Seconds until the complete answer must have arrived; None for no limit while data arrives."""
    silence: float = 0.0
    """Seconds without data that are allowed if the caller chose no timeout; 0 for a call of usual duration."""
    timeout: float | None = None
    """Seconds without data that are allowed, chosen by the caller for this call."""
    call: str = ""
    """Name of the call; empty for other requests."""


@dataclass(frozen=True)
class Sleep:
    """Step: wait this number of seconds."""

    seconds: float


@dataclass(frozen=True)
class RefreshTokens:
    """Step: refresh the session, unless someone else already did. Its result is the new session, or None."""

    stale: Tokens


@dataclass(frozen=True)
class LoadSession:
    """Step: load the stored session. Its result is the session, or None."""


@dataclass(frozen=True)
class SaveSession:
    """Step: store this session."""

    tokens: Tokens


Step = SendRequest | Sleep | RefreshTokens | LoadSession | SaveSession
RequestFlow = Generator[Step, Any, AnswerT]


@dataclass
class ServerCapabilities:
    """Features of the platform, which a client and its copies learn from answers."""

    honours_keys: bool = False
    clock_is_right: bool = True
    """True if the clock of this machine may decide about a token's expiry. Set to False by a 401 of the platform."""
    batch: int = 0
    """Maximum number of records per batch request; 0 if the platform has no batches, or is not known yet."""

    def update(self, reply: Reply) -> None:
        """Learn features of the platform from the headers of an answer."""
        self.honours_keys |= HONOURED_HEADER in reply.headers
        most = reply.headers.get(CHANGES_HEADER, "")
        if most.isdecimal():
            self.batch = int(most)


@dataclass
class RunContext:
    """Bulk run that requests belong to. Its owner updates it; each request sends the current values."""

    id: str
    """Id of the run, for the audit events of its changes."""
    batch: int = MAX_CHANGES
    """Upper limit for the number of records per batch request."""
    targets: int = 0
    """Number of records that the run changes; 0 while unknown."""
    token: str | None = None
    """Token of the larger request budget."""


@dataclass(frozen=True)
class RequestOptions:
    """Limits of a client, and the run that its requests belong to."""

    retries: Retries = field(default_factory=Retries)
    deadline: float | None = None
    """Seconds for a whole call, including retries and waits."""
    timeout: float | None = None
    """Seconds without data for a call; None for the default of the client."""
    run: RunContext | None = None


_DEFAULTS = RequestOptions()


def request_flow(
    call: Call[AnswerT],
    capabilities: ServerCapabilities,
    options: RequestOptions = _DEFAULTS,
    *,
    idempotency_key: str | None = None,
    if_match: str | None = None,
) -> RequestFlow[AnswerT]:
    """Run the flow between a call and its answer. Raises the errors of ``careops.errors``."""
    route, run, retries = call.route, options.run, options.retries
    if if_match is not None and route.against is None:
        raise NotSent(f"{type(call).__name__} cannot be made against a version")
    wire = call.to_wire()
    headers = {"accept": "*/*" if route.answer.file else "application/json"}
    if run and run.token:
        headers[RUN_HEADER] = run.token
    if call.has_typo_tolerance:
        headers[TYPO_TOLERANCE_HEADER] = "slips"
    if route.mutates:
        headers[IDEMPOTENCY_HEADER] = idempotency_key or str(uuid.uuid4())
        if run:
            headers[RUN_ID_HEADER] = run.id
        if run and run.targets:
            headers[RUN_TARGETS_HEADER] = str(run.targets)
    if if_match is not None:
        headers[IF_MATCH_HEADER] = f'"{if_match}"'
    ends = None if options.deadline is None else time.monotonic() + options.deadline
    tokens: Tokens | None = None
    if route.access is not ANYONE:
        tokens = yield from usable_tokens(capabilities)
    renewed = False
    attempt = 1
    while True:
        if tokens is not None:
            headers["authorization"] = f"Bearer {tokens.auth_token}"
        outcome: Reply | NoResponse = yield SendRequest(
            wire,
            dict(headers),
            wants_file=route.answer.file,
            within=_left(ends),
            silence=route.work_seconds if route.work_seconds > USUAL_SECONDS else 0.0,
            timeout=options.timeout,
            call=type(call).__name__,
        )
        if isinstance(outcome, Reply):
            capabilities.update(outcome)
        if isinstance(outcome, Reply) and outcome.status == 401 and tokens and tokens.refresh_token and not renewed:
            renewed = True
            following: Tokens | None = yield RefreshTokens(tokens)
            if following is not None:
                tokens = following
                continue
        if attempt < retries.attempts and _may_repeat(call, outcome, capabilities, retries):
            retry_after = outcome.retry_after if isinstance(outcome, Reply) else None
            wait = retries.wait(attempt, retry_after)
            if ends is None or time.monotonic() + wait < ends:
                yield Sleep(wait)
                attempt += 1
                continue
        return _answer(call, outcome)


@dataclass(frozen=True)
class Response(Generic[AnswerT]):
    """The answer of a call with the HTTP response that it came in."""

    answer: AnswerT
    status: int
    headers: Mapping[str, str]
    """The headers of the response, with lower-case names."""

    @property
    def request_id(self) -> str | None:
        """The name of the request in the log of the platform."""
        return self.headers.get("x-request-id")


def with_response(flow: RequestFlow[AnswerT]) -> RequestFlow[Response[AnswerT]]:
    """Run a flow. Return its answer with the last reply."""
    reply: Reply | None = None
    outcome: Any = None
    while True:
        try:
            step = flow.send(outcome)
        except StopIteration as done:
            assert reply is not None  # noqa: S101 (an answer came in a reply)
            return Response(done.value, reply.status, reply.headers)
        outcome = yield step
        if isinstance(outcome, Reply):
            reply = outcome


def _left(ends: float | None) -> float | None:
    return None if ends is None else max(0.001, ends - time.monotonic())


def refresh_flow(
    stale: Tokens, capabilities: ServerCapabilities, options: RequestOptions = _DEFAULTS
) -> RequestFlow[Tokens | None]:
    """Refresh the session ``stale``; None if it is over. Run this under a lock, one refresh at a time."""
    from careops.calls.session import RefreshSession  # few calls need these models, so scripts start faster

    current: Tokens | None = yield LoadSession()
    if current is None or current.auth_token != stale.auth_token:
        return current
    try:
        pair = yield from request_flow(RefreshSession(refresh_token=current.refresh_token), capabilities, options)
    except Unauthorized:
        # Another process may have refreshed the session first. Use the stored one then.
        stored: Tokens | None = yield LoadSession()
        return stored if stored is not None and stored.auth_token != stale.auth_token else None
    renewed = current.renewed(pair.auth_token, pair.refresh_token)
    yield SaveSession(renewed)
    return renewed


def upload_result(outcome: Reply | NoResponse) -> None:
    """Handle the result of an upload. Never retried, because a presigned URL accepts one file once."""
    if isinstance(outcome, NoResponse):
        raise outcome.to_error()
    if outcome.status not in (200, 201, 204):
        raise refusal(outcome.status, outcome.payload, request_id=outcome.request_id, retry_after=outcome.retry_after)


def usable_tokens(capabilities: ServerCapabilities) -> Generator[Step, Any, Tokens]:
    """Return the stored session, refreshed if its token has expired. A wrong clock costs at most one refresh."""
    tokens: Tokens | None = yield LoadSession()
    if tokens is None or not _is_token(tokens.auth_token):
        raise InvalidToken
    if capabilities.clock_is_right and _has_run_out(tokens) and tokens.refresh_token:
        renewed: Tokens | None = yield RefreshTokens(tokens)
        if renewed is not None:
            capabilities.clock_is_right = not _has_run_out(renewed)
            return renewed
    return tokens


def _is_token(token: object) -> bool:
    """Return True if the token can be sent in a header."""
    return isinstance(token, str) and token.isascii() and token.isprintable() and token.strip() != ""


def _has_run_out(tokens: Tokens) -> bool:
    exp = expires_at(tokens.auth_token)
    return exp is not None and exp < time.time()


def _may_repeat(
    call: Call[Any], outcome: Reply | NoResponse, capabilities: ServerCapabilities, retries: Retries
) -> bool:
    if call.route.changes:
        return isinstance(outcome, NoResponse) and not outcome.reached
    honours_keys = capabilities.honours_keys or retries.honours_keys
    repeatable = call.route.method != "POST" or call.route.safe or honours_keys
    if isinstance(outcome, NoResponse):
        return not outcome.final and (repeatable or not outcome.reached)
    if (outcome.retry_after or 0) > retries.longest_wait:
        return False
    # 429 is sent before any work, so even a POST without a key can be retried.
    return outcome.status in _AGAIN and (repeatable or outcome.status == 429)


def _is_unknown(call: Call[Any], payload: Any, refused: ApiError) -> bool:
    """Return True if the platform does not know the call.

    If careops misses a record, it names the parameter of its id, and it always gives a reason for a 403. Some proxies
    of other platforms answer unknown paths with 403 and a body that is not the platform's.
    """
    if not call.route.is_own:
        return False
    if refused.status == 403:
        return not (isinstance(payload, dict) and payload.get("errors"))
    about = {problem.source for problem in refused.problems}
    return refused.status in _NO_SUCH_CALL and not about & type(call).model_fields.keys()


def _answer(call: Call[AnswerT], outcome: Reply | NoResponse) -> AnswerT:
    if isinstance(outcome, NoResponse):
        raise outcome.to_error()
    payload = outcome.payload
    failed = isinstance(payload, dict) and payload.get("success") is False
    if outcome.status >= 400 or failed:
        refused = refusal(
            outcome.status,
            payload,
            request_id=outcome.request_id,
            retry_after=outcome.retry_after,
            version=outcome.version,
        )
        raise NotSupported(request_id=refused.request_id) if _is_unknown(call, payload, refused) else refused
    where = f"{call.route.method} {call.route.path}"
    if call.route.answer.file and outcome.file is not None:
        return cast(AnswerT, outcome.file)
    if (outcome.status != 200 and outcome.status != 201) or not isinstance(payload, dict):
        raise InvalidResponse(
            f"{where}: expected the platform's JSON, got status {outcome.status}",
            status=outcome.status,
            request_id=outcome.request_id,
        )
    try:
        answer = call.read_answer(payload)
    except KeyError as error:
        raise InvalidResponse(f"{where}: {error.args[0]} is missing", request_id=outcome.request_id) from None
    except (ValidationError, TypeError) as error:
        raise InvalidResponse(f"{where}: {error}", request_id=outcome.request_id) from error
    if isinstance(answer, Model):
        return answer.noted(version=outcome.version, request_id=outcome.request_id, spelt=outcome.corrections)
    return answer

"""What to say next, without saying it: every decision of the client, with no I/O in it.

``converse`` is a generator. It yields one step at a time (send this, wait so long, renew the session) and is sent what
came of it; the two clients only carry the steps out, so they cannot drift apart.
"""

from __future__ import annotations

import random
import time
import uuid
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field, replace
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast
from urllib.parse import unquote

from pydantic import ValidationError

from careops.constants import CHANGES_MAX
from careops.contract import Call, Model, Wire
from careops.errors import InvalidToken, NoAnswer, NotOffered, NotSent, Refused, Unauthorized, UnreadableAnswer, refusal
from careops.exempt import is_exempt
from careops.routes import USUAL_SECONDS
from careops.tokens import Tokens, expires_at

if TYPE_CHECKING:
    from careops.files import Download

AnswerT = TypeVar("AnswerT")
IDEMPOTENCY_HEADER = "idempotency-key"
IF_MATCH_HEADER = "if-match"
RUN_HEADER = "careops-run"
"""Carries the token of the bulk run that a request belongs to (``careops.calls.runs``)."""
FORGIVING_HEADER = "careops-forgiving"
"""Asks that a search which nothing matches forgives a slip of the keyboard."""
SPELT_HEADER = "careops-spelt"
"""Our server sends it where it did: the words that were looked for instead, percent-encoded, a comma between them."""
HONOURED_HEADER = "idempotency-honoured"
"""Our server sends it with every answer: a POST that carries a key may safely be sent again."""
CHANGES_HEADER = "careops-changes"
"""Our server sends it with every answer: so many records it changes in one batch."""
_AGAIN = frozenset({429, 502, 503, 504})
_NO_SUCH_CALL = frozenset({404, 405, 501})


@dataclass(frozen=True)
class Retries:
    """How patient a client is. ``attempts`` counts the first one too; waits are seconds."""

    attempts: int = 4
    first_wait: float = 0.25
    longest_wait: float = 30.0
    """A platform that asks for more gets no second try: the refusal is raised at once, with its ``retry_after``."""
    honours_keys: bool = False
    """The platform is known to honour idempotency keys, as careops does: the first change of a client is sent again
    after silence as well. Otherwise the client waits for an answer that says so."""

    def wait(self, attempt: int, asked: float | None) -> float:
        """Seconds before attempt ``attempt + 1``: what the server asked for, else doubling with jitter."""
        if asked is not None:
            return asked + random.uniform(0, 0.1)  # noqa: S311 (spreads load, hides nothing)
        doubled: float = self.first_wait * 2 ** (attempt - 1)
        return random.uniform(0.5, 1) * min(doubled, self.longest_wait)  # noqa: S311 (spreads load, hides nothing)


@dataclass(frozen=True)
class Reply:
    """An HTTP answer, read whole."""

    status: int
    headers: dict[str, str]
    payload: Any
    """The decoded JSON, or None when the body is no JSON."""
    file: Download | None = None
    """A body that was not read: a file, where one was asked for."""

    @property
    def request_id(self) -> str | None:
        return self.headers.get("x-request-id")

    @property
    def version(self) -> str | None:
        """The record's version: the ETag, whose quotes and weakness say nothing here."""
        return self.headers.get("etag", "").removeprefix("W/").strip('"') or None

    @property
    def spelt(self) -> tuple[str, ...]:
        """Words of a search that slips were forgiven in, as they were looked for."""
        words = self.headers.get(SPELT_HEADER)
        return tuple(map(unquote, words.split(","))) if words else ()

    @property
    def retry_after(self) -> float | None:
        """Seconds the server asks to wait; both forms of the header are understood."""
        text = self.headers.get("retry-after", "")
        if text.isdecimal():
            return float(text)
        try:
            return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
        except (ValueError, OverflowError):
            return None


@dataclass(frozen=True)
class Silence:
    """No answer came. ``reached`` says whether the platform may have received the request."""

    reason: str
    reached: bool
    final: bool = False
    """Nothing will be different the next time."""


@dataclass(frozen=True)
class Send:
    """Send this request; the step's outcome is a ``Reply`` or ``Silence``."""

    wire: Wire
    headers: dict[str, str] = field(default_factory=dict)
    wants_file: bool = False
    """A body that is no JSON is left to be read piece by piece."""
    within: float | None = None
    """Seconds until the whole answer has to be there; None waits as long as something comes."""
    silence: float = 0.0
    """Seconds that the platform may be silent if the caller chose no timeout; 0 for a call that takes no longer than
    usual."""
    timeout: float | None = None
    """Seconds that the platform may be silent, as the caller chose for this call."""
    call: str = ""
    """The call's name; empty for what is none of the platform's."""


@dataclass(frozen=True)
class Wait:
    """Wait that many seconds."""

    seconds: float


@dataclass(frozen=True)
class Renew:
    """Trade the refresh token, unless somebody already did; the outcome is the session to go on with, or None."""

    stale: Tokens


@dataclass(frozen=True)
class Recall:
    """Load the stored session; the outcome is it, or None."""


@dataclass(frozen=True)
class Keep:
    """Store this session."""

    tokens: Tokens


Step = Send | Wait | Renew | Recall | Keep
Conversation = Generator[Step, Any, AnswerT]


@dataclass
class Manners:
    """What a client has learnt of its platform, and how patient it is."""

    retries: Retries = field(default_factory=Retries)
    honours_keys: bool = False
    clock_is_right: bool = True
    """Whether this machine's clock may judge a token's expiry; the platform's 401 does otherwise."""
    run: str | None = None
    """The token of the bulk run that every request belongs to."""
    batch: int = 0
    """Records the platform changes in one call; 0 when it takes them one by one, or has not said yet."""
    most_in_batch: int = CHANGES_MAX
    """Never more than so many."""
    deadline: float | None = None
    """Seconds a call may take in all, tries and waits together."""
    timeout: float | None = None
    """Seconds of silence that a call bears; None for those of the client."""

    def __post_init__(self) -> None:
        self.batch = min(self.batch, self.most_in_batch)
        self.honours_keys |= self.retries.honours_keys

    def learn(self, reply: Reply) -> None:
        """What an answer's headers tell of the platform."""
        self.honours_keys |= HONOURED_HEADER in reply.headers
        most = reply.headers.get(CHANGES_HEADER, "")
        if most.isdecimal():
            self.batch = min(int(most), self.most_in_batch)

    def with_limits(self, *, timeout: float | None, deadline: float | None, retries: Retries | None) -> Manners:
        """A copy with other limits; None leaves one as it is."""
        return replace(
            self,
            timeout=self.timeout if timeout is None else timeout,
            deadline=self.deadline if deadline is None else deadline,
            retries=retries or self.retries,
        )

    def refuse_batches(self) -> None:
        """Go on one by one, whatever the platform says."""
        self.batch = self.most_in_batch = 0


def converse(
    call: Call[AnswerT], manners: Manners, *, idempotency_key: str | None = None, if_match: str | None = None
) -> Conversation[AnswerT]:
    """Everything that happens between a call and its answer. Raises the errors of ``careops.errors``."""
    route = call.route
    if if_match is not None and route.against is None:
        raise NotSent(f"{type(call).__name__} cannot be made against a version")
    wire = call.to_wire()
    headers = {"accept": "*/*" if route.answer.file else "application/json"}
    if manners.run:
        headers[RUN_HEADER] = manners.run
    if call.forgives:
        headers[FORGIVING_HEADER] = "slips"
    if route.mutates:
        headers[IDEMPOTENCY_HEADER] = idempotency_key or str(uuid.uuid4())
    if if_match is not None:
        headers[IF_MATCH_HEADER] = f'"{if_match}"'
    ends = None if manners.deadline is None else time.monotonic() + manners.deadline
    tokens = yield from usable_tokens(manners) if not is_exempt(route.path) else _nothing()
    renewed = False
    attempt = 1
    while True:
        if tokens is not None:
            headers["authorization"] = f"Bearer {tokens.auth_token}"
        outcome: Reply | Silence = yield Send(
            wire,
            dict(headers),
            wants_file=route.answer.file,
            within=_left(ends),
            silence=route.work_seconds if route.work_seconds > USUAL_SECONDS else 0.0,
            timeout=manners.timeout,
            call=type(call).__name__,
        )
        if isinstance(outcome, Reply):
            manners.learn(outcome)
        if isinstance(outcome, Reply) and outcome.status == 401 and tokens and tokens.refresh_token and not renewed:
            renewed = True
            following: Tokens | None = yield Renew(tokens)
            if following is not None:
                tokens = following
                continue
        if attempt < manners.retries.attempts and _may_repeat(call, outcome, manners):
            asked = outcome.retry_after if isinstance(outcome, Reply) else None
            wait = manners.retries.wait(attempt, asked)
            if ends is None or time.monotonic() + wait < ends:
                yield Wait(wait)
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


def with_response(conversation: Conversation[AnswerT]) -> Conversation[Response[AnswerT]]:
    """Carry out a conversation. Return its answer with the last reply."""
    reply: Reply | None = None
    outcome: Any = None
    while True:
        try:
            step = conversation.send(outcome)
        except StopIteration as done:
            assert reply is not None  # noqa: S101 (an answer came in a reply)
            return Response(done.value, reply.status, reply.headers)
        outcome = yield step
        if isinstance(outcome, Reply):
            reply = outcome


def _left(ends: float | None) -> float | None:
    return None if ends is None else max(0.001, ends - time.monotonic())


def renewal(stale: Tokens, manners: Manners) -> Conversation[Tokens | None]:
    """The session after ``stale``; None when it is over. Run it under a lock: one renewal at a time."""
    from careops.calls.session import RefreshSession  # models that few calls need, and a script's start pays for

    current: Tokens | None = yield Recall()
    if current is None or current.auth_token != stale.auth_token:
        return current
    try:
        pair = yield from converse(RefreshSession(refresh_token=current.refresh_token), manners)
    except Unauthorized:
        # Another process may have been first; what it stored is the session now.
        stored: Tokens | None = yield Recall()
        return stored if stored is not None and stored.auth_token != stale.auth_token else None
    renewed = current.renewed(pair.auth_token, pair.refresh_token)
    yield Keep(renewed)
    return renewed


def stored(outcome: Reply | Silence) -> None:
    """What came of putting a file to a storage. Never repeated: an address is signed for one file, once."""
    if isinstance(outcome, Silence):
        raise NoAnswer(outcome.reason)
    if outcome.status not in (200, 201, 204):
        raise refusal(outcome.status, outcome.payload, request_id=outcome.request_id, retry_after=outcome.retry_after)


def _nothing() -> Generator[Step, Any, Tokens | None]:
    return None
    yield


def usable_tokens(manners: Manners) -> Generator[Step, Any, Tokens]:
    """The stored session, renewed first when its token has run out. A clock that is wrong costs one refresh at most."""
    tokens: Tokens | None = yield Recall()
    if tokens is None or not _is_token(tokens.auth_token):
        raise InvalidToken
    if manners.clock_is_right and _has_run_out(tokens) and tokens.refresh_token:
        renewed: Tokens | None = yield Renew(tokens)
        if renewed is not None:
            manners.clock_is_right = not _has_run_out(renewed)
            return renewed
    return tokens


def _is_token(token: object) -> bool:
    """Whether it can travel in a header; anything else never was a token."""
    return isinstance(token, str) and token.isascii() and token.isprintable() and token.strip() != ""


def _has_run_out(tokens: Tokens) -> bool:
    exp = expires_at(tokens.auth_token)
    return exp is not None and exp < time.time()


def _may_repeat(call: Call[Any], outcome: Reply | Silence, manners: Manners) -> bool:
    if call.route.changes:
        return isinstance(outcome, Silence) and not outcome.reached
    repeatable = call.route.method != "POST" or call.route.safe or manners.honours_keys
    if isinstance(outcome, Silence):
        return not outcome.final and (repeatable or not outcome.reached)
    if (outcome.retry_after or 0) > manners.retries.longest_wait:
        return False
    # 429 is said before anything is done, so even a bare POST may come again.
    return outcome.status in _AGAIN and (repeatable or outcome.status == 429)


def _is_unknown(call: Call[Any], payload: Any, refused: Refused) -> bool:
    """Whether the platform knows no such call.

    A careops that misses a record names the parameter that names it, and says why it forbids something; some doors in
    front of other platforms forbid whatever they do not know, without a word of the platform's.
    """
    if not call.route.is_own:
        return False
    if refused.status == 403:
        return not (isinstance(payload, dict) and payload.get("errors"))
    about = {problem.source for problem in refused.problems}
    return refused.status in _NO_SUCH_CALL and not about & type(call).model_fields.keys()


def _answer(call: Call[AnswerT], outcome: Reply | Silence) -> AnswerT:
    if isinstance(outcome, Silence):
        raise NoAnswer(outcome.reason)
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
        raise NotOffered(request_id=refused.request_id) if _is_unknown(call, payload, refused) else refused
    where = f"{call.route.method} {call.route.path}"
    if call.route.answer.file and outcome.file is not None:
        return cast(AnswerT, outcome.file)
    if (outcome.status != 200 and outcome.status != 201) or not isinstance(payload, dict):
        raise UnreadableAnswer(
            f"{where}: expected the platform's JSON, got status {outcome.status}",
            status=outcome.status,
            request_id=outcome.request_id,
        )
    try:
        answer = call.read_answer(payload)
    except KeyError as error:
        raise UnreadableAnswer(f"{where}: {error.args[0]} is missing", request_id=outcome.request_id) from None
    except (ValidationError, TypeError) as error:
        raise UnreadableAnswer(f"{where}: {error}", request_id=outcome.request_id) from error
    if isinstance(answer, Model):
        return answer.noted(version=outcome.version, request_id=outcome.request_id, spelt=outcome.spelt)
    return answer

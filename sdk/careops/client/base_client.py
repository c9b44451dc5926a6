"""Options and state of both clients, without I/O."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NoReturn, Self, TypeVar
from urllib.parse import urlsplit

from careops.client.configuration import read_environment
from careops.client.request_flow import (
    RequestFlow,
    RequestOptions,
    Retries,
    RunContext,
    ServerCapabilities,
    request_flow,
)
from careops.client.resources import Resources
from careops.client.tokens import MemoryTokens, Tokens, TokenStore
from careops.client.transport import client_headers
from careops.contract import Call
from careops.contract.resource import ClientT
from careops.errors import InvalidInput

AnswerT = TypeVar("AnswerT")


class BaseClient(Resources[ClientT]):
    """Client that ``CareOps`` and ``AsyncCareOps`` extend: they send the requests."""

    def __init__(
        self,
        base_url: str,
        *,
        tokens: TokenStore | None,
        key: str | None,
        deadline: float | None,
        retries: Retries | None,
        headers: Mapping[str, str] | None,
    ) -> None:
        self.base_url = _validate_base_url(base_url)
        self.tokens: TokenStore = _tokens_for(tokens, key)
        self._capabilities = ServerCapabilities()
        self._options = RequestOptions(retries or Retries(), deadline)
        self._headers = client_headers(headers)
        self._shares_connections = False

    @classmethod
    def from_environment(cls, **options: Any) -> Self:
        """Create a client of the platform in ``CAREOPS_URL`` with the token in ``CAREOPS_TOKEN``; ``options`` as usual.

        Without a token, use the platform and session of the command ``careops``; both programs refresh that session.
        Raises ``NotSent`` if there is no session either.
        """
        address, tokens = read_environment()
        return cls(address, tokens=tokens, **options)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_url!r})"

    @property
    def capabilities(self) -> ServerCapabilities:
        """Features of the platform that this client and its copies have learnt from answers."""
        return self._capabilities

    @property
    def batch_size(self) -> int:
        """Number of records per batch request; below 2 each record has its own request."""
        run = self._options.run
        return min(self._capabilities.batch, run.batch) if run else self._capabilities.batch

    def with_options(
        self, *, timeout: float | None = None, deadline: float | None = None, retries: Retries | None = None
    ) -> Self:
        """Return the same client with other limits: ``client.with_options(timeout=3).clinics.list()``.

        ``timeout`` and ``deadline`` are seconds, as for the client. Omitted options are unchanged. Closing the copy has
        no effect.
        """
        limits: dict[str, Any] = {"timeout": timeout, "deadline": deadline, "retries": retries}
        changes = {name: value for name, value in limits.items() if value is not None}
        return self.__copy__(_options=replace(self._options, **changes))

    def within(self, seconds: float) -> Self:
        """Return the same client with this deadline for each call: ``client.within(5).clinics.list()``.

        Closing the copy has no effect.
        """
        return self.with_options(deadline=seconds)

    def acting_as(self, auth_token: str) -> Self:
        """Return a client with the same connections and another session's token, for servers that forward calls.

        The token is not refreshed; ``""`` sends no token, for public calls. Closing the copy has no effect.
        """
        return self.__copy__(tokens=MemoryTokens(Tokens(auth_token) if auth_token else None))

    def for_run(self, run: RunContext) -> Self:
        """Return the same client for a bulk run. Its requests name the run, which decides about retries itself.

        Closing the copy has no effect.
        """
        return self.__copy__(
            _options=replace(self._options, run=run, retries=replace(self._options.retries, attempts=1))
        )

    def _flow(self, call: Call[AnswerT], idempotency_key: str | None, if_match: str | None) -> RequestFlow[AnswerT]:
        return request_flow(call, self._capabilities, self._options, idempotency_key=idempotency_key, if_match=if_match)

    def __copy__(self, **changes: Any) -> Self:
        """Return a client with the same connections. Closing the copy has no effect."""
        other = object.__new__(type(self))
        vars(other).update(vars(self), _shares_connections=True, **changes)
        return other

    def __reduce__(self) -> NoReturn:
        raise TypeError("A client holds connections and cannot be pickled: create one in each process")


def _validate_base_url(base_url: str) -> str:
    """Check the base address of requests. Raises ``InvalidInput``."""
    try:
        parts = urlsplit(base_url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        usable = False
    if not usable:
        raise InvalidInput(f"{base_url!r} is not the address of an API", source="base_url")
    return base_url


def _tokens_for(tokens: TokenStore | None, key: str | None) -> TokenStore:
    """Return the token store for a session or for an API key. Raises ``TypeError`` if both are given."""
    if key is None:
        return tokens or MemoryTokens()
    if tokens is not None:
        raise TypeError("Give tokens or a key, not both")
    return MemoryTokens(Tokens(key))

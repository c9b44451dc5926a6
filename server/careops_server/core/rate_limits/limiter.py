"""Rate limits per account and per address of unauthenticated requests (SEC-35, decision 72)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from careops.contract import Route
from careops.error_codes import title_of
from careops.errors import TooManyRequests
from careops_server.core.configuration.settings import Settings
from careops_server.core.observability import metrics
from careops_server.core.principal import Actor, Origin
from careops_server.core.rate_limits.shared_counters import MemberCounter, SharedCounters, SlidingWindow, WindowUsage

MINUTE: Final = 60.0
HOUR: Final = 3600.0
TOO_MANY_SOCKETS: Final = title_of("too_many_sockets")
TOO_MANY: Final = title_of("too_many_requests")
_READS, _WRITES, _RUNS, _ANONYMOUS, _MISSES, _IN_FLIGHT, _RUNS_IN_FLIGHT, CONNECTIONS = range(8)
_SOCKETS, _GUESSES, _PEOPLE, _REPORTS, _INTERACTIVE = range(8, 13)
"""Table numbers of the shared counters."""
_GLOBAL: Final = "anybody"
MAX_BATCHES: Final = 64
"""Concurrent batches over all users. Each user also has a separate limit."""


@dataclass(frozen=True)
class Budget:
    """Rate limit: requests per minute and concurrent requests."""

    name: str
    per_minute: int
    at_once: int
    window: SlidingWindow
    in_flight: MemberCounter


class Permit(NamedTuple):
    """An admitted request. It counts as in flight between ``acquire`` and ``release``."""

    budget: Budget
    who: str
    used: WindowUsage

    @property
    def headers(self) -> dict[str, str]:
        """RateLimit and RateLimit-Policy headers with the remaining requests, as in the IETF draft."""
        budget, left = self.budget, max(0, math.floor(self.budget.per_minute - self.used.total - 1))
        return {
            "ratelimit-policy": f'"{budget.name}";q={budget.per_minute};w=60',
            "ratelimit": f'"{budget.name}";r={left};t={math.ceil(self.used.reset)}',
        }

    def acquire(self) -> None:
        """Count the request as in flight. Raises ``TooManyRequests`` if too many are."""
        if not self.budget.in_flight.acquire(self.who, self.budget.at_once):
            metrics.limited.labels(self.budget.name).inc()
            raise TooManyRequests(TOO_MANY, retry_after=1)

    def release(self) -> None:
        """Count the request as finished."""
        self.budget.in_flight.release(self.who)


class RateLimiter:
    """Rate limits of one worker. All workers use the same counters."""

    def __init__(self, settings: Settings, counters: SharedCounters) -> None:
        def budget(name: str, table: int, per_minute: int, at_once: int, in_flight: int = _IN_FLIGHT) -> Budget:
            return Budget(
                name, per_minute, at_once, counters.window(table, seconds=MINUTE), counters.members(in_flight)
            )

        at_once = settings.requests_at_once
        self._reads = budget("reads", _READS, settings.reads_per_minute, at_once)
        self._writes = budget("writes", _WRITES, settings.writes_per_minute, at_once)
        self._runs = budget("runs", _RUNS, settings.run_requests_per_minute, 64, _RUNS_IN_FLIGHT)
        self._anonymous = budget("strangers", _ANONYMOUS, settings.anonymous_per_minute, 64)
        self._misses = counters.window(_MISSES, seconds=MINUTE)
        self._sockets = counters.members(_SOCKETS)
        self._seats = {"user": settings.sockets_per_user, "ip": settings.sockets_per_address}
        self._guesses = counters.window(_GUESSES, seconds=MINUTE)
        self._people = counters.window(_PEOPLE, seconds=HOUR)
        self._reported = counters.window(_REPORTS, seconds=HOUR)
        self._people_per_hour = settings.people_per_hour
        self._interactive = counters.window(_INTERACTIVE, seconds=1)
        self._batches = counters.members(_RUNS_IN_FLIGHT)

    def admit(self, route: Route, actor: Actor | None, origin: Origin, *, run: bool) -> Permit:
        """Count a request. Raises ``TooManyRequests`` with the seconds to wait."""
        if actor is None:
            budget, who = self._anonymous, f"ip:{origin.ip_address}"
        elif actor.api_client is not None:
            budget = replace(self._reads, name="key", per_minute=actor.api_client.per_minute)
            who = actor.account_key
        else:
            budget = self._runs if run else self._writes if route.mutates else self._reads
            who = actor.account_key
        if actor is not None and not (run or route.bulk):
            self._interactive.count(_GLOBAL)
        used = budget.window.acquire(who, budget.per_minute)
        if wait := used.wait(budget.per_minute):
            metrics.limited.labels(budget.name).inc()
            raise TooManyRequests(TOO_MANY, retry_after=math.ceil(wait))
        return Permit(budget, who, used)

    @property
    def has_interactive_load(self) -> bool:
        """Return whether a signed-in client sent a request outside of bulk runs within the last second."""
        return self._interactive.used(_GLOBAL).total >= 1

    def begin_batch(self) -> bool:
        """Return whether a batch of changes may begin.

        While clients send other requests (within the last second), only one batch runs at a time; else up
        to ``MAX_BATCHES`` run.
        """
        return self._batches.acquire(_GLOBAL, 1 if self.has_interactive_load else MAX_BATCHES)

    def end_batch(self) -> None:
        """End a batch that ``begin_batch`` admitted."""
        self._batches.release(_GLOBAL)

    def count_people(self, actor: Actor, number: int) -> int | None:
        """Count records of people that an account reads. Return the number within the last hour if it exceeds the
        limit, at most once an hour; else None.
        """
        who = actor.account_key
        read = math.ceil(self._people.add(who, number).total) + number
        if read <= self._people_per_hour or self._reported.add(who).now:
            return None
        return read

    def reserve_socket(self, actor: Actor, origin: Origin) -> Sequence[str]:
        """Take the seats of one more WebSocket, to be returned with ``release_socket``. Raises ``TooManyRequests``."""
        taken: list[str] = []
        for kind, who in (("user", actor.user.id), ("ip", origin.ip_address)):
            name = f"{kind}:{who}"
            if not self._sockets.acquire(name, self._seats[kind]):
                self.release_socket(taken)
                metrics.limited.labels("sockets").inc()
                raise TooManyRequests(TOO_MANY_SOCKETS, retry_after=60)
            taken.append(name)
        return taken

    def release_socket(self, seats: Sequence[str]) -> None:
        """Give up seats taken with ``reserve_socket``."""
        for name in seats:
            self._sockets.release(name)

    def check_key_guessing(self, origin: Origin) -> None:
        """Raise ``TooManyRequests`` if an address sent too many unknown API keys."""
        if wait := self._guesses.used(f"ip:{origin.ip_address}").wait(self._anonymous.per_minute):
            metrics.limited.labels("keys").inc()
            raise TooManyRequests(TOO_MANY, retry_after=math.ceil(wait))

    def count_guess(self, origin: Origin) -> None:
        """Count an unknown API key."""
        self._guesses.add(f"ip:{origin.ip_address}")

    def suppressed_failures(self, origin: Origin) -> int | None:
        """Count an unknown refresh token.

        For the first one of an address within a minute, return how many came in the minute before. For the others
        return None, because they need no separate audit event.
        """
        used = self._misses.add(f"ip:{origin.ip_address}")
        return used.before if used.now == 0 else None

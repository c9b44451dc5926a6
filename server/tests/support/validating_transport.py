"""Transport of all tests: fails if an answer differs from the answer class of its call, or an error has no code."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import httpx
from pydantic import ValidationError

from careops.calls import all_calls
from careops.contract import Call
from careops.error_codes import ERROR_CODES
from careops_server.core.http.sanic_types import SanicApp
from careops_server.core.pipeline.pipeline import PREFIX


class CheckedTransport(httpx.ASGITransport):
    """In-process transport; compares every JSON answer of status 200 with the answer class of its call, and requires
    a code of every error, unless a platform behind a gateway may have sent it."""

    def __init__(self, app: SanicApp) -> None:
        super().__init__(app, raise_app_exceptions=False)
        self._sanic = app

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await super().handle_async_request(request)
        call = call_of(request.method, request.url.path)
        if call is not None and response.status_code == 200:
            await response.aread()
            if response.headers.get("content-type", "").startswith("application/json"):
                check_answer(call, json.loads(response.content))
        if response.status_code >= 400 and self._sanic.ctx.services.upstream is None:
            await response.aread()
            if response.headers.get("content-type", "").startswith("application/json"):
                check_codes(json.loads(response.content))
        return response


@cache
def _routes() -> list[tuple[str, re.Pattern[str], type[Call[Any]]]]:
    return [
        (call.route.method, re.compile(re.sub(r"\{\w+\}", "[^/]+", PREFIX + call.route.path)), call)
        # Fixed paths come before paths with a field: /admin/doctors/news_stats is not a doctor.
        for call in sorted(all_calls(), key=lambda call: len(call.route.path_fields))
    ]


def call_of(method: str, path: str) -> type[Call[Any]] | None:
    """Return the call of a request."""
    return next((call for verb, route, call in _routes() if verb == method and route.fullmatch(path)), None)


def check_answer(call: type[Call[Any]], payload: dict[str, Any]) -> None:
    """Fail if an answer changes when the call's class parses and serialises it.

    Therefore every key is declared, none is missing, and every value has the declared type and format.
    """
    try:
        written = json.loads(json.dumps(call.write_answer(call.read_answer(payload))))
    except (KeyError, ValidationError) as error:
        raise AssertionError(f"{call.__name__} cannot read its own answer: {error!r}") from None
    faults = list(differences(payload, written))
    assert faults == [], f"{call.__name__} answers otherwise than its class says: " + "; ".join(faults)


def check_codes(payload: dict[str, Any]) -> None:
    """Fail if an error has no published code."""
    strays = [problem for problem in payload["errors"] if problem.get("code") not in ERROR_CODES]
    assert strays == [], f"errors without a code of sdk/careops/error_codes.tsv: {strays}"


def differences(answered: Any, promised: Any, path: str = "answer") -> Iterator[str]:
    """Return the differences of two answers with their paths, at every depth."""
    if isinstance(answered, dict) and isinstance(promised, dict):
        yield from (f"{path}.{name} is unknown to the class" for name in answered.keys() - promised.keys())
        yield from (f"{path}.{name} is missing" for name in promised.keys() - answered.keys())
        for name in answered.keys() & promised.keys():
            yield from differences(answered[name], promised[name], f"{path}.{name}")
    elif isinstance(answered, list) and isinstance(promised, list) and len(answered) == len(promised):
        for place, (item, other) in enumerate(zip(answered, promised, strict=True)):
            yield from differences(item, other, f"{path}[{place}]")
    elif not _is_same(answered, promised):
        yield f"{path} is {answered!r} and should be written {promised!r}"


def _is_same(value: Any, other: Any) -> bool:
    # An integer may stand for a float, but a bool must not stand for a number.
    return bool(value == other) and isinstance(value, bool) == isinstance(other, bool)

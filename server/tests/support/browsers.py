"""Sessions of browsers."""

from __future__ import annotations

from typing import Any

import httpx
from server.tests.support.stage import CARE, PASSWORD

from careops.calls.session import SignIn

PAGE = {"origin": "http://test"}
"""Headers of a browser on the console's page."""


def form(phone: str, password: str = PASSWORD) -> dict[str, Any]:
    """The request body of the sign-in form."""
    body: dict[str, Any] = dict(SignIn(phone_number=phone, password=password).to_wire().body or {})
    return body


async def begun(http: httpx.AsyncClient, phone: str = CARE, **headers: str) -> dict[str, Any]:
    """Sign in as a browser. Returns the tokens; the cookie stays with ``http``."""
    body = form(phone)
    answer = await http.post("/api/auth/sign_in", json=body, headers={**PAGE, **headers})
    assert answer.status_code == 200, answer.text
    tokens: dict[str, Any] = answer.json()
    return tokens


def bearer(tokens: dict[str, Any]) -> dict[str, str]:
    return {"authorization": f"Bearer {tokens['auth_token']}"}

"""Bodies of calls, and callers that may make them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from argon2 import PasswordHasher
from server.tests.support.stage import PASSWORD, SUPER, Stage

from careops import AsyncCareOps
from careops.calls.session import ChangePassword, EndOtherSessions
from careops.contract import APPS, Call, HttpParts


@pytest.fixture(autouse=True)
async def passwords_as_before(request: pytest.FixtureRequest) -> AsyncIterator[None]:
    """Restore the password of all staff and the shared sessions."""
    yield
    call = request.node.callspec.params.get("call") if "stage" in request.fixturenames else None
    if call in (ChangePassword, EndOtherSessions):
        stage: Stage = request.getfixturevalue("stage")
        hashed = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
        await stage.sql("update users set password_hash = :hashed where password_hash is not null", hashed=hashed)
        stage.forget_sessions()


async def caller_of(stage: Stage, call: type[Call[Any]]) -> AsyncCareOps:
    """Return a client that may make the call, with a separate session because the call may end it."""
    if call.route.access == APPS:
        return await stage.caller_of(call)
    client = stage.client()
    await client.sign_in(SUPER, PASSWORD)
    return client


def body(wire: HttpParts, values: dict[str, Any] | None) -> dict[str, Any]:
    """Body arguments for httpx: JSON, or a form with the call's files."""
    if not wire.files:
        return {"json": values}
    files = {name: (file.name, b"".join(file.chunks()), file.content_type) for name, file in wire.files.items()}
    return {"data": values, "files": files}

"""Test data for the calls of API keys, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage

from careops_server.areas.keys import queries
from careops_server.core.auth import api_key_tokens


async def key_id(stage: Stage, fields: dict[str, Any]) -> int:
    """A valid key. Keys belong to the installation, also behind a gateway."""
    values = {
        "name": f"app {stage.phone()}",
        "token_hash": api_key_tokens.fingerprint(api_key_tokens.new_key()),
        "ends_with": "4f2k",
        "scopes": ["audit:write"],
        "per_minute": 600,
        "created_by": "Asha Rao",
        "created_by_id": None,
        "expires_in_days": 90,
    }
    async with stage.services.database.pool.transaction() as connection:
        key = await queries.create_key(connection, values)
    assert key is not None
    return key


async def name(stage: Stage, values: dict[str, Any]) -> str:
    """A name that no key has used."""
    return f"app {stage.phone()}"

"""Test data for the calls of release notes, used by the tests of every call."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from server.tests.support.stage import Stage


async def note_id(stage: Stage, values: dict[str, Any]) -> int:
    """A draft."""
    id: int = await stage.sql(
        "insert into release_notes (title, note_text, publish) values ('Draft', 'Text', false) returning id"
    )
    return id


async def read_until(stage: Stage, values: dict[str, Any]) -> str:
    """Now: later than any earlier reading."""
    return datetime.now(UTC).isoformat()

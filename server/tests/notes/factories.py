"""Test data for the calls of notes, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import CARE, SUPER, Stage


async def record(stage: Stage, values: dict[str, Any]) -> str:
    """A clinic."""
    return f"clinic:{await stage.clinic()}"


async def mentions(stage: Stage, values: dict[str, Any]) -> list[int]:
    """A colleague. A gateway knows those who have signed in."""
    await stage.signed_in(CARE)
    return [stage.user_ids[CARE]]


async def note_id(stage: Stage, values: dict[str, Any]) -> int:
    """A note of the same account."""
    client = await stage.signed_in(stage.asking)
    note = await client.notes.create(record=f"clinic:{await stage.clinic()}", text="First draft")
    return note.id


async def note_ids(stage: Stage, values: dict[str, Any]) -> list[int]:
    """A note of a colleague that mentions the caller."""
    client = await stage.signed_in(SUPER if stage.asking == CARE else CARE)
    await stage.signed_in(stage.asking)
    mentioned = [stage.user_ids[stage.asking]]
    note = await client.notes.create(record=f"clinic:{await stage.clinic()}", text="See this", mentions=mentioned)
    return [note.id]

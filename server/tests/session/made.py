"""Test data for the calls of sessions, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.stage import PASSWORD, SUPER, Stage


async def phone_number(stage: Stage, given: dict[str, Any]) -> str:
    """A member of staff."""
    return SUPER


async def password(stage: Stage, given: dict[str, Any]) -> str:
    """Their password."""
    return PASSWORD


async def refresh_token(stage: Stage, given: dict[str, Any]) -> str:
    """The token of a session nobody else uses."""
    client = stage.client()
    return (await client.sign_in(SUPER, PASSWORD)).refresh_token


async def old_password(stage: Stage, given: dict[str, Any]) -> str:
    """The password staff have; it is put back after each test."""
    return PASSWORD


async def session_id(stage: Stage, given: dict[str, Any]) -> int:
    """A session of whoever asks, besides the one that asks."""
    client = stage.client()
    await client.sign_in(stage.asking, PASSWORD)
    return next(session.id for session in (await client.session.list()).items if session.current)


async def end_other_sessions(stage: Stage, given: dict[str, Any]) -> None:
    """There is another one to end."""
    await stage.client().sign_in(stage.asking, PASSWORD)

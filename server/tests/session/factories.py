"""Test data for the calls of sessions, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import PASSWORD, SUPER, Stage


async def phone_number(stage: Stage, values: dict[str, Any]) -> str:
    """Phone number of a member of staff."""
    return SUPER


async def password(stage: Stage, values: dict[str, Any]) -> str:
    """Password of that account."""
    return PASSWORD


async def refresh_token(stage: Stage, values: dict[str, Any]) -> str:
    """The token of a separate session."""
    client = stage.client()
    return (await client.sign_in(SUPER, PASSWORD)).refresh_token


async def old_password(stage: Stage, values: dict[str, Any]) -> str:
    """The password of all staff; it is restored after each test."""
    return PASSWORD


async def session_id(stage: Stage, values: dict[str, Any]) -> int:
    """A second session of the same account."""
    client = stage.client()
    await client.sign_in(stage.asking, PASSWORD)
    return next(session.id for session in (await client.session.list()).items if session.current)


async def end_other_sessions(stage: Stage, values: dict[str, Any]) -> None:
    """Open another session first."""
    await stage.client().sign_in(stage.asking, PASSWORD)

"""What the calls of sessions are about, made for the tests of every call."""

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

"""Test data for the calls of broadcasts, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage


async def broadcast_id(stage: Stage, values: dict[str, Any]) -> int:
    """A broadcast sent yesterday."""
    id: int = await stage.sql("""
        insert into broadcasts (kind, app_type, sent_at, sent_by)
        values ('web_upgrade', 'cms', now() - interval '1 day', 'Harpreet Kaur') returning id
    """)
    return id


async def send_web_upgrade(stage: Stage, values: dict[str, Any]) -> None:
    """Move the last broadcast more than a minute into the past."""
    await _long_ago(stage)


async def send_relogin(stage: Stage, values: dict[str, Any]) -> None:
    """Move the last broadcast more than a minute into the past."""
    await _long_ago(stage)


async def _long_ago(stage: Stage) -> None:
    await stage.sql("update broadcasts set sent_at = sent_at - interval '2 minutes'")

"""Realtime events of broadcasts."""

from __future__ import annotations

from typing import Final

from careops_server.core.context import Context

CONSOLE: Final = "admin"
"""App type of the console."""


def publish_broadcast(context: Context, app_type: str | None, broadcast_id: int | None) -> None:
    """Raise the events of a broadcast. For an upgrade of the console, this includes the offer in every open tab
    (B-58).
    """
    data = {} if broadcast_id is None else {"broadcast_id": broadcast_id}
    if app_type is None:
        context.publish("admin", "relogin", **data)
    else:
        context.publish(f"app:{app_type}", "web_upgrade", **data, app_type=app_type)
    if app_type == CONSOLE:
        context.publish("admin", "deployment", **data)

"""Telling those who listen here of a broadcast."""

from __future__ import annotations

from typing import Final

from careops_server.context import Context

CONSOLE: Final = "admin"
"""The app that is this console."""


def tell(context: Context, app_type: str | None, broadcast_id: int | None) -> None:
    """Raise its events; of the console's own upgrade also the one that offers it in every open tab (B-58)."""
    told = {} if broadcast_id is None else {"broadcast_id": broadcast_id}
    if app_type is None:
        context.raises("admin", "relogin", **told)
    else:
        context.raises(f"app:{app_type}", "web_upgrade", **told, app_type=app_type)
    if app_type == CONSOLE:
        context.raises("admin", "deployment", **told)

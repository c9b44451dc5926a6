"""The SQL of users."""

from __future__ import annotations

from typing import Final

from careops_server.database.changes import Changeable

USER: Final = Changeable("users", frozenset({"growth_enabled", "packages_enabled", "user_status"}))

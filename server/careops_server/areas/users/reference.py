"""Reference check of users."""

from __future__ import annotations

from typing import Final

from careops.calls.users import NO_USER
from careops_server.core.queries.references import Reference

USER: Final = Reference("users", "user_id", NO_USER)

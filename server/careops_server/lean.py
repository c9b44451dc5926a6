"""Keeps out of a process what its libraries load and it never uses. To be imported before them, in our own processes.

``sqlalchemy.ext.asyncio`` loads the whole ORM for the sake of its sessions: 6 MB and a tenth of a second for each
worker, which has connections alone. Whoever used a session here would find that it is None.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Final

_UNUSED: Final = ("sqlalchemy.ext.asyncio.session", "sqlalchemy.ext.asyncio.scoping")


class _Unused(ModuleType):
    def __getattr__(self, name: str) -> None:
        if name.startswith("__"):
            raise AttributeError(name)


for _name in _UNUSED:
    sys.modules.setdefault(_name, _Unused(_name))

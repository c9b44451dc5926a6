"""Import stubs for modules that SQLAlchemy imports but the server never uses. Import this module first, in processes of
the server only.

``sqlalchemy.ext.asyncio`` imports the whole ORM for its sessions: 6 MB and a tenth of a second per worker, which uses
only connections. The names in the stubs are None.
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

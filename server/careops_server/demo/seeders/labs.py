"""Demo labs."""

from __future__ import annotations

from typing import Final

from careops_server.world.makers import Maker
from careops_server.world.partners import partners

_KINDS: Final = ("Diagnostics", "Path Labs", "Pathology", "Imaging Centre", "Scans and Labs")
MAKER: Final[Maker] = partners("labs", "lab", _KINDS)

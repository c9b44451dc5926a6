"""Demo labs."""

from __future__ import annotations

from typing import Final

from careops_server.demo.partners import partners
from careops_server.demo.seeders import Seeder

_KINDS: Final = ("Diagnostics", "Path Labs", "Pathology", "Imaging Centre", "Scans and Labs")
SEEDER: Final[Seeder] = partners("labs", "lab", _KINDS)

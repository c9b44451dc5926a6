"""Demo pharmacies."""

from __future__ import annotations

from typing import Final

from careops_server.demo.partners import partners
from careops_server.demo.seeders import Seeder

_KINDS: Final = ("Medicos", "Pharmacy", "Medical Store", "Chemists", "Drug House")
SEEDER: Final[Seeder] = partners("pharmacies", "pharmacy", _KINDS)

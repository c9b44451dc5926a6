"""Demo pharmacies."""

from __future__ import annotations

from typing import Final

from careops_server.world.makers import Maker
from careops_server.world.partners import partners

_KINDS: Final = ("Medicos", "Pharmacy", "Medical Store", "Chemists", "Drug House")
MAKER: Final[Maker] = partners("pharmacies", "pharmacy", _KINDS)

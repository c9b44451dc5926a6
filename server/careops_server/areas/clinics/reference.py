"""Reference check of clinics."""

from __future__ import annotations

from typing import Final

from careops.calls.clinics import NO_CLINIC
from careops_server.core.queries.references import Reference

CLINIC: Final = Reference("clinics", "clinic_id", NO_CLINIC)

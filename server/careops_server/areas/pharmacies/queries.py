"""SQL of pharmacies, shared with other partners, over their tables."""

from __future__ import annotations

from careops.calls.pharmacies import NO_PHARMACY, Pharmacy, PharmacyDetail
from careops_server.areas.partners.queries import Partners

PHARMACIES = Partners(Pharmacy, PharmacyDetail, table="pharmacies", one="pharmacy", unknown=NO_PHARMACY)

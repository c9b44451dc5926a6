"""The SQL of pharmacies: that of every partner of clinics, over their own tables."""

from __future__ import annotations

from careops.calls.pharmacies import NO_PHARMACY, Pharmacy, PharmacyDetail
from careops_server.partners.queries import Partners

PHARMACIES = Partners(Pharmacy, PharmacyDetail, table="pharmacies", one="pharmacy", unknown=NO_PHARMACY)

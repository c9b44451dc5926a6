"""Handlers of pharmacies."""

from __future__ import annotations

from careops.calls.pharmacies import ListPharmacies, Pharmacy, PharmacyDetail, ReadPharmacy
from careops.contract import Page, RawJson
from careops_server.areas.pharmacies.queries import PHARMACIES
from careops_server.core.context import Context


async def list_pharmacies(call: ListPharmacies, context: Context) -> RawJson[Page[Pharmacy]]:
    """Return one page of matching pharmacies."""
    return await PHARMACIES.page(context.connection, call)


async def read_pharmacy(call: ReadPharmacy, context: Context) -> PharmacyDetail:
    """Return a pharmacy with its clinics. Raises ``NotFound``."""
    return await PHARMACIES.read(context.connection, call.pharmacy_id)

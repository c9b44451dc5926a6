"""Handlers of pharmacies and labs."""

from __future__ import annotations

from careops.calls.labs import Lab, LabDetail, ListLabs, ReadLab
from careops.calls.pharmacies import ListPharmacies, Pharmacy, PharmacyDetail, ReadPharmacy
from careops.contract import Page, RawJson
from careops_server.areas.partners.queries import LABS, PHARMACIES
from careops_server.core.context import Context


async def list_labs(call: ListLabs, context: Context) -> RawJson[Page[Lab]]:
    """Return one page of matching labs."""
    return await LABS.page(context.connection, call)


async def read_lab(call: ReadLab, context: Context) -> LabDetail:
    """Return a lab with its clinics. Raises ``NotFound``."""
    return await LABS.read(context.connection, call.lab_id)


async def list_pharmacies(call: ListPharmacies, context: Context) -> RawJson[Page[Pharmacy]]:
    """Return one page of matching pharmacies."""
    return await PHARMACIES.page(context.connection, call)


async def read_pharmacy(call: ReadPharmacy, context: Context) -> PharmacyDetail:
    """Return a pharmacy with its clinics. Raises ``NotFound``."""
    return await PHARMACIES.read(context.connection, call.pharmacy_id)

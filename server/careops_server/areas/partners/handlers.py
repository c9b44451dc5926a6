"""Handlers of pharmacies and labs."""

from __future__ import annotations

from careops.calls.labs import LabDetail, ReadLab
from careops.calls.pharmacies import PharmacyDetail, ReadPharmacy
from careops_server.areas.partners.queries import LABS, PHARMACIES
from careops_server.core.context import Context

list_labs = LABS.list.handle
list_pharmacies = PHARMACIES.list.handle


async def read_lab(call: ReadLab, context: Context) -> LabDetail:
    """Return a lab with its clinics. Raises ``NotFound``."""
    return await LABS.read(context.connection, call.lab_id)


async def read_pharmacy(call: ReadPharmacy, context: Context) -> PharmacyDetail:
    """Return a pharmacy with its clinics. Raises ``NotFound``."""
    return await PHARMACIES.read(context.connection, call.pharmacy_id)

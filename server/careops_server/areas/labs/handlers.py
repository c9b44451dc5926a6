"""Handlers of labs."""

from __future__ import annotations

from careops.calls.labs import Lab, LabDetail, ListLabs, ReadLab
from careops.contract import Page, RawJson
from careops_server.areas.labs.queries import LABS
from careops_server.core.context import Context


async def list_labs(call: ListLabs, context: Context) -> RawJson[Page[Lab]]:
    """Return one page of matching labs."""
    return await LABS.page(context.connection, call)


async def read_lab(call: ReadLab, context: Context) -> LabDetail:
    """Return a lab with its clinics. Raises ``NotFound``."""
    return await LABS.read(context.connection, call.lab_id)

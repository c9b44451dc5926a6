"""Handlers of the shared catalogues."""

from __future__ import annotations

import asyncio

from careops.calls.catalogue import Bank, CatalogueEntry, ReadBank, SearchCatalogue
from careops.error_codes import title_of
from careops.errors import NotFound, TooManyRequests
from careops_server.areas.catalogue import queries
from careops_server.core.context import Context
from careops_server.core.database.connection import Connection
from careops_server.core.ifsc_registry import registry

NO_BANK = title_of("ifsc_not_found")


async def query_search_service(call: SearchCatalogue, context: Context) -> list[CatalogueEntry] | None:
    """Return the result of a hosted search service, None without one. No database connection is held while it runs."""
    service = context.services.search
    if service is None:
        return None
    await context.services.database.change(lambda connection: check_search_rate(connection, context))
    return await service.search(call)


async def search_catalogue(
    call: SearchCatalogue, context: Context, hosted: list[CatalogueEntry] | None
) -> list[CatalogueEntry]:
    """Return entries by name. The call needs no authentication, so it is limited per address."""
    if hosted is not None:
        return hosted
    await check_search_rate(context.connection, context)
    form = "match" if call.query.match else "match_phrase_prefix"
    term = call.query.match or call.query.match_phrase_prefix
    return await queries.search(
        context.connection, call.index, form=form, term=term.name if term else "", size=call.size
    )


async def check_search_rate(connection: Connection, context: Context) -> None:
    """Count a search of the address. Raises ``TooManyRequests`` after too many within the minute."""
    used, seconds_left = await queries.count_search(connection, context.origin.ip_address)
    if used > context.services.settings.searches_per_minute:
        raise TooManyRequests(retry_after=seconds_left)


async def read_bank(call: ReadBank, context: Context) -> Bank:
    """Return the bank of an IFSC code."""
    bank_registry = await asyncio.to_thread(registry)  # loaded at the first request, which takes a moment
    name = bank_registry.bank_name(call.ifsc)
    if name is None:
        raise NotFound(NO_BANK, source="ifsc")
    return Bank(ifsc_code=call.ifsc, bank_name=name, branch_listed=bank_registry.has(call.ifsc))

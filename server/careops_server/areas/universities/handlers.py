"""Handlers of universities."""

from __future__ import annotations

from careops.calls import universities as calls
from careops.contract import Created, Empty
from careops.errors import Conflict
from careops_server.areas.universities import queries
from careops_server.core.context import Context
from careops_server.core.pipeline.etags import check_if_match
from careops_server.core.queries.records import lock_or_404, read_or_404

list_universities = queries.UNIVERSITIES.handle


async def read_university(call: calls.ReadUniversity, context: Context) -> calls.University:
    """Return a university."""
    return await read_or_404(context.connection, queries.UNIVERSITIES, queries.UNIVERSITY_REF, call.university_id)


async def create_university(call: calls.CreateUniversity, context: Context) -> Created:
    """Add a university, unless the name is taken."""
    university_id = await queries.create_university(context.connection, call)
    if university_id is None:
        raise Conflict(calls.NAME_TAKEN, source="name")
    context.changed("university", university_id, after=call.model_dump())
    return Created(id=university_id)


async def update_university(call: calls.UpdateUniversity, context: Context) -> Empty:
    """Set the fields that differ, under the lock of all names."""
    await queries.lock_names(context.connection)
    university = await lock_or_404(context.connection, queries.UNIVERSITY, queries.UNIVERSITY_REF, call.university_id)
    await check_if_match(call, context, read_university)
    if await queries.is_taken(context.connection, call.name, besides=call.university_id):
        raise Conflict(calls.NAME_TAKEN, source="name")
    difference = await university.set(
        context.connection, call.model_dump(include=set(calls.UniversityBody.model_fields), exclude_unset=True)
    )
    context.changed("university", call.university_id, **difference)
    return Empty()

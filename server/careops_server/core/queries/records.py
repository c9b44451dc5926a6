"""One record by its id: read, lock or delete it. An unknown id is refused.

    note = await lock_or_404(context.connection, queries.NOTE, queries.NOTE_REF, call.note_id)
    await check_if_match(call, context, read_release_note)
    context.changed("release_note", call.note_id, **await note.set(context.connection, wanted))

``reference`` is the reference of the record, with the message for an unknown id. ``key`` are further columns that the
row must match, such as the clinic of a path.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel
from sqlalchemy import ClauseElement

from careops_server.core.database.connection import Connection
from careops_server.core.queries.list_query import ListQuery
from careops_server.core.queries.references import Reference
from careops_server.core.queries.row_updates import LockedRow, UpdatableTable

ModelT = TypeVar("ModelT", bound=BaseModel)


async def read_or_404(
    connection: Connection, rows: ListQuery[ModelT], reference: Reference, id: int, **named: object
) -> ModelT:
    """Return the record in the format of its list. ``named`` are the parameters of ``read``. Raises ``NotFound``."""
    row = await rows.find_by_id(connection, id, **named)
    if row is None:
        raise reference.not_found()
    return row


async def select_or_404(
    connection: Connection, statement: ClauseElement, model: type[ModelT], reference: Reference, **values: object
) -> ModelT:
    """Return the record that the statement selects as JSON. Raises ``NotFound``."""
    value = (await connection.execute(statement, values)).scalar_one_or_none()
    if value is None:
        raise reference.not_found()
    return model.model_validate(value)


async def lock_or_404(
    connection: Connection, table: UpdatableTable, reference: Reference, id: int, **key: object
) -> LockedRow:
    """Lock the row until the transaction ends. Raises ``NotFound``."""
    row = await table.lock(connection, id=id, **key)
    if row is None:
        raise reference.not_found()
    return row


async def delete_or_404(
    connection: Connection, table: UpdatableTable, reference: Reference, id: int, **key: object
) -> Mapping[str, Any]:
    """Delete the row. Return its previous values, for the audit event. Raises ``NotFound``."""
    values = await table.delete(connection, id=id, **key)
    if values is None:
        raise reference.not_found()
    return values

"""Reference checks: records that other records belong to, with the message for unknown ids."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from sqlalchemy import TextClause, text

from careops.errors import ApiError, NotFound
from careops_server.core.database.connection import Connection


@dataclass(frozen=True)
class Reference:
    """Rows of ``table``, named by a call's ``parameter``."""

    table: str
    parameter: str
    unknown: str
    """Message for an unknown id."""

    @property
    def is_known(self) -> str:
        """SQL condition: the record that the call names exists."""
        return f"exists (select from {self.table} where id = :{self.parameter})"

    async def find(self, connection: Connection, id: int) -> None:
        """Raise ``NotFound`` if there is no record with the id."""
        statement = find_statement(self.table, is_locked=False)
        if (await connection.execute(statement, {"id": id})).scalar_one_or_none() is None:
            raise self.not_found()

    async def lock(self, connection: Connection, id: int, *, refusal: type[ApiError] = NotFound) -> None:
        """Lock the record against deletion until the transaction ends.

        Raises ``refusal`` if there is no record: ``NotFound`` for ids in a path, ``InvalidInput`` for ids in a body
        (decision 53).
        """
        statement = find_statement(self.table, is_locked=True)
        if (await connection.execute(statement, {"id": id})).scalar_one_or_none() is None:
            raise self.not_found(refusal)

    def not_found(self, refusal: type[ApiError] = NotFound) -> ApiError:
        """Return the refusal for an unknown id."""
        return refusal(self.unknown, source=self.parameter)


@cache
def find_statement(table: str, *, is_locked: bool) -> TextClause:
    """Return the statement that finds a record by its id, and locks it against deletion."""
    return text(f"select true from {table} where id = :id{' for key share' if is_locked else ''}")

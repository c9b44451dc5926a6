"""What other things belong to, and the sentence for one nobody knows."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from careops.errors import NotFound, Refused


@dataclass(frozen=True)
class Kind:
    """Rows of ``table``, named by a call's ``parameter``."""

    table: str
    parameter: str
    unknown: str
    """The sentence for an id that is none."""

    @property
    def is_known(self) -> str:
        """SQL of whether there is the one that the call names."""
        return f"exists (select from {self.table} where id = :{self.parameter})"

    async def find(self, connection: AsyncConnection, id: int) -> None:
        """Raises ``NotFound`` when there is none."""
        statement = text(f"select true from {self.table} where id = :id")
        if (await connection.execute(statement, {"id": id})).scalar_one_or_none() is None:
            raise self.refused()

    async def hold(self, connection: AsyncConnection, id: int, *, refusal: type[Refused] = NotFound) -> None:
        """Let nobody delete it until the transaction ends.

        Raises ``refusal`` when there is none: ``NotFound`` for what a path names, ``InvalidInput`` for what stands in
        a body (decision 53).
        """
        statement = text(f"select true from {self.table} where id = :id for key share")
        if (await connection.execute(statement, {"id": id})).scalar_one_or_none() is None:
            raise self.refused(refusal)

    def refused(self, refusal: type[Refused] = NotFound) -> Refused:
        """The refusal of one nobody knows."""
        return refusal(self.unknown, source=self.parameter)

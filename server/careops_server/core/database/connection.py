"""Database connection: the one way to run a statement, a transaction and a COPY."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar, overload

import psycopg
from psycopg.pq import TransactionStatus
from sqlalchemy import ClauseElement
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.engine.interfaces import BindTyping

from careops.record_kinds import LiveKind
from careops_server.core.observability import tracing

Driver: TypeAlias = psycopg.AsyncConnection[tuple[Any, ...]]
RowT = TypeVar("RowT")
ScalarT = TypeVar("ScalarT")
_DIALECT: Final = PGDialect_psycopg()  # type: ignore[no-untyped-call]  # SQLAlchemy leaves it untyped
_DIALECT.bind_typing = BindTyping.NONE  # values have the types of psycopg; casts refuse numbers beyond a column's
_MAX_STATEMENTS: Final = 2_048
_MAX_ROW_TYPES: Final = 512
_LOST: Final = "the connection is lost"


class Connection:
    """Connection to PostgreSQL in autocommit. All errors are psycopg's."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.changed_records: set[tuple[LiveKind, int | None]] = set()
        """Records that the current transaction has changed."""
        self.changed_by = ""
        """Id of the request that changed them; empty for work in the background."""

    @property
    def is_closed(self) -> bool:
        """True if it is closed or broken."""
        return self.driver.closed

    @property
    def is_idle(self) -> bool:
        """True if it is open, with no statement in flight and outside a transaction."""
        return self.driver.pgconn.transaction_status == TransactionStatus.IDLE

    async def execute(
        self, statement: ClauseElement, values: Mapping[str, Any] | None = None, *, keep_plan: bool = True
    ) -> Result:
        """Run a statement and fetch all of its rows. Raises ``psycopg.Error``.

        With ``keep_plan=False`` PostgreSQL plans it for the values each time.
        """
        compiled = _compile(statement)
        with tracing.statement(compiled.sql):
            cursor = self.driver.cursor()
            parameters = compiled.bind(values or {}) if compiled.converters else values or {}
            await cursor.execute(compiled.sql, parameters, prepare=None if keep_plan else False)
            result = cursor.pgresult  # psycopg would build unused objects for its description
            if result is None or not result.nfields:
                return Result([], (), cursor.rowcount)
            names = tuple(map(result.fname, range(result.nfields)))
            return Result(await cursor.fetchall(), names, cursor.rowcount)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[None]:
        """Run the block in a transaction; in a transaction, in a savepoint. An exception rolls it back, and
        ``psycopg.Rollback`` ends there. If COMMIT fails, the result is unknown.
        """
        transaction = psycopg.AsyncTransaction(self.driver)
        await transaction.__aenter__()
        try:
            yield
        except BaseException as error:
            with tracing.statement(b"ROLLBACK"):
                is_handled = await transaction.__aexit__(type(error), error, error.__traceback__)
            if not is_handled:
                # psycopg sends no ROLLBACK on a broken connection and handles nothing there.
                if isinstance(error, psycopg.Rollback):
                    raise psycopg.OperationalError(_LOST) from error
                raise
        else:
            with tracing.statement(b"COMMIT"):
                await transaction.__aexit__(None, None, None)
            if transaction.status != transaction.Status.COMMITTED:  # psycopg sends nothing on a broken connection
                raise psycopg.OperationalError(_LOST)

    @asynccontextmanager
    async def preview(self) -> AsyncIterator[None]:
        """Run the block in a transaction, or a savepoint, that is rolled back at its end."""
        async with self.transaction():
            yield
            raise psycopg.Rollback

    async def copy_rows(self, table: str, columns: Mapping[str, str], rows: Iterable[tuple[Any, ...]]) -> None:
        """COPY rows into a table. ``columns`` are names and PostgreSQL types. Raises ``psycopg.Error``.

        The binary format halves the work for timestamps and UUIDs.
        """
        statement = f"copy {table} ({', '.join(columns)}) from stdin (format binary)".encode()
        with tracing.statement(statement):
            async with self.driver.cursor() as cursor, cursor.copy(statement) as copy:
                copy.set_types(list(columns.values()))
                for row in rows:
                    await copy.write_row(row)

    async def wait_for_notification(self, seconds: float) -> None:
        """Wait until a notification arrives, at most some seconds. Raises ``psycopg.Error``."""
        async for _ in self.driver.notifies(timeout=seconds, stop_after=1):
            pass

    async def aclose(self) -> None:
        """Close it at once, even in a transaction."""
        await self.driver.close()


class Rows(Generic[RowT]):
    """Fetched rows, each converted when it is returned."""

    def __init__(self, rows: Sequence[tuple[Any, ...]], convert: Callable[[tuple[Any, ...]], RowT]) -> None:
        self._fetched = rows
        self._convert = convert

    def __iter__(self) -> Iterator[RowT]:
        return map(self._convert, self._fetched)

    def all(self) -> list[RowT]:
        """Return all rows."""
        return list(self)

    def first(self) -> RowT | None:
        """Return the first row, None without rows."""
        return next(iter(self), None)

    def one_or_none(self) -> RowT | None:
        """Return the only row, None without rows. Raises ``LookupError`` if there are several."""
        if len(self._fetched) > 1:
            raise LookupError(f"the statement returned {len(self._fetched)} rows instead of one")
        return self._convert(self._fetched[0]) if self._fetched else None

    def one_row(self) -> RowT:
        """Return the only row. Raises ``LookupError`` if there are none or several."""
        if len(self._fetched) != 1:
            raise LookupError(f"the statement returned {len(self._fetched)} rows instead of one")
        return self._convert(self._fetched[0])


class Result(Rows[Any]):
    """Result of a statement: named tuples, or as ``mappings()`` or ``scalars()``."""

    def __init__(self, rows: Sequence[tuple[Any, ...]], names: tuple[bytes | None, ...], rowcount: int) -> None:
        self._fetched = rows
        self._names, self._convert = _row_type(names)
        self.rowcount = rowcount
        """Number of rows that the statement returned or changed."""

    def mappings(self) -> Rows[dict[str, Any]]:
        """Return the rows as dicts."""
        return Rows(self._fetched, lambda row: dict(zip(self._names, row, strict=True)))

    def scalars(self) -> Rows[Any]:
        """Return the first column of each row."""
        return Rows(self._fetched, itemgetter(0))

    @overload
    def scalar_one(self) -> Any: ...
    @overload
    def scalar_one(self, kind: type[ScalarT]) -> ScalarT: ...
    def scalar_one(self, kind: Any = object) -> Any:
        """Return the first column of the only row, a value of that kind. Raises ``LookupError`` if there are none or
        several rows, ``TypeError`` for another value.
        """
        if len(self._fetched) != 1:
            raise LookupError(f"the statement returned {len(self._fetched)} rows instead of one")
        value = self._fetched[0][0]
        if not isinstance(value, kind):
            raise TypeError(f"the statement returned {type(value).__name__} instead of {kind}")
        return value

    @overload
    def scalar_one_or_none(self) -> Any: ...
    @overload
    def scalar_one_or_none(self, kind: type[ScalarT]) -> ScalarT | None: ...
    def scalar_one_or_none(self, kind: Any = object) -> Any:
        """Return the first column of the only row, None without rows or if it is null. Raises like ``scalar_one``."""
        return self.scalar_one(kind | None) if self._fetched else None


class _Compiled(NamedTuple):
    sql: bytes
    converters: Mapping[str, Callable[[Any], Any]]
    """Converters of the parameters with a type, such as JSONB."""

    def bind(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        return {**values, **{name: convert(values[name]) for name, convert in self.converters.items()}}


@lru_cache(_MAX_STATEMENTS)
def _compile(statement: ClauseElement) -> _Compiled:
    """Compile a statement to psycopg's parameter style."""
    compiled: Any = statement.compile(dialect=_DIALECT)
    converters = {
        name: bind.type.dialect_impl(_DIALECT).bind_processor(_DIALECT) for name, bind in compiled.binds.items()
    }
    return _Compiled(
        str(compiled).encode(), {name: convert for name, convert in converters.items() if convert is not None}
    )


@lru_cache(_MAX_ROW_TYPES)
def _row_type(names: tuple[bytes | None, ...]) -> tuple[list[str], Callable[[tuple[Any, ...]], Any]]:
    """Return the names of the columns, and a function that makes a named tuple of a row."""
    columns = [(name or b"").decode() for name in names]
    # An unnamed or repeated column is reached by its position.
    row: Any = namedtuple("Row", columns, rename=True)  # type: ignore[misc]
    return columns, row._make

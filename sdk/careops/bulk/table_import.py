"""Engine of the bulk imports. An area declares its table, its key and its calls."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Never, TypeVar

from pydantic import BaseModel, ValidationError

from careops.bulk.changes import Change
from careops.bulk.prefetch import iterate
from careops.bulk.table_reader import Source
from careops.bulk.tables import Cells, TableLayout, read_table, row_error, text_of, why_no_clinic, why_unusable
from careops.bulk.targets import Found, InvalidRow, Key, Target, parse_id

if TYPE_CHECKING:
    from careops.bulk.backoff import Backoff
    from careops.bulk.row_store import RowStore
    from careops.client.sync_client import AsyncCareOps
    from careops.contract import Call, Page

RecordT = TypeVar("RecordT", bound=BaseModel)
Parsed = tuple[Key, Mapping[str, Any]]
"""Key and other fields of a target."""


class RowError(Exception):
    """Reason why a row of a table is invalid."""


class Import(Change[Never]):
    """Change of the records in a table: its columns, and the call that each row becomes."""

    layout: ClassVar[TableLayout]
    key: ClassVar[str]
    """Field that identifies a record."""
    rounded: ClassVar[tuple[str, ...]] = ()
    """Fields with digits that a spreadsheet may have rounded."""

    @property
    def fingerprint(self) -> Mapping[str, Any]:
        return {}

    @classmethod
    def read(cls, source: Source, *, clinic: int | None = None, fallback: Cells | None = None) -> Iterator[Found]:
        """Yield the targets and invalid rows of a table with the columns of ``layout``.

        ``clinic`` is the clinic of all rows, instead of a column clinic_id. ``fallback`` contains values for rows
        without them. Raises ``TargetsUnreadable`` if there is no such table.
        """
        values = {} if clinic is None else {"clinic_id": clinic}
        return read_table(source, cls.layout, cls.read_row, values, fallback=fallback)

    @classmethod
    def read_row(cls, row: int, cells: Cells) -> Found:
        """Parse and validate one row."""
        text = cls.text_of_row(cells)
        if reason := why_unusable(cells, *cls.rounded):
            return InvalidRow(row, text, reason)
        try:
            key, fields = cls.parse(cells)
        except ValidationError as error:
            return row_error(row, text, error)
        except RowError as error:
            return InvalidRow(row, text, str(error))
        return Target(row, key, fields)

    @classmethod
    def text_of_row(cls, cells: Cells) -> str:
        """Return the text that identifies an invalid row in the report."""
        return text_of(cells.get(cls.key))

    @classmethod
    @abstractmethod
    def parse(cls, cells: Cells) -> Parsed:
        """Return the target of a row. Raises ``ValidationError`` and ``RowError``."""


class ImportById(Import):
    """Change of records that the table identifies by their ids."""

    @classmethod
    def read_row(cls, row: int, cells: Cells) -> Found:
        target = parse_id(row, cells.get(cls.key))
        return target if isinstance(target, InvalidRow) else super().read_row(row, cells)

    @classmethod
    def text_of_row(cls, cells: Cells) -> str:
        return str(cls.id_of(cells))

    @classmethod
    def id_of(cls, cells: Cells) -> Key:
        """Return the id in a row that ``read_row`` has accepted."""
        target = parse_id(0, cells.get(cls.key))
        return target.key if isinstance(target, Target) else target.text


class Upsert(Import, Generic[RecordT]):
    """Import that creates records and changes those that a list already contains."""

    create: ClassVar[type[Call[Any]]]
    update: ClassVar[type[Call[Any]]]
    complete_list: ClassVar[type[Call[Any]] | None] = None
    """List of all records, if it is so short that reading it once is cheaper than one request per row."""

    @classmethod
    def parse(cls, cells: Cells) -> Parsed:
        """Return the target of a row. An empty cell means no value."""
        values = {field: text_of(cell) or None for field, cell in cells.items() if field != cls.key}
        call = cls.create.model_validate({cls.key: text_of(cells.get(cls.key)), **values})
        return getattr(call, cls.key), {field: getattr(call, field) for field in values}

    @abstractmethod
    def candidates(self, target: Target) -> Call[Page[RecordT]]:
        """Return the call for a list that contains the record of a target, if it exists."""

    @abstractmethod
    def is_same(self, record: RecordT, target: Target) -> bool:
        """Return True if this is the record of a target."""

    @abstractmethod
    def update_values(self, record: RecordT, target: Target) -> Mapping[str, Any]:
        """Return the parameters that change an existing record."""

    def create_values(self, target: Target) -> Mapping[str, Any]:
        """Return the parameters that create a record."""
        return {self.key: target.key, **target.fields}

    def is_satisfied(self, record: RecordT, target: Target) -> bool:
        """Return True if a record needs no change."""
        return all(getattr(record, name) == value for name, value in target.fields.items())

    def satisfied_targets(self, record: RecordT) -> Iterable[Target]:
        """Yield the targets that a record of the complete list satisfies."""
        return ()

    async def find(self, client: AsyncCareOps, target: Target) -> RecordT | None:
        """Return the existing record of a target."""
        async for record in client.each(self.candidates(target)):
            if self.is_same(record, target):
                return record
        return None

    async def call(self, client: AsyncCareOps, target: Target) -> Call[Any]:
        record = await self.find(client, target)
        if record is None:
            return self.create.model_validate(self.create_values(target))
        return self.update.model_validate(self.update_values(record, target))

    async def prefetch(self, client: AsyncCareOps, pace: Backoff, store: RowStore, *, every_target: bool) -> None:
        if self.complete_list is None:
            return
        async with aclosing(iterate(client, pace, self.complete_list())) as pages:
            async for page in pages:
                targets = (target for record in page.items for target in self.satisfied_targets(record))
                store.set_state_exactly(targets, as_wanted=True)

    async def check(self, client: AsyncCareOps, target: Target) -> bool:
        """Return True if the record exists as the table describes it."""
        record = await self.find(client, target)
        return record is not None and self.is_satisfied(record, target)


def clinic_of_row(cells: Cells) -> Key:
    """Return the clinic's id in a row. Raises ``RowError``."""
    target = parse_id(0, cells.get("clinic_id"))
    if isinstance(target, InvalidRow):
        raise RowError(why_no_clinic(target))
    return target.key

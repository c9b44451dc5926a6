"""Bulk import of universities from a table. Each university is identified by its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Never

from pydantic import ValidationError

from careops.bulk.changes import Change
from careops.bulk.prefetch import iterate
from careops.bulk.table_reader import Source
from careops.bulk.tables import Cells, TableLayout, read_table, row_error, text_of, why_unusable
from careops.bulk.targets import Found, InvalidRow, Target
from careops.calls.universities import CreateUniversity, ListUniversities, University, UpdateUniversity
from careops.constants import MAX_PAGE_SIZE

if TYPE_CHECKING:
    from careops.bulk.backoff import Backoff
    from careops.bulk.row_store import RowStore
    from careops.client.sync_client import AsyncCareOps
    from careops.contract import Call

UNIVERSITIES = TableLayout(
    {"name": ("name", "university", "university_name"), "rank": ("rank",)}, optional=frozenset({"rank"})
)


@dataclass(frozen=True)
class ImportUniversities(Change[Never]):
    """Add universities, and set the rank of existing ones. Names ignore case."""

    makes = (CreateUniversity, UpdateUniversity)
    command: ClassVar[str] = "universities import"

    @property
    def fingerprint(self) -> Mapping[str, Any]:
        return {}

    async def call(self, client: AsyncCareOps, target: Target) -> Call[Any]:
        there = await _find_by_name(client, str(target.key))
        if there is None:
            return CreateUniversity(name=str(target.key), **target.fields)
        return UpdateUniversity(university_id=there.id, name=there.name, **target.fields)

    async def prefetch(self, client: AsyncCareOps, pace: Backoff, store: RowStore, *, every_target: bool) -> None:
        """Read the complete list once: it has hundreds of entries, so this is cheaper than one request per row."""
        async with aclosing(iterate(client, pace, ListUniversities())) as pages:
            async for page in pages:
                for there in page.items:
                    told = [Target(0, there.name), Target(0, there.name, {"rank": there.rank})]
                    store.set_state_exactly(told, as_wanted=True)

    async def check(self, client: AsyncCareOps, target: Target) -> bool:
        """Return True if a university of this name with this rank exists."""
        there = await _find_by_name(client, str(target.key))
        return there is not None and all(getattr(there, name) == value for name, value in target.fields.items())

    def describe(self, target: Target) -> str:
        rank = target.fields.get("rank")
        return "university without a rank" if rank is None else f"university of rank {rank}"


async def _find_by_name(client: AsyncCareOps, name: str) -> University | None:
    async for there in client.each(ListUniversities(name=name, perpage=MAX_PAGE_SIZE)):
        if there.name.lower() == name.lower():
            return there
    return None


def read_universities(source: Source) -> Iterator[Found]:
    """Read universities from a table with the columns name and, optionally, rank. An empty rank means no rank."""
    return read_table(source, UNIVERSITIES, university)


def university(row: int, cells: Cells) -> Found:
    """Parse and validate the university in a row of a table."""
    name = text_of(cells.get("name"))
    if reason := why_unusable(cells, "rank"):
        return InvalidRow(row, name, reason)
    ranks = {"rank": text_of(cells["rank"]) or None} if "rank" in cells else {}
    try:
        call = CreateUniversity.model_validate({"name": name, **ranks})
    except ValidationError as error:
        return row_error(row, name, error)
    return Target(row, call.name, {"rank": call.rank} if ranks else {})

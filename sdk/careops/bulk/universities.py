"""Bulk import of universities from a table. Each university is identified by its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from careops.bulk.table_import import Upsert
from careops.bulk.tables import TableLayout
from careops.bulk.targets import Target
from careops.calls.universities import CreateUniversity, ListUniversities, University, UpdateUniversity
from careops.constants import MAX_PAGE_SIZE


class ImportUniversities(Upsert[University]):
    """Add universities, and set the rank of existing ones. Names ignore case, and an empty rank means no rank."""

    command = "universities import"
    layout = TableLayout(
        {"name": ("name", "university", "university_name"), "rank": ("rank",)}, optional=frozenset({"rank"})
    )
    key, rounded = "name", ("rank",)
    makes = (CreateUniversity, UpdateUniversity)
    create, update, complete_list = CreateUniversity, UpdateUniversity, ListUniversities

    def candidates(self, target: Target) -> ListUniversities:
        return ListUniversities(name=str(target.key), perpage=MAX_PAGE_SIZE)

    def is_same(self, record: University, target: Target) -> bool:
        return record.name.lower() == str(target.key).lower()

    def update_values(self, record: University, target: Target) -> Mapping[str, Any]:
        return {"university_id": record.id, "name": record.name, **target.fields}

    def satisfied_targets(self, record: University) -> Iterable[Target]:
        return Target(0, record.name), Target(0, record.name, {"rank": record.rank})

    def describe(self, target: Target) -> str:
        rank = target.fields.get("rank")
        return "university without a rank" if rank is None else f"university of rank {rank}"


read_universities = ImportUniversities.read

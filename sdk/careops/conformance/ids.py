"""Collect ids from the platform's answers, to find records that can be read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from careops.contract import Call
from careops.contract.fields import MAX_ID

_LIST_AND_ID: Final = re.compile(r"/(\w+)/{(\w+)}")
"""Pattern of an id in a path with its list: ``/admin/clinics/{clinic_id}``."""
_ALSO_CALLED: Final = {"doctors_list": "clinic_doctors"}
"""Lists inside a record whose rows have a path with another name."""
_MAX: Final = 20


class IdPool:
    """Records found so far: for each list the ids, with the ids of the records they belong to."""

    def __init__(self) -> None:
        self._by_name: dict[str, list[dict[str, int]]] = {}

    def collect(self, call: type[Call[Any]], parameters: Mapping[str, int], answer: Any) -> None:
        """Store the records of a list, and of lists inside a record. Works on raw JSON, which may differ from its
        schema.

        A list with a name that ends in 'cities' contains the ids for ``cities/{id}``.
        """
        above = {
            among: parameters[field] for among, field in _LIST_AND_ID.findall(call.route.path) if field in parameters
        }
        rows = rows_in(call, answer)
        if rows is not None:
            self._add(call.route.path.rpartition("/")[2], above, rows)
        elif above:
            inside_it: Mapping[str, Any] = answer if isinstance(answer, Mapping) else {}
            for name, inside in inside_it.items():
                if isinstance(inside, list):
                    self._add(_ALSO_CALLED.get(name, name), above, inside)

    def candidates(self, call: type[Call[Any]]) -> list[dict[str, int]]:
        """Return path parameters to try for a call, in an order of large differences: first, last and middle."""
        path = _LIST_AND_ID.findall(call.route.path)
        if {field for _, field in path} != call.route.path_fields:
            return []
        if not path:
            return [{}]
        records = self._by_name.get(path[-1][0], [])
        candidates = [
            {field: ids[among] for among, field in path} for ids in records if {a for a, _ in path} <= ids.keys()
        ]
        return _spread(candidates)

    def _add(self, name: str, above: Mapping[str, int], rows: Iterable[Any]) -> None:
        records = self._by_name.setdefault(name, [])
        for row in rows:
            identity = figure(row.get("id")) if isinstance(row, Mapping) else 0
            if 0 < identity <= MAX_ID and len(records) < _MAX * _MAX:
                records.append({**above, name: identity})


def rows_in(call: type[Call[Any]], answer: Any) -> list[Any] | None:
    """Return the rows of an answer as JSON; None if it is not a list."""
    rows = answer.get("items") if "items" in call.route.answer.places and isinstance(answer, Mapping) else answer
    return rows if isinstance(rows, list) else None


def figure(value: Any) -> int:
    """Return a number in any notation; 0 if it is not a number."""
    try:
        return int(value)
    except (TypeError, ValueError, OverflowError):
        return 0


def _spread(records: list[dict[str, int]]) -> list[dict[str, int]]:
    if len(records) <= 2:
        return records
    first, *others, last = records
    middle = others.pop(len(others) // 2)
    return [first, last, middle, *others][:_MAX]

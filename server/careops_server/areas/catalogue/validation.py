"""Reference check of specialities, which are stored by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from careops.calls.catalogue import CatalogueIndex
from careops.error_codes import title_of
from careops.errors import InvalidInput, Problem
from careops_server.areas.catalogue import queries
from careops_server.core.context import Context
from careops_server.core.queries.row_updates import LockedRow

UNKNOWN = title_of("speciality_unknown")


async def check_known(
    context: Context,
    index: CatalogueIndex,
    names_by_field: Mapping[str, str | None],
    *,
    numbers: Iterable[tuple[str, int]] = (),
) -> None:
    """Raise ``InvalidInput`` for names (by field) and numbers that the catalogue does not contain.

    ``numbers`` are pairs of a field and the number for its name. With a hosted search service the catalogue is
    elsewhere, and nothing is checked.
    """
    names = {name for name in names_by_field.values() if name is not None}
    if not names or context.services.search is not None:
        return
    numbers_by_name = await queries.numbers_of(context.connection, index, sorted(names))
    wrong = {field for field, name in names_by_field.items() if name is not None and name not in numbers_by_name}
    wrong |= {field for field, number in numbers if numbers_by_name.get(names_by_field[field] or "") != number}
    if wrong:
        raise InvalidInput(*(Problem(UNKNOWN, field) for field in sorted(wrong)))


async def check_specialities(
    context: Context, index: CatalogueIndex, record: LockedRow, changed: Mapping[str, Any], *, name: str, number: str
) -> None:
    """Refuse specialities that are not in the catalogue, unless the record has them already.

    ``name`` and ``number`` are the keys of its other specialities.
    """
    others = {
        f"other_specialities.{place}.name": other
        for place, other in enumerate(changed.get("other_specialities") or ())
        if other not in record["other_specialities"]
    }
    names = {"speciality": changed.get("speciality"), **{field: other[name] for field, other in others.items()}}
    await check_known(context, index, names, numbers=[(field, other[number]) for field, other in others.items()])

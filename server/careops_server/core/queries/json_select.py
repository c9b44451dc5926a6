"""SQL expressions for the fields of a contract model, in their wire format.

All names come from the model. If a field is renamed there, its column does not exist, and planning the statement fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any, get_args, get_origin

from pydantic import AwareDatetime, BaseModel

from careops.constants import TIMEZONE


def moment(column: str) -> str:
    """Return SQL for a timestamp in the contract's format: UTC with a Z."""
    utc = f"{column} at time zone 'UTC'"
    return f"""replace(to_char({utc}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '.000000', '')"""


def moment_in_india(column: str) -> str:
    """Return SQL for a timestamp for spreadsheets: Indian time to the second, without a zone (decision 372)."""
    return f"""to_char({column} at time zone '{TIMEZONE}', 'YYYY-MM-DD HH24:MI:SS')"""


def fields_of(model: type[BaseModel], alias: str, read: Mapping[str, str] | None = None) -> str:
    """Return the model's fields for a ``select``: columns of ``alias`` with the same name, or the SQL that ``read``
    gives.

    Raises ``TypeError`` for a name in ``read`` that is not a field, and for a field that may be a date or a timestamp.
    """
    expressions = read or {}
    if unknown := expressions.keys() - model.model_fields.keys():
        raise TypeError(f"{model.__name__} has no field {', '.join(sorted(unknown))}")
    columns = (
        expressions.get(name) or _column_sql(f"{alias}.{name}", model, name, info.annotation)
        for name, info in model.model_fields.items()
    )
    return ", ".join(f'{column} as "{name}"' for column, name in zip(columns, model.model_fields, strict=True))


def one_object(
    model: type[BaseModel], source: str, *, read: Mapping[str, str] | None = None, where: str = "true"
) -> str:
    """Return SQL for one object as a field, null if there is none. ``source`` is a table and its alias; joins may
    follow.
    """
    rows = f"select {fields_of(model, _alias(source), read)} from {source} where {where}"
    return f"(select row_to_json(item) from ({rows}) item)"


def columns_object(model: type[BaseModel], alias: str, read: Mapping[str, str] | None = None) -> str:
    """Return SQL for some columns of the row itself as an object field."""
    return f"(select row_to_json(item) from (select {fields_of(model, alias, read)}) item)"


def several(
    model: type[BaseModel], source: str, *, where: str, order: str, read: Mapping[str, str] | None = None
) -> str:
    """Return SQL for an ordered array of objects as a field, empty if there are none."""
    rows = f"select {fields_of(model, _alias(source), read)} from {source} where {where} order by {order}"
    return f"(select coalesce(json_agg(item), '[]') from ({rows}) item)"


def _alias(source: str) -> str:
    return source.split()[1]


def _column_sql(column: str, model: type[BaseModel], name: str, annotation: Any) -> str:
    kinds = set(_kinds(annotation))
    if kinds >= {date, datetime}:
        raise TypeError(f"{model.__name__}.{name} may be a day or a moment: say with read= which it is")
    if kinds & {datetime, AwareDatetime}:
        return moment(column)
    return f"trim_scale({column})" if Decimal in kinds else column


def _kinds(annotation: Any) -> Iterator[Any]:
    """Yield the types of a field, unpacked from ``Annotated`` and unions, without the item types of lists."""
    if get_origin(annotation) in (list, dict, tuple, set):
        return
    inside = [argument for argument in get_args(annotation) if isinstance(argument, type) or get_args(argument)]
    if not inside:
        yield annotation
    for argument in inside:
        yield from _kinds(argument)

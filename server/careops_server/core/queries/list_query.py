"""Ordinary lists from a declaration: pages, exact totals, search, filters and a total order.

    NOTES = ListQuery(ReleaseNote, "release_notes n", contains={"search_text": "lower(n.title)"})

    list_release_notes = queries.NOTES.handle

A list takes one statement and one round trip. The statement writes the rows as JSON in the contract's format, and
Python passes them on without parsing. PostgreSQL plans searches for each term. Filters with listed values are constants
in the statement, which is planned once (decision 274). Clinics and the audit log have separate lists (decision 50).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field
from functools import cache, cached_property
from typing import Any, Final, Generic, Literal, Protocol, TypeVar, cast, get_args, get_origin

import sqlalchemy as sa
from pydantic import BaseModel
from sqlalchemy.sql.visitors import replacement_traverse

from careops.constants import PAGE_SIZE
from careops.contract import Call, FixedPageParams, Page, PageParams, RawJson
from careops_server.core.database.connection import Connection
from careops_server.core.queries.json_pages import written_page, written_rows
from careops_server.core.queries.json_select import fields_of
from careops_server.core.queries.references import Reference
from careops_server.core.search.terms import AS_TYPED, TermExpansions, conditions, exact_first, patterns
from careops_server.core.search.typo_tolerance import corrected_terms, corrections, phonetic_terms

ModelT = TypeVar("ModelT", bound=BaseModel)
Filters = frozenset[str]
TotalSql = sa.ScalarSelect[int] | sa.TextClause
Total = Callable[[Filters], TotalSql | None]
"""SQL for the counter of the rows that the filters leave; None if they have to be counted."""
Chosen = tuple[tuple[str, str], ...]
"""Parameters with the SQL of their values, which all come from the contract's enumerations."""
_EVERY_ROW: Final = "null"
_NEAR: Final = 200
"""Highest offset plus limit of pages that share one plan."""


class HasConnection(Protocol):
    """Context of a handler, as far as a list needs it."""

    @property
    def connection(self) -> Connection: ...


@dataclass(frozen=True, eq=False)
class ListQuery(Generic[ModelT]):
    """A list of ``model`` from ``source``, a table and its alias."""

    model: type[ModelT]
    source: str
    _: KW_ONLY
    read: Mapping[str, str] = field(default_factory=dict)
    """SQL of fields that are not the column of the same name."""
    joins: str = ""
    """Joins that ``read`` needs. They run for the page's rows only, and must not change the number of rows."""
    base_filter: str = "true"
    where: Mapping[str, str] = field(default_factory=dict)
    """Conditions by parameter of the call, applied if it is given. They refer to it as ``:parameter``."""
    contains: Mapping[str, str] = field(default_factory=dict)
    """Searched lowercase texts by parameter of the call, applied if it is given (words in any order,
    a phone number in any format).
    """
    phonetic: bool = True
    """Match words in other scripts by sound. Right for names, wrong for prose (decision 211)."""
    fuzzy_search: str | None = None
    """The parameter among ``contains`` whose typing errors are corrected. It needs the stored words of the table's
    ``search_text``.
    """
    order: str = ""
    """Default order. ``unique`` is always added, so that no row is on two pages."""
    sort: Mapping[str, str] = field(default_factory=dict)
    """Orders by ``sort_by``; an allow-list, because they become SQL (SEC-26)."""
    unique: str = "id"
    parent: Reference | None = None
    """Parent of the rows. An unknown one that the call names is refused."""
    deep_page_key: str = ""
    """A condition that all visible rows fulfil. Pages without a search use it to skip rows of uncommitted transactions.
    """
    total: Total | None = None
    """Counters of the list. Without them the rows are counted, which is fine for some thousands of rows."""

    async def handle(self, call: Call[Page[ModelT]], context: HasConnection) -> RawJson[Page[ModelT]]:
        """Return one page, as the handler of a list call that needs nothing else."""
        return await self.page(context.connection, call)

    async def handle_all(self, call: Call[list[ModelT]], context: HasConnection) -> RawJson[list[ModelT]]:
        """Return all rows, as the handler of a call that needs nothing else."""
        return await self.all(context.connection, call)

    async def page(self, connection: Connection, call: Call[Page[ModelT]], **values: object) -> RawJson[Page[ModelT]]:
        """Return one page and the exact number of rows. ``values`` are the parameters of ``read``.

        Raises ``NotFound`` for an unknown parent.
        """
        if not isinstance(call, (PageParams, FixedPageParams)):
            raise TypeError(f"{type(call).__name__} has no pages")
        size = str(PAGE_SIZE) if call.perpage == PAGE_SIZE else ":limit"
        every = {"limit": call.perpage, "offset": call.offset, **values}
        spelt = alike = AS_TYPED
        if self.fuzzy_search and getattr(call, self.fuzzy_search):
            alike = await phonetic_terms(connection, self._table, getattr(call, self.fuzzy_search))
        total, rows = await self._fetch(connection, call, size, every, phonetic=alike)
        if total == 0 and self.fuzzy_search and call.has_typo_tolerance:
            spelt = await corrected_terms(connection, self._table, getattr(call, self.fuzzy_search))
            if spelt:
                total, rows = await self._fetch(connection, call, size, every, spelt, alike)
        corrected = corrections(spelt) if spelt and total else ()
        return written_page(rows, total=total, perpage=call.perpage, wrapped=call.route.answer.wraps, spelt=corrected)

    async def all(self, connection: Connection, call: Call[list[ModelT]], **named: object) -> RawJson[list[ModelT]]:
        """Return all rows of a short list. ``named`` are the parameters of ``read``."""
        _, rows = await self._fetch(connection, call, _EVERY_ROW, {"offset": 0, **named})
        return written_rows(rows, wrapped=call.route.answer.wraps)

    async def find_by_id(self, connection: Connection, id: int, **named: object) -> ModelT | None:
        """Return the row with that id in the list's format, None if there is none."""
        row = (await connection.execute(self._by_id_statement, {"id": id, **named})).scalar_one_or_none()
        return None if row is None else self.model.model_validate(row)

    async def _fetch(
        self,
        connection: Connection,
        call: Call[Any],
        size: str,
        values: dict[str, Any],
        spelt: TermExpansions = AS_TYPED,
        phonetic: TermExpansions = AS_TYPED,
    ) -> tuple[int, str]:
        filters = {name: getattr(call, name) for name in self.where}
        filters = {name: value for name, value in filters.items() if value is not None}
        for name in self.contains:
            if not getattr(call, name):
                continue
            instead, alike = (spelt, phonetic) if name == self.fuzzy_search else (AS_TYPED, AS_TYPED)
            filters |= patterns(name, getattr(call, name), instead, phonetic=alike, by_sound=self.phonetic)
        names = frozenset(filters)
        chosen = self._inline_filters(call, filters, values)
        if self.parent is not None:
            values[self.parent.parameter] = getattr(call, self.parent.parameter)
        statement = self.statement(names, size=size, order=self._order(call), shape=_row(call), chosen=chosen)
        # Searches are planned for their terms, because rare and common words need different plans.
        keep_plan = not any(name.partition("__")[0] in self.contains for name in names)
        parent_exists, total, rows = (
            await connection.execute(statement, {**values, **filters}, keep_plan=keep_plan)
        ).one_row()
        if self.parent is not None and not parent_exists:
            raise self.parent.not_found()
        return total, rows

    def _inline_filters(self, call: Call[Any], filters: Mapping[str, Any], values: Mapping[str, Any]) -> Chosen | None:
        """Return the filters as SQL if all have listed values and the page is near the start; else None."""
        if self.parent is not None or not filters.keys() <= self.where.keys():
            return None
        if values.keys() != {"limit", "offset"} or sum(values.values()) > _NEAR:
            return None
        chosen = []
        for name, value in sorted(filters.items()):
            if (constant := _constant(type(call), name, value)) is None:
                return None
            chosen.append((name, constant))
        return tuple(chosen)

    def statement(
        self, filters: Filters, *, size: str, order: str, shape: str, chosen: Chosen | None = None
    ) -> sa.Select[Any]:
        """Return the statement for a combination of filters. Each is built once.

        ``chosen`` are filter values from enumerations, which become constants. For pages near the start, the offset is
        then the only parameter, and PostgreSQL keeps the plan. Otherwise it plans each time, because the offset may be
        anywhere.
        """
        key = (filters, size, order, shape, chosen)
        if key not in self._statements:
            self._statements[key] = self._build(*key)
        return self._statements[key]

    @cached_property
    def default_order(self) -> str:
        """Default order: newest first if there is no ``order``."""
        last = self.order.rpartition(",")[2].lower().split()
        return f"{self.order}, {self._unique} {'desc' if 'desc' in last else 'asc'}" if last else f"{self._unique} desc"

    @cached_property
    def alias(self) -> str:
        """Alias of the rows in conditions."""
        return self.source.split()[1]

    @cached_property
    def _table(self) -> str:
        return self.source.split()[0]

    @cached_property
    def _unique(self) -> str:
        return f"{self.alias}.{self.unique}"

    @cached_property
    def _fields(self) -> str:
        return fields_of(self.model, self.alias, self.read)

    @cached_property
    def _by_id_statement(self) -> sa.TextClause:
        where = f"{self.base_filter} and {self._unique} = :id"
        rows = f"select {self._fields} from {self.source} {self.joins} where {where}"
        return sa.text(f"select row_to_json(item) from ({rows}) item")

    @cached_property
    def _statements(self) -> dict[tuple[Filters, str, str, str, Chosen | None], sa.Select[Any]]:
        return {}

    def __post_init__(self) -> None:
        fields_of(self.model, self.alias, self.read)  # an unknown field fails at import

    def _order(self, call: Call[Any]) -> str:
        sort = getattr(call, "sort_by", None) if self.sort else None
        if sort is None:
            return self.default_order
        way = "desc" if getattr(call, "sort_order", None) == "desc" else "asc"
        return f"{self.sort[sort]} {way} nulls last, {self._unique} {way}"

    def _build(self, filters: Filters, size: str, order: str, shape: str, chosen: Chosen | None) -> sa.Select[Any]:
        searched = conditions(self.contains, filters)
        front = [self.deep_page_key] if self.deep_page_key and not searched else []
        narrowed = [self.where[name] for name in sorted(filters & self.where.keys())]
        where = sa.and_(*map(sa.text, [self.base_filter, *front, *narrowed, *searched]))
        order_by = sa.text(exact_first(self.contains, filters, order))
        whole_row: sa.ColumnElement[Any] = sa.literal_column(f"{self.alias}.*")
        matches = sa.select(whole_row).select_from(sa.text(self.source)).where(where).order_by(order_by)
        if chosen is not None:
            near = matches.limit(sa.literal_column(str(_NEAR))).subquery(self.alias)
            matches = sa.select(whole_row).select_from(near).order_by(order_by)
        limit: sa.ColumnElement[Any] = sa.bindparam("limit") if size == ":limit" else sa.literal_column(size)
        page = matches.limit(limit).offset(sa.bindparam("offset")).cte("page").prefix_with("materialized")
        joined = sa.text(f"page {self.alias} {self.joins}")
        item = sa.select(sa.text(self._fields)).select_from(joined).order_by(order_by).subquery("item")
        rows = sa.select(sa.func.json_agg(sa.literal_column(shape))).select_from(item).scalar_subquery()
        total = self.total(filters) if self.total else None
        if total is None:
            total = sa.select(sa.func.count()).select_from(sa.text(self.source)).where(where).scalar_subquery()
        is_known = sa.text(self.parent.is_known if self.parent else "true")
        items = sa.func.coalesce(sa.cast(rows, sa.TEXT), sa.literal_column("'[]'"))
        columns: tuple[Any, ...] = (is_known, total, items)
        statement = sa.select(*columns).add_cte(page)
        return _with_constants(statement, dict(chosen)) if chosen else statement


def _with_constants(statement: sa.Select[Any], constants: Mapping[str, str]) -> sa.Select[Any]:
    """Return the statement with constants instead of parameters."""

    def constant(element: object, **_: object) -> sa.ColumnElement[Any] | None:
        if isinstance(element, sa.BindParameter) and element.key in constants:
            return sa.literal_column(constants[element.key])
        return None

    return cast("sa.Select[Any]", replacement_traverse(statement, {}, constant))


def _constant(call: type[Call[Any]], name: str, value: object) -> str | None:
    """Return a value of an enumeration or a boolean as SQL, None for others."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"'{value}'" if isinstance(value, str) and value in _words(call, name) else None


@cache
def _words(call: type[Call[Any]], name: str) -> frozenset[object]:
    """Return all words that the contract lists for a parameter."""

    def listed(annotation: Any) -> Iterator[object]:
        for argument in get_args(annotation):
            yield from [argument] if get_origin(annotation) is Literal else listed(argument)

    return frozenset(listed(call.model_fields[name].annotation))


def _row(call: Call[Any]) -> str:
    """Return SQL for a row in the wire format of the call's answer."""
    answer = call.route.answer
    if answer.attributes:
        return "json_build_object('id', item.id, 'attributes', item)"
    return "json_build_object('_source', item)" if answer.source else "item"

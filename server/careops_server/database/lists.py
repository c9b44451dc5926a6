"""An ordinary list in a few lines: one page, how many there are exactly, searched, filtered, in a total order.

    _NOTES = Listing(ReleaseNote, "release_notes n", contains={"search_text": "lower(n.title)"})

    async def list_release_notes(connection, call):
        return await _NOTES.page(connection, call)

One statement, one round trip: it writes the rows just as the contract's model has them, and nobody in Python looks at
them. PostgreSQL plans it anew for what people type; what they choose from a list of words stands in the statement, and
that one is planned once (decision 274). Clinics and the audit trail have lists of their own (decision 50).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field
from functools import cache, cached_property
from typing import Any, Final, Generic, Literal, TypeVar, get_args, get_origin

from pydantic import BaseModel
from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncConnection

from careops.constants import PAGE_SIZE
from careops.contract import Call, Page, Paged, PagedByTen, Written
from careops_server.database.columns import fields_of
from careops_server.database.known import Kind
from careops_server.database.rows import fetch_row, written_page, written_rows
from careops_server.database.searching import AS_TYPED, Meant, conditions, exact_first, patterns
from careops_server.database.spelling import heard, meant, named

ModelT = TypeVar("ModelT", bound=BaseModel)
Filters = frozenset[str]
Total = Callable[[Filters], str | None]
"""SQL of how many rows those filters leave, where it is kept; None where they have to be counted."""
Chosen = tuple[tuple[str, str], ...]
"""Parameters with the SQL of their values, all of them out of words that the contract lists."""
_EVERY_ROW: Final = "null"
_NEAR: Final = 200
"""Rows a page is looked for among, where one plan is to do for every page that people turn to."""


@dataclass(frozen=True, eq=False)
class Listing(Generic[ModelT]):
    """The list of ``model`` out of ``source``, a table and its alias."""

    model: type[ModelT]
    source: str
    _: KW_ONLY
    read: Mapping[str, str] = field(default_factory=dict)
    """SQL of fields that are not the column of their name."""
    joins: str = ""
    """What ``read`` needs besides; made for the rows of the page only, and must neither add nor take away one."""
    always: str = "true"
    where: Mapping[str, str] = field(default_factory=dict)
    """Conditions, each made when the call's parameter of that name is given; they name it as ``:parameter``."""
    contains: Mapping[str, str] = field(default_factory=dict)
    """Lowercase texts, each to contain what the call's parameter of that name looks for when it is given (see
    ``searching``: words in any order, a phone number in any spelling)."""
    by_sound: bool = True
    """Whether words of other scripts find what sounds like them: in names, never in prose (decision 211)."""
    forgives: str | None = None
    """The parameter among ``contains`` in which a slip of the keyboard is forgiven: the words of the table's
    ``search_text`` are kept (``spelling``)."""
    order: str = ""
    """What comes first; ``unique`` always ends it, so that no row stands on two pages."""
    sort: Mapping[str, str] = field(default_factory=dict)
    """Orders that may be asked for, by ``sort_by``; an allow-list, as they become SQL (SEC-26)."""
    unique: str = "id"
    within: Kind | None = None
    """What all of it belongs to; refused when nobody knows the one that the call names."""
    front: str = ""
    """A condition that all rows hold that anybody can see, so that a page which is not searched begins past those that
    somebody is still adding."""
    total: Total | None = None
    """Where totals are kept; without it the rows are counted, which is right for lists of some thousands."""

    async def page(
        self, connection: AsyncConnection, call: Call[Page[ModelT]], **values: object
    ) -> Written[Page[ModelT]]:
        """One page and the exact number of rows; ``values`` are those that ``read`` names.

        Raises ``NotFound`` within something nobody knows.
        """
        if not isinstance(call, (Paged, PagedByTen)):
            raise TypeError(f"{type(call).__name__} has no pages")
        size = str(PAGE_SIZE) if call.perpage == PAGE_SIZE else ":limit"
        every = {"limit": call.perpage, "offset": call.offset, **values}
        spelt = alike = AS_TYPED
        if self.forgives and getattr(call, self.forgives):
            alike = await heard(connection, self._table, getattr(call, self.forgives))
        total, found = await self._fetch(connection, call, size, every, heard=alike)
        if total == 0 and self.forgives and call.forgives:
            spelt = await meant(connection, self._table, getattr(call, self.forgives))
            if spelt:
                total, found = await self._fetch(connection, call, size, every, spelt, alike)
        said = named(spelt) if spelt and total else ()
        return written_page(found, total=total, perpage=call.perpage, wrapped=call.route.answer.wraps, spelt=said)

    async def whole(
        self, connection: AsyncConnection, call: Call[list[ModelT]], **named: object
    ) -> Written[list[ModelT]]:
        """Every row, of a list that is known to stay short; ``named`` are values that ``read`` names."""
        _, found = await self._fetch(connection, call, _EVERY_ROW, {"offset": 0, **named})
        return written_rows(found, wrapped=call.route.answer.wraps)

    async def one(self, connection: AsyncConnection, id: int, **named: object) -> ModelT | None:
        """The row with that id as the list shows it, for a read of one record; None when there is none."""
        found = (await connection.execute(self._one, {"id": id, **named})).scalar_one_or_none()
        return None if found is None else self.model.model_validate(found)

    async def _fetch(
        self,
        connection: AsyncConnection,
        call: Call[Any],
        size: str,
        values: dict[str, Any],
        spelt: Meant = AS_TYPED,
        heard: Meant = AS_TYPED,
    ) -> tuple[int, str]:
        given = {name: getattr(call, name) for name in self.where}
        given = {name: value for name, value in given.items() if value is not None}
        for name in self.contains:
            if not getattr(call, name):
                continue
            instead, alike = (spelt, heard) if name == self.forgives else (AS_TYPED, AS_TYPED)
            given |= patterns(name, getattr(call, name), instead, heard=alike, by_sound=self.by_sound)
        names = frozenset(given)
        chosen = self._chosen(call, given, values)
        if self.within is not None:
            values[self.within.parameter] = getattr(call, self.within.parameter)
        statement = self.statement(names, size=size, order=self._order(call), shape=_row(call), chosen=chosen)
        # What is searched is planned for the very words: a rare one and a common one need different plans.
        keep_plan = not any(name.partition("__")[0] in self.contains for name in names)
        known, total, found = await fetch_row(connection, statement, {**values, **given}, keep_plan=keep_plan)
        if self.within is not None and not known:
            raise self.within.refused()
        return total, found

    def _chosen(self, call: Call[Any], given: Mapping[str, Any], values: Mapping[str, Any]) -> Chosen | None:
        """The filters as SQL, when nobody has typed any of them and the page is near; None otherwise."""
        if self.within is not None or not given.keys() <= self.where.keys():
            return None
        if values.keys() != {"limit", "offset"} or sum(values.values()) > _NEAR:
            return None
        chosen = []
        for name, value in sorted(given.items()):
            if (constant := _constant(type(call), name, value)) is None:
                return None
            chosen.append((name, constant))
        return tuple(chosen)

    def statement(
        self, filters: Filters, *, size: str, order: str, shape: str, chosen: Chosen | None = None
    ) -> TextClause:
        """The statement for a combination of filters; built once each.

        ``chosen`` are their values where each is one of few: with them in it, and for a page that is near, all that is
        left to be told is where the page begins, and PostgreSQL keeps the plan. It plans anew each time otherwise, as
        for all it knows a page may begin anywhere.
        """
        key = (filters, size, order, shape, chosen)
        if key not in self._statements:
            self._statements[key] = self._build(*key)
        return self._statements[key]

    @cached_property
    def default_order(self) -> str:
        """The order nobody asked for: newest first when nothing else is said."""
        last = self.order.rpartition(",")[2].lower().split()
        return f"{self.order}, {self._unique} {'desc' if 'desc' in last else 'asc'}" if last else f"{self._unique} desc"

    @cached_property
    def alias(self) -> str:
        """What the rows are called in every condition."""
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
    def _one(self) -> TextClause:
        where = f"{self.always} and {self._unique} = :id"
        rows = f"select {self._fields} from {self.source} {self.joins} where {where}"
        return text(f"select row_to_json(item) from ({rows}) item")

    @cached_property
    def _statements(self) -> dict[tuple[Filters, str, str, str, Chosen | None], TextClause]:
        return {}

    def __post_init__(self) -> None:
        fields_of(self.model, self.alias, self.read)  # a field that is none is said when the module is imported

    def _order(self, call: Call[Any]) -> str:
        wanted = getattr(call, "sort_by", None) if self.sort else None
        if wanted is None:
            return self.default_order
        way = "desc" if getattr(call, "sort_order", None) == "desc" else "asc"
        return f"{self.sort[wanted]} {way} nulls last, {self._unique} {way}"

    def _build(self, filters: Filters, size: str, order: str, shape: str, chosen: Chosen | None) -> TextClause:
        narrowed = [self.where[name] for name in sorted(filters & self.where.keys())]
        searched = conditions(self.contains, filters)
        front = [self.front] if self.front and not searched else []
        where = " and ".join([self.always, *front, *narrowed, *searched])
        order = exact_first(self.contains, filters, order)
        kept = self.total(filters) if self.total else None
        total = kept or f"(select count(*) from {self.source} where {where})"
        rows = f"select {self.alias}.* from {self.source} where {where} order by {order}"
        if chosen is not None:
            rows = f"select {self.alias}.* from ({rows} limit {_NEAR}) {self.alias} order by {order}"
        sql = f"""
            with page as materialized ({rows} limit {size} offset :offset)
            select {self.within.is_known if self.within else "true"}, {total},
                coalesce(cast((select json_agg({shape}) from (
                    select {self._fields} from page {self.alias} {self.joins} order by {order}
                ) item) as text), '[]')
        """
        for name, constant in chosen or ():
            sql = re.sub(rf"(?<!:):{name}\b", constant, sql)
        return text(sql)


def _constant(call: type[Call[Any]], name: str, value: object) -> str | None:
    """The value as SQL, where the contract has few for it: yes and no, and words of a list."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"'{value}'" if isinstance(value, str) and value in _words(call, name) else None


@cache
def _words(call: type[Call[Any]], name: str) -> frozenset[object]:
    """What the contract lists for a parameter, all of it."""

    def listed(annotation: Any) -> Iterator[object]:
        for part in get_args(annotation):
            yield from [part] if get_origin(annotation) is Literal else listed(part)

    return frozenset(listed(call.model_fields[name].annotation))


def _row(call: Call[Any]) -> str:
    """A row as the call's answer has it on the wire."""
    answer = call.route.answer
    if answer.attributes:
        return "json_build_object('id', item.id, 'attributes', item)"
    return "json_build_object('_source', item)" if answer.source else "item"

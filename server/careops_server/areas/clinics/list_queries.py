"""SQL of the clinics list: one statement for a page, its modules and its exact total.

Triggers maintain the totals of single filters. Any other combination is searched and counted once. A worker caches the
result until a clinic changes, which the next statement checks itself (see `recollection`).
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from sqlalchemy import TextClause, text

from careops.calls.clinics import Clinic, ListClinics
from careops.constants import MAX_PAGE_SIZE, PAGE_SIZE
from careops.contract import Page, RawJson
from careops_server.areas.clinics.queries import SUMMARY
from careops_server.core.cache.list_cache import CachedList
from careops_server.core.cache.lru import LruCache
from careops_server.core.database.connection import Connection
from careops_server.core.queries.json_pages import written_page
from careops_server.core.search import terms
from careops_server.core.search.typo_tolerance import corrected_terms, corrections, phonetic_terms

REMEMBERED: Final = 200
"""Cached ids of a search: twenty pages."""
_DEEP: Final = 500
"""Offset from which cached positions are worthwhile."""
_SHALLOW: Final = _DEEP + MAX_PAGE_SIZE
_FLAGS = ("ipd_enabled", "surgery_enabled", "abdm_enabled", "care_package_enabled")
_STATE = "dimension = 'state' and (key ~ :state or consonants_of(key) ~ :state_in_scripts)"
_CONDITIONS: Mapping[str, str] = {
    "state": f"lower(c.state) in (select distinct key from clinic_totals where {_STATE})",
    "hospital": "c.is_hospital = :hospital",
    "bank": "c.has_bank_details = :bank",
    "module": "exists (select from clinic_spec_modules f where f.clinic_id = c.id and f.spec_module_id = :module)",
    **{flag: f"c.{flag} = :{flag}" for flag in _FLAGS},
}
_SEARCHED: Final = {"search": "c.search_text"}
_ALL = "(select coalesce(sum(total), 0) from clinic_totals where dimension = 'all')"


def _counter(dimension: str, key: str) -> str:
    return f"(select coalesce(sum(total), 0) from clinic_totals where dimension = '{dimension}' and key = {key})"


def _either(dimension: str, key: str, parameter: str) -> str:
    """Return the counter of true, or the total minus it for false."""
    return f"(case when :{parameter} then {_counter(dimension, key)} else {_ALL} - {_counter(dimension, key)} end)"


_TOTALS: Mapping[frozenset[str], str] = {
    frozenset(): _ALL,
    frozenset({"state", "state_in_scripts"}): f"(select coalesce(sum(total), 0) from clinic_totals where {_STATE})",
    frozenset({"hospital"}): _either("hospital", "'true'", "hospital"),
    frozenset({"bank"}): _either("bank", "'true'", "bank"),
    frozenset({"module"}): _counter("module", "cast(:module as text)"),
    **{frozenset({flag}): _either("flag", f"'{flag}'", flag) for flag in _FLAGS},
}
"""Totals from counters. Any other combination of filters is counted, but never the whole table."""


_VERSION = "(select coalesce(sum(total), 0) from clinic_totals where dimension = 'version')"
_FIRST = "(select max(id) from page)"
_NEWEST: Final = "c.id desc"
Found = tuple[int, str]
"""Total, and the clinics of the page as JSON."""


async def list_clinics(
    connection: Connection, call: ListClinics, recollection: LruCache[CachedList]
) -> RawJson[Page[Clinic]]:
    """Return one page, newest first, and the exact number of matching clinics."""
    alike = await phonetic_terms(connection, "clinics", call.search_text)
    filters, spelt = _filters(call, terms.AS_TYPED, alike), terms.AS_TYPED
    find = _listed if frozenset(filters) in _TOTALS else _searched
    total, items = await find(connection, call, filters, recollection)
    if total == 0 and call.has_typo_tolerance:
        spelt = await corrected_terms(connection, "clinics", call.search_text)
        if spelt:
            total, items = await _searched(connection, call, _filters(call, spelt, alike), recollection)
    return written_page(items, total=total, perpage=call.perpage, spelt=corrections(spelt) if total else ())


async def _listed(
    connection: Connection, call: ListClinics, filters: dict[str, Any], recollection: LruCache[CachedList]
) -> Found:
    """Return a list whose total comes from counters.

    A deep page starts at a cached position, or scans once to find it.
    """
    names, key = frozenset(filters), tuple(sorted(filters.items()))
    values = {**filters, "limit": call.perpage, "offset": call.offset}
    if call.offset < _DEEP:
        _, total, _, items = (await connection.execute(_page_from_start(names, _size(call)), values)).one_row()
        return total, items
    memory = recollection.get(key)
    place = memory.anchor(call.offset) if memory is not None else None
    if memory is not None and place is not None:
        near = {"offset": call.offset - place[0], "first": place[1], "version": memory.version}
        version, total, first, items = (await connection.execute(_page_from_place(names), {**values, **near})).one_row()
        if version == memory.version:
            _note_place(memory, call.offset, first)
            return total, items
    version, total, first, items = (await connection.execute(_page_from_either_end(names), values)).one_row()
    if memory is None or memory.version != version:
        memory = CachedList(version)
        recollection.set(key, memory)
    _note_place(memory, call.offset, first)
    return total, items


def _size(call: ListClinics) -> str:
    """Return the page size in SQL. The default size is a constant, so that PostgreSQL can keep one plan."""
    return str(PAGE_SIZE) if call.perpage == PAGE_SIZE else ":limit"


def _note_place(memory: CachedList, offset: int, first: int | None) -> None:
    if first is not None:
        memory.add_anchor(offset, first)


async def _searched(
    connection: Connection, call: ListClinics, filters: dict[str, Any], recollection: LruCache[CachedList]
) -> Found:
    """Return a list that must be searched and counted, from the cache if no clinic has changed."""
    names, key = frozenset(filters), tuple(sorted(filters.items()))
    values = {**filters, "limit": call.perpage, "offset": call.offset}
    memory = recollection.get(key)
    if memory is not None and memory.total is not None:
        values["version"] = memory.version
        ids = memory.ids(call.offset, call.perpage)
        statement = _page_of_known(names) if ids is None else _PAGE_OF_IDS
        parameters = values if ids is None else {"ids": ids, "version": memory.version}
        version, _, _, items = (await connection.execute(statement, parameters, keep_plan=ids is not None)).one_row()
        if version == memory.version:
            return memory.total, items
    version, total, first_ids, items = (await connection.execute(_search(names), values, keep_plan=False)).one_row()
    recollection.set(key, CachedList(version, total, array("q", first_ids)))
    return total, items


def _where(names: frozenset[str]) -> str:
    narrowed = [_CONDITIONS[name] for name in sorted(names & _CONDITIONS.keys())]
    return " and ".join([*narrowed, *terms.conditions(_SEARCHED, names)]) or "true"


def _order(names: frozenset[str]) -> str:
    return terms.exact_first(_SEARCHED, names, _NEWEST)


def _statement(
    page: str, *, order: str = _NEWEST, before: str = "", total: str = "null", ids: str = "null"
) -> TextClause:
    """Build a statement with the common row: version, total, ids to cache, and the clinics as JSON."""
    return text(f"""
        with {before} page as materialized ({page})
        select cast({_VERSION} as bigint), cast({total} as bigint), {ids},
            coalesce(cast((select json_agg(json_build_object({SUMMARY}) order by {order}) from page c) as text), '[]')
    """)


@cache
def _page_from_start(names: frozenset[str], size: str) -> TextClause:
    """Return the statement of a page near the start. The inner limit bounds the scan for the planner, which avoids
    replanning (as expensive as the query).
    """
    page = f"""
        select c.* from (
            select c.* from clinics c where {_where(names)} order by c.id desc limit {_SHALLOW}
        ) c limit {size} offset :offset
    """
    return _statement(page, total=_TOTALS[names])


@cache
def _page_from_place(names: frozenset[str]) -> TextClause:
    """Return the statement of a page from a cached position. It has no rows if the version has changed."""
    page = f"""
        select c.* from clinics c where {_where(names)} and c.id <= :first and {_VERSION} = :version
        order by c.id desc limit :limit offset :offset
    """
    return _statement(page, total=_TOTALS[names], ids=_FIRST)


@cache
def _page_from_either_end(names: frozenset[str]) -> TextClause:
    """Return the statement of a page from the nearer end, by an index-only scan. Whole rows are read for the page
    only.
    """
    ids = f"select c.id from clinics c where {_where(names)} order by c.id"
    before = f"""
        totals as materialized (select cast({_TOTALS[names]} as bigint) as total),
        chosen as materialized (
            ({ids} desc limit (select case when 2 * :offset <= total then :limit else 0 end from totals) offset :offset)
            union all
            ({ids} limit (select case when 2 * :offset <= total then 0
                                      else greatest(0, least(:limit, total - :offset)) end from totals)
                   offset (select greatest(0, total - :offset - :limit) from totals))
        ),
    """
    page = "select c.* from clinics c where c.id in (select id from chosen)"
    return _statement(page, before=before, total="(select total from totals)", ids=_FIRST)


@cache
def _search(names: frozenset[str]) -> TextClause:
    """Return the statement of a search: one scan for the page and the count, which halves the work for rare matches."""
    order = _order(names)
    columns = "c.id" if order == _NEWEST else "c.id, c.search_text"
    before = f"hit as materialized (select {columns} from clinics c where {_where(names)}),"
    page = f"""
        select c.* from clinics c
        where c.id in (select c.id from hit c order by {order} limit :limit offset :offset)
    """
    ids = f"array(select c.id from hit c order by {order} limit {REMEMBERED})"
    return _statement(page, order=order, before=before, total="(select count(*) from hit)", ids=ids)


@cache
def _page_of_known(names: frozenset[str]) -> TextClause:
    """Return the statement of a further page of a counted search. It has no rows if the version has changed."""
    order = _order(names)
    page = f"""
        select c.* from clinics c where {_where(names)} and {_VERSION} = :version
        order by {order} limit :limit offset :offset
    """
    return _statement(page, order=order)


_PAGE_OF_IDS = _statement(
    f"select c.* from clinics c where c.id = any(:ids) and {_VERSION} = :version",
    order="array_position(cast(:ids as bigint[]), c.id)",
)


def _filters(call: ListClinics, spelt: terms.TermExpansions, alike: terms.TermExpansions) -> dict[str, Any]:
    state = call.filter_text if call.filter_type == "state" else None
    values: dict[str, Any] = {
        **terms.patterns("search", call.search_text, spelt, phonetic=alike),
        **(terms.sounding_or_containing("state", state) if state else {}),
        "hospital": call.is_hospital,
        "bank": call.bank_details,
        "module": call.spec_module_id,
        **{flag: getattr(call, flag) for flag in _FLAGS},
    }
    return {name: value for name, value in values.items() if value is not None}

"""All SQL statements of the server, with the line of each. As a command, it prints them as JSON.

Statements are recorded when ``text`` is called, so no other module of the server may be loaded before.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import pkgutil
import sys
from collections.abc import Callable, Collection, Iterator
from itertools import chain, combinations, product
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

import sqlalchemy
from sqlalchemy import TextClause
from sqlalchemy.dialects import postgresql
from sqlalchemy.engine.interfaces import BindTyping

ROOT: Final = Path(__file__).parents[3]
PACKAGE: Final = ROOT / "server/careops_server"
_OTHERS: Final = ("core.database.versions", "testing", "__main__")
"""Modules below the package without statements of the server."""
_TERMS: Final = ("mehta", "asha mehta", "98765 43210", "मेहता", "मेहता asha")
_WAYS: Final = ("asc", "desc")
_SIZES: Final = ("10", ":limit", "null")
_ROWS: Final = ("item", "json_build_object('_source', item)", "json_build_object('id', item.id, 'attributes', item)")


class Statement(NamedTuple):
    """A statement with numbered parameters, and the place that defines it."""

    file: str
    line: int
    sql: str
    parameters: tuple[str, ...]
    """Names of the parameters, in the order of their numbers."""


def sites(package: Path) -> Iterator[tuple[str, int]]:
    """Yield file and line of each call of ``text``."""
    for path in sorted(package.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "text":
                yield _name(path), node.lineno


def collect() -> list[Statement]:
    """Return the statements of all modules and of the functions that build statements."""
    recorded: list[tuple[str, int, Any]] = []
    original = sqlalchemy.text

    def recording(text: str) -> TextClause:
        clause, caller = original(text), sys._getframe(1)
        recorded.append((_name(Path(caller.f_code.co_filename)), caller.f_lineno, clause))
        return clause

    sqlalchemy.text = recording
    declarations = _recorded_declarations()
    modules = list(_modules())
    for function, clause in _build():
        code = inspect.unwrap(function).__code__
        recorded.append((_name(Path(code.co_filename)), code.co_firstlineno, clause))
    recorded += [(*place, clause) for thing, place in declarations for clause in _statements_of(thing)]
    recorded += [each for module in modules for each in _expressions(module)]
    dialect = postgresql.dialect(paramstyle="numeric_dollar")  # type: ignore[no-untyped-call]  # SQLAlchemy leaves it untyped
    dialect.bind_typing = BindTyping.NONE
    compiled = ((file, line, clause.compile(dialect=dialect)) for file, line, clause in recorded)
    return list(
        dict.fromkeys(Statement(file, line, str(it), tuple(it.positiontup or ())) for file, line, it in compiled)
    )


def _recorded_declarations() -> list[tuple[Any, tuple[str, int]]]:
    """Return a list that the lists, tables and references of the server enter with their places when they are made."""
    from careops_server.core.queries.list_query import ListQuery
    from careops_server.core.queries.references import Reference
    from careops_server.core.queries.row_updates import UpdatableTable

    declarations: list[tuple[Any, tuple[str, int]]] = []

    def recording(kind: Any) -> None:
        original = kind.__init__

        def init(self: Any, *arguments: Any, **named: Any) -> None:
            original(self, *arguments, **named)
            caller = sys._getframe(1)
            declarations.append((self, (_name(Path(caller.f_code.co_filename)), caller.f_lineno)))

        kind.__init__ = init

    for kind in (ListQuery, Reference, UpdatableTable):
        recording(kind)
    return declarations


def _statements_of(thing: Any) -> Iterator[Any]:
    """Yield the statements of a declaration."""
    from careops_server.core.queries import references
    from careops_server.core.queries.list_query import ListQuery

    if isinstance(thing, ListQuery):
        yield from _statements_of_list(thing)
    elif isinstance(thing, references.Reference):
        yield from (references.find_statement(thing.table, is_locked=locked) for locked in (False, True))
    else:
        yield from _statements_of_table(thing)


def _modules() -> Iterator[ModuleType]:
    package = importlib.import_module("careops_server")
    for module in pkgutil.walk_packages(package.__path__, "careops_server."):
        if not module.name.removeprefix("careops_server.").startswith(_OTHERS):
            yield importlib.import_module(module.name)


def _expressions(module: ModuleType) -> Iterator[tuple[str, int, Any]]:
    """Yield the statements at module level that are built of tables."""
    path = Path(str(module.__file__))
    for node in ast.parse(path.read_text("utf-8")).body:
        for target in node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]:
            value = vars(module).get(getattr(target, "id", ""))
            if isinstance(value, sqlalchemy.Executable) and not isinstance(value, TextClause):
                yield _name(path), node.lineno, value


def _name(path: Path) -> str:
    return str(path.resolve().relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


def _build() -> Iterator[tuple[Callable[..., Any], Any]]:
    """Call the functions that build statements, each with all kinds of arguments. Yield those that are not ``text``."""
    from careops_server.areas.audit import activity_queries, list_queries
    from careops_server.areas.change_requests import queries as requests
    from careops_server.areas.clinics import list_queries as clinics
    from careops_server.areas.clinics import summary_queries
    from careops_server.areas.data_generation import queries as generation
    from careops_server.areas.leads import export_queries
    from careops_server.areas.leads import queries as leads
    from careops_server.areas.session import active_session_queries as sessions
    from careops_server.areas.staff import queries as staff
    from careops_server.areas.timeline import queries as timeline
    from careops_server.areas.timeline.sources import SOURCES as TIMELINE_SOURCES
    from careops_server.areas.today import queries as today
    from careops_server.areas.today.sources import SOURCES as TODAY_SOURCES
    from careops_server.core.places import queries as places

    for flags in product((False, True), repeat=3):
        activity_queries._counts(*flags)
    audit_names = {*list_queries._CONDITIONS, *list_queries._SEARCHES}
    for names, own, restricted in product(_subsets(audit_names), (False, True), (False, True)):
        list_queries._first_page(names, own, restricted)
        list_queries._later_page(names, own, restricted)
    changed = requests._update_statement(("status", "ended_at", "waits_until"), frozenset({"ended_at"}))
    yield requests._update_statement, changed
    generation._insert("payments", ("clinic_id", "amount"))
    for names in _subsets(clinics._CONDITIONS):
        with_scripts = names | ({"state_in_scripts"} if "state" in names else set())
        if with_scripts in clinics._TOTALS:
            clinics._page_from_start(with_scripts, ":limit")
            clinics._page_from_place(with_scripts)
            clinics._page_from_either_end(with_scripts)
        for searched in _searches("search", phonetic=True) if len(names) < 2 else [frozenset()]:
            clinics._search(with_scripts | searched)
            clinics._page_of_known(with_scripts | searched)
    for stored in (False, True):
        summary_queries._statement(summary_queries.SOURCES, stored)
    for names, further in product(_subsets({**leads.WHERE}), (False, True)):
        where = " and ".join(["true", *(leads.WHERE[name] for name in sorted(names))])
        export_queries._piece(where, 2, goes_on=further)
        yield export_queries._summary, export_queries._summary(where, names)
    for table in (sessions.OWN, sessions.BEHIND_A_GATEWAY):
        _ = (table.count, table.page, table.end, table.end_others)
    for source, searched in product(staff._SOURCES.values(), _searches("search", phonetic=True)):
        staff._list(source, searched)
    for kind, flags in product(TIMELINE_SOURCES, product((False, True), repeat=3)):
        filtered, changes, restricted = flags
        timeline._statement(
            kind, TIMELINE_SOURCES[kind], is_filtered=filtered, changes_only=changes, is_restricted=restricted
        )
    for today_source in TODAY_SOURCES:
        today.explain(today_source)
        today._next((today_source,))
        today._due_one(today_source)
        today._item(today_source)
        today._dead(today_source)
    today._page(TODAY_SOURCES)
    today._next(TODAY_SOURCES)
    for cities_only in (False, True):
        places._find_statement((2, 1), cities_only=cities_only)
    places._find_most_statement((2, 1), 0)


def _subsets(names: Collection[str]) -> list[frozenset[str]]:
    """Return no name, each name, each pair, and all."""
    sizes = (*(combinations(sorted(names), size) for size in (0, 1, 2)), [tuple(names)])
    return list(dict.fromkeys(frozenset(each) for each in chain.from_iterable(sizes)))


def _searches(name: str, *, phonetic: bool) -> list[frozenset[str]]:
    """Return the parameters of searches of each form: no search, and words, numbers, sounds and corrections."""
    from careops_server.core.search.terms import patterns

    forms: list[tuple[str, dict[str, list[str]], dict[str, list[str]]]] = [(term, {}, {}) for term in _TERMS]
    forms += [("mehhta", {"mehhta": ["mehta"]}, {}), ("asha mehhta", {"mehhta": ["mehta"]}, {})]
    forms += [(term, {}, {word: ["mehta"] for word in term.split()}) for term in _TERMS[-2:]]
    parameters = (
        patterns(name, term, corrected, phonetic=alike, by_sound=phonetic) for term, corrected, alike in forms
    )
    return list(dict.fromkeys([frozenset(), *map(frozenset, parameters)]))


def _statements_of_list(listed: Any) -> Iterator[Any]:
    """Yield the statements of a list: filters, searches, constants, orders, sizes and forms of a row."""
    orders = [listed.default_order]
    orders += [f"{order} {way} nulls last, {listed._unique} {way}" for order in listed.sort.values() for way in _WAYS]
    searches = [each for name in listed.contains for each in _searches(name, phonetic=listed.phonetic)]
    together = [*_subsets(listed.where), *searches, *(each | frozenset(listed.where) for each in searches)]
    for names in dict.fromkeys(together):
        yield listed.statement(names, size=":limit", order=orders[0], shape="item")
    rows = _ROWS if "id" in listed.model.model_fields else _ROWS[:2]
    for order, size, shape in product(orders, _SIZES, rows):
        yield listed.statement(frozenset(), size=size, order=order, shape=shape)
    for name in listed.where:
        yield listed.statement(frozenset({name}), size="10", order=orders[0], shape="item", chosen=((name, "null"),))
    if listed.unique == "id":
        yield listed._by_id_statement


def _statements_of_table(table: Any) -> Iterator[Any]:
    from careops_server.core.database import row_statements
    from careops_server.core.queries import row_updates

    written = tuple(sorted(table.columns))
    yield row_updates.lock_statement(table.table, table.read, ("id",))
    yield row_updates.lock_each_statement(table.table, table.read)
    yield row_updates.delete_statement(table.table, table.read, ("id",))
    yield row_updates.update_each_statement(table.table, written)
    yield row_statements.update_row(table.table, written, now="updated_at", prefix="key_")


if __name__ == "__main__":
    json.dump(collect(), sys.stdout)

"""Export of lists as files, with the list's filters and chosen columns."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

import orjson
from pydantic import ValidationError

from careops.calls.exports import TOO_MANY_EXPORTS, TOO_MANY_ROWS, ExportColumn, ExportList
from careops.calls.views import NO_LIST
from careops.constants import MAX_PAGE_SIZE
from careops.contract import Binding, Call, FixedPageParams, Page, PageParams
from careops.contract.validation_errors import problems_from_validation
from careops.errors import Forbidden, InvalidInput, NotFound, Problem
from careops.files import Download
from careops.india_time import today
from careops_server.areas.exports import quota, writers
from careops_server.areas.views.list_registry import is_list
from careops_server.core.context import Context
from careops_server.core.pipeline import bulk_read_alerts
from careops_server.core.principal import Change

_PAGING: Final = frozenset({"page", "perpage"})
_SHEETS: Final[dict[str, type[writers.CsvWriter] | type[writers.XlsxWriter]]] = {
    "csv": writers.CsvWriter,
    "xlsx": writers.XlsxWriter,
}


@dataclass(frozen=True)
class FirstPage:
    """First page of an export."""

    request: Call[Page[Any]]
    rows: Sequence[dict[str, Any]]
    total: int


class Exports:
    """Handlers that export the lists of these bindings."""

    def __init__(self, bindings: Iterable[Binding[Context]]) -> None:
        self._bindings = {binding.call.__name__: binding for binding in bindings if is_list(binding.call)}

    async def read(self, call: ExportList, context: Context) -> FirstPage:
        """Read the first page with the number of rows. Raises the errors of the list."""
        binding = self._bindings.get(call.list_name)
        if binding is None or not context.actor.may_call(binding.call):
            raise NotFound(NO_LIST, source="list_name")
        kind = binding.call
        if kind.route.step_up_export:
            await context.services.sessions.require_recent_password(context.actor)
        filters = {name: value for name, value in call.filters.items() if name not in _PAGING}
        try:
            request = kind.from_parameters({**filters, **_pages(kind, 1)})
        except ValidationError as error:
            raise InvalidInput(*(_within(problem) for problem in problems_from_validation(error))) from None
        for name, access in kind.restricted_fields().items():
            if name in filters and not context.actor.is_among(access):
                raise Forbidden(source=f"filters.{name}")
        rows, total = await self._page(request, context)
        if call.format == "xlsx" and total > writers.XLSX_ROWS:
            raise InvalidInput(TOO_MANY_ROWS, source="format")
        return FirstPage(request, rows, total)

    async def export(self, call: ExportList, context: Context, first: FirstPage) -> Download:
        """Record the export and return the file, streamed at the client's speed. Raises ``TooManyRequests``."""
        await quota.consume_quota(context, call.list_name, TOO_MANY_EXPORTS)
        facts = {"rows": first.total, "format": call.format, "columns": [column.title for column in call.columns]}
        context.changed("list", call.list_name, clinic_id=getattr(first.request, "clinic_id", None), after=facts)
        sheet = _SHEETS[call.format]()
        day = today()
        name = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", call.list_name.removeprefix("List")).lower()
        pieces = self._pieces(sheet, call.columns, first, context)
        return Download(pieces, name=f"{name}-{day}.{call.format}", content_type=sheet.content_type)

    async def _pieces(
        self, sheet: writers.Writer, columns: Sequence[ExportColumn], first: FirstPage, context: Context
    ) -> AsyncIterator[bytes]:
        """Yield the file. Each page is a separate read, so a slow client holds neither a connection nor a snapshot."""
        yield sheet.begin([column.title for column in columns])
        kind, rows, total, page = type(first.request), first.rows, first.total, 1
        # A row added during the export shifts others to the next page, where they are skipped.
        written: set[Any] = set()
        while rows:
            fresh = [row for row in rows if "id" not in row or row["id"] not in written]
            written.update(row["id"] for row in fresh if "id" in row)
            if piece := sheet.rows([_cells(row, columns) for row in fresh]):
                yield piece
            if not isinstance(first.request, (PageParams, FixedPageParams)) or page * first.request.perpage >= total:
                break
            page += 1
            rows, total = await self._page(first.request.model_copy(update=_pages(kind, page)), context)
        yield sheet.end()

    async def _page(self, request: Call[Page[Any]], context: Context) -> tuple[list[dict[str, Any]], int]:
        binding = self._bindings[type(request).__name__]
        context = replace(context, change=Change(), idempotency_key=None)
        prepared = await binding.prepared(request, context)
        if context.services.upstream is not None and request.route.is_forwarded:
            answer = await binding.handler(request, context, *prepared)
        else:
            answer = await context.services.database.read(
                lambda connection: binding.handler(request, context.with_connection(connection), *prepared)
            )
        await bulk_read_alerts.watch(request, answer, context)
        answer_page = request.route.answer.read(orjson.loads(orjson.dumps(request.write_answer(answer))))
        # Unpaged lists are read in one request.
        return (
            (answer_page, len(answer_page))
            if isinstance(answer_page, list)
            else (answer_page["items"], answer_page["total_records"])
        )


def _pages(kind: type[Call[Any]], page: int) -> dict[str, int]:
    if issubclass(kind, PageParams):
        return {"page": page, "perpage": MAX_PAGE_SIZE}
    return {"page": page} if issubclass(kind, FixedPageParams) else {}


def _within(problem: Problem) -> Problem:
    return replace(problem, source=f"filters.{problem.source}".rstrip("."))


def _cells(row: dict[str, Any], columns: Sequence[ExportColumn]) -> writers.Row:
    return [_cell([value for field in column.fields for value in _values(row, field.split("."))]) for column in columns]


def _cell(values: Sequence[writers.Value]) -> writers.Value:
    """Return a single value unchanged, several as one text."""
    if len(values) < 2:
        return values[0] if values else None
    return ", ".join(writers.format_moment(value) if isinstance(value, date) else str(value) for value in values)


def _values(value: Any, path: Sequence[str]) -> Iterator[writers.Value]:
    """Yield the values at a path. Of a list, they come from all items, or from the one whose index the path names."""
    if value is None or value == "":
        return
    if isinstance(value, list):
        chosen = value
        if path and path[0].isdigit():
            place, path = int(path[0]), path[1:]
            chosen = value[place : place + 1]
        for element in chosen:
            yield from _values(element, path)
    elif isinstance(value, dict):
        if path:
            yield from _values(value.get(path[0]), path[1:])
        elif "name" in value:
            yield from _values(value["name"], ())
        else:
            yield orjson.dumps(value).decode()
    elif not path:
        yield writers.parse_moment(value) if isinstance(value, str) else value

"""Filters of change requests: the records of a list that match when a revision is made, and their number later."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import orjson
from pydantic import ValidationError

from careops.calls import change_requests as calls
from careops.constants import MAX_PAGE_SIZE, MAX_REQUEST_TARGETS
from careops.contract import Call, ListedBy, Page
from careops.contract.validation_errors import problems_from_validation
from careops.error_codes import title_of
from careops.errors import ApiError, Forbidden, InvalidInput, Problem
from careops_server.areas.change_requests.preview import Bindings, ResolvedChanges
from careops_server.core.context import Context
from careops_server.core.principal import Actor
from careops_server.core.rate_limits.throttling import in_slices

_PAGING: Final = frozenset({"page", "perpage"})
_Pages = Callable[[int, int], Call[Page[Any]]]
"""Takes number and size of a page; returns the list call of the filter for this page."""


@dataclass(frozen=True)
class Match:
    """Records of a list that match the filter of a change."""

    listed_by: ListedBy
    page: _Pages
    first_ids: Sequence[int]
    """Ids of the first page."""
    total: int


async def match_filters(
    bindings: Bindings, lists: Bindings, changes: Sequence[calls.ProposedChange], context: Context
) -> tuple[dict[int, Match], int]:
    """Return what the filters match by the index of their change, and the number of all changes.

    Raises ``InvalidInput`` for a filter that matches nothing or that the list does not have, and for too many changes.
    """
    matches: dict[int, Match] = {}
    count = len(changes)
    for index, change in enumerate(changes):
        if change.where is None:
            continue
        place = f"changes.{index}"
        listed_by = _check_listed(bindings, change, place)
        pages = _build_list(lists, listed_by, change.where, context.actor, place)
        rows, total = await _read_page_apart(pages(1, MAX_PAGE_SIZE), lists, context, place)
        if not total:
            raise InvalidInput(calls.NO_MATCH, source=f"{place}.where")
        count += total - 1
        if count > MAX_REQUEST_TARGETS:
            raise InvalidInput(Problem(calls.TOO_MANY_TARGETS, f"{place}.where", str(count)))
        matches[index] = Match(listed_by, pages, [row["id"] for row in rows], total)
    return matches, count


async def resolve_filters(
    lists: Bindings, changes: Sequence[calls.ProposedChange], matches: Mapping[int, Match], context: Context
) -> ResolvedChanges:
    """Return the changes with one change for each record that matches a filter."""
    resolved: list[calls.ProposedChange] = []
    origins: list[int] = []
    filters: list[calls.RequestFilter] = []
    for index, change in enumerate(changes):
        match = matches.get(index)
        if match is None or change.where is None:
            resolved.append(change)
            origins.append(index)
            continue
        ids, listed_by = await _read_ids(match, lists, context, f"changes.{index}"), match.listed_by
        several = listed_by.parameter == "ids"
        async for chunk in in_slices(ids):
            for id in chunk:
                parameters = {**change.parameters, listed_by.parameter: [id] if several else id}
                resolved.append(calls.ProposedChange.model_construct(call=change.call, parameters=parameters))
        origins += [index] * len(ids)
        filters.append(
            calls.RequestFilter(
                call=change.call,
                list_name=listed_by.list_name,
                where=change.where,
                parameters=change.parameters,
                matched=len(ids),
            )
        )
    return ResolvedChanges(resolved, origins, filters)


async def count_matches(
    lists: Bindings, filters: Sequence[calls.RequestFilter], context: Context
) -> list[calls.RequestFilter]:
    """Return the filters with the number of records that match now, as far as the caller may read the lists."""
    return [
        request_filter.model_copy(update={"matches_now": await _count(lists, request_filter, context)})
        for request_filter in filters
    ]


async def _count(lists: Bindings, request_filter: calls.RequestFilter, context: Context) -> int | None:
    try:
        request = _build_list(lists, ListedBy(request_filter.list_name, ""), request_filter.where, context.actor, "")(
            1, 1
        )
        return (await _read_page(request, lists, context))[1]
    except ApiError:  # the list has other filters or readers by now, or its parent was deleted
        return None


def _check_listed(bindings: Bindings, change: calls.ProposedChange, place: str) -> ListedBy:
    listed_by = bindings[change.call].call.route.listed_by
    if listed_by is None:
        raise InvalidInput(Problem(calls.NOT_LISTED, f"{place}.where", change.call))
    if listed_by.parameter in change.parameters:
        raise InvalidInput(calls.SET_BY_FILTER, source=f"{place}.{listed_by.parameter}")
    return listed_by


def _build_list(lists: Bindings, listed_by: ListedBy, where: Mapping[str, Any], actor: Actor, place: str) -> _Pages:
    """Return the list that the filter narrows.

    Raises ``Forbidden`` if the caller may not read it, and ``InvalidInput`` for filters that it does not have, and for
    empty ones, which would match all records.
    """
    kind = lists[listed_by.list_name].call
    if not actor.may_call(kind):
        raise actor.access_error(kind, source=f"{place}.where")
    source = f"{place}.where."
    known_fields = {name: value for name, value in where.items() if name in kind.model_fields}
    empty = [
        name for name, value in known_fields.items() if value is None or (isinstance(value, str) and not value.strip())
    ]
    problems = [Problem(title_of("required", what=name), source + name) for name in empty]
    problems += [
        Problem(title_of("unknown_field", what=name), source + name) for name in sorted(known_fields.keys() & _PAGING)
    ]
    if problems:
        raise InvalidInput(*problems)
    for name, access in kind.restricted_fields().items():
        if name in where and not actor.is_among(access):
            raise Forbidden(source=source + name)

    def pages(number: int, size: int) -> Call[Page[Any]]:
        return kind.from_parameters({**where, "page": number, "perpage": size})

    try:
        pages(1, 1)
    except ValidationError as error:
        raise InvalidInput(*_within(problems_from_validation(error), place)) from None
    return pages


async def _read_ids(match: Match, lists: Bindings, context: Context, place: str) -> list[int]:
    """Return the ids of all records, in the order of the list.

    Each page is a separate read. A record that is added meanwhile shifts others to the next page, where they are
    skipped.
    """
    ids, page, total = dict.fromkeys(match.first_ids), 1, match.total
    while page * MAX_PAGE_SIZE < total:
        page += 1
        rows, total = await _read_page_apart(match.page(page, MAX_PAGE_SIZE), lists, context, place)
        ids |= dict.fromkeys(row["id"] for row in rows)
    return list(ids)


async def _read_page_apart(
    request: Call[Page[Any]], lists: Bindings, context: Context, place: str
) -> tuple[list[Any], int]:
    try:
        return await context.services.database.read(
            lambda connection: _read_page(request, lists, context.with_connection(connection))
        )
    except ApiError as error:  # for example a clinic that does not exist
        raise InvalidInput(*_within(error.problems, place)) from None


async def _read_page(request: Call[Page[Any]], lists: Bindings, context: Context) -> tuple[list[Any], int]:
    """Return the rows of a page and the number of all rows."""
    answer = await lists[type(request).__name__].handler(request, context)
    page = request.route.answer.read(orjson.loads(orjson.dumps(request.write_answer(answer))))
    return page["items"], page["total_records"]


def _within(problems: Sequence[Problem], place: str) -> Iterator[Problem]:
    for problem in problems:
        yield replace(problem, source=f"{place}.where.{problem.source}".rstrip("."))

"""Sources of a run's targets on the command line."""

from __future__ import annotations

import hashlib
import io
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

from careops_cli.bulk.filters import filter_names, typed_filters
from careops_cli.bulk.options import BulkOptions
from careops_cli.framework.errors import USAGE, CliError, print_message

if TYPE_CHECKING:
    from careops.bulk import Book, BulkRun, ListBackedChange
    from careops.bulk.tables import Cells
    from careops.bulk.targets import Found
    from careops.contract import Call, Page
    from careops.resource_names import Noun

ItemT = TypeVar("ItemT")
STDIN = "-"
_OF_A_FILE = {"--id-column": "id_column", "--sheet": "sheet", "--hidden": "hidden"}


@dataclass(frozen=True)
class Targets:
    """Reader of the targets, and the parameters stored in the journal."""

    description: str
    plan: Callable[[BulkRun[Any]], Awaitable[None]]
    single: bool = False
    """True for one target given by its id: without confirmation and journal."""


def resolve_records(bulk: BulkOptions, change: ListBackedChange[Any]) -> Targets:
    """Return the selected records. Raises ``CliError`` if none are selected, or if they are selected twice."""
    noun = bulk.noun
    ways = [way for way in (bulk.ids, bulk.from_file, bulk.where) if way]
    if len(ways) > 1:
        raise CliError(
            f"{noun.many.capitalize()} are named in two ways",
            next_step="Give ids, --from or --where, one of them.",
            code=USAGE,
        )
    if bulk.from_file or bulk.ids == [STDIN]:
        return _from_file(bulk.from_file or STDIN, bulk)
    if options := [option for option, value in _OF_A_FILE.items() if getattr(bulk, value)]:
        raise CliError(f"{options[0]} says how a file is read", next_step="Give one with --from.", code=USAGE)
    if bulk.where:
        return _where(bulk.where, change, noun)
    if STDIN in bulk.ids:
        raise CliError("- stands alone", next_step="Give ids, or - to read them from stdin.", code=USAGE)
    if not bulk.ids and not bulk.resume:
        raise CliError(f"Which {noun.many}?", next_step="Give their ids, --from FILE or --where KEY=VALUE.", code=USAGE)
    return _ids(bulk.ids, noun)


def resolve_table(bulk: BulkOptions, read: Callable[[Book], Iterator[Found]], *, clinic: int | None = None) -> Targets:
    """Return the rows of a table. A resumed run reads them from its journal."""
    # Before the run: Python may lose a Ctrl-C during an import, and then reads stdin until the next one.
    from careops.bulk import Book

    source = bulk.from_file

    async def plan(run: BulkRun[Any]) -> None:
        await run.plan(read(_book(Book, source, bulk)) if source else ())

    file_text = _file_said(source) if source else ""
    return Targets(f"{file_text} for clinic {clinic}" if file_text and clinic is not None else file_text, plan)


def typed(read: Callable[[int, Cells], Found], cells: Cells) -> Targets:
    """Return the target typed on the command line. Raises ``CliError`` if it is invalid."""
    from careops.bulk import InvalidRow

    row = read(1, cells)
    if isinstance(row, InvalidRow):
        raise CliError(row.reason, next_step="Nothing was sent.", code=USAGE)

    async def plan(run: BulkRun[Any]) -> None:
        await run.plan([row])

    return Targets("", plan, single=True)


def _ids(ids: Sequence[str], noun: Noun) -> Targets:
    if len(ids) == 1 and not (ids[0].isascii() and ids[0].isdigit()):
        raise CliError(f"{ids[0]!r} is no {noun.one}'s id", code=USAGE)

    async def plan(run: BulkRun[Any]) -> None:
        from careops.bulk import parse_ids

        await run.plan(parse_ids(ids))

    digest = hashlib.sha256("\n".join(ids).encode()).hexdigest()[:8]
    return Targets(f"{len(ids)} ids ({digest})" if ids else "", plan, single=len(ids) == 1)


def _from_file(source: str, bulk: BulkOptions) -> Targets:
    # Before the run: Python may lose a Ctrl-C during an import, and then reads stdin until the next one.
    from careops.bulk import Book, read_ids

    async def plan(run: BulkRun[Any]) -> None:
        await run.plan(read_ids(_book(Book, source, bulk), of=bulk.noun, id_column=bulk.id_column))

    return Targets(_file_said(source), plan)


def _where(pairs: Sequence[str], change: ListBackedChange[Any], noun: Noun) -> Targets:
    # Another platform may only support the list of all records.
    filters = {pair.partition("=")[0] for pair in pairs}
    is_known = filters <= set(filter_names(type(change.list_all)))
    call = apply_filters(change.list_all if is_known else change.list_filtered, pairs, noun)

    async def plan(run: BulkRun[Any]) -> None:
        await run.plan_where(call)

    return Targets(f"where {' '.join(sorted(pairs))}", plan)


def apply_filters(call: Call[Page[ItemT]], pairs: Sequence[str], noun: Noun) -> Call[Page[ItemT]]:
    """Add filters to the list call. Refuses empty values, which would select all records."""
    from careops_cli.framework.resolve import suggestion

    kind = type(call)
    typed = typed_filters(kind)
    names = filter_names(kind)
    filters: dict[str, str] = {}
    for pair in pairs:
        name, separator, value = pair.partition("=")
        if not separator or not value.strip():
            raise CliError(f"--where {pair!r} is no filter", next_step="It looks like key=value.", code=USAGE)
        if name not in names:
            step = suggestion(name, names) or f"Available: {', '.join(names)}."
            raise CliError(f"{noun.many.capitalize()} cannot be filtered by {name!r}", next_step=step, code=USAGE)
        if name in filters:
            raise CliError(f"{name} is given twice", code=USAGE)
        filters[name] = value
    for name in typed:
        if name in filters:
            filters |= {"filter_type": name, "filter_text": filters.pop(name)}
    return kind.model_validate({**call.parameters, **filters})


def _book(kind: type[Book], source: str, bulk: BulkOptions) -> Book:
    return kind(_open(source), bulk.sheet or "", bulk.hidden, print_message)


def _open(source: str) -> str | BinaryIO:
    if source != STDIN:
        return source
    binary: BinaryIO | None = getattr(sys.stdin, "buffer", None)
    return binary or io.BytesIO(sys.stdin.read().encode())


def _file_said(source: str) -> str:
    return "stdin" if source == STDIN else str(Path(source).resolve())

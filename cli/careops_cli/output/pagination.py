"""Lists of any length: one page, a limited number, or all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from careops.constants import MAX_PAGE_SIZE, PAGE_SIZE
from careops.resource_names import Noun
from careops_cli.framework.errors import USAGE, CliError, print_note
from careops_cli.output.results import ROWS, Read, Table, on_terminal

if TYPE_CHECKING:
    from pydantic import BaseModel

    from careops import CareOps
    from careops.contract import Call, Page


@dataclass(frozen=True, kw_only=True)
class Pages:
    """Selected part of a list."""

    page: Annotated[int, typer.Option(min=1, metavar="N", help="Page number.")] = 1
    limit: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Maximum number of rows.", show_default="10")
    ] = None
    everything: Annotated[bool, typer.Option("--all", help="Fetch all pages.")] = False


def list_rows(
    client: CareOps,
    call: Callable[..., Call[Page[Any]]],
    filters: Mapping[str, Any],
    *,
    columns: Mapping[str, Read],
    shown: Sequence[str] = (),
    spare: Sequence[str] | None = (),
    noun: Noun = ROWS,
    pages: Pages,
) -> Table:
    """Return the output of a list command. Filters that are None are not sent; ``limit`` is also a page size."""
    page, everything = pages.page, pages.everything
    values = {name: value for name, value in filters.items() if value is not None}
    size = pages.limit or PAGE_SIZE
    if everything and pages.limit:
        raise CliError("--all and --limit cannot be combined", next_step="Omit one of them.", code=USAGE)
    if (everything or size > MAX_PAGE_SIZE) and page != 1:
        raise CliError(
            f"--page cannot be combined with --all or a --limit over {MAX_PAGE_SIZE}",
            next_step="Omit one of them.",
            code=USAGE,
        )
    if not everything and size <= MAX_PAGE_SIZE:
        request = call(**values, page=page, perpage=size)
        # Typos are corrected only for a person who sees the correction, not for programs.
        answer = client.send(request.with_typo_tolerance() if on_terminal() and "search_text" in values else request)
        if answer.corrections:
            print_note(f"No exact match. Showing results for {', '.join(answer.corrections)}")
        items: Iterable[BaseModel] = answer.items
        total = answer.total_records
    else:
        total = client.send(call(**values, perpage=1)).total_records
        every = client.each(call(**values, perpage=MAX_PAGE_SIZE))
        items = every if everything else islice(every, size)
    return Table(
        items,
        columns=columns,
        shown=shown,
        spare=spare,
        total=None if everything else total,
        noun=noun,
        hint=page_hint(page, size, total, pages.limit),
    )


def page_hint(page: int, perpage: int, total: int, limit: int | None = None) -> str:
    """Return a hint for reading the rest of a list from one of its pages. It repeats a typed ``limit``."""
    last = -(-total // perpage)
    size = "" if limit is None else f"--limit {limit} "
    if page > last:
        return f"The last page is {size}--page {last}." if last else ""
    following = f", {size}--page {page + 1} the next" if page < last and perpage <= MAX_PAGE_SIZE else ""
    return f"--all shows every one{following}."

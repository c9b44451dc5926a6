"""Iteration over lists, shared by both clients: new rows, and the call for the following ones."""

from __future__ import annotations

from typing import Any, TypeVar

from careops.contract import Call, FixedPageParams, KeysetPage, Page, PageParams

ItemT = TypeVar("ItemT")


def drop_duplicates(page: Page[ItemT] | KeysetPage[ItemT], seen: set[Any]) -> list[ItemT]:
    """Return the page's rows without those of earlier pages: rows added during the iteration shift others. Updates
    ``seen``. A keyset page repeats no rows."""
    if isinstance(page, KeysetPage):
        return page.items
    keyed = [(getattr(item, "id", None), item) for item in page.items]
    new = [item for key, item in keyed if key is None or key not in seen]
    seen.update(key for key, _ in keyed)
    return new


def next_page(
    call: Call[Page[ItemT] | KeysetPage[ItemT]], page: Page[ItemT] | KeysetPage[ItemT]
) -> Call[Page[ItemT] | KeysetPage[ItemT]] | None:
    """Return the call for the page after ``page``; None at the end. Raises ``TypeError`` for a call without pages."""
    if isinstance(page, KeysetPage):
        return None if page.next is None else call.model_copy(update={"before": page.next})
    if not isinstance(call, (PageParams, FixedPageParams)):
        raise TypeError(f"{type(call).__name__} has no pages to walk")
    if not page.items or call.page * call.perpage >= page.total_records:
        return None
    following: Call[Page[ItemT] | KeysetPage[ItemT]] = call.model_copy(update={"page": call.page + 1})
    return following

"""A list walked page by page, as both clients do it: which rows are new, and which page is next."""

from __future__ import annotations

from typing import Any, TypeVar

from careops.contract import Call, Page, Paged, PagedByTen

ItemT = TypeVar("ItemT")


def unseen(page: Page[ItemT], seen: set[Any]) -> list[ItemT]:
    """The page's rows that came on no page before: rows added meanwhile push the list's rows down. Adds to ``seen``."""
    keyed = [(getattr(item, "id", None), item) for item in page.items]
    new = [item for key, item in keyed if key is None or key not in seen]
    seen.update(key for key, _ in keyed)
    return new


def next_page(call: Call[Page[ItemT]], page: Page[ItemT]) -> Call[Page[ItemT]] | None:
    """The call that reads on behind ``page``; None when the list ends with it. Raises ``TypeError`` for no list."""
    if not isinstance(call, (Paged, PagedByTen)):
        raise TypeError(f"{type(call).__name__} has no pages to walk")
    if not page.items or call.page * call.perpage >= page.total_records:
        return None
    following: Call[Page[ItemT]] = call.model_copy(update={"page": call.page + 1})
    return following

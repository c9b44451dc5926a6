"""Filters of ``--where``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

if TYPE_CHECKING:
    from careops.contract import Call


def filter_names(kind: type[Call[Any]]) -> list[str]:
    """Return the filters of a list."""
    from careops.contract import PageParams

    typed = typed_filters(kind)
    apart = {*PageParams.model_fields, *kind.route.path_fields, *(("filter_type", "filter_text") if typed else ())}
    return [*(name for name in kind.model_fields if name not in apart), *typed]


def typed_filters(kind: type[Call[Any]]) -> tuple[str, ...]:
    """Return the values of a list's ``filter_type``, each of which is a filter here (``state=Punjab``)."""
    field = kind.model_fields.get("filter_type")
    words = (get_args(branch) for branch in get_args(field.annotation)) if field else ()
    return tuple(word for choices in words for word in choices)

"""Contract: the base class of calls, the models of answers, and routes with their access."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from careops.contract.answers import (
    AnswerT_co,
    Created,
    Empty,
    FixedPageParams,
    ItemT,
    KeysetPage,
    Model,
    Page,
    PageParams,
    RawJson,
)
from careops.contract.call import (
    FORM_WANTED,
    TAKES_NO_BODY,
    Binding,
    Call,
    ContextT,
    Example,
    HttpParts,
    PathBodyMismatch,
    QueryParam,
    RestrictedTo,
    item_type,
)
from careops.contract.routes import (
    ACCESS_NAMES,
    ANYONE,
    APPS,
    BILLING,
    STAFF,
    SUPER,
    Access,
    Delete,
    Get,
    ListedBy,
    Method,
    Post,
    Put,
    Route,
)

__all__ = [
    "ACCESS_NAMES",
    "ANYONE",
    "APPS",
    "BILLING",
    "FORM_WANTED",
    "STAFF",
    "SUPER",
    "TAKES_NO_BODY",
    "Access",
    "AnswerT_co",
    "Binding",
    "Call",
    "ContextT",
    "Created",
    "Delete",
    "Empty",
    "Example",
    "FixedPageParams",
    "Get",
    "HttpParts",
    "ItemT",
    "KeysetPage",
    "ListedBy",
    "Method",
    "Model",
    "Page",
    "PageParams",
    "PathBodyMismatch",
    "Post",
    "Put",
    "QueryParam",
    "RawJson",
    "RestrictedTo",
    "Route",
    "item_type",
]


if not TYPE_CHECKING:  # a type checker would accept any name

    def __getattr__(name: str) -> Any:
        from careops.renamed import CONTRACT, find_renamed

        return find_renamed(__name__, name, CONTRACT, globals())

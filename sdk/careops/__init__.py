"""Python SDK of careops: the calls of the platform, with types.

``CareOps`` and ``AsyncCareOps`` make the calls, ``careops.calls`` contains them, ``careops.errors`` shows the tree of
exceptions. Names are imported lazily, so that ``import careops`` is fast.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from careops.client.async_client import AsyncCareOps
    from careops.client.request_flow import Response, Retries
    from careops.client.sync_client import CareOps
    from careops.client.tokens import FileTokens, MemoryTokens, Tokens, TokenStore
    from careops.contract import Call, Done, Page
    from careops.errors import (
        CareOpsError,
        Conflict,
        Forbidden,
        InvalidInput,
        InvalidToken,
        NoAnswer,
        NotFound,
        NotOffered,
        NotSent,
        Problem,
        Refused,
        ServerError,
        Stale,
        TooLarge,
        TooManyRequests,
        Unauthorized,
        Unavailable,
        UnreadableAnswer,
    )

__version__ = "0.1.0"

_HOMES = {
    "careops.client.async_client": ("AsyncCareOps",),
    "careops.client.sync_client": ("CareOps",),
    "careops.contract": ("Call", "Done", "Page"),
    "careops.client.request_flow": ("Response", "Retries"),
    "careops.errors": (
        "CareOpsError",
        "Conflict",
        "Forbidden",
        "InvalidInput",
        "InvalidToken",
        "NoAnswer",
        "NotFound",
        "NotOffered",
        "NotSent",
        "Problem",
        "Refused",
        "ServerError",
        "Stale",
        "TooLarge",
        "TooManyRequests",
        "Unauthorized",
        "Unavailable",
        "UnreadableAnswer",
    ),
    "careops.client.tokens": ("FileTokens", "MemoryTokens", "Tokens", "TokenStore"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "AsyncCareOps",
    "Call",
    "CareOps",
    "CareOpsError",
    "Conflict",
    "Done",
    "FileTokens",
    "Forbidden",
    "InvalidInput",
    "InvalidToken",
    "MemoryTokens",
    "NoAnswer",
    "NotFound",
    "NotOffered",
    "NotSent",
    "Page",
    "Problem",
    "Refused",
    "Response",
    "Retries",
    "ServerError",
    "Stale",
    "TokenStore",
    "Tokens",
    "TooLarge",
    "TooManyRequests",
    "Unauthorized",
    "Unavailable",
    "UnreadableAnswer",
    "__version__",
]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    if name in _HOME_OF:
        from importlib import import_module

        return getattr(import_module(_HOME_OF[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

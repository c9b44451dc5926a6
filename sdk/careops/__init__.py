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
    from careops.contract import Call, Empty, Page
    from careops.errors import (
        ApiError,
        ApprovalRequired,
        CareOpsError,
        Conflict,
        ConnectionFailed,
        Forbidden,
        InvalidInput,
        InvalidResponse,
        InvalidToken,
        NotFound,
        NotSent,
        NotSupported,
        PayloadTooLarge,
        PreconditionFailed,
        Problem,
        ServerError,
        TooManyRequests,
        Unauthorized,
        Unavailable,
    )

__version__ = "1.1.0"

_HOMES = {
    "careops.client.async_client": ("AsyncCareOps",),
    "careops.client.sync_client": ("CareOps",),
    "careops.contract": ("Call", "Empty", "Page"),
    "careops.client.request_flow": ("Response", "Retries"),
    "careops.errors": (
        "CareOpsError",
        "Conflict",
        "Forbidden",
        "InvalidInput",
        "InvalidToken",
        "ConnectionFailed",
        "NotFound",
        "NotSupported",
        "NotSent",
        "Problem",
        "ApiError",
        "ApprovalRequired",
        "ServerError",
        "PreconditionFailed",
        "PayloadTooLarge",
        "TooManyRequests",
        "Unauthorized",
        "Unavailable",
        "InvalidResponse",
    ),
    "careops.client.tokens": ("FileTokens", "MemoryTokens", "Tokens", "TokenStore"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "ApiError",
    "ApprovalRequired",
    "AsyncCareOps",
    "Call",
    "CareOps",
    "CareOpsError",
    "Conflict",
    "ConnectionFailed",
    "Empty",
    "FileTokens",
    "Forbidden",
    "InvalidInput",
    "InvalidResponse",
    "InvalidToken",
    "MemoryTokens",
    "NotFound",
    "NotSent",
    "NotSupported",
    "Page",
    "PayloadTooLarge",
    "PreconditionFailed",
    "Problem",
    "Response",
    "Retries",
    "ServerError",
    "TokenStore",
    "Tokens",
    "TooManyRequests",
    "Unauthorized",
    "Unavailable",
    "__version__",
]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


if not TYPE_CHECKING:  # a type checker would accept any name

    def __getattr__(name: str) -> Any:
        if name in _HOME_OF:
            from importlib import import_module

            return getattr(import_module(_HOME_OF[name]), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""Python SDK of careops: the calls of the platform, with types.

``CareOps`` and ``AsyncCareOps`` make the calls, ``careops.calls`` contains them, ``careops.errors`` shows the tree of
exceptions. Names are imported lazily, so that ``import careops`` is fast.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from careops.client.async_client import AsyncCareOps as AsyncCareOps
    from careops.client.request_flow import Response as Response
    from careops.client.request_flow import Retries as Retries
    from careops.client.sync_client import CareOps as CareOps
    from careops.client.tokens import FileTokens as FileTokens
    from careops.client.tokens import MemoryTokens as MemoryTokens
    from careops.client.tokens import Tokens as Tokens
    from careops.client.tokens import TokenStore as TokenStore
    from careops.contract import Call as Call
    from careops.contract import Empty as Empty
    from careops.contract import Page as Page
    from careops.errors import ApiError as ApiError
    from careops.errors import ApprovalRequired as ApprovalRequired
    from careops.errors import CareOpsError as CareOpsError
    from careops.errors import Conflict as Conflict
    from careops.errors import ConnectionFailed as ConnectionFailed
    from careops.errors import Forbidden as Forbidden
    from careops.errors import InvalidInput as InvalidInput
    from careops.errors import InvalidResponse as InvalidResponse
    from careops.errors import InvalidToken as InvalidToken
    from careops.errors import NotFound as NotFound
    from careops.errors import NotSent as NotSent
    from careops.errors import NotSupported as NotSupported
    from careops.errors import PayloadTooLarge as PayloadTooLarge
    from careops.errors import PreconditionFailed as PreconditionFailed
    from careops.errors import Problem as Problem
    from careops.errors import ServerError as ServerError
    from careops.errors import TooManyRequests as TooManyRequests
    from careops.errors import Unauthorized as Unauthorized
    from careops.errors import Unavailable as Unavailable

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


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME_OF})


if not TYPE_CHECKING:  # a type checker would accept any name
    __all__ = sorted([*_HOME_OF, "__version__"])

    def __getattr__(name: str) -> Any:
        if name in _HOME_OF:
            from importlib import import_module

            return getattr(import_module(_HOME_OF[name]), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

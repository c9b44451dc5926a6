"""One JSON line per event, every line with its request's id; readable text instead on a terminal."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Mapping, MutableMapping
from functools import lru_cache
from typing import Any

import orjson
import structlog

_SECRET_NAMES = ("password", "token", "secret", "authorization", "cookie")
HIDDEN = "•••"


def configure_logs(*, json_lines: bool | None = None, level: int = logging.INFO) -> None:
    """Set the logs up for this process. ``json_lines`` defaults to: yes, unless stderr is a terminal."""
    as_json = not sys.stderr.isatty() if json_lines is None else json_lines
    # A frame's values may be a password: neither form of a traceback shows them.
    for_people = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    for_machines = structlog.processors.JSONRenderer(_as_json)
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            hide_secrets,
            *([structlog.processors.format_exc_info, for_machines] if as_json else [for_people]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    # Sanic's own lines would be text between our JSON; what matters of them is logged by us. httpx writes whole
    # addresses down, with the geocoder's key in them.
    for name in ("sanic.root", "sanic.access", "sanic.server", "httpx"):
        logging.getLogger(name).setLevel(logging.ERROR)


def _as_json(event: object, *, default: Callable[[Any], Any]) -> str:
    return orjson.dumps(event, default=default).decode()


def hide_secrets(_: Any, __: str, event: MutableMapping[str, Any]) -> Mapping[str, Any]:
    """Replace whatever is named like a secret (SEC-61)."""
    for name in event:
        if _is_secret(name):
            event[name] = HIDDEN
    return event


@lru_cache(maxsize=1000)
def _is_secret(name: str) -> bool:
    return any(secret in name.lower() for secret in _SECRET_NAMES)

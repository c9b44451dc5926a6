"""One JSON line per event, every line with its request's id; readable text instead on a terminal."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Mapping, MutableMapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final, TextIO, cast

import orjson
import structlog

_SECRET_NAMES = ("password", "token", "secret", "authorization", "cookie")
HIDDEN = "•••"
LONGEST: Final = 2_000
"""Characters of one value; a request may bring as many as it likes."""
LONGEST_TRACEBACK: Final = 20_000


def configure_logs(*, json_lines: bool | None = None, level: str = "info") -> None:
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
            keep_to_one_line,
            *([structlog.processors.format_exc_info, cut_traceback, for_machines] if as_json else [for_people]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.WriteLoggerFactory(cast(TextIO, StandardError())),  # it asks for no more
        cache_logger_on_first_use=True,
    )
    # What libraries say goes the same way: Sanic would print a stranger's bytes as they came.
    root = logging.getLogger()
    if not any(isinstance(handler, Structured) for handler in root.handlers):
        root.addHandler(Structured())
    # Of Sanic's own lines the errors alone tell something new. httpx writes whole addresses down, with the geocoder's
    # key in them.
    for name in ("sanic.root", "sanic.access", "sanic.server", "httpx"):
        logging.getLogger(name).setLevel(logging.ERROR)


class StandardError:
    """Standard error as it is at each line: what stood in its place when the logs were set up may be closed by now.

    A line that cannot be written is lost, on a full disk for instance, and nothing else with it.
    """

    def write(self, text: str) -> int:
        """Write to the stream of this moment."""
        with suppress(OSError):
            sys.stderr.write(text)
        return len(text)

    def flush(self) -> None:
        """Flush the stream of this moment."""
        with suppress(OSError):
            sys.stderr.flush()


class Structured(logging.Handler):
    """Passes a library's line on to our log."""

    def emit(self, record: logging.LogRecord) -> None:
        """Say it by structlog's rules."""
        logger = structlog.get_logger()
        try:
            logger.log(record.levelno, record.getMessage(), library=record.name, exc_info=record.exc_info)
        except Exception:
            self.handleError(record)


def _as_json(event: object, *, default: Callable[[Any], Any]) -> str:
    return orjson.dumps(event, default=default).decode()


def keep_to_one_line(_: Any, __: str, event: MutableMapping[str, Any]) -> Mapping[str, Any]:
    """Cut long values; show what would move a terminal's cursor, or break a line, by its code (SEC-62)."""
    for name, value in event.items():
        if isinstance(value, str) and (len(value) > LONGEST or not value.isprintable()):
            cut = value if len(value) <= LONGEST else value[:LONGEST] + "…"
            event[name] = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in cut)
    return event


def cut_traceback(_: Any, __: str, event: MutableMapping[str, Any]) -> Mapping[str, Any]:
    """Keep a traceback's end: what went wrong stands there."""
    if len(told := event.get("exception", "")) > LONGEST_TRACEBACK:
        event["exception"] = "…" + told[-LONGEST_TRACEBACK:]
    return event


def hide_secrets(_: Any, __: str, event: MutableMapping[str, Any]) -> Mapping[str, Any]:
    """Replace whatever is named like a secret (SEC-61)."""
    for name in event:
        if _is_secret(name):
            event[name] = HIDDEN
    return event


@lru_cache(maxsize=1000)
def _is_secret(name: str) -> bool:
    return any(secret in name.lower() for secret in _SECRET_NAMES)

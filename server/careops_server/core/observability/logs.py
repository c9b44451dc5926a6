"""Structured logs: one JSON line per event with the request id, or readable text on a terminal."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Mapping, MutableMapping
from contextlib import suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, TextIO, cast

import orjson
import structlog

_SECRET_NAMES = ("password", "token", "secret", "authorization", "cookie")
HIDDEN = "•••"
LONGEST: Final = 2_000
"""Longest logged value in characters, because requests contain values of any length."""
LONGEST_TRACEBACK: Final = 20_000
_LINE: Final = orjson.OPT_APPEND_NEWLINE | orjson.OPT_UTC_Z


def configure_logs(*, json_lines: bool | None = None, level: str = "info") -> None:
    """Configure the logs of this process. ``json_lines`` defaults to true unless stderr is a terminal."""
    as_json = not sys.stderr.isatty() if json_lines is None else json_lines
    # Local variables may contain passwords, so neither form of a traceback shows them.
    for_people = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    for_machines = structlog.processors.JSONRenderer(_as_json)
    structlog.configure(
        processors=[
            inject_context,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            hide_secrets,
            escape_line_breaks,
            *([structlog.processors.format_exc_info, cut_traceback, for_machines] if as_json else [for_people]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        # structlog needs only these methods
        logger_factory=structlog.WriteLoggerFactory(cast(TextIO, _STANDARD_ERROR)),
        cache_logger_on_first_use=True,
    )
    _Answers.as_json = as_json
    _Answers.quickly = as_json and structlog.get_logger().is_enabled_for(logging.INFO)
    # Library logs take the same path, because Sanic would print bytes of requests unescaped.
    root = logging.getLogger()
    if not any(isinstance(handler, Structured) for handler in root.handlers):
        root.addHandler(Structured())
    # Only the errors among Sanic's lines are useful. httpx logs complete addresses, including the geocoder's key.
    for name in ("sanic.root", "sanic.access", "sanic.server", "httpx"):
        logging.getLogger(name).setLevel(logging.ERROR)


def announce(sentence: str, **facts: object) -> None:
    """Report that the process is at work: a sentence on a terminal, else a line of the JSON log."""
    if _Answers.as_json:
        structlog.get_logger().info(sentence, **facts)
    else:
        _STANDARD_ERROR.write(f"{sentence}\n")


_ABOUT: Final[ContextVar[Mapping[str, object]]] = ContextVar("about", default=MappingProxyType({}))


def bind(**facts: object) -> None:
    """Set the context of all following log lines in this task: a request or a job."""
    _ABOUT.set(facts)


def add_context(**facts: object) -> None:
    """Add to the context of the following log lines."""
    _ABOUT.set({**_ABOUT.get(), **facts})


def inject_context(_: Any, __: str, event: MutableMapping[str, Any]) -> Mapping[str, Any]:
    """Prepend the context to a log event."""
    return {**_ABOUT.get(), **event}


class _Answers:
    """Output mode of ``answered``, set by the configuration."""

    quickly = False
    as_json = False


def log_request(*, method: str, route: str, status: int, ms: float) -> None:
    """Log a request.

    The line contains no client data, so JSON output skips the processors, which would cost a tenth of a list's time.
    """
    if not _Answers.quickly:
        structlog.get_logger().info("answered", method=method, route=route, status=status, ms=ms)
        return
    line = {
        **_ABOUT.get(),
        "method": method,
        "route": route,
        "status": status,
        "ms": ms,
        "event": "answered",
        "level": "info",
        "timestamp": datetime.now(UTC),
    }
    _STANDARD_ERROR.write(orjson.dumps(line, option=_LINE).decode())


class StandardError:
    """Current standard error. The stream at configuration time may be closed by now.

    Lines that cannot be written (full disk) are dropped without an error.
    """

    def write(self, text: str) -> int:
        """Write to the current stream."""
        try:
            return sys.stderr.write(text)
        except OSError:
            return 0

    def flush(self) -> None:
        """Flush the current stream."""
        with suppress(OSError):
            sys.stderr.flush()


_STANDARD_ERROR: Final = StandardError()


class Structured(logging.Handler):
    """Forwards log records of libraries to structlog."""

    def emit(self, record: logging.LogRecord) -> None:
        """Log a record with structlog."""
        logger = structlog.get_logger()
        try:
            logger.log(record.levelno, record.getMessage(), library=record.name, exc_info=record.exc_info)
        except Exception:
            self.handleError(record)


def _as_json(event: object, *, default: Callable[[Any], Any]) -> str:
    return orjson.dumps(event, default=default).decode()


def escape_line_breaks(_: Any, __: str, event: MutableMapping[str, Any]) -> Mapping[str, Any]:
    """Cut long values, and escape characters that would break a line or move a terminal's cursor (SEC-62)."""
    for name, value in event.items():
        if isinstance(value, str) and (len(value) > LONGEST or not value.isprintable()):
            cut = value if len(value) <= LONGEST else value[:LONGEST] + "…"
            event[name] = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in cut)
    return event


def cut_traceback(_: Any, __: str, event: MutableMapping[str, Any]) -> Mapping[str, Any]:
    """Cut a traceback to its end, which contains the error."""
    if len(traceback := event.get("exception", "")) > LONGEST_TRACEBACK:
        event["exception"] = "…" + traceback[-LONGEST_TRACEBACK:]
    return event


def hide_secrets(_: Any, __: str, event: MutableMapping[str, Any]) -> Mapping[str, Any]:
    """Mask values with names of secrets (SEC-61)."""
    for name in event:
        if _is_secret(name):
            event[name] = HIDDEN
    return event


@lru_cache(maxsize=1000)
def _is_secret(name: str) -> bool:
    return any(secret in name.lower() for secret in _SECRET_NAMES)

"""Structured logs: one JSON line per event with the request id, or readable text on a terminal."""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping
from contextlib import suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

import orjson

_SECRET_NAMES = ("password", "token", "secret", "authorization", "cookie")
HIDDEN = "•••"
LONGEST: Final = 2_000
"""Longest logged value in characters, because requests contain values of any length."""
MAX_TRACEBACK_LENGTH: Final = 20_000
_LOGGER: Final = logging.getLogger("careops_server")


class EventLogger:
    """Logger of events with fields: ``log.info("job ended", state="done")``."""

    def debug(self, event: str, **fields: object) -> None:
        """Log an event for developers."""
        _LOGGER.debug(event, extra={"fields": fields})

    def info(self, event: str, **fields: object) -> None:
        """Log an event of normal operation."""
        _LOGGER.info(event, extra={"fields": fields})

    def warning(self, event: str, **fields: object) -> None:
        """Log an event that may need attention."""
        _LOGGER.warning(event, extra={"fields": fields})

    def error(self, event: str, **fields: object) -> None:
        """Log a failure."""
        _LOGGER.error(event, extra={"fields": fields})

    def exception(self, event: str, *, exc_info: BaseException | bool = True, **fields: object) -> None:
        """Log a failure with the traceback of the exception, by default the one being handled."""
        _LOGGER.error(event, exc_info=exc_info, extra={"fields": fields})


log: Final = EventLogger()


def configure_logs(*, json_lines: bool | None = None, level: str = "info") -> None:
    """Configure the logs of this process. ``json_lines`` defaults to true unless stderr is a terminal."""
    _Output.as_json = not sys.stderr.isatty() if json_lines is None else json_lines
    _LOGGER.setLevel(level.upper())
    # Library logs take the same path, because Sanic would print bytes of requests unescaped.
    root = logging.getLogger()
    handler = next((handler for handler in root.handlers if isinstance(handler, StandardErrorHandler)), None)
    if handler is None:
        handler = StandardErrorHandler()
        root.addHandler(handler)
    handler.setLevel(level.upper())
    handler.setFormatter(JsonFormatter() if _Output.as_json else TextFormatter())
    # Only the errors among Sanic's lines are useful. httpx logs complete addresses, including the geocoder's key.
    for name in ("sanic.root", "sanic.access", "sanic.server", "httpx"):
        logging.getLogger(name).setLevel(logging.ERROR)


def announce(sentence: str, **fields: object) -> None:
    """Report that the process is at work: a sentence on a terminal, else a line of the JSON log."""
    if _Output.as_json:
        log.info(sentence, **fields)
    else:
        _write(sentence)


_CONTEXT: Final[ContextVar[Mapping[str, object]]] = ContextVar("context", default=MappingProxyType({}))


def bind(**fields: object) -> None:
    """Set the context of all following log lines in this task: a request or a job."""
    _CONTEXT.set(fields)


def add_context(**fields: object) -> None:
    """Add to the context of the following log lines."""
    _CONTEXT.set({**_CONTEXT.get(), **fields})


def log_request(*, method: str, route: str, status: int, ms: float) -> None:
    """Log a request. The line contains no client data, so the JSON form skips the handler and the checks of values."""
    if not (_Output.as_json and _LOGGER.isEnabledFor(logging.INFO)):
        log.info("answered", method=method, route=route, status=status, ms=ms)
        return
    line = {
        **_CONTEXT.get(),
        "method": method,
        "route": route,
        "status": status,
        "ms": ms,
        "event": "answered",
        "level": "info",
        "timestamp": datetime.now(UTC),
    }
    _write(orjson.dumps(line, option=orjson.OPT_UTC_Z).decode())


class _Output:
    """Form of the lines, set by the configuration."""

    as_json = False


class StandardErrorHandler(logging.Handler):
    """Writes to the current standard error. The stream at configuration time may be closed by now."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line."""
        try:
            _write(self.format(record))
        except Exception:
            self.handleError(record)


def _write(line: str) -> None:
    with suppress(OSError):  # a full disk loses lines, not requests
        sys.stderr.write(f"{line}\n")


class JsonFormatter(logging.Formatter):
    """A JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of an event."""
        return orjson.dumps(_fields_of(record), default=repr, option=orjson.OPT_UTC_Z).decode()


class TextFormatter(logging.Formatter):
    """Readable lines for a terminal in local time, with tracebacks below them."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of an event."""
        fields = _fields_of(record)
        head = f"{fields.pop('timestamp').astimezone():%H:%M:%S} {fields.pop('level'):<7} {fields.pop('event')}"
        traceback = fields.pop("exception", None)
        line = "  ".join([head, *(f"{name}={value}" for name, value in fields.items())])
        return line if traceback is None else f"{line}\n{traceback}"


def _fields_of(record: logging.LogRecord) -> dict[str, Any]:
    """Return the fields of a line: the context, those of the event, and the record's own.

    Values with names of secrets are masked (SEC-61). Local variables may contain passwords, so a traceback has none.
    """
    # Records of libraries have no fields.
    values: Mapping[str, object] = getattr(record, "fields", {"library": record.name})
    fields = {name: _loggable(name, value) for name, value in {**_CONTEXT.get(), **values}.items()}
    fields["event"] = _loggable("event", record.getMessage())
    fields["level"] = record.levelname.lower()
    fields["timestamp"] = datetime.fromtimestamp(record.created, UTC)
    if record.exc_info and record.exc_info[0]:
        traceback = _PLAIN.formatException(record.exc_info)
        # The end of a traceback contains the error.
        fields["exception"] = (
            traceback if len(traceback) <= MAX_TRACEBACK_LENGTH else "…" + traceback[-MAX_TRACEBACK_LENGTH:]
        )
    return fields


_PLAIN: Final = logging.Formatter()


def _loggable(name: str, value: object) -> object:
    """Mask secrets (SEC-61), cut long values, and escape characters that would break a line (SEC-62)."""
    if _is_secret(name):
        return HIDDEN
    if not isinstance(value, str) or (len(value) <= LONGEST and value.isprintable()):
        return value
    cut = value if len(value) <= LONGEST else value[:LONGEST] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in cut)


@lru_cache(maxsize=1000)
def _is_secret(name: str) -> bool:
    return any(secret in name.lower() for secret in _SECRET_NAMES)

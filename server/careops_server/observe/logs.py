"""One JSON line per event, every line with its request's id; readable text instead on a terminal."""

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
"""Characters of one value; a request may bring as many as it likes."""
LONGEST_TRACEBACK: Final = 20_000
_LINE: Final = orjson.OPT_APPEND_NEWLINE | orjson.OPT_UTC_Z


def configure_logs(*, json_lines: bool | None = None, level: str = "info") -> None:
    """Set the logs up for this process. ``json_lines`` defaults to: yes, unless stderr is a terminal."""
    as_json = not sys.stderr.isatty() if json_lines is None else json_lines
    # A frame's values may be a password: neither form of a traceback shows them.
    for_people = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    for_machines = structlog.processors.JSONRenderer(_as_json)
    structlog.configure(
        processors=[
            tell_what_about,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            hide_secrets,
            keep_to_one_line,
            *([structlog.processors.format_exc_info, cut_traceback, for_machines] if as_json else [for_people]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.WriteLoggerFactory(cast(TextIO, _STANDARD_ERROR)),  # it asks for no more
        cache_logger_on_first_use=True,
    )
    _Answers.as_json = as_json
    _Answers.quickly = as_json and structlog.get_logger().is_enabled_for(logging.INFO)
    # What libraries say goes the same way: Sanic would print a stranger's bytes as they came.
    root = logging.getLogger()
    if not any(isinstance(handler, Structured) for handler in root.handlers):
        root.addHandler(Structured())
    # Of Sanic's own lines the errors alone tell something new. httpx writes whole addresses down, with the geocoder's
    # key in them.
    for name in ("sanic.root", "sanic.access", "sanic.server", "httpx"):
        logging.getLogger(name).setLevel(logging.ERROR)


def announce(sentence: str, **facts: object) -> None:
    """Report that the process is at work: a sentence on a terminal, else a line of the JSON log."""
    if _Answers.as_json:
        structlog.get_logger().info(sentence, **facts)
    else:
        _STANDARD_ERROR.write(f"{sentence}\n")


_ABOUT: Final[ContextVar[Mapping[str, object]]] = ContextVar("about", default=MappingProxyType({}))


def begin(**facts: object) -> None:
    """What every line of this task is about from now on: a request, a job."""
    _ABOUT.set(facts)


def note(**facts: object) -> None:
    """Something more that they are about."""
    _ABOUT.set({**_ABOUT.get(), **facts})


def tell_what_about(_: Any, __: str, event: MutableMapping[str, Any]) -> Mapping[str, Any]:
    """Put what a line is about in front of what it says."""
    return {**_ABOUT.get(), **event}


class _Answers:
    """How ``answered`` writes, as it was set up."""

    quickly = False
    as_json = False


def answered(*, method: str, route: str, status: int, ms: float) -> None:
    """The line every request leaves.

    Nothing in it is of a stranger's making, so a machine gets it without what the others go through, which would be a
    tenth of all that a list costs.
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
    """Standard error as it is at each line: what stood in its place when the logs were set up may be closed by now.

    A line that cannot be written is lost, on a full disk for instance, and nothing else with it.
    """

    def write(self, text: str) -> int:
        """Write to the stream of this moment."""
        try:
            return sys.stderr.write(text)
        except OSError:
            return 0

    def flush(self) -> None:
        """Flush the stream of this moment."""
        with suppress(OSError):
            sys.stderr.flush()


_STANDARD_ERROR: Final = StandardError()


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

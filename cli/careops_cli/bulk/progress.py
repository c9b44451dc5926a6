"""Progress of a run: an updated line on a terminal, occasional lines elsewhere."""

from __future__ import annotations

import asyncio
import shutil
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

from careops.bulk.targets import Outcome
from careops_cli.framework.errors import is_quiet, print_note, safe_text

if TYPE_CHECKING:
    from careops.bulk import BulkRun

_TERMINAL_SECONDS = 0.2
_LOG_SECONDS = 5.0
_AGAIN_SECONDS = 1.0
"""Time until an interrupt that had no effect is raised again."""
_SHOWN = ("done", "asked for", "unchanged", "planned", "failed")


@asynccontextmanager
async def run_with_progress(run: BulkRun[Any]) -> AsyncIterator[None]:
    """Show the run's progress on stderr while the block runs."""
    if is_quiet():
        yield
        return
    moving = sys.stderr.isatty()
    task = asyncio.create_task(_moving_line(run) if moving else _lines(run))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        if moving:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


@contextmanager
def moving_progress() -> Iterator[Callable[[str], None]]:
    """Yield a function that shows the progress of the server on stderr."""
    moving, shown_at = sys.stderr.isatty(), time.monotonic()

    def show(line: str) -> None:
        nonlocal shown_at
        if is_quiet():
            return
        if moving:
            _move(line)
        elif time.monotonic() - shown_at >= _LOG_SECONDS:
            shown_at = time.monotonic()
            print_note(line)

    try:
        yield show
    finally:
        if moving and not is_quiet():
            _move("")


def _move(line: str) -> None:
    width = shutil.get_terminal_size().columns - 1
    sys.stderr.write(f"\r\x1b[K{safe_text(line).replace(chr(10), ' ')[:width]}")
    sys.stderr.flush()


@contextmanager
def interruptible(run: BulkRun[Any], loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """End the run after the requests in flight on the first Ctrl-C (or SIGTERM), the program on the second.

    While targets are read nothing is in flight, and a read of stdin blocks the event loop: the first one ends it. Enter
    this before the loop runs: asyncio.Runner has its own handler, which would wait for that read.
    """

    def stop(number: int, frame: object) -> None:
        if run.pace.stopping or run.progress.stage == "reading":
            _interrupt(number, frame)
        loop.call_soon_threadsafe(run.stop)

    with _handled_by(stop, signal.SIGINT, signal.SIGTERM):
        yield


@contextmanager
def repeated_interrupts() -> Iterator[None]:
    """Raise an interrupt again every second until the block ends, because Python discards an exception that a signal
    raises inside a weak reference's callback or a finalizer.
    """
    # Windows has no such timer.
    numbers = (signal.SIGINT,) if sys.platform == "win32" else (signal.SIGINT, signal.SIGALRM)
    with _handled_by(_interrupt, *numbers):
        try:
            yield
        finally:
            _repeat_alarm(0)


def _interrupt(number: int, frame: object) -> None:
    _repeat_alarm(_AGAIN_SECONDS)
    raise KeyboardInterrupt


@contextmanager
def _handled_by(handler: Callable[[int, Any], None], *numbers: signal.Signals) -> Iterator[None]:
    previous = {number: signal.signal(number, handler) for number in numbers}
    try:
        yield
    finally:
        for number, before in previous.items():
            signal.signal(number, before)


def _repeat_alarm(seconds: float) -> None:
    """Send SIGALRM to this process at this interval; 0 ends it."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, seconds, seconds)


def progress_line(run: BulkRun[Any]) -> str:
    """Return the progress of the run in one line."""
    progress = run.progress
    match progress.stage:
        case "reading":
            line = f"reading targets: {progress.total:,}"
        case "comparing":
            line = f"comparing {progress.total:,} targets with the platform"
        case "waiting":
            line = f"waiting for {progress.counts[Outcome.ASKED]:,} of {progress.total:,} that were asked for"
        case _:
            line = _numbers(run)
    if run.pace.stopping:
        return f"{line} · finishing what is on its way"
    return f"{line} · waiting: {run.pace.waiting_for}" if run.pace.waiting_for else line


def _numbers(run: BulkRun[Any]) -> str:
    progress = run.progress
    percent = progress.finished * 100 // progress.total if progress.total else 100
    parts = [f"{progress.finished:,} of {progress.total:,} ({percent} %)"]
    counts = {outcome.value: count for outcome, count in progress.counts.items()}
    parts += [f"{name} {counts[name]:,}" for name in _SHOWN if counts.get(name)]
    parts.append(f"{progress.rate:,.0f}/s")
    if progress.seconds_left is not None:
        parts.append(f"{_duration(progress.seconds_left)} left")
    return " · ".join(parts)


def _duration(seconds: float) -> str:
    rounded = int(seconds + 0.5)
    if rounded < 120:
        return f"{rounded} s"
    return f"{rounded // 60} min" if rounded < 7200 else f"{rounded // 3600} h {rounded % 3600 // 60} min"


async def _moving_line(run: BulkRun[Any]) -> None:
    while True:
        _move(progress_line(run))
        await asyncio.sleep(_TERMINAL_SECONDS)


async def _lines(run: BulkRun[Any]) -> None:
    while True:
        await asyncio.sleep(_LOG_SECONDS)
        print_note(progress_line(run))

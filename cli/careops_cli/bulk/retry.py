"""Time for which a command waits for an unavailable platform, also before its run has started."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, TypeVar

from careops_cli.bulk.options import BulkOptions
from careops_cli.framework.errors import print_note

AnswerT = TypeVar("AnswerT")
MANY: Final = 300
ONE: Final = 5
"""Seconds for an interactive command about one record."""
_FIRST_WAIT: Final = 0.5
_LONGEST_WAIT: Final = 15.0


def retry_seconds(bulk: BulkOptions, *, single: bool) -> int:
    """Return the seconds, from the command line or by the kind of change."""
    if bulk.patience is not None:
        return bulk.patience
    return ONE if single else MANY


def with_retry(ask: Callable[[], AnswerT], seconds: float) -> AnswerT:
    """Return the result of ``ask``, retried while the platform is unavailable. Raises all other errors."""
    from careops.bulk.errors import is_away
    from careops.errors import CareOpsError

    began, wait = time.monotonic(), _FIRST_WAIT
    while True:
        try:
            return ask()
        except CareOpsError as error:
            if not is_away(error) or time.monotonic() - began + wait > seconds:
                raise
            if wait == _FIRST_WAIT:
                print_note(f"waiting: {error}")
        time.sleep(wait)
        wait = min(2 * wait, _LONGEST_WAIT)

"""Faults of background loops, which continue after them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from careops.errors import CareOpsError
from careops_server.core.observability.logs import log


@contextmanager
def log_faults(event: str) -> Iterator[None]:
    """Log why a step failed, such as an unreachable database, and continue after it."""
    try:
        yield
    except (CareOpsError, psycopg.Error, OSError) as error:
        log.warning(event, reason=str(error) or type(error).__name__)

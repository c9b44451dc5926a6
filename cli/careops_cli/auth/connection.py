"""Client of a command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from careops_cli.auth.profiles import selected_profile
from careops_cli.auth.token_stores import session_of
from careops_cli.framework.errors import print_message
from careops_cli.framework.options import Options, options_of

if TYPE_CHECKING:
    from careops import CareOps

_CONNECTED = "careops.connected"
"""Key of the options and client of a command."""


def connect(context: typer.Context) -> CareOps:
    """Return the client for the selected platform with its stored session. It is closed after the output."""
    from careops.client.sync_client import CareOps

    options = options_of(context)
    connected: tuple[Options, CareOps] | None = context.meta.get(_CONNECTED)
    if connected is not None and connected[0] is options:
        return connected[1]
    if options.verbose and connected is None:
        context.with_resource(log_requests())
    profile = selected_profile(options)
    client: CareOps = context.with_resource(CareOps(profile.url, tokens=session_of(profile)))
    context.meta[_CONNECTED] = options, client
    return client


@contextmanager
def log_requests() -> Iterator[None]:
    """Print every request on stderr: method, path, status, time and request id."""
    import logging

    class Said(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            print_message(record.getMessage())

    logger, telling = logging.getLogger("careops"), Said()
    before = logger.level
    logger.addHandler(telling)
    logger.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        logger.removeHandler(telling)
        logger.setLevel(before)

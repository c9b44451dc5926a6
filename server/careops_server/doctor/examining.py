"""Looks an installation over: one finding per thing that must be right, and what to do where it is not."""

from __future__ import annotations

import os
from collections.abc import Iterator

from careops_server.doctor import installation
from careops_server.doctor.database import database
from careops_server.doctor.findings import Finding
from careops_server.settings import Settings


def examine(settings: Settings) -> Iterator[Finding]:
    """Every finding, as it is made. Changes nothing, but starts an embedded PostgreSQL for the time of the check."""
    yield installation.names(os.environ)
    yield installation.data_dir(settings)
    yield installation.secret(settings)
    yield installation.disk(settings)
    yield installation.console(settings)
    yield from installation.server(settings)
    if settings.s3_bucket is not None:
        yield installation.storage(settings)
        yield installation.backups(settings)
    if settings.upstream_url is not None:
        yield installation.platform(settings.upstream_url)
    if settings.database_url is None:
        yield (found := installation.programs())
        if found.state == "fail":
            return
    yield from database(settings)

"""Diagnostics of an installation: one finding per check, with advice if it fails."""

from __future__ import annotations

import os
from collections.abc import Iterator

from careops_server.core.configuration.settings import Settings
from careops_server.core.diagnostics import installation
from careops_server.core.diagnostics.database import database
from careops_server.core.diagnostics.result import Finding


def examine(settings: Settings) -> Iterator[Finding]:
    """Yield findings as they are made. Changes nothing, but starts an embedded PostgreSQL during the check."""
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
        yield (finding := installation.programs())
        if finding.state == "fail":
            return
    yield from database(settings)

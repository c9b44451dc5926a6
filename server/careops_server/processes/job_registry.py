"""All job kinds by name. Like the tables of routes and settings, it gives an overview."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from careops_server.areas.broadcasts import jobs as broadcasts
from careops_server.areas.data_generation import jobs as data_generation
from careops_server.areas.feeds import jobs as feeds
from careops_server.core.jobs.definitions import JobKind

_ALL: Final[tuple[JobKind, ...]] = (
    broadcasts.LEDGER,
    data_generation.CMS,
    data_generation.GROWTH,
    feeds.FETCH_FEEDS,
    feeds.PREVIEW_FEEDS,
)
KINDS: Final[Mapping[str, JobKind]] = {kind.name: kind for kind in _ALL}

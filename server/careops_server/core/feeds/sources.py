"""Choice of the source for a feed's address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from careops_server.core.configuration.feeds import DEMO_FEED

if TYPE_CHECKING:
    from careops_server.core.feeds.fetcher import Source


def open_source(address: str) -> Source:
    """Return the demo source or the public internet. The caller closes it."""
    if address == DEMO_FEED:
        from careops_server.core.feeds.demo import DemoSource

        return DemoSource()
    from careops_server.core.feeds.fetcher import HttpSource

    return HttpSource()

"""Order of several database hosts: the last primary is tried first.

A host without power does not answer at all. If it were always first in the URL, each new connection would wait for its
timeout.
"""

from __future__ import annotations

from typing import Any

import psycopg

from careops_server.core.configuration.dsn import hosts_of
from careops_server.core.observability.logs import log


class HostOrder:
    """Order in which the hosts of a URL are tried."""

    def __init__(self, url: str) -> None:
        self._hosts = list(hosts_of(url))
        self._is_ordered = False

    def parameters(self) -> dict[str, Any]:
        """Return libpq's parameters for the next connection, none for a single host."""
        if len(self._hosts) < 2:
            return {}
        host, port = (",".join(each) for each in zip(*self._hosts, strict=True))
        return {"host": host, "port": port}

    def record(self, info: psycopg.ConnectionInfo) -> None:
        """Try the host of this connection first from now on."""
        host = next((each for each in self._hosts if each[0] == info.host and each[1] in ("", str(info.port))), None)
        if host is None or len(self._hosts) < 2 or (self._is_ordered and host == self._hosts[0]):
            return
        if self._is_ordered:
            log.warning("database failover detected", host=info.host, port=info.port)
        self._hosts.remove(host)
        self._hosts.insert(0, host)
        self._is_ordered = True

"""Order of several database hosts: the last primary is tried first, and a demoted primary is no longer used.

A host without power does not answer at all. If it were always first in the URL, each new connection would wait for its
timeout.
"""

from __future__ import annotations

from typing import Any, Final

import structlog
from sqlalchemy import Engine, ExceptionContext, event

from careops_server.core.configuration.dsn import hosts_of

log = structlog.get_logger()
_READ_ONLY: Final = "25006"


def follow_primary(engine: Engine, url: str) -> None:
    """Direct an engine's connections to the current primary."""
    event.listen(engine, "handle_error", _leave_read_only)
    hosts = hosts_of(url)
    if len(hosts) > 1:
        order = _Order(hosts)
        event.listen(engine, "do_connect", order.next_hosts)
        event.listen(engine, "connect", order.record)


class _Order:
    """Order in which hosts are tried."""

    def __init__(self, hosts: tuple[tuple[str, str], ...]) -> None:
        self._hosts = list(hosts)
        self._known = False

    def next_hosts(self, dialect: object, record: object, given: object, parameters: dict[str, Any]) -> None:
        parameters["host"], parameters["port"] = (",".join(each) for each in zip(*self._hosts, strict=True))

    def record(self, connection: Any, record: object) -> None:
        info = connection.driver_connection.info
        found = next((each for each in self._hosts if each[0] == info.host and each[1] in ("", str(info.port))), None)
        if found is None or (self._known and found == self._hosts[0]):
            return
        if self._known:
            log.warning("the database has another primary", host=info.host, port=info.port)
        self._hosts.remove(found)
        self._hosts.insert(0, found)
        self._known = True


def _leave_read_only(context: ExceptionContext) -> None:
    """Disconnect from a primary that was demoted to a replica.

    It keeps its connections open, but refuses every change.
    """
    if getattr(context.original_exception, "sqlstate", None) == _READ_ONLY:
        context.is_disconnect = True

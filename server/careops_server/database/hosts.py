"""A database on several hosts: the one that was the primary last is asked first, and one that is not any more is left.

A host that lost its power answers nothing at all. Were it always the first in the address, each new connection would
wait for it as long as for one that may answer yet.
"""

from __future__ import annotations

from typing import Any, Final

import structlog
from sqlalchemy import Engine, ExceptionContext, event

from careops_server.database.addresses import hosts_of

log = structlog.get_logger()
_READ_ONLY: Final = "25006"


def follow_primary(engine: Engine, url: str) -> None:
    """Have an engine's connections go where the primary is."""
    event.listen(engine, "handle_error", _leave_read_only)
    hosts = hosts_of(url)
    if len(hosts) > 1:
        order = _Order(hosts)
        event.listen(engine, "do_connect", order.ask)
        event.listen(engine, "connect", order.note)


class _Order:
    """In which order hosts are asked."""

    def __init__(self, hosts: tuple[tuple[str, str], ...]) -> None:
        self._hosts = list(hosts)
        self._known = False

    def ask(self, dialect: object, record: object, given: object, parameters: dict[str, Any]) -> None:
        parameters["host"], parameters["port"] = (",".join(each) for each in zip(*self._hosts, strict=True))

    def note(self, connection: Any, record: object) -> None:
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
    """A primary that became a replica keeps its connections, and refuses every change: look for the new one."""
    if getattr(context.original_exception, "sqlstate", None) == _READ_ONLY:
        context.is_disconnect = True

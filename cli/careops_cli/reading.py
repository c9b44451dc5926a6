"""One record, read before it is changed: with its version, so that nothing somebody else changes is overwritten."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from careops_cli.failures import Stop

if TYPE_CHECKING:
    from careops import CareOps
    from careops.contract import Call, Page


class _Identified(Protocol):
    @property
    def id(self) -> int: ...


RecordT = TypeVar("RecordT", bound=_Identified)


def the_one(
    client: CareOps, read: Call[RecordT], id: int, *, among: Call[Page[RecordT]], unknown: str, listed_by: str
) -> RecordT:
    """The record with that id; without a version out of its list, where the platform has no read of one record.

    Raises ``Stop`` with ``unknown`` when nobody knows it; ``listed_by`` is the command that would name it.
    """
    from careops.errors import NotFound

    try:
        return client.send(read)
    except NotFound:
        found = next((record for record in client.each(among) if record.id == id), None)
    if found is None:
        raise Stop(unknown, next_step=f"{listed_by} names them.")
    return found

"""One record, read before it is changed: with its version, so that nothing somebody else changes is overwritten."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from careops.constants import MAX_PAGE_SIZE
from careops_cli.failures import Stop

if TYPE_CHECKING:
    from careops import CareOps
    from careops.contract import Call, Page


class _Identified(Protocol):
    @property
    def id(self) -> int: ...


RecordT = TypeVar("RecordT", bound=_Identified)


def the_one(
    client: CareOps, id: int, among: type[Call[Page[RecordT]]], *, unknown: str, read: Call[RecordT] | None = None
) -> RecordT:
    """The record with that id; without a version out of its list, where there is no read of one record.

    Raises ``Stop`` with ``unknown``, the platform's own sentence, when nobody knows it.
    """
    from careops.calls import area_of
    from careops.errors import Refused

    try:
        if read is not None:
            return client.send(read)
        found = _in_list(client, id, among)
    except Refused as error:
        if read is None or error.status not in (404, 405):
            raise
        # A platform that knows the read has said so; another may know the record all the same.
        found = None if str(error) == unknown else _in_list(client, id, among)
    if found is None:
        raise Stop(unknown, next_step=f"careops {area_of(among).replace('_', '-')} list --all names them.")
    return found


def _in_list(client: CareOps, id: int, among: type[Call[Page[RecordT]]]) -> RecordT | None:
    every = client.each(among.model_validate({"perpage": MAX_PAGE_SIZE}))
    return next((record for record in every if record.id == id), None)

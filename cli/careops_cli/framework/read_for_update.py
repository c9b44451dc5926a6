"""Read a record with its version before a change, so that changes of other users are not overwritten."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from careops.constants import MAX_PAGE_SIZE
from careops_cli.framework.errors import CliError

if TYPE_CHECKING:
    from careops import CareOps
    from careops.contract import Call, Page
    from careops.error_codes import Title


class _Identified(Protocol):
    @property
    def id(self) -> int: ...


RecordT = TypeVar("RecordT", bound=_Identified)


def get_for_update(
    client: CareOps, id: int, among: type[Call[Page[RecordT]]], *, unknown: Title, read: Call[RecordT] | None = None
) -> RecordT:
    """Return the record with that id. If there is no read of one record, search its list, without a version.

    Raises ``CliError`` with ``unknown``, the platform's message, if it does not exist.
    """
    from careops.calls import area_of
    from careops.errors import ApiError

    try:
        if read is not None:
            return client.send(read)
        record = _in_list(client, id, among)
    except ApiError as error:
        if read is None or error.status not in (404, 405):
            raise
        # If the platform supports the read, its answer is final. Otherwise the list may contain the record.
        record = None if error.code == unknown.code else _in_list(client, id, among)
    if record is None:
        raise CliError(unknown, next_step=f"careops {area_of(among).replace('_', '-')} list --all names them.")
    return record


def _in_list(client: CareOps, id: int, among: type[Call[Page[RecordT]]]) -> RecordT | None:
    every = client.each(among.model_validate({"perpage": MAX_PAGE_SIZE}))
    return next((record for record in every if record.id == id), None)

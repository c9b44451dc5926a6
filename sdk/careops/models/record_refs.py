"""References to records with a timeline: kind and id in one word, such as ``clinic:41``."""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple, cast

from pydantic import StringConstraints

from careops.error_codes import title_of
from careops.record_kinds import NOTE_KINDS, RECORD_KINDS, NoteKind

NO_RECORD: Final = title_of("record_not_found")

RecordRef = Annotated[
    str, StringConstraints(strict=True, pattern=rf"^({'|'.join(RECORD_KINDS)}):[1-9][0-9]{{0,17}}$", max_length=30)
]
"""Kind and id of a record: ``clinic:41``."""
NoteRef = Annotated[
    str, StringConstraints(strict=True, pattern=rf"^({'|'.join(NOTE_KINDS)}):[1-9][0-9]{{0,17}}$", max_length=40)
]
"""Kind and id of a record with notes: ``clinic:41``, ``change_request:7``."""


class Record(NamedTuple):
    """Record by its kind and id."""

    kind: NoteKind
    id: int

    @property
    def ref(self) -> str:
        """The reference of the record: ``clinic:41``."""
        return f"{self.kind}:{self.id}"

    @property
    def clinic_id(self) -> int | None:
        """Id of the clinic whose audit trail contains changes about the record."""
        return self.id if self.kind == "clinic" else None


def parse_ref(ref: NoteRef) -> Record:
    """Return the record of a validated reference."""
    kind, _, id = ref.partition(":")
    return Record(cast(NoteKind, kind), int(id))

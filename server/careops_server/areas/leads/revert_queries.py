"""SQL that lists uploads and undoes one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import text

from careops.calls.leads import NO_UPLOAD, UNDONE_WITHIN_DAYS, EditedLead, LeadUpload, LeadUploadUndone
from careops.models.lead_uploads import MAX_LISTED_ROWS
from careops_server.core.database import tables
from careops_server.core.database.connection import Connection
from careops_server.core.database.row_statements import update_row
from careops_server.core.queries.json_select import moment
from careops_server.core.queries.list_query import ListQuery
from careops_server.core.queries.references import Reference

_LATEST: Final = f"now() - interval '{UNDONE_WITHIN_DAYS} days'"
LEAD_UPLOADS: Final = ListQuery(
    LeadUpload,
    "lead_uploads u",
    read={
        "clinic_name": "(select c.name from clinics c where c.id = u.clinic_id)",
        "uploaded_at": moment("u.uploaded_at"),
        "uploaded_by": "(select p.name from users p where p.id = u.user_id)",
        "undone_at": moment("u.undone_at"),
        "undone_by": "(select p.name from users p where p.id = u.undone_by)",
        "may_be_undone": f"(u.undone_at is null and u.uploaded_at > {_LATEST})",
    },
    where={"clinic_id": "u.clinic_id = :clinic_id"},
)
UPLOAD_REF: Final = Reference("lead_uploads", "upload_id", NO_UPLOAD)
_HOLD: Final = text(f"""
    select clinic_id, file_name, added, uploaded_at > {_LATEST} as in_time, undone_at is not null as undone,
        removed, kept, gone
    from lead_uploads where id = :id for no key update
""")
_REMOVE: Final = text("delete from leads where upload_id = :id and changed_at is null")
_EDITED: Final = text("""
    select count(*) over () as total, id, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), person) as name
    from leads where upload_id = :id order by id limit :most
""")
_NOTE: Final = update_row(tables.lead_uploads, "undone_by removed kept gone", now="undone_at")


@dataclass(frozen=True)
class Upload:
    """An upload, locked until the transaction ends."""

    id: int
    clinic_id: int
    file_name: str
    added: int
    in_time: bool
    undone: LeadUploadUndone | None
    """Result of an earlier undo."""


async def lock_upload(connection: Connection, upload_id: int) -> Upload:
    """Lock an upload. Raises ``NotFound``."""
    row: Any = (await connection.execute(_HOLD, {"id": upload_id})).one_or_none()
    if row is None:
        raise UPLOAD_REF.not_found()
    undone = None
    if row.undone:
        _, edited = await _list_edited(connection, upload_id)
        undone = LeadUploadUndone(removed=row.removed, kept=row.kept, gone=row.gone, edited=edited)
    return Upload(upload_id, row.clinic_id, row.file_name, row.added, row.in_time, undone)


async def undo(connection: Connection, upload: Upload, *, user_id: int) -> LeadUploadUndone:
    """Delete the leads of an upload, except those edited since."""
    removed = (await connection.execute(_REMOVE, {"id": upload.id})).rowcount
    remaining, edited = await _list_edited(connection, upload.id)
    gone = upload.added - removed - remaining
    done = LeadUploadUndone(removed=removed, kept=remaining, gone=gone, edited=edited)
    await connection.execute(_NOTE, {"id": upload.id, "undone_by": user_id, **done.model_dump(exclude={"edited"})})
    return done


async def _list_edited(connection: Connection, upload_id: int) -> tuple[int, list[EditedLead]]:
    """Return the number of leads that an upload still has, and the first of them."""
    rows = (await connection.execute(_EDITED, {"id": upload_id, "most": MAX_LISTED_ROWS})).mappings().all()
    return rows[0]["total"] if rows else 0, [EditedLead.model_validate(row) for row in rows]

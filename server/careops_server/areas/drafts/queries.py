"""SQL of drafts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from sqlalchemy import text

from careops.calls.drafts import Draft
from careops.constants import DRAFT_DAYS
from careops_server.core.database.connection import Connection

_LIST: Final = text(f"""
    select draft_id, form, typed, began_with, kept_at from form_drafts
    where user_id = :user_id and (cast(:form as text) is null or form = :form)
        and kept_at > now() - interval '{DRAFT_DAYS} days'
    order by kept_at desc, draft_id
""")
# One transaction at a time for each account, so that parallel requests cannot exceed the limit.
_TAKE_TURN: Final = text("select pg_advisory_xact_lock(hashtextextended('form drafts', :user_id))")
_FORM: Final = text("select form from form_drafts where user_id = :user_id and draft_id = :draft_id")
_KEEP: Final = text("""
    insert into form_drafts (user_id, draft_id, session_id, form, typed, began_with)
    values (:user_id, :draft_id, :session_id, :form, :typed, :began_with)
    on conflict (user_id, draft_id) do update
    set session_id = excluded.session_id, form = excluded.form, typed = excluded.typed,
        began_with = excluded.began_with, kept_at = now()
""")
_DROP_OLDEST: Final = text("""
    delete from form_drafts d using (
        select draft_id from form_drafts where user_id = :user_id order by kept_at desc, draft_id offset :most
    ) old
    where d.user_id = :user_id and d.draft_id = old.draft_id
""")
_FORGET: Final = text("delete from form_drafts where user_id = :user_id and draft_id = :draft_id returning form")
_FORGET_SESSION: Final = text("delete from form_drafts where session_id = :session_id")


async def list_drafts(connection: Connection, user_id: int, form: str | None) -> list[Draft]:
    """Return an account's drafts, newest first."""
    drafts = (await connection.execute(_LIST, {"user_id": user_id, "form": form})).all()
    return [
        Draft(
            draft_id=row.draft_id,
            form=row.form,
            values=json.loads(row.typed),
            began_with=json.loads(row.began_with),
            kept_at=row.kept_at,
        )
        for row in drafts
    ]


async def form_of(connection: Connection, user_id: int, draft_id: str) -> str | None:
    """Return the form of a draft, None without one. Locks the account's drafts until the transaction ends."""
    await connection.execute(_TAKE_TURN, {"user_id": user_id})
    return (await connection.execute(_FORM, {"user_id": user_id, "draft_id": draft_id})).scalar_one_or_none(str)


async def save(connection: Connection, draft: Mapping[str, Any], *, most: int) -> None:
    """Store a draft, and delete all but the newest ``most`` of the account."""
    written = {name: json.dumps(draft[name]) for name in ("typed", "began_with")}
    await connection.execute(_KEEP, {**draft, **written})
    await connection.execute(_DROP_OLDEST, {"user_id": draft["user_id"], "most": most})


async def delete(connection: Connection, user_id: int, draft_id: str) -> str | None:
    """Delete a draft. Return its form, None if there is no such draft."""
    return (await connection.execute(_FORGET, {"user_id": user_id, "draft_id": draft_id})).scalar_one_or_none(str)


async def forget_session(connection: Connection, session_id: UUID) -> None:
    """Delete all drafts of a session."""
    await connection.execute(_FORGET_SESSION, {"session_id": session_id})

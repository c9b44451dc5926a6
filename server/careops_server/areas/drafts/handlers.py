"""Handlers of form drafts: input that was not sent."""

from __future__ import annotations

from careops.calls.drafts import NO_DRAFT, DeleteDraft, Draft, ListDrafts, SaveDraft
from careops.constants import MAX_DRAFTS
from careops.contract import Empty
from careops.errors import NotFound
from careops_server.areas.drafts import queries
from careops_server.core.context import Context


async def list_drafts(call: ListDrafts, context: Context) -> list[Draft]:
    """Return the caller's drafts."""
    return await queries.list_drafts(context.connection, context.actor.user.id, call.form)


async def save_draft(call: SaveDraft, context: Context) -> Empty:
    """Store a draft. The audit log records only that it exists, because input is no change yet."""
    actor = context.actor
    form = await queries.form_of(context.connection, actor.user.id, call.draft_id)
    draft = {
        "user_id": actor.user.id,
        "session_id": actor.session_id,
        "draft_id": call.draft_id,
        "form": call.form,
        "typed": call.values,
        "began_with": call.began_with,
    }
    await queries.save(context.connection, draft, most=MAX_DRAFTS)
    context.changed("draft", call.draft_id, before={"form": form}, after={"form": call.form})
    return Empty()


async def delete_draft(call: DeleteDraft, context: Context) -> Empty:
    """Delete a draft. Raises ``NotFound`` if it is not the caller's."""
    form = await queries.delete(context.connection, context.actor.user.id, call.draft_id)
    if form is None:
        raise NotFound(NO_DRAFT, source="draft_id")
    context.changed("draft", call.draft_id, before={"form": form})
    return Empty()

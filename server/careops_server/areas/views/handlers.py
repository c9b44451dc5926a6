"""Handlers of saved views and of each account's list columns."""

from __future__ import annotations

from careops.calls import views as calls
from careops.constants import MAX_VIEWS
from careops.contract import Empty, Page, RawJson
from careops.errors import Conflict, Forbidden, InvalidInput, NotFound
from careops_server.areas.views import queries
from careops_server.areas.views.list_registry import list_call, lists_of
from careops_server.core.context import Context
from careops_server.core.queries.row_updates import LockedRow


async def list_layouts(call: calls.ListLayouts, context: Context) -> list[calls.Layout]:
    """Return the caller's column layouts."""
    return await queries.list_layouts(context.connection, context.actor.user.id)


async def save_layout(call: calls.SaveLayout, context: Context) -> Empty:
    """Save the columns of a list. Raises ``NotFound`` for a list the caller may not read."""
    if list_call(context.actor, call.list_name) is None:
        raise NotFound(calls.NO_LIST, source="list_name")
    before = await queries.save_layout(context.connection, context.actor.user.id, call.list_name, call.columns)
    after = queries.columns_to_json(call.columns)
    context.changed("layout", call.list_name, before={"columns": before}, after={"columns": after})
    return Empty()


async def list_views(call: calls.ListViews, context: Context) -> RawJson[Page[calls.SavedView]]:
    """Return one page of the views the caller can see.

    Unknown lists and lists the caller may not read have no views.
    """
    readable = lists_of(context.actor)
    lists = readable if call.list_name is None else [name for name in readable if name == call.list_name]
    return await queries.VIEWS.page(context.connection, call, user_id=context.actor.user.id, lists=list(lists))


async def create_view(call: calls.CreateView, context: Context) -> calls.SavedView:
    """Save a view. Raises ``Conflict`` if the name is taken or the account has too many views."""
    user = context.actor.user
    if list_call(context.actor, call.list_name) is None:
        raise InvalidInput(calls.NO_LIST, source="list_name")
    if await queries.count_views(context.connection, user.id) >= MAX_VIEWS:
        raise Conflict(calls.TOO_MANY, source="name")
    view_id = await queries.create_view(context.connection, call, user_id=user.id, made_by=user.name)
    if view_id is None:
        raise Conflict(calls.NAME_TAKEN, source="name")
    context.changed("view", view_id, after=call.model_dump())
    return calls.SavedView(id=view_id, mine=True, made_by=user.name, **call.model_dump())


async def update_view(call: calls.UpdateView, context: Context) -> calls.SavedView:
    """Update a view. Raises ``NotFound``, ``Forbidden`` for another account's view, ``Conflict`` for a taken name."""
    view = await _lock_view(call.view_id, context)
    if view["user_id"] != context.actor.user.id:
        raise Forbidden(calls.NOT_YOURS, source="view_id")
    if await queries.is_taken(context.connection, view.row, call.name, besides=call.view_id):
        raise Conflict(calls.NAME_TAKEN, source="name")
    values = call.model_dump(exclude={"view_id"})
    context.changed("view", call.view_id, **await view.set(context.connection, values))
    return calls.SavedView(id=call.view_id, list_name=view["list_name"], mine=True, made_by=view["made_by"], **values)


async def delete_view(call: calls.DeleteView, context: Context) -> Empty:
    """Delete the caller's view, or as super admin any shared one. Raises ``NotFound`` and ``Forbidden``."""
    view = await _lock_view(call.view_id, context)
    if view["user_id"] != context.actor.user.id and context.actor.account_type != "super_admin":
        raise Forbidden(calls.NOT_YOURS, source="view_id")
    await queries.VIEW.delete(context.connection, id=call.view_id)
    context.changed("view", call.view_id, before={name: view[name] for name in ("list_name", "name", "shared")})
    return Empty()


async def _lock_view(view_id: int, context: Context) -> LockedRow:
    """Lock a view that the caller can see. Another account's private view raises ``NotFound``."""
    view = await queries.VIEW.lock(context.connection, id=view_id)
    own = view is not None and view["user_id"] == context.actor.user.id
    if view is None or not (own or (view["shared"] and list_call(context.actor, view["list_name"]))):
        raise queries.VIEW_REF.not_found()
    return view

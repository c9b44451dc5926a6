"""SQL of saved views and column layouts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import text

from careops.calls.views import NO_VIEW, CreateView, Layout, ListColumn, SavedView
from careops_server.core.database import tables
from careops_server.core.database.connection import Connection
from careops_server.core.queries.list_query import ListQuery
from careops_server.core.queries.references import Reference
from careops_server.core.queries.row_updates import UpdatableTable

VIEW_REF: Final = Reference("list_views", "view_id", NO_VIEW)
VIEW: Final = UpdatableTable(
    tables.list_views,
    frozenset({"name", "filters", "columns", "shared"}),
    also=frozenset({"user_id", "made_by", "list_name"}),
)
_LAYOUTS: Final = text("select list_name, columns from list_layouts where user_id = :user_id order by list_name")
_LAYOUT: Final = text("select columns from list_layouts where user_id = :user_id and list_name = :list_name for update")
_KEEP: Final = text("""
    insert into list_layouts (user_id, list_name, columns) values (:user_id, :list_name, cast(:columns as jsonb))
    on conflict (user_id, list_name) do update set columns = excluded.columns, updated_at = now()
""")
_FORGET: Final = text("delete from list_layouts where user_id = :user_id and list_name = :list_name")
VIEWS: Final = ListQuery(
    SavedView,
    "list_views v",
    read={"mine": "v.user_id = :user_id"},
    base_filter="v.list_name = any(:lists) and (v.user_id = :user_id or v.shared)",
    order="v.user_id = :user_id desc, lower(v.name)",
)
# One transaction at a time for each account, so that parallel requests cannot exceed the limit of views.
_TAKE_TURN: Final = text("select pg_advisory_xact_lock(hashtextextended('list views', :user_id))")
_HAS: Final = text("select count(*) from list_views where user_id = :user_id")
_CREATE: Final = text("""
    insert into list_views (user_id, made_by, list_name, name, filters, columns, shared)
    values (:user_id, :made_by, :list_name, :name, cast(:filters as jsonb), cast(:columns as jsonb), :shared)
    on conflict (user_id, list_name, lower(name)) do nothing returning id
""")
_TAKEN: Final = text("""
    select exists (
        select from list_views
        where user_id = :user_id and list_name = :list_name and lower(name) = lower(:name) and id <> :id
    )
""")


async def list_layouts(connection: Connection, user_id: int) -> list[Layout]:
    """Return an account's column layouts."""
    rows = (await connection.execute(_LAYOUTS, {"user_id": user_id})).all()
    return [Layout(list_name=row.list_name, columns=row.columns) for row in rows]


async def save_layout(
    connection: Connection, user_id: int, list_name: str, columns: Sequence[ListColumn]
) -> Sequence[Any]:
    """Save the columns of a list. Return the previous ones."""
    key = {"user_id": user_id, "list_name": list_name}
    before: Sequence[Any] | None = (await connection.execute(_LAYOUT, key)).scalar_one_or_none()
    if columns:
        await connection.execute(_KEEP, {**key, "columns": json.dumps(columns_to_json(columns))})
    else:
        await connection.execute(_FORGET, key)
    return before or []


async def count_views(connection: Connection, user_id: int) -> int:
    """Count an account's views, and lock them until the transaction ends."""
    await connection.execute(_TAKE_TURN, {"user_id": user_id})
    return (await connection.execute(_HAS, {"user_id": user_id})).scalar_one(int)


async def create_view(connection: Connection, call: CreateView, *, user_id: int, made_by: str) -> int | None:
    """Create a view and return its id, None if the account has a view with that name."""
    values = {
        "user_id": user_id,
        "made_by": made_by,
        "list_name": call.list_name,
        "name": call.name,
        "filters": json.dumps(call.filters),
        "columns": json.dumps(columns_to_json(call.columns)),
        "shared": call.shared,
    }
    return (await connection.execute(_CREATE, values)).scalar_one_or_none(int)


async def is_taken(connection: Connection, view: Mapping[str, Any], name: str, *, besides: int) -> bool:
    """Return whether another view of the account and list has the name."""
    await connection.execute(_TAKE_TURN, {"user_id": view["user_id"]})
    values = {"user_id": view["user_id"], "list_name": view["list_name"], "name": name, "id": besides}
    return (await connection.execute(_TAKEN, values)).scalar_one(bool)


def columns_to_json(columns: Sequence[ListColumn]) -> list[dict[str, Any]]:
    """Return columns in their stored form."""
    return [column.model_dump() for column in columns]

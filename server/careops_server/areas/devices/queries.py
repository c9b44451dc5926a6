"""SQL of devices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import text

from careops.calls.devices import DeleteAllDevices, DeleteDevice, Device, ReportedDevice
from careops_server.areas.users.reference import USER
from careops_server.core.database.connection import Connection
from careops_server.core.queries.list_query import ListQuery

DEVICES: Final = ListQuery(
    Device,
    "devices d",
    base_filter="d.user_id = :user_id",
    where={"device_type": "d.device_type = :device_type"},
    order="d.updated_at desc",
    parent=USER,
)
_DELETE = text("""
    delete from devices where id = :device_id and user_id = :user_id
    returning app_type, app_version, device_type, device_version
""")
# One statement for any number of devices. It locks no devices of other users.
_DELETE_ALL = text("""
    with gone as (
        delete from devices
        where user_id = :user_id and (cast(:device_type as text) is null or device_type = :device_type) returning id
    )
    select coalesce(array_agg(id), '{}') from gone
""")
_USERS = text("select id from users where id = any(:ids) order by id for key share")
_REPORT = text("""
    with reports as (
        select distinct on (app_type, device_key) *
        from unnest(
            cast(:user_id as bigint[]), cast(:app_type as text[]), cast(:device_key as text[]),
            cast(:app_version as text[]), cast(:device_type as text[]), cast(:device_version as text[]),
            cast(:seen_at as timestamptz[])
        ) t (user_id, app_type, device_key, app_version, device_type, device_version, seen_at)
        order by app_type, device_key, seen_at desc
    ), stored as (
        insert into devices as d (user_id, app_type, device_key, app_version, device_type, device_version,
                                  created_at, updated_at)
        select user_id, app_type, device_key, app_version, device_type, device_version, seen_at, seen_at from reports
        on conflict (app_type, device_key) do update
        set user_id = excluded.user_id, app_version = excluded.app_version, device_type = excluded.device_type,
            device_version = excluded.device_version, updated_at = excluded.updated_at
        where excluded.updated_at > d.updated_at
        returning xmax = 0 as new, id, app_version, updated_at
    ), followed as (
        -- Broadcasts that reached them: a new version has followed an upgrade, any word at all a new sign-in.
        update broadcast_devices r set seen_at = k.updated_at, seen_version = k.app_version
        from stored k, broadcasts b
        where r.device_id = k.id and r.seen_at is null and b.id = r.broadcast_id and k.updated_at > b.sent_at
          and (b.kind = 'relogin' or r.app_version <> k.app_version)
        returning r.broadcast_id
    ), counted as (
        update broadcasts b set seen = b.seen + f.added
        from (select broadcast_id, count(*) as added from followed group by 1 order by 1) f where b.id = f.broadcast_id
    )
    select count(*) filter (where new) as added, count(*) filter (where not new) as updated from stored
""")
_COLUMNS: Final = ("user_id", "app_type", "device_key", "app_version", "device_type", "device_version", "seen_at")


@dataclass(frozen=True)
class UpsertResult:
    """Result of a batch of reports."""

    added: int
    updated: int


async def delete_device(connection: Connection, call: DeleteDevice) -> Mapping[str, Any] | None:
    """Delete a device. Return its previous values, None if the user has no such device."""
    return (await connection.execute(_DELETE, call.model_dump())).mappings().one_or_none()


async def delete_all_devices(connection: Connection, call: DeleteAllDevices) -> list[int]:
    """Delete devices. Return their ids."""
    ids: list[int] = (await connection.execute(_DELETE_ALL, call.model_dump())).scalar_one()
    return ids


async def known_users(connection: Connection, ids: set[int]) -> set[int]:
    """Return the existing users among ``ids``, locked until the transaction ends."""
    return set((await connection.execute(_USERS, {"ids": sorted(ids)})).scalars())


async def report_devices(connection: Connection, devices: Sequence[ReportedDevice]) -> UpsertResult:
    """Store new reports in one statement."""
    values = {name: [getattr(device, name) for device in devices] for name in _COLUMNS}
    row = (await connection.execute(_REPORT, values)).mappings().one_row()
    return UpsertResult(**row)

"""SQL of approval policies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import text

from careops.constants import ACCOUNT_TYPES
from careops.models.approval_policies import ApprovalPolicy, FreezePeriod
from careops_server.core.database.connection import Connection

_LOCK = text("select pg_advisory_xact_lock(hashtextextended(:table, 0))")
_POLICIES = text("""
    select call, condition, nullif(field, '') as field, at_least, approvals, roles, enabled
    from approval_policies order by call, condition, field
""")
_FREEZES = text("select starts_at, ends_at, reason from freeze_periods order by starts_at, id")
_DEVICES = text("select count(*) from devices where cast(:app_type as text) is null or app_type = :app_type")
_KNOWN_KEYS = text("""
    select key from idempotency_keys
    where user_id = :user_id and key = any(:keys) and call = :call and created_at > now() - interval '24 hours'
""")
_HAS_STAFF = text("""
    select exists (select from user_accounts where user_id = any(:ids) and account_type = any(:types))
""")


async def lock_policies(connection: Connection) -> None:
    """Lock all policies until the transaction ends."""
    await connection.execute(_LOCK, {"table": "approval_policies"})


async def lock_freezes(connection: Connection) -> None:
    """Lock all freeze periods until the transaction ends."""
    await connection.execute(_LOCK, {"table": "freeze_periods"})


async def list_freezes(connection: Connection) -> list[FreezePeriod]:
    """Return all freeze periods by their begin."""
    return [FreezePeriod.model_validate(row) for row in (await connection.execute(_FREEZES)).mappings()]


async def list_policies(connection: Connection) -> list[ApprovalPolicy]:
    """Return all policies, by call, condition and field."""
    return [ApprovalPolicy.model_validate(row) for row in (await connection.execute(_POLICIES)).mappings()]


async def count_devices(connection: Connection, app_type: str | None) -> int:
    """Count the devices of an app, or of all apps, which a broadcast would reach now."""
    return (await connection.execute(_DEVICES, {"app_type": app_type})).scalar_one(int)


async def known_keys(connection: Connection, *, user_id: int, call: str, keys: Sequence[str]) -> set[Any]:
    """Return the idempotency keys that the account has used for this call within a day."""
    values = {"user_id": user_id, "call": call, "keys": list(keys)}
    return set((await connection.execute(_KNOWN_KEYS, values)).scalars())


async def has_staff(connection: Connection, user_ids: Sequence[int]) -> bool:
    """Return whether one of the users is a member of staff."""
    values = {"ids": list(user_ids), "types": list(ACCOUNT_TYPES)}
    return (await connection.execute(_HAS_STAFF, values)).scalar_one(bool)

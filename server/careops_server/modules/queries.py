"""The SQL of modules and flags."""

from __future__ import annotations

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from careops.calls.modules import SpecModule

_LIST = text("select id, name from spec_modules order by name, id")
_ONE = text("select id, name from spec_modules where id = :module_id")
_CLINIC = text("select true from clinics where id = :clinic_id for key share")
_ACTIVATE = text("""
    insert into clinic_spec_modules (clinic_id, spec_module_id, activated_at) values (:clinic_id, :module_id, now())
    on conflict do nothing returning true
""")
_DEACTIVATE = text("""
    delete from clinic_spec_modules where clinic_id = :clinic_id and spec_module_id = :module_id returning true
""")


async def list_spec_modules(connection: AsyncConnection) -> list[SpecModule]:
    """Every product module, by name."""
    rows = (await connection.execute(_LIST)).mappings()
    return [SpecModule.model_validate(row) for row in rows]


async def spec_module(connection: AsyncConnection, module_id: int) -> SpecModule | None:
    """One module."""
    row = (await connection.execute(_ONE, {"module_id": module_id})).mappings().one_or_none()
    return None if row is None else SpecModule.model_validate(row)


async def clinic_exists(connection: AsyncConnection, clinic_id: int) -> bool:
    """Whether there is such a clinic; it stays until the transaction ends."""
    return (await connection.execute(_CLINIC, {"clinic_id": clinic_id})).scalar_one_or_none() is not None


async def activate(connection: AsyncConnection, clinic_id: int, module_id: int) -> bool:
    """Turn a module on; False when it was on."""
    values = {"clinic_id": clinic_id, "module_id": module_id}
    return (await connection.execute(_ACTIVATE, values)).scalar_one_or_none() is not None


async def deactivate(connection: AsyncConnection, clinic_id: int, module_id: int) -> bool:
    """Turn a module off; False when it was off."""
    values = {"clinic_id": clinic_id, "module_id": module_id}
    return (await connection.execute(_DEACTIVATE, values)).scalar_one_or_none() is not None

"""The SQL of modules and flags."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncConnection

from careops.calls.modules import SpecModule

_LIST = text("select id, name from spec_modules order by name, id")
_SWITCH = """
    with module as (select id, name from spec_modules where id = :module_id),
    clinic as (select id from clinics where id = :clinic_id for key share),
    switched as ({change} returning true)
    select (select name from module) as module, exists (select from clinic) as clinic,
           exists (select from switched) as switched
"""
_ACTIVATE = text(
    _SWITCH.format(
        change="""
            insert into clinic_spec_modules (clinic_id, spec_module_id, activated_at)
            select clinic.id, module.id, now() from clinic, module on conflict do nothing
        """
    )
)
_DEACTIVATE = text(
    _SWITCH.format(
        change="""
            delete from clinic_spec_modules s using clinic, module
            where s.clinic_id = clinic.id and s.spec_module_id = module.id
        """
    )
)


@dataclass(frozen=True)
class Switched:
    """What became of a switch: the module's name and whether the clinic is there, and whether anything changed."""

    module: str | None
    clinic: bool
    switched: bool


async def list_spec_modules(connection: AsyncConnection) -> list[SpecModule]:
    """Every product module, by name."""
    rows = (await connection.execute(_LIST)).mappings()
    return [SpecModule.model_validate(row) for row in rows]


async def activate(connection: AsyncConnection, clinic_id: int, module_id: int) -> Switched:
    """Turn a module on, if there are such a clinic and such a module; the clinic stays until the transaction ends."""
    return await _switch(connection, _ACTIVATE, clinic_id, module_id)


async def deactivate(connection: AsyncConnection, clinic_id: int, module_id: int) -> Switched:
    """Turn a module off, if there are such a clinic and such a module."""
    return await _switch(connection, _DEACTIVATE, clinic_id, module_id)


async def _switch(connection: AsyncConnection, statement: TextClause, clinic_id: int, module_id: int) -> Switched:
    row = (await connection.execute(statement, {"clinic_id": clinic_id, "module_id": module_id})).one()
    return Switched(*row)

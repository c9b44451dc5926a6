"""SQL of modules and flags."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from careops.calls.modules import ModuleChange, SpecModule
from careops_server.core.database.connection import Connection

_LIST = text("select id, name from spec_modules order by name, id")
_SWITCH = """
    with module as (select id, name from spec_modules where id = :module_id),
    clinic as (select id from clinics where id = :clinic_id for key share),
    switched as ({change} returning true)
    select (select name from module) as module, exists (select from clinic) as clinic,
           exists (select from switched) as switched
"""
_SWITCHES: Final = {
    active: text(_SWITCH.format(change=change))
    for active, change in {
        True: """
            insert into clinic_spec_modules (clinic_id, spec_module_id, activated_at)
            select clinic.id, module.id, now() from clinic, module on conflict do nothing
        """,
        False: """
            delete from clinic_spec_modules s using clinic, module
            where s.clinic_id = clinic.id and s.spec_module_id = module.id
        """,
    }.items()
}
"""By whether the module is turned on."""
_SWITCH_EACH = """
    with input as (
        select * from unnest(cast(:clinic_ids as int8[]), cast(:module_ids as int8[]))
            with ordinality as g (clinic_id, module_id, position)
    ),
    module as (select id, name from spec_modules where id = any(:module_ids)),
    clinic as (select id from clinics where id = any(:clinic_ids) order by id for key share),
    valid_pairs as (
        select clinic.id as clinic_id, module.id as module_id
        from input join clinic on clinic.id = input.clinic_id join module on module.id = input.module_id
        order by 1, 2
    ),
    switched as ({change})
    select module.name as module, clinic.id is not null as clinic, switched.clinic_id is not null as switched
    from input
    left join module on module.id = input.module_id
    left join clinic on clinic.id = input.clinic_id
    left join switched on switched.clinic_id = input.clinic_id and switched.spec_module_id = input.module_id
    order by input.position
"""
_SWITCHES_EACH: Final = {
    active: text(_SWITCH_EACH.format(change=change))
    for active, change in {
        True: """
            insert into clinic_spec_modules (clinic_id, spec_module_id, activated_at)
            select clinic_id, module_id, now() from valid_pairs
            on conflict do nothing returning clinic_id, spec_module_id
        """,
        False: """
            delete from clinic_spec_modules s using valid_pairs
            where s.clinic_id = valid_pairs.clinic_id and s.spec_module_id = valid_pairs.module_id
            returning s.clinic_id, s.spec_module_id
        """,
    }.items()
}
# Uses the partial index ix_audit_events_switches: the switches of one clinic, regardless of its other events.
_CHANGES = text("""
    with switches as (
        select e.occurred_at, e.position, e.actor_name, (e.parameters ->> 'module_id')::int8 as module_id,
               null as flag, e.key = 'module.activate' as active
        from audit_events e
        where e.clinic_id = :clinic_id and e.key in ('module.activate', 'module.deactivate')
              and e.event_status = 'SUCCESS' and e.parameters ->> 'module_id' ~ '^[0-9]{1,18}$'
        union all
        select e.occurred_at, e.position, e.actor_name, null, changed.key, changed.value = 'true'::jsonb
        from audit_events e
        cross join lateral (select coalesce(e.after, e.parameters) as flags) event
        cross join lateral jsonb_each(case when jsonb_typeof(flags) = 'object' then flags end) changed
        where e.clinic_id = :clinic_id and e.key = 'clinic.settings' and e.event_status = 'SUCCESS'
              and changed.key in ('ipd_enabled', 'surgery_enabled', 'abdm_enabled')
    )
    select distinct on (name, s.module_id) s.module_id, coalesce(m.name, s.flag) as name, s.active,
           s.occurred_at as changed_at, s.actor_name as changed_by
    from switches s left join spec_modules m on m.id = s.module_id
    where m.id is not null or s.flag is not null
    order by name, s.module_id, s.occurred_at desc, s.position desc
""")


@dataclass(frozen=True)
class Switched:
    """Result of a switch: the module's name, the clinic's existence, and whether anything changed."""

    module: str | None
    clinic: bool
    switched: bool


async def list_spec_modules(connection: Connection) -> list[SpecModule]:
    """Return all modules by name."""
    rows = (await connection.execute(_LIST)).mappings()
    return [SpecModule.model_validate(row) for row in rows]


async def list_changes(connection: Connection, clinic_id: int) -> list[ModuleChange]:
    """Return the last switch of each module and flag of a clinic, by name."""
    rows = (await connection.execute(_CHANGES, {"clinic_id": clinic_id})).mappings()
    return [ModuleChange.model_validate(row) for row in rows]


async def switch(connection: Connection, clinic_id: int, module_id: int, *, active: bool) -> Switched:
    """Turn a module on or off if clinic and module exist. Locks the clinic against deletion."""
    row = (await connection.execute(_SWITCHES[active], {"clinic_id": clinic_id, "module_id": module_id})).one_row()
    return Switched(*row)


async def switch_each(connection: Connection, switches: Sequence[tuple[int, int]], *, active: bool) -> list[Switched]:
    """Turn modules on, or off, for distinct pairs of clinic and module."""
    clinic_ids, module_ids = zip(*switches, strict=True)
    values = {"clinic_ids": list(clinic_ids), "module_ids": list(module_ids)}
    return [Switched(*row) for row in await connection.execute(_SWITCHES_EACH[active], values)]

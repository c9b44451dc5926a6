"""Product modules and feature flags, clinic by clinic."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from careops.calls.modules import (
    ActivateSpecModule,
    DeactivateSpecModule,
    ListSpecModules,
    SpecModule,
    UpdateClinicSettings,
)
from careops.contract import Done
from careops.errors import NotFound
from careops_server.clinics.handlers import change_clinic
from careops_server.clinics.known import CLINIC
from careops_server.context import Context
from careops_server.database.connections import Connection
from careops_server.modules import queries

NO_MODULE = "There is no module with this id"


async def list_spec_modules(call: ListSpecModules, context: Context) -> list[SpecModule]:
    """Every product module."""
    return await queries.list_spec_modules(context.connection)


async def activate_spec_module(call: ActivateSpecModule, context: Context) -> Done:
    """Turn a module on. On already is fine: two people who want the same thing both get it."""
    return await _switch(call, context, queries.activate, active=True)


async def deactivate_spec_module(call: DeactivateSpecModule, context: Context) -> Done:
    """Turn a module off. Off already is fine."""
    return await _switch(call, context, queries.deactivate, active=False)


async def _switch(
    call: ActivateSpecModule | DeactivateSpecModule,
    context: Context,
    turn: Callable[[Connection, int, int], Awaitable[queries.Switched]],
    *,
    active: bool,
) -> Done:
    found = await turn(context.connection, call.clinic_id, call.module_id)
    if found.module is None:
        raise NotFound(NO_MODULE, source="module_id")
    if not found.clinic:
        raise CLINIC.refused()
    context.changed(
        "clinic",
        call.clinic_id,
        clinic_id=call.clinic_id,
        before={found.module: active != found.switched},
        after={found.module: active},
    )
    return Done()


async def update_clinic_settings(call: UpdateClinicSettings, context: Context) -> Done:
    """Switch flags."""
    await change_clinic(context, call.clinic_id, call.flags, source="clinic_id")
    return Done()

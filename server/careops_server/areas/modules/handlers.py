"""Handlers of modules and feature flags of clinics."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from careops.calls.modules import (
    NO_MODULE,
    ActivateSpecModule,
    DeactivateSpecModule,
    ListModuleChanges,
    ListSpecModules,
    ModuleChange,
    SpecModule,
    UpdateClinicSettings,
)
from careops.contract import Empty
from careops.errors import ApiError, NotFound
from careops_server.areas.clinics.reference import CLINIC
from careops_server.areas.clinics.updates import change_clinic, change_clinics
from careops_server.areas.modules import queries
from careops_server.core.context import Context
from careops_server.core.database.connection import Connection


async def list_spec_modules(call: ListSpecModules, context: Context) -> list[SpecModule]:
    """Return all modules."""
    return await queries.list_spec_modules(context.connection)


async def list_module_changes(call: ListModuleChanges, context: Context) -> list[ModuleChange]:
    """Return the last switch of each module and flag of a clinic. Raises ``NotFound``."""
    await CLINIC.find(context.connection, call.clinic_id)
    return await queries.list_changes(context.connection, call.clinic_id)


async def activate_spec_module(call: ActivateSpecModule, context: Context) -> Empty:
    """Turn a module on. Idempotent, so that two people who want the same both succeed."""
    return await _switch(call, context, queries.activate, active=True)


async def deactivate_spec_module(call: DeactivateSpecModule, context: Context) -> Empty:
    """Turn a module off. Idempotent."""
    return await _switch(call, context, queries.deactivate, active=False)


async def activate_spec_modules(
    calls: Sequence[ActivateSpecModule], contexts: Sequence[Context]
) -> list[Empty | ApiError]:
    """Turn modules on as a batch."""
    return await _switch_each(calls, contexts, queries.activate_each, active=True)


async def deactivate_spec_modules(
    calls: Sequence[DeactivateSpecModule], contexts: Sequence[Context]
) -> list[Empty | ApiError]:
    """Turn modules off as a batch."""
    return await _switch_each(calls, contexts, queries.deactivate_each, active=False)


async def _switch(
    call: ActivateSpecModule | DeactivateSpecModule,
    context: Context,
    turn: Callable[[Connection, int, int], Awaitable[queries.Switched]],
    *,
    active: bool,
) -> Empty:
    return _switched(call, context, await turn(context.connection, call.clinic_id, call.module_id), active=active)


async def _switch_each(
    calls: Sequence[ActivateSpecModule | DeactivateSpecModule],
    contexts: Sequence[Context],
    turn: Callable[[Connection, Sequence[tuple[int, int]]], Awaitable[list[queries.Switched]]],
    *,
    active: bool,
) -> list[Empty | ApiError]:
    results = await turn(contexts[0].connection, [(call.clinic_id, call.module_id) for call in calls])
    answers: list[Empty | ApiError] = []
    for call, context, switched in zip(calls, contexts, results, strict=True):
        try:
            answers.append(_switched(call, context, switched, active=active))
        except ApiError as error:
            answers.append(error)
    return answers


def _switched(
    call: ActivateSpecModule | DeactivateSpecModule, context: Context, result: queries.Switched, *, active: bool
) -> Empty:
    """Record the result of a switch. Raises ``NotFound``."""
    if result.module is None:
        raise NotFound(NO_MODULE, source="module_id")
    if not result.clinic:
        raise CLINIC.not_found()
    context.changed(
        "clinic",
        call.clinic_id,
        clinic_id=call.clinic_id,
        before={result.module: active != result.switched},
        after={result.module: active},
    )
    return Empty()


async def update_clinic_settings(call: UpdateClinicSettings, context: Context) -> Empty:
    """Switch flags."""
    await change_clinic(context, call.clinic_id, call.flags, source="clinic_id")
    return Empty()


async def update_settings_of_clinics(
    calls: Sequence[UpdateClinicSettings], contexts: Sequence[Context]
) -> list[Empty | ApiError]:
    """Switch flags of many clinics as a batch."""
    updates = [(call.clinic_id, call.flags) for call in calls]
    refusals = await change_clinics(contexts, updates, source="clinic_id")
    return [refused or Empty() for refused in refusals]

"""Handlers of modules and feature flags of clinics."""

from __future__ import annotations

from collections.abc import Sequence

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


async def list_spec_modules(call: ListSpecModules, context: Context) -> list[SpecModule]:
    """Return all modules."""
    return await queries.list_spec_modules(context.connection)


async def list_module_changes(call: ListModuleChanges, context: Context) -> list[ModuleChange]:
    """Return the last switch of each module and flag of a clinic. Raises ``NotFound``."""
    await CLINIC.find(context.connection, call.clinic_id)
    return await queries.list_changes(context.connection, call.clinic_id)


async def switch_module(call: ActivateSpecModule | DeactivateSpecModule, context: Context) -> Empty:
    """Turn a module on or off. Idempotent, so that two people who want the same both succeed."""
    active = isinstance(call, ActivateSpecModule)
    result = await queries.switch(context.connection, call.clinic_id, call.module_id, active=active)
    return _record_switch(call, context, result)


async def switch_modules(
    calls: Sequence[ActivateSpecModule | DeactivateSpecModule], contexts: Sequence[Context]
) -> list[Empty | ApiError]:
    """Turn modules on, or off, as a batch."""
    pairs = [(call.clinic_id, call.module_id) for call in calls]
    active = isinstance(calls[0], ActivateSpecModule)
    results = await queries.switch_each(contexts[0].connection, pairs, active=active)
    answers: list[Empty | ApiError] = []
    for call, context, result in zip(calls, contexts, results, strict=True):
        try:
            answers.append(_record_switch(call, context, result))
        except ApiError as error:
            answers.append(error)
    return answers


def _record_switch(
    call: ActivateSpecModule | DeactivateSpecModule, context: Context, result: queries.Switched
) -> Empty:
    """Record the result of a switch. Raises ``NotFound``."""
    if result.module is None:
        raise NotFound(NO_MODULE, source="module_id")
    if not result.clinic:
        raise CLINIC.not_found()
    active, id = isinstance(call, ActivateSpecModule), call.clinic_id
    before, after = {result.module: active != result.switched}, {result.module: active}
    context.changed("clinic", id, clinic_id=id, before=before, after=after)
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

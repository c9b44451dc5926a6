"""Changes of a clinic's columns, for its calls and for the flags of modules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from careops.calls.clinics import NO_CLINIC
from careops.errors import ApiError, NotFound
from careops_server.areas.clinics import queries
from careops_server.core.context import Context
from careops_server.core.queries.row_updates import LockedRow


async def change_clinic(context: Context, clinic_id: int, values: Mapping[str, Any], *, source: str) -> None:
    """Set the columns that differ, under the clinic's lock, so that concurrent changes do not mix.

    Raises ``NotFound`` with ``source`` if there is no such clinic.
    """
    await set_clinic(context, await held_clinic(context, clinic_id, source=source), values)


async def change_clinics(
    contexts: Sequence[Context], updates: Sequence[tuple[int, Mapping[str, Any]]], *, source: str
) -> list[ApiError | None]:
    """Change many distinct clinics. Return the refusal of each, or None."""
    connection = contexts[0].connection
    held = await queries.CLINIC.lock_each(connection, [clinic_id for clinic_id, _ in updates])
    rows = [(held[clinic_id], values) for clinic_id, values in updates if clinic_id in held]
    differences = iter(await queries.CLINIC.set_each(connection, rows))
    for context, (clinic_id, _) in zip(contexts, updates, strict=True):
        if clinic_id in held:
            context.changed("clinic", clinic_id, clinic_id=clinic_id, **next(differences))
    return [None if clinic_id in held else NotFound(NO_CLINIC, source=source) for clinic_id, _ in updates]


async def held_clinic(context: Context, clinic_id: int, *, source: str) -> LockedRow:
    """Lock a clinic until the transaction ends. Raises ``NotFound`` with ``source``."""
    clinic = await queries.CLINIC.lock(context.connection, id=clinic_id)
    if clinic is None:
        raise NotFound(NO_CLINIC, source=source)
    return clinic


async def set_clinic(context: Context, clinic: LockedRow, values: Mapping[str, Any]) -> None:
    """Set the columns that differ, and record the change."""
    difference = await clinic.set(context.connection, values)
    context.changed("clinic", clinic.key["id"], clinic_id=clinic.key["id"], **difference)

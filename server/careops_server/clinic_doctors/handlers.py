"""Doctors of a clinic."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from careops.calls.clinic_doctors import (
    AddClinicDoctor,
    AddedDoctor,
    ClinicDoctor,
    FindDoctors,
    FoundDoctor,
    ReadClinicDoctor,
    UpdateClinicDoctor,
)
from careops.contract import Done
from careops.errors import Conflict, InvalidInput, NotFound
from careops_server.clinic_doctors import queries
from careops_server.clinics.handlers import NO_CLINIC
from careops_server.clinics.queries import hold_clinic
from careops_server.context import Context
from careops_server.versions import refuse_stale

NO_DOCTOR = "There is no doctor with this id"
NOT_HERE = "This clinic has no doctor with this id"
HERE_ALREADY = "This doctor is at this clinic already"
KNOWN_ALREADY = "A doctor with this number is on the product already. Search for the number and add them."
_TITLE = re.compile(r"dr\.?\s+", re.IGNORECASE)


async def find_doctors(call: FindDoctors, context: Context) -> list[FoundDoctor]:
    """Whoever has that phone number."""
    return await queries.find_doctors(context.connection, call.phone_number)


async def add_clinic_doctor(call: AddClinicDoctor, context: Context) -> AddedDoctor:
    """Add a doctor who was found, or invite one."""
    if not await hold_clinic(context.connection, call.clinic_id):
        raise NotFound(NO_CLINIC, source="clinic_id")
    told: dict[str, Any] = {"fees": call.fees}
    if call.doctor_id is None:
        doctor_id = await _invited(call, context)
        told |= {"name": call.name, "phone_number": call.phone_number, "status": "invited"}
    else:
        doctor_id = call.doctor_id
        if not await queries.doctor_exists(context.connection, doctor_id):
            raise InvalidInput(NO_DOCTOR, source="doctor_id")
    added = await queries.add(context.connection, clinic_id=call.clinic_id, doctor_id=doctor_id, fees=call.fees)
    if added is None:
        raise Conflict(HERE_ALREADY, source="doctor_id")
    context.changed("clinic_doctor", added, clinic_id=call.clinic_id, after={**told, "doctor_id": doctor_id})
    return AddedDoctor(id=doctor_id)


async def _invited(call: AddClinicDoctor, context: Context) -> int:
    phone = call.phone_number or ""
    values = {
        **names(call.name or ""),
        "phone_number": phone,
        "patients_per_hour": call.patients_per_hour,
    }
    doctor_id = await queries.invite(context.connection, values)
    if doctor_id is None:
        here = await queries.is_at_clinic(context.connection, call.clinic_id, phone)
        raise Conflict(HERE_ALREADY if here else KNOWN_ALREADY, source="phone_number")
    return doctor_id


async def read_clinic_doctor(call: ReadClinicDoctor, context: Context) -> ClinicDoctor:
    """A doctor at that clinic."""
    found = await queries.read(context.connection, call.clinic_id, call.clinic_doctor_id)
    if found is None:
        raise NotFound(NOT_HERE, source="clinic_doctor_id")
    return found


async def update_clinic_doctor(call: UpdateClinicDoctor, context: Context) -> Done:
    """Set what was given, under both locks, so that two editors never mix."""
    before = await queries.lock(context.connection, call.clinic_id, call.clinic_doctor_id)
    if before is None:
        raise NotFound(NOT_HERE, source="clinic_doctor_id")
    await refuse_stale(call, context, read_clinic_doctor)
    wanted = call.changes
    if "name" in wanted:
        wanted |= names(wanted.pop("name"))
    changed = {name: value for name, value in wanted.items() if before[name] != value}
    here = {name: value for name, value in changed.items() if name in queries.AT_CLINIC}
    if here:
        await queries.update_at_clinic(context.connection, call.clinic_doctor_id, here)
    if len(changed) > len(here):
        rest = {name: value for name, value in changed.items() if name not in here}
        await queries.update_everywhere(context.connection, before["doctor_id"], rest)
    context.changed(
        "clinic_doctor",
        call.clinic_doctor_id,
        clinic_id=call.clinic_id,
        before={name: _said(before[name]) for name in changed},
        after=changed,
    )
    return Done()


def names(name: str) -> dict[str, str | None]:
    """First and last name, split at the first blank (B-22); a leading "Dr." belongs to neither."""
    first, _, last = _TITLE.sub("", name, count=1).partition(" ") if _TITLE.match(name) else name.partition(" ")
    return {"first_name": first, "last_name": last.strip() or None}


def _said(value: Any) -> Any:
    return float(value) if isinstance(value, Decimal) else value

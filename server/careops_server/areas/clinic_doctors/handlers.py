"""Handlers of the doctors of a clinic."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from careops.calls import clinic_doctors as calls
from careops.contract import Empty
from careops.error_codes import title_of
from careops.errors import Conflict, InvalidInput
from careops_server.areas.catalogue.validation import check_specialities
from careops_server.areas.clinic_doctors import queries
from careops_server.areas.clinics.reference import CLINIC
from careops_server.areas.doctors.names import names
from careops_server.areas.doctors.verification_lock import check_experience, check_not_locked
from careops_server.areas.schedules import queries as schedules
from careops_server.areas.uploads.attachments import attach, is_upload
from careops_server.areas.uploads.urls import shown_certificate, url_for
from careops_server.core.context import Context
from careops_server.core.pipeline.etags import check_if_match
from careops_server.core.queries.records import lock_or_404
from careops_server.core.storage.images import AcceptedImage

HERE_ALREADY = title_of("doctor_already_at_clinic")
KNOWN_ALREADY = title_of("doctor_exists")


find_doctors = queries.FOUND_DOCTORS.handle_all


async def add_clinic_doctor(call: calls.AddClinicDoctor, context: Context) -> calls.AddedDoctor:
    """Add an existing doctor to a clinic, or invite a new one."""
    await CLINIC.lock(context.connection, call.clinic_id)
    facts: dict[str, Any] = {"fees": call.fees}
    if call.doctor_id is None:
        doctor_id = await _invited(call, context)
        facts |= {"name": call.name, "phone_number": call.phone_number, "status": "invited"}
    else:
        doctor_id = call.doctor_id
        await queries.DOCTORS.lock(context.connection, doctor_id, refusal=InvalidInput)
    added = await queries.add(context.connection, clinic_id=call.clinic_id, doctor_id=doctor_id, fees=call.fees)
    if added is None:
        raise Conflict(HERE_ALREADY, source="doctor_id")
    context.changed("clinic_doctor", added, clinic_id=call.clinic_id, after={**facts, "doctor_id": doctor_id})
    return calls.AddedDoctor(id=doctor_id)


async def _invited(call: calls.AddClinicDoctor, context: Context) -> int:
    phone = call.phone_number or ""
    values = {
        **names(call.name or ""),
        "phone_number": phone,
        "patients_per_hour": call.patients_per_hour,
    }
    doctor_id = await queries.invite(context.connection, values)
    if doctor_id is None:
        is_member = await queries.is_at_clinic(context.connection, call.clinic_id, phone)
        raise Conflict(HERE_ALREADY if is_member else KNOWN_ALREADY, source="phone_number")
    return doctor_id


async def read_clinic_doctor(call: calls.ReadClinicDoctor, context: Context) -> calls.ClinicDoctor:
    """Return a doctor at a clinic."""
    record = await queries.read(context.connection, call.clinic_id, call.clinic_doctor_id)
    schedules_here = await schedules.at_clinic(context.connection, call.clinic_doctor_id)
    doctor = record.doctor
    name = " ".join(filter(None, (doctor.first_name, doctor.last_name)))
    certificate = {"reg_photo_url": shown_certificate(context, doctor.reg_photo_url, name)}
    hours = schedules.sent_at_clinic(schedules_here, datetime.now(UTC))
    doctor = doctor.model_copy(update=certificate)
    return record.model_copy(update={"doctor": doctor, "photo": url_for(context, record.photo), **hours})


async def accept_photo(call: calls.UpdateClinicDoctor, context: Context) -> AcceptedImage | None:
    """Process an uploaded picture before the transaction."""
    if not is_upload(call.photo):
        return None
    pictures, account = context.services.pictures, context.actor.account_key
    return await pictures.accept(call.photo, "photos", source="photo", account=account)


async def update_clinic_doctor(call: calls.UpdateClinicDoctor, context: Context, photo: AcceptedImage | None) -> Empty:
    """Set the given fields under the locks of doctor and clinic doctor, so that concurrent changes do not mix."""
    connection = context.connection
    reference = queries.CLINIC_DOCTOR_REF
    member = await lock_or_404(
        connection, queries.CLINIC_DOCTOR, reference, call.clinic_doctor_id, clinic_id=call.clinic_id
    )
    everywhere = await lock_or_404(connection, queries.DOCTOR, reference, member["doctor_id"])
    await check_if_match(call, context, read_clinic_doctor)
    changed = call.changes
    if "photo" in changed:
        changed["photo"] = await attach(context, call.photo, photo, "photos")
    if "name" in changed:
        changed |= names(changed.pop("name"))
    at_clinic = {name: changed.pop(name) for name in queries.CLINIC_DOCTOR.columns & changed.keys()}
    differing = everywhere.changed_values(changed)
    check_not_locked(everywhere, differing)
    check_experience(everywhere, differing)
    await check_specialities(context, "specialities", everywhere, differing, name="name", number="id")
    changes = [await member.set(connection, at_clinic), await everywhere.set(connection, changed)]
    context.changed(
        "clinic_doctor",
        call.clinic_doctor_id,
        clinic_id=call.clinic_id,
        before={**changes[0]["before"], **changes[1]["before"]},
        after={**changes[0]["after"], **changes[1]["after"]},
    )
    return Empty()

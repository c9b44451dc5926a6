"""Handlers of doctors: list, profile, verification."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from careops.calls import doctors as calls
from careops.calls.uploads import NO_UPLOAD
from careops.contract import Empty
from careops.errors import InvalidInput
from careops.india_time import today
from careops_server.areas.catalogue.validation import check_known
from careops_server.areas.doctors import queries
from careops_server.areas.doctors.names import names
from careops_server.areas.doctors.verification_lock import check_experience, check_not_locked
from careops_server.areas.uploads.urls import shown_certificate
from careops_server.core.context import Context
from careops_server.core.pipeline.etags import check_if_match
from careops_server.core.queries.records import lock_or_404
from careops_server.core.queries.row_updates import LockedRow
from careops_server.core.storage.images import AcceptedImage

list_doctors = queries.DOCTORS.handle


async def read_doctor(call: calls.ReadDoctor, context: Context) -> calls.DoctorProfile:
    """Return a profile with the address of its certificate."""
    doctor = await queries.read_doctor(context.connection, call.id)
    return doctor.model_copy(update={"reg_photo_url": shown_certificate(context, doctor.reg_photo_url, doctor.name)})


async def read_doctor_detail(call: calls.ReadDoctorDetail, context: Context) -> calls.DoctorDetail:
    """Return a doctor with clinics."""
    return await queries.read_doctor_detail(context.connection, call.id)


async def read_dossier(call: calls.ReadDossier, context: Context) -> calls.Dossier:
    """Return the doubts and decisions about a registration."""
    return await queries.read_dossier(context.connection, call.id)


async def accept_certificate(call: calls.UpdateDoctor, context: Context) -> AcceptedImage | None:
    """Process an uploaded certificate before the transaction."""
    if call.reg_photo_url is None:
        return None
    pictures, account = context.services.pictures, context.actor.account_key
    return await pictures.accept(call.reg_photo_url, "certificates", source="reg_photo_url", account=account)


async def update_doctor(call: calls.UpdateDoctor, context: Context, certificate: AcceptedImage | None) -> Empty:
    """Set the given fields under the doctor's lock."""
    doctor = await lock_or_404(context.connection, queries.DOCTOR, queries.DOCTOR_REF, call.id)
    await check_if_match(call, context, read_doctor)
    changes = call.changes
    if "name" in changes:
        changes |= names(changes.pop("name"))
    if "reg_photo_url" in changes:
        changes |= _certificate_columns(doctor, certificate)
    differing = doctor.changed_values(changes)
    check_not_locked(doctor, differing)
    if "dob" in differing:
        _check_birth(differing["dob"])
    check_experience(doctor, differing)
    await check_known(context, "specialities", {"speciality": differing.get("speciality")})
    difference = await doctor.set_unique(context.connection, changes, taken=calls.NUMBER_TAKEN, source="phone_number")
    context.changed("doctor", call.id, **difference)
    return Empty()


async def verify_doctor(call: calls.VerifyDoctor, context: Context) -> Empty:
    """Store a decision with its author. Repeating the same decision changes nothing."""
    doctor = await lock_or_404(context.connection, queries.DOCTOR, queries.DOCTOR_REF, call.id)
    await check_if_match(call, context, read_doctor)
    decision = {"verified": call.verify_status, "verification_reason": call.verification_reason}
    difference: Mapping[str, Any] = {"before": {}, "after": {}}
    if doctor.changed_values(decision):
        by = context.actor
        at = await queries.add_decision(context.connection, doctor, decision, by)
        who = {"verified_by_name": by.user.name, "verified_at": at} if call.verify_status else _NOBODY
        difference = await doctor.set(context.connection, {**decision, **who})
    context.changed("doctor", call.id, **difference)
    return Empty()


def _certificate_columns(doctor: LockedRow, certificate: AcceptedImage | None) -> dict[str, Any]:
    """Return the columns of a certificate. One from an earlier upload can only be linked to its doctor."""
    if certificate is None:
        return {"reg_photo_url": None, "reg_photo_look": None}
    if certificate.key == doctor["reg_photo_url"]:
        return {"reg_photo_url": certificate.key}
    if certificate.look is None:
        raise InvalidInput(NO_UPLOAD, source="reg_photo_url")
    return {"reg_photo_url": certificate.key, "reg_photo_look": certificate.look}


_NOBODY: Final = {"verified_by_name": None, "verified_at": None}


def _check_birth(day: date | None) -> None:
    if day is not None and day > today():
        raise InvalidInput(calls.BORN_TOO_LATE, source="dob")

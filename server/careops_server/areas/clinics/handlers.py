"""Handlers that list, read and change clinics, and sign up hospitals."""

from __future__ import annotations

from typing import Any

from careops.calls import clinics as calls
from careops.calls.clinic_admins import CreateClinicAdmin
from careops.contract import Empty, Page, RawJson
from careops.errors import Conflict, NotFound
from careops_server.areas.clinics import list_queries, queries, summary_queries
from careops_server.areas.clinics.reference import CLINIC
from careops_server.areas.clinics.updates import held_clinic, set_clinic
from careops_server.areas.clinics.validation import check_values
from careops_server.core.auth.password_rules import check_strength
from careops_server.core.context import Context
from careops_server.core.pipeline.etags import check_if_match


async def list_clinics(call: calls.ListClinics, context: Context) -> RawJson[Page[calls.Clinic]]:
    """Return one page of matching clinics."""
    return await list_queries.list_clinics(context.connection, call, context.services.recollection)


async def read_clinic(call: calls.ReadClinic, context: Context) -> calls.ClinicDetail:
    """Return a clinic."""
    return await queries.read_clinic(context.connection, call.id)


async def read_clinic_summary(call: calls.ReadClinicSummary, context: Context) -> calls.ClinicSummary:
    """Return the figures that the principal may read. A gateway stores follow-ups, but no clinics."""
    is_gateway = context.services.upstream is not None
    sources = [
        source
        for source in summary_queries.SOURCES
        if context.actor.may_call(source.call) and (source.is_local or not is_gateway)
    ]
    return await summary_queries.read_summary(context.connection, call.clinic_id, sources, is_stored=not is_gateway)


async def show_account_number(call: calls.ShowAccountNumber, context: Context) -> calls.AccountNumber:
    """Return the complete account number. The audit event records the access."""
    await CLINIC.find(context.connection, call.clinic_id)
    number = await queries.read_account_number(context.connection, call.clinic_id)
    if not number:
        raise NotFound(calls.NO_ACCOUNT_NUMBER, source="clinic_id")
    context.changed("clinic", call.clinic_id, clinic_id=call.clinic_id)
    return calls.AccountNumber(account_no=number)


async def update_clinic(call: calls.UpdateClinic, context: Context) -> Empty:
    """Set the given fields."""
    clinic = await held_clinic(context, call.id, source="id")
    await check_if_match(call, context, read_clinic)
    values = _columns(call)
    await check_values(context, clinic, values)
    await set_clinic(context, clinic, values)
    return Empty()


def _columns(call: calls.UpdateClinic) -> dict[str, Any]:
    fields = call.model_dump(exclude_unset=True, exclude={"id"})
    columns: dict[str, Any] = dict(fields.pop("location", None) or {})
    if "speciality" in fields:
        speciality = fields.pop("speciality")
        columns["speciality"] = speciality["name"] if speciality else None
    if "other_specialities" in fields:
        columns["other_specialities"] = [
            {"basic_clinic_speciality_id": other["basic_clinic_speciality_id"], "speciality_name": other["name"]}
            for other in fields.pop("other_specialities") or []
        ]
    return columns | fields


async def hash_password(call: calls.SignUpHospital | CreateClinicAdmin, context: Context) -> str:
    """Hash an acceptable password before a connection is held."""
    await check_strength(call.password, about=(call.name, call.phone_number, call.email))
    return await context.services.passwords.hash(call.password)


async def sign_up_hospital(call: calls.SignUpHospital, context: Context, password_hash: str) -> calls.SignedUpHospital:
    """Create the hospital and its owner. A phone number belongs to one user only."""
    values = call.model_dump(include={"name", "email", "country_code", "phone_number", "timezone"})
    created = await queries.create_hospital(context.connection, {**values, "password_hash": password_hash})
    if created is None:
        raise Conflict(calls.PHONE_TAKEN, source="phone_number")
    clinic_id, user_id = created
    context.changed("clinic", clinic_id, clinic_id=clinic_id, after={**values, "is_hospital": True, "user_id": user_id})
    return calls.SignedUpHospital(clinic=calls.NewClinic(id=clinic_id))

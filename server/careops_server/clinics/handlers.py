"""Clinics and hospitals: finding, reading and changing them, and signing a hospital up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from careops.calls.clinics import (
    NO_ACCOUNT_NUMBER,
    NO_CLINIC,
    PHONE_TAKEN,
    AccountNumber,
    Clinic,
    ClinicDetail,
    ListClinics,
    NewClinic,
    ReadClinic,
    ShowAccountNumber,
    SignedUpHospital,
    SignUpHospital,
    UpdateClinic,
)
from careops.contract import Done, Page, Written
from careops.errors import Conflict, NotFound, Refused
from careops_server.clinics import list_queries, queries
from careops_server.clinics.checking import refuse_wrong
from careops_server.clinics.known import CLINIC
from careops_server.context import Context
from careops_server.database.changes import Held
from careops_server.session.password_rules import refuse_guessable
from careops_server.versions import refuse_stale


async def list_clinics(call: ListClinics, context: Context) -> Written[Page[Clinic]]:
    """One page of the clinics that match."""
    return await list_queries.list_clinics(context.connection, call, context.services.recollection)


async def read_clinic(call: ReadClinic, context: Context) -> ClinicDetail:
    """One clinic."""
    clinic = await queries.read_clinic(context.connection, call.id)
    if clinic is None:
        raise NotFound(NO_CLINIC, source="id")
    return clinic


async def show_account_number(call: ShowAccountNumber, context: Context) -> AccountNumber:
    """The number whole; the event says who has seen it."""
    await CLINIC.find(context.connection, call.clinic_id)
    number = await queries.read_account_number(context.connection, call.clinic_id)
    if not number:
        raise NotFound(NO_ACCOUNT_NUMBER, source="clinic_id")
    context.changed("clinic", call.clinic_id, clinic_id=call.clinic_id)
    return AccountNumber(account_no=number)


async def update_clinic(call: UpdateClinic, context: Context) -> Done:
    """Set what was given."""
    clinic = await _held(context, call.id, source="id")
    await refuse_stale(call, context, read_clinic)
    wanted = _columns(call)
    await refuse_wrong(context, clinic, wanted)
    await _set(context, clinic, wanted)
    return Done()


async def change_clinic(context: Context, clinic_id: int, wanted: Mapping[str, Any], *, source: str) -> None:
    """Set the columns that differ, under the clinic's lock, so that two editors never mix.

    Raises ``NotFound``, which names ``source``, when there is no such clinic.
    """
    await _set(context, await _held(context, clinic_id, source=source), wanted)


async def change_clinics(
    contexts: Sequence[Context], wanted: Sequence[tuple[int, Mapping[str, Any]]], *, source: str
) -> list[Refused | None]:
    """The same for many clinics, each named once: why one was refused, or None."""
    connection = contexts[0].connection
    held = await queries.CLINIC.lock_each(connection, [clinic_id for clinic_id, _ in wanted])
    there = [(held[clinic_id], values) for clinic_id, values in wanted if clinic_id in held]
    differences = iter(await queries.CLINIC.set_each(connection, there))
    for context, (clinic_id, _) in zip(contexts, wanted, strict=True):
        if clinic_id in held:
            context.changed("clinic", clinic_id, clinic_id=clinic_id, **next(differences))
    return [None if clinic_id in held else NotFound(NO_CLINIC, source=source) for clinic_id, _ in wanted]


async def _held(context: Context, clinic_id: int, *, source: str) -> Held:
    clinic = await queries.CLINIC.lock(context.connection, id=clinic_id)
    if clinic is None:
        raise NotFound(NO_CLINIC, source=source)
    return clinic


async def _set(context: Context, clinic: Held, wanted: Mapping[str, Any]) -> None:
    difference = await clinic.set(context.connection, wanted)
    context.changed("clinic", clinic.key["id"], clinic_id=clinic.key["id"], **difference)


def _columns(call: UpdateClinic) -> dict[str, Any]:
    given = call.model_dump(exclude_unset=True, exclude={"id"})
    columns: dict[str, Any] = dict(given.pop("location", None) or {})
    if "speciality" in given:
        speciality = given.pop("speciality")
        columns["speciality"] = speciality["name"] if speciality else None
    if "other_specialities" in given:
        columns["other_specialities"] = [
            {"basic_clinic_speciality_id": other["basic_clinic_speciality_id"], "speciality_name": other["name"]}
            for other in given.pop("other_specialities") or []
        ]
    return columns | given


async def hash_password(call: SignUpHospital, context: Context) -> str:
    """The hash of an acceptable password, made before any connection is held."""
    await refuse_guessable(call.password, about=(call.name, call.phone_number, call.email))
    return await context.services.passwords.hash(call.password)


async def sign_up_hospital(call: SignUpHospital, context: Context, password_hash: str) -> SignedUpHospital:
    """Create the hospital and the user who owns it; a phone belongs to one user only."""
    values = call.model_dump(include={"name", "email", "country_code", "phone_number", "timezone"})
    created = await queries.create_hospital(context.connection, {**values, "password_hash": password_hash})
    if created is None:
        raise Conflict(PHONE_TAKEN, source="phone_number")
    clinic_id, user_id = created
    context.changed("clinic", clinic_id, clinic_id=clinic_id, after={**values, "is_hospital": True, "user_id": user_id})
    return SignedUpHospital(clinic=NewClinic(id=clinic_id))

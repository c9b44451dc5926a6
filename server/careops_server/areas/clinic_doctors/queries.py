"""SQL of doctors at clinics."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import text

from careops.calls.clinic_doctors import NO_DOCTOR, NOT_HERE, ClinicDoctor, FoundDoctor
from careops_server.core.database import tables
from careops_server.core.database.connection import Connection
from careops_server.core.database.row_statements import insert_row
from careops_server.core.queries.list_query import ListQuery
from careops_server.core.queries.records import select_or_404
from careops_server.core.queries.references import Reference
from careops_server.core.queries.row_updates import UpdatableTable

DOCTORS: Final = Reference("doctors", "doctor_id", NO_DOCTOR)
CLINIC_DOCTOR_REF: Final = Reference("clinic_doctors", "clinic_doctor_id", NOT_HERE)
FOUND_DOCTORS: Final = ListQuery(FoundDoctor, "doctors d", where={"phone_number": "d.phone_number = :phone_number"})
_ADD = insert_row(tables.clinic_doctors, "clinic_id doctor_id fees", unique="clinic_id doctor_id", returning="id")
_INVITE = text("""
    insert into doctors (first_name, last_name, phone_number, patients_per_hour, status, user_id)
    values (:first_name, :last_name, :phone_number, :patients_per_hour, 'invited',
            (select id from users where phone_number = :phone_number))
    on conflict (phone_number) do nothing returning id
""")
_IS_THERE = text("""
    select exists (select from clinic_doctors cd join doctors d on d.id = cd.doctor_id
                   where cd.clinic_id = :clinic_id and d.phone_number = :phone_number)
""")
_READ = text("""
    select json_build_object(
        'id', cd.id, 'fees', cast(cd.fees as text), 'telemedicine_fees', cast(cd.telemedicine_fees as text),
        'telemedicine_setup', cd.telemedicine_fees is not null and trim(d.reg_nbr) <> '' and trim(d.education) <> ''
            and d.reg_nbr is not null and d.education is not null,
        'photo', cd.photo,
        'doctor', json_build_object(
            'id', d.id, 'first_name', d.first_name, 'last_name', d.last_name, 'speciality', d.speciality,
            'gender', d.gender, 'education', d.education, 'exp', d.exp, 'patients_per_hour', d.patients_per_hour,
            'reg_nbr', d.reg_nbr, 'reg_photo_url', d.reg_photo_url, 'verified', d.verified,
            'other_specialities', d.other_specialities))
    from clinic_doctors cd join doctors d on d.id = cd.doctor_id
    where cd.id = :clinic_doctor_id and cd.clinic_id = :clinic_id
""")
CLINIC_DOCTOR: Final = UpdatableTable(
    tables.clinic_doctors, frozenset({"fees", "telemedicine_fees", "photo"}), also=frozenset({"doctor_id"})
)
"""Fields for one clinic."""
DOCTOR: Final = UpdatableTable(
    tables.doctors,
    frozenset({"first_name", "last_name", "speciality", "gender", "education", "exp", "patients_per_hour", "reg_nbr"})
    | {"other_specialities"},
    also=frozenset({"verified", "dob"}),
)
"""Fields for all clinics."""


async def add(connection: Connection, *, clinic_id: int, doctor_id: int, fees: int) -> int | None:
    """Add a doctor to a clinic and return the new id, None if the doctor is there already."""
    values = {"clinic_id": clinic_id, "doctor_id": doctor_id, "fees": fees}
    return (await connection.execute(_ADD, values)).scalar_one_or_none(int)


async def invite(connection: Connection, values: Mapping[str, Any]) -> int | None:
    """Invite a new doctor and return the id, None if the phone number is taken."""
    return (await connection.execute(_INVITE, values)).scalar_one_or_none(int)


async def is_at_clinic(connection: Connection, clinic_id: int, phone_number: str) -> bool:
    """Return whether the doctor with that number is at the clinic."""
    values = {"clinic_id": clinic_id, "phone_number": phone_number}
    return bool((await connection.execute(_IS_THERE, values)).scalar_one())


async def read(connection: Connection, clinic_id: int, clinic_doctor_id: int) -> ClinicDoctor:
    """Return a doctor at a clinic. Raises ``NotFound``."""
    values = {"clinic_id": clinic_id, "clinic_doctor_id": clinic_doctor_id}
    return await select_or_404(connection, _READ, ClinicDoctor, CLINIC_DOCTOR_REF, **values)

"""The SQL of doctors at clinics."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from sqlalchemy import TextClause, bindparam, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncConnection

from careops.calls.clinic_doctors import ClinicDoctor, FoundDoctor

_FIND = text("""
    select id, first_name, last_name, gender, phone_number, speciality, status
    from doctors where phone_number = :phone_number
""")
_EXISTS = text("select true from doctors where id = :doctor_id for key share")
_ADD = text("""
    insert into clinic_doctors (clinic_id, doctor_id, fees) values (:clinic_id, :doctor_id, :fees)
    on conflict (clinic_id, doctor_id) do nothing returning id
""")
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
_LOCK = text("""
    select cd.fees, cd.telemedicine_fees, cd.photo, d.id as doctor_id, d.first_name, d.last_name, d.speciality,
           d.gender, d.education, d.exp, d.patients_per_hour, d.reg_nbr, d.other_specialities
    from clinic_doctors cd join doctors d on d.id = cd.doctor_id
    where cd.id = :clinic_doctor_id and cd.clinic_id = :clinic_id for no key update
""")
AT_CLINIC = frozenset({"fees", "telemedicine_fees", "photo"})
EVERYWHERE = frozenset(
    {"first_name", "last_name", "speciality", "gender", "education", "exp", "patients_per_hour", "reg_nbr"}
    | {"other_specialities"}
)
"""What may be changed of a doctor at one clinic and of the doctor; allow-lists, as names become SQL here (SEC-26)."""


async def find_doctors(connection: AsyncConnection, phone_number: str) -> list[FoundDoctor]:
    """Who has that number."""
    rows = (await connection.execute(_FIND, {"phone_number": phone_number})).mappings()
    return [FoundDoctor.model_validate(row) for row in rows]


async def doctor_exists(connection: AsyncConnection, doctor_id: int) -> bool:
    """Whether there is such a doctor, who stays until the transaction ends."""
    return (await connection.execute(_EXISTS, {"doctor_id": doctor_id})).scalar_one_or_none() is not None


async def add(connection: AsyncConnection, *, clinic_id: int, doctor_id: int, fees: int) -> int | None:
    """The clinic doctor's id; None when the doctor is at the clinic already."""
    values = {"clinic_id": clinic_id, "doctor_id": doctor_id, "fees": fees}
    added: int | None = (await connection.execute(_ADD, values)).scalar_one_or_none()
    return added


async def invite(connection: AsyncConnection, values: Mapping[str, Any]) -> int | None:
    """A new, invited doctor's id; None when a doctor has that number already."""
    doctor_id: int | None = (await connection.execute(_INVITE, values)).scalar_one_or_none()
    return doctor_id


async def is_at_clinic(connection: AsyncConnection, clinic_id: int, phone_number: str) -> bool:
    """Whether the doctor with that number is at the clinic."""
    values = {"clinic_id": clinic_id, "phone_number": phone_number}
    return bool((await connection.execute(_IS_THERE, values)).scalar_one())


async def read(connection: AsyncConnection, clinic_id: int, clinic_doctor_id: int) -> ClinicDoctor | None:
    """A doctor at that clinic."""
    values = {"clinic_id": clinic_id, "clinic_doctor_id": clinic_doctor_id}
    found = (await connection.execute(_READ, values)).scalar_one_or_none()
    return None if found is None else ClinicDoctor.model_validate(found)


async def lock(connection: AsyncConnection, clinic_id: int, clinic_doctor_id: int) -> Mapping[str, Any] | None:
    """What may be changed of a doctor at that clinic, held against other writers until the transaction ends."""
    values = {"clinic_id": clinic_id, "clinic_doctor_id": clinic_doctor_id}
    row = (await connection.execute(_LOCK, values)).mappings().one_or_none()
    return None if row is None else dict(row)


async def update_at_clinic(connection: AsyncConnection, clinic_doctor_id: int, values: Mapping[str, Any]) -> None:
    """Set columns of a doctor at one clinic."""
    statement = _update("clinic_doctors", tuple(sorted(values)))
    await connection.execute(statement, {**values, "id": clinic_doctor_id})


async def update_everywhere(connection: AsyncConnection, doctor_id: int, values: Mapping[str, Any]) -> None:
    """Set columns of a doctor."""
    await connection.execute(_update("doctors", tuple(sorted(values))), {**values, "id": doctor_id})


@cache
def _update(table: str, columns: tuple[str, ...]) -> TextClause:
    if not (AT_CLINIC if table == "clinic_doctors" else EVERYWHERE).issuperset(columns):
        raise ValueError(f"not columns of {table} that may be changed: {columns}")
    assignments = ", ".join(f"{column} = :{column}" for column in columns)
    statement = text(f"update {table} set {assignments}, updated_at = now() where id = :id")  # noqa: S608 (allow-list)
    if "other_specialities" in columns:
        statement = statement.bindparams(bindparam("other_specialities", type_=JSONB))
    return statement

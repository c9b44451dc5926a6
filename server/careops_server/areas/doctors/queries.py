"""SQL of doctors."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from sqlalchemy import text

from careops.calls import doctors as calls
from careops.calls.clinic_doctors import NO_DOCTOR
from careops_server.core.database import tables
from careops_server.core.database.connection import Connection
from careops_server.core.database.row_statements import insert_row
from careops_server.core.principal import Actor
from careops_server.core.queries.counters import counter_sql
from careops_server.core.queries.json_select import moment, one_object, several
from careops_server.core.queries.list_query import ListQuery
from careops_server.core.queries.records import select_or_404
from careops_server.core.queries.references import Reference
from careops_server.core.queries.row_updates import LockedRow, UpdatableTable

DOCTOR_REF: Final = Reference("doctors", "id", NO_DOCTOR)
_NAME: Final = {"name": "concat_ws(' ', d.first_name, d.last_name)"}
# One parameter filters by the status and by the state of the registration.
_STATUS: Final = """
    case :filter_text when 'verified' then d.verified when 'unverified' then not d.verified
                      else d.status = :filter_text end
"""
# The values of the two filters differ, so a key identifies one counter.
_COUNTED: Final = "t.dimension in ('status', 'verified') and t.key = cast(:filter_text as text)"
DOCTORS: Final = ListQuery(
    calls.Doctor,
    "doctors d",
    read=_NAME,
    where={"filter_text": _STATUS},
    contains={"search_text": "d.search_text"},
    fuzzy_search="search_text",
    total=counter_sql("doctors", also={"filter_text": _COUNTED}),
)
_PROFILE: Final = {
    **_NAME,
    "country_code": "'91'",
    "certificate": "d.reg_photo_url",
    "dob": "to_char(d.dob, 'DD-MM-YYYY')",
    "verified_at": moment("d.verified_at"),
    "verified_as": """case when d.verified then nullif((
        select v.name from doctor_verifications v where v.doctor_id = d.id order by v.id desc limit 1
    ), concat_ws(' ', d.first_name, d.last_name)) end""",
}
_READ: Final = text(f"select {one_object(calls.DoctorProfile, 'doctors d', read=_PROFILE, where='d.id = :id')}")
# The user's account for that clinic, an owner's before an admin's.
_ROLE: Final = """coalesce((
    select a.role from user_accounts a where a.user_id = d.user_id and a.subject_id = cd.clinic_id
    and a.account_type in ('clinic', 'hospital_clinic', 'clinic_admin') order by a.account_type = 'clinic_admin', a.id
    limit 1
), 'doctor')"""
_CLINICS: Final = several(
    calls.ClinicOfDoctor,
    "clinic_doctors cd join clinics c on c.id = cd.clinic_id",
    read={
        "id": "c.id",
        "name": "c.name",
        "phone_number": "c.phone_number",
        "role": _ROLE,
        "clinic_doctor_id": "cd.id",
    },
    where="cd.doctor_id = d.id",
    order="c.name, c.id",
)
_DETAIL: Final = text(
    f"select {one_object(calls.DoctorDetail, 'doctors d', read={**_NAME, 'clinics': _CLINICS}, where='d.id = :id')}"
)
_PLAIN: Final = "upper(regexp_replace({alias}.reg_nbr, '[^A-Za-z0-9]', '', 'g'))"
_OTHER: Final = {"name": "concat_ws(' ', o.first_name, o.last_name)"}
_LOOKS_ALIKE: Final = 4
"""Differing bits of 64 up to which pictures count as the same, scaled or brightened."""


def _others(condition: str) -> str:
    """Return SQL for some other doctors that fulfil a condition; ``d`` is the doctor in question."""
    return several(
        calls.OtherDoctor, "doctors o", where=f"o.id <> d.id and {condition}", order="o.id limit 5", read=_OTHER
    )


_DOSSIER: Final = text(f"""
    select d.reg_nbr, {_others(f"{_PLAIN.format(alias='o')} = nullif({_PLAIN.format(alias='d')}, '')")},
        {_others(f"bit_count(cast(o.reg_photo_look # d.reg_photo_look as bit(64))) <= {_LOOKS_ALIKE}")},
        {several(calls.Decision, "doctor_verifications v", where="v.doctor_id = d.id", order="v.id desc")}
    from doctors d where d.id = :id
""")
DOCTOR: Final = UpdatableTable(
    tables.doctors,
    frozenset({"first_name", "last_name", "phone_number", "dob", "gender", "patients_per_hour", "exp", "speciality"})
    | {
        "bio",
        "reg_nbr",
        "reg_photo_url",
        "reg_photo_look",
        "verified",
        "verified_by_name",
        "verified_at",
        "verification_reason",
    },
)
"""Profile and state of the registration."""
_DECIDED: Final = insert_row(
    tables.doctor_verifications,
    "doctor_id verified verification_reason name reg_nbr decided_by decided_by_name",
    returning="decided_at",
)


async def read_doctor(connection: Connection, id: int) -> calls.DoctorProfile:
    """Return a profile. Raises ``NotFound``."""
    return await select_or_404(connection, _READ, calls.DoctorProfile, DOCTOR_REF, id=id)


async def read_doctor_detail(connection: Connection, id: int) -> calls.DoctorDetail:
    """Return a doctor with clinics. Raises ``NotFound``."""
    return await select_or_404(connection, _DETAIL, calls.DoctorDetail, DOCTOR_REF, id=id)


async def read_dossier(connection: Connection, id: int) -> calls.Dossier:
    """Return the doubts and decisions about a registration. Raises ``NotFound``."""
    row = (await connection.execute(_DOSSIER, {"id": id})).one_or_none()
    if row is None:
        raise DOCTOR_REF.not_found()
    number, same_number, same_certificate, decisions = row
    duplicates = {"same_number": same_number, "same_certificate": same_certificate, "decisions": decisions}
    return calls.Dossier.model_validate({"odd_number": calls.is_odd_number(number), **duplicates})


async def add_decision(connection: Connection, doctor: LockedRow, decision: Mapping[str, Any], by: Actor) -> datetime:
    """Store a decision about a registration with the name and number it refers to. Return its time."""
    values = {
        **decision,
        "doctor_id": doctor.key["id"],
        "name": " ".join(filter(None, (doctor["first_name"], doctor["last_name"]))),
        "reg_nbr": doctor["reg_nbr"],
        "decided_by": by.user_id,
        "decided_by_name": by.user.name,
    }
    return (await connection.execute(_DECIDED, values)).scalar_one(datetime)

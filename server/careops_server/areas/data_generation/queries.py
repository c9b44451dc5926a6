"""SQL of data generation: the clinics, and the added rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from sqlalchemy import TextClause, bindparam, text
from sqlalchemy.dialects.postgresql import JSONB

from careops.calls.data_generation import GeneratedFor, GenerationJob
from careops_server.core.database.connection import Connection
from careops_server.core.queries.json_select import several
from careops_server.core.queries.list_query import ListQuery

# ``only_one`` is the kind and the phone number of a job, "data_generation.cms 9815000041".
GENERATIONS: Final = ListQuery(
    GenerationJob,
    "jobs j",
    base_filter="starts_with(j.kind, 'data_generation.')",
    read={
        "phone_number": "nullif(split_part(j.only_one, ' ', 2), '')",
        "clinics": several(
            GeneratedFor,
            "clinics c",
            where="c.id in (select cast(value as int8) from jsonb_array_elements(j.parameters -> 'clinic_ids'))",
            order="c.id",
        ),
    },
)
# A number identifies an owner with all clinics (B-101), or a single clinic without an owner.
_CLINICS = text("""
    with numbered as (
        select id, name, user_id from clinics where phone_number = :phone
    ), owners as (
        select id from users where phone_number = :phone union select user_id from numbered
    )
    select id, name from numbered union select c.id, c.name from clinics c join owners o on o.id = c.user_id order by id
""")
_CLINIC = text("""
    select c.id, c.name, c.phone_number, c.is_hospital, c.created_at, c.user_id, u.name as owner,
        u.phone_number as owner_phone
    from clinics c left join users u on u.id = c.user_id where c.id = :id
""")
# The clinic's doctors first, then others for referrals.
_DOCTORS = text("""
    select concat_ws(' ', 'Dr.', d.first_name, d.last_name) as name, d.phone_number, d.speciality
    from doctors d left join clinic_doctors c on c.doctor_id = d.id and c.clinic_id = :id
    order by c.doctor_id is null, d.id limit 30
""")
_MEASURE = text("""
    insert into clinic_metrics as m (clinic_id, total_patient_visits, total_bills, total_careplans,
        total_lab_referrals, total_pharmacy_referrals, latest_patient_visit)
    values (:id, :visits, :bills, :careplans, :lab_referrals, :pharmacy_referrals, :latest)
    on conflict (clinic_id) do update set
        total_patient_visits = m.total_patient_visits + excluded.total_patient_visits,
        total_bills = m.total_bills + excluded.total_bills,
        total_careplans = m.total_careplans + excluded.total_careplans,
        total_lab_referrals = m.total_lab_referrals + excluded.total_lab_referrals,
        total_pharmacy_referrals = m.total_pharmacy_referrals + excluded.total_pharmacy_referrals,
        latest_patient_visit = greatest(m.latest_patient_visit, excluded.latest_patient_visit)
""")
_MEASURE_REFERRALS = text("""
    insert into clinic_metrics as m (clinic_id, total_doctor_referrals) values (:id, :referrals)
    on conflict (clinic_id) do update set
        total_doctor_referrals = m.total_doctor_referrals + excluded.total_doctor_referrals
""")


async def clinics_of(connection: Connection, phone: str) -> list[GeneratedFor]:
    """Return all clinics of the owner with this number, or of the owner of the clinic with it."""
    return [GeneratedFor(**row) for row in (await connection.execute(_CLINICS, {"phone": phone})).mappings()]


async def clinic(connection: Connection, id: int) -> dict[str, Any] | None:
    """Return the fields of a clinic that the generation needs, None if it was deleted."""
    return (await connection.execute(_CLINIC, {"id": id})).mappings().one_or_none()


async def doctors(connection: Connection, clinic_id: int) -> list[dict[str, Any]]:
    """Return doctors for referrals, the clinic's first."""
    return (await connection.execute(_DOCTORS, {"id": clinic_id})).mappings().all()


async def measure(connection: Connection, clinic_id: int, values: Mapping[str, object]) -> None:
    """Increase the clinic's metrics, and set the day of its latest visit."""
    await connection.execute(_MEASURE, {**values, "id": clinic_id})


async def measure_referrals(connection: Connection, clinic_id: int, referrals: int) -> None:
    """Increase the clinic's number of referrals."""
    await connection.execute(_MEASURE_REFERRALS, {"id": clinic_id, "referrals": referrals})


async def add(connection: Connection, table: str, rows: Sequence[Mapping[str, Any]]) -> list[int]:
    """Add JSON rows with equal columns. Return their ids in order. Table and column names are constants of the
    server.
    """
    if not rows:
        return []
    result = await connection.execute(_insert(table, tuple(rows[0])), {"rows": [dict(row) for row in rows]})
    return list(result.scalars())


@cache
def _insert(table: str, columns: tuple[str, ...]) -> TextClause:
    names = ", ".join(columns)
    return text(f"""
        insert into {table} ({names})
        select {names} from jsonb_array_elements(:rows) with ordinality as input (value, place),
            jsonb_populate_record(null::{table}, input.value) order by input.place
        returning id
    """).bindparams(bindparam("rows", type_=JSONB))

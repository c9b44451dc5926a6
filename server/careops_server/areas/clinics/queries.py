"""SQL that reads, changes and adds clinics."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import text

from careops.calls.clinics import NO_CLINIC, ClinicDetail
from careops_server.core.auth import queries as users
from careops_server.core.database import tables
from careops_server.core.database.connection import Connection
from careops_server.core.database.row_statements import insert_row
from careops_server.core.queries.records import select_or_404
from careops_server.core.queries.references import Reference
from careops_server.core.queries.row_updates import UpdatableTable

_LOCATION = """
    case when num_nonnulls(c.address_line_1, c.address_line_2, c.city, c.state, c.zipcode, c.latitude, c.longitude) > 0
    then json_build_object(
        'address_line_1', c.address_line_1, 'address_line_2', c.address_line_2, 'city', c.city, 'state', c.state,
        'zipcode', c.zipcode, 'latitude', c.latitude, 'longitude', c.longitude, 'phone_numbers', c.phone_numbers)
    end
"""
_MODULES = """
    coalesce((
        select json_agg(json_build_object('spec_module_id', m.id, 'name', m.name) order by m.name)
        from clinic_spec_modules cm join spec_modules m on m.id = cm.spec_module_id where cm.clinic_id = c.id
    ), '[]')
"""
SUMMARY = f"""
    'id', c.id, 'name', c.name, 'email', c.email, 'phone_number', c.phone_number, 'is_hospital', c.is_hospital,
    'location', {_LOCATION}, 'clinic_spec_modules', {_MODULES}, 'ipd_enabled', c.ipd_enabled,
    'care_package_enabled', c.care_package_enabled, 'surgery_enabled', c.surgery_enabled,
    'abdm_enabled', c.abdm_enabled, 'user_id', c.user_id
"""
"""A clinic ``c`` in list form, for ``json_build_object``."""
_METRICS = """(
    select json_build_object(
        'total_patient_visits', m.total_patient_visits, 'total_bills', m.total_bills,
        'total_careplans', m.total_careplans, 'total_lab_referrals', m.total_lab_referrals,
        'total_pharmacy_referrals', m.total_pharmacy_referrals, 'total_doctor_referrals', m.total_doctor_referrals,
        'latest_patient_visit', m.latest_patient_visit)
    from clinic_metrics m where m.clinic_id = c.id
)"""
_DOCTORS = """coalesce((
    select json_agg(json_build_object(
        'id', cd.id, 'phone_number', d.phone_number, 'status', d.status, 'doctor', json_build_object(
            'id', d.id, 'first_name', d.first_name, 'last_name', d.last_name, 'gender', d.gender)) order by cd.id)
    from clinic_doctors cd join doctors d on d.id = cd.doctor_id where cd.clinic_id = c.id
), '[]')"""
_STAFF = """coalesce((
    select json_agg(json_build_object(
        'id', s.id, 'name', s.name, 'phone_number', s.phone_number, 'status', s.status) order by s.id)
    from clinic_staff s where s.clinic_id = c.id
), '[]')"""
# The last four digits, or half of a shorter number, so that no number is shown completely.
_ENDING = "'••••' || right(b.account_no, least(4, length(b.account_no) / 2))"
_DETAIL = text(f"""
    select json_build_object({SUMMARY},
        'clinic_website', case when jsonb_array_length(c.domains) > 0
            then json_build_object('clinic_domains', c.domains) end,
        'clinic_group', coalesce((
            select json_agg(json_build_object('id', g.id, 'name', g.name, 'location', g.location) order by g.name, g.id)
            from (select c.id, c.name, {_LOCATION} as location from clinics c
                  where c.clinic_group_id = self.clinic_group_id) g
        ), '[]'),
        'beds_count', c.beds_count, 'rooms_count', c.rooms_count,
        'speciality', case when c.speciality is not null then json_build_object('name', c.speciality) end,
        'other_specialities', c.other_specialities,
        'metrics', {_METRICS}, 'doctors_list', {_DOCTORS}, 'clinic_staff', {_STAFF},
        'bank_details', (
            select json_build_object('account_no', {_ENDING}, 'account_name', b.account_name,
                                     'bank_name', b.bank_name, 'ifsc_code', b.ifsc_code)
            from bank_details b where b.clinic_id = c.id)
    )
    from clinics c cross join lateral (select c.clinic_group_id) self where c.id = :id
""")


_NAMED = Reference("clinics", "id", NO_CLINIC)


async def read_clinic(connection: Connection, clinic_id: int) -> ClinicDetail:
    """Return a clinic with all details. Raises ``NotFound``."""
    return await select_or_404(connection, _DETAIL, ClinicDetail, _NAMED, id=clinic_id)


_ACCOUNT_NUMBER = text("select account_no from bank_details where clinic_id = :clinic_id")


async def read_account_number(connection: Connection, clinic_id: int) -> str | None:
    """Return the complete account number of a clinic, None without one."""
    return (await connection.execute(_ACCOUNT_NUMBER, {"clinic_id": clinic_id})).scalar_one_or_none(str)


CLINIC: Final = UpdatableTable(
    tables.clinics,
    frozenset(
        {
            *("address_line_1", "address_line_2", "city", "state", "zipcode", "latitude", "longitude"),
            *("beds_count", "rooms_count", "speciality", "other_specialities"),
            *("ipd_enabled", "surgery_enabled", "abdm_enabled"),
        }
    ),
)
_HOSPITAL: Final = "name email country_code phone_number is_hospital user_id timezone"
_NEW_HOSPITAL: Final = insert_row(tables.clinics, _HOSPITAL, returning="id")
_NEW_ACCOUNT: Final = insert_row(tables.user_accounts, "user_id account_type role subject_id")


async def create_hospital(connection: Connection, values: Mapping[str, Any]) -> tuple[int, int] | None:
    """Create a hospital and its owner. Return ``(clinic id, user id)``, None if the phone number is taken."""
    user_id = await users.create_user(connection, values)
    if user_id is None:
        return None
    hospital = {**values, "user_id": user_id, "is_hospital": True}
    clinic_id = (await connection.execute(_NEW_HOSPITAL, hospital)).scalar_one()
    owner = {"user_id": user_id, "account_type": "hospital_clinic", "role": "owner", "subject_id": clinic_id}
    await connection.execute(_NEW_ACCOUNT, owner)
    return clinic_id, user_id

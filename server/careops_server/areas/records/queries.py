"""SQL of records by their kind: existence and current name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from sqlalchemy import TextClause, text

from careops.models.record_refs import Record
from careops.record_kinds import NoteKind, RecordKind
from careops_server.core.database.connection import Connection

_DOCTOR_NAME: Final = "concat_ws(' ', first_name, last_name)"
_RECORDS: Final[Mapping[RecordKind, tuple[str, str]]] = {
    "clinic": ("clinics", "name"),
    "doctor": ("doctors", _DOCTOR_NAME),
    "user": ("users", "name"),
    "pharmacy": ("pharmacies", "name"),
    "lab": ("labs", "name"),
    "campaign": ("ad_campaigns", "campaign_name"),
    "referral": ("referrals", "unique_id"),
}
"""Tables with the name of a record, by its kind."""
_REQUEST: Final = """
    change_requests o join change_request_revisions r on r.request_id = o.id and r.revision = o.revision
"""
_RESOURCES: Final[Mapping[str, tuple[str, str]]] = {
    **{"ad_campaign" if kind == "campaign" else kind: record for kind, record in _RECORDS.items()},
    "care_city": ("care_cities", "name"),
    "news_article": ("news_articles", "title"),
    "news_tag": ("news_tags", "tag_name"),
    "promo_code": ("promo_codes", "promo_code_name"),
    "release_note": ("release_notes", "title"),
    "university": ("universities", "name"),
    "clinic_doctor": ("clinic_doctors o join doctors on doctors.id = o.doctor_id", _DOCTOR_NAME),
    "schedule": (
        "schedules o join clinic_doctors j on j.id = o.clinic_doctor_id join doctors on doctors.id = j.doctor_id",
        _DOCTOR_NAME,
    ),
}
"""Tables with the name of a record, by its type in the audit log. ``o`` is the record if it is not the first table."""
_ATTACHED: Final[Mapping[str, str]] = {"note": "notes", "follow_up": "follow_ups"}
"""Tables of what is attached to a record that they name by ``kind`` and ``record_id``, by type in the audit log."""
_NAMES: Final = {
    type: f"select nullif({name}, '') from {table} where {'o.' if ' o ' in table else ''}id = {{id}}"
    for type, (table, name) in _RESOURCES.items()
}
_DOCTOR_REFS: Final = {
    "clinic_doctor": "select 'doctor:' || o.doctor_id from clinic_doctors o where o.id = {id}",
    "schedule": "select 'doctor:' || j.doctor_id from schedules o join clinic_doctors j on j.id = o.clinic_doctor_id"
    " where o.id = {id}",
}
_TYPE_OF_KIND: Final = "case n.kind when 'campaign' then 'ad_campaign' else n.kind end"
_EXISTS: Final[Mapping[NoteKind, TextClause]] = {
    **{kind: text(f"select exists (select from {table} where id = :id)") for kind, (table, _) in _RECORDS.items()},
    "change_request": text(
        f"select exists (select from {_REQUEST} where o.id = :id and r.calls <@ cast(:calls as text[]))"
    ),
}


_CALLS: Final = text(f"select r.calls from {_REQUEST} where o.id = :id")


def name_of(alias: str) -> str:
    """Return SQL for the current name of the record that a row of ``alias`` names by ``kind`` and ``record_id``.

    Null for a deleted record and behind a gateway, which has no records.
    """
    cases = " ".join(
        f"when '{kind}' then (select nullif({name}, '') from {table} where id = {alias}.record_id)"
        for kind, (table, name) in _RECORDS.items()
    )
    title = f"(select r.title from {_REQUEST} where o.id = {alias}.record_id)"
    return f"(case {alias}.kind {cases} when 'change_request' then {title} end)"


def visible_of(alias: str) -> str:
    """Return the SQL condition that the caller may read the record that a row names by ``kind`` and ``record_id``.

    ``:kinds`` are the readable kinds, and ``:calls`` the calls that the caller may make: a request consists of them.
    """
    return f"{alias}.kind = any(:kinds) and {_has_allowed_calls(alias)}"


def _has_allowed_calls(alias: str) -> str:
    request = f"o.id = {alias}.record_id and r.calls <@ cast(:calls as text[])"
    return (
        f"case when {alias}.kind = 'change_request' then exists (select from {_REQUEST} where {request}) else true end"
    )


def resource_name_of(alias: str) -> str:
    """Return SQL for the current name of a row's ``resource_type`` and ``resource_id``, if ``:named`` has the type.

    A note and a follow-up have the name of their record, if ``:named`` has its type, too. Null for a deleted record,
    for a change request, and for other types.
    """
    return _resource_case(alias, {**_NAMES, **_attached(name_of("n"), "n.kind <> 'change_request'")})


def event_name_of(alias: str) -> str:
    """Return SQL for the current name of the record of an audit event: ``resource_name_of`` with change requests.

    ``:calls`` are the calls that the caller may make.
    """
    title = f"select r.title from {_REQUEST} where o.id = {{id}} and r.calls <@ cast(:calls as text[])"
    attached = _attached(name_of("n"), _has_allowed_calls("n"))
    return _resource_case(alias, {**_NAMES, **attached, "change_request": title})


def event_record_of(alias: str) -> str:
    """Return SQL for the reference of the record that an audit event belongs to: the record of a note or follow-up, the
    doctor of a place of work or schedule. Null for other types, and under the conditions of ``event_name_of``.
    """
    return _resource_case(alias, {**_DOCTOR_REFS, **_attached(ref_of("n"), _has_allowed_calls("n"))})


def _attached(value: str, condition: str) -> dict[str, str]:
    """Return queries of a value of the record that a note or follow-up ``n`` is attached to, by resource type."""
    is_named = f"{_TYPE_OF_KIND} = any(cast(:named as text[])) and {condition}"
    return {
        type: f"select nullif({value}, '') from {table} n where n.id = {{id}} and {is_named}"
        for type, table in _ATTACHED.items()
    }


def _resource_case(alias: str, queries: Mapping[str, str]) -> str:
    id = f"cast({alias}.resource_id as bigint)"
    cases = " ".join(f"when '{type}' then ({query.format(id=id)})" for type, query in queries.items())
    is_named = f"{alias}.resource_type = any(cast(:named as text[])) and {alias}.resource_id ~ '^[0-9]{{1,18}}$'"
    return f"(case when {is_named} then case {alias}.resource_type {cases} end end)"


def ref_of(alias: str) -> str:
    """Return SQL for the reference of the record that a row names: ``clinic:41``."""
    return f"{alias}.kind || ':' || {alias}.record_id"


def is_of_ref(alias: str, parameter: str) -> str:
    """Return the SQL condition that a row names the record of the reference in ``parameter``."""
    parts = f"{alias}.kind = split_part(:{parameter}, ':', 1)"
    return f"{parts} and {alias}.record_id = cast(split_part(:{parameter}, ':', 2) as bigint)"


async def exists(connection: Connection, record: Record, calls: Sequence[str]) -> bool:
    """Return whether the record exists. A change request exists for those who may make its calls."""
    values = {"id": record.id, **({"calls": calls} if record.kind == "change_request" else {})}
    return (await connection.execute(_EXISTS[record.kind], values)).scalar_one(bool)


async def calls_of_request(connection: Connection, id: int) -> list[str]:
    """Return the names of the calls of a change request."""
    return list((await connection.execute(_CALLS, {"id": id})).scalar_one())

"""SQL of records by their kind: existence and current name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from sqlalchemy import TextClause, text

from careops.models.record_refs import Record
from careops.record_kinds import NoteKind, RecordKind
from careops_server.core.database.connection import Connection

_TABLE: Final[Mapping[RecordKind, str]] = {
    "clinic": "clinics",
    "doctor": "doctors",
    "user": "users",
    "pharmacy": "pharmacies",
    "lab": "labs",
    "campaign": "ad_campaigns",
    "referral": "referrals",
}
_NAME: Final[Mapping[RecordKind, str]] = {
    "clinic": "name",
    "doctor": "concat_ws(' ', first_name, last_name)",
    "user": "name",
    "pharmacy": "name",
    "lab": "name",
    "campaign": "campaign_name",
    "referral": "unique_id",
}
_REQUEST: Final = """
    change_requests o join change_request_revisions r on r.request_id = o.id and r.revision = o.revision
"""
_RESOURCES: Final[Mapping[str, tuple[str, str]]] = {
    **{kind: (_TABLE[kind], _NAME[kind]) for kind in ("clinic", "doctor", "user", "pharmacy", "lab", "referral")},
    "ad_campaign": ("ad_campaigns", "campaign_name"),
    "care_city": ("care_cities", "name"),
    "news_article": ("news_articles", "title"),
    "news_tag": ("news_tags", "tag_name"),
    "promo_code": ("promo_codes", "promo_code_name"),
    "release_note": ("release_notes", "title"),
    "university": ("universities", "name"),
    "clinic_doctor": ("clinic_doctors o join doctors on doctors.id = o.doctor_id", _NAME["doctor"]),
    "schedule": (
        "schedules o join clinic_doctors j on j.id = o.clinic_doctor_id join doctors on doctors.id = j.doctor_id",
        _NAME["doctor"],
    ),
}
"""Tables with the name of a record, by its type in the audit log. ``o`` is the record if it is not the first table."""
_ATTACHED: Final[Mapping[str, str]] = {"note": "notes", "follow_up": "follow_ups"}
"""Tables of what is attached to a record that they name by ``kind`` and ``record_id``, by type in the audit log."""
_TYPE_OF_KIND: Final = "case n.kind when 'campaign' then 'ad_campaign' else n.kind end"
_EXISTS: Final[Mapping[NoteKind, TextClause]] = {
    **{kind: text(f"select exists (select from {table} where id = :id)") for kind, table in _TABLE.items()},
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
        f"when '{kind}' then (select nullif({_NAME[kind]}, '') from {table} where id = {alias}.record_id)"
        for kind, table in _TABLE.items()
    )
    title = f"(select r.title from {_REQUEST} where o.id = {alias}.record_id)"
    return f"(case {alias}.kind {cases} when 'change_request' then {title} end)"


def visible_of(alias: str) -> str:
    """Return the SQL condition that the caller may read the record that a row names by ``kind`` and ``record_id``.

    ``:kinds`` are the readable kinds, and ``:calls`` the calls that the caller may make: a request consists of them.
    """
    request = f"o.id = {alias}.record_id and r.calls <@ cast(:calls as text[])"
    is_request = (
        f"case when {alias}.kind = 'change_request' then exists (select from {_REQUEST} where {request}) else true end"
    )
    return f"{alias}.kind = any(:kinds) and {is_request}"


def resource_name_of(alias: str) -> str:
    """Return SQL for the current name of a row's ``resource_type`` and ``resource_id``, if ``:named`` has the type.

    A note and a follow-up have the name of their record, if ``:named`` has its type, too. Null for a deleted record,
    and for other types.
    """
    cases = " ".join(
        f"when '{type}' then (select nullif({name}, '') from {table}"
        f" where {'o.' if ' o ' in table else ''}id = cast({alias}.resource_id as bigint))"
        for type, (table, name) in _RESOURCES.items()
    )
    cases += "".join(
        f" when '{type}' then (select nullif({name_of('n')}, '') from {table} n"
        f" where n.id = cast({alias}.resource_id as bigint) and {_TYPE_OF_KIND} = any(cast(:named as text[])))"
        for type, table in _ATTACHED.items()
    )
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

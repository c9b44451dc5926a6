"""SQL of records by their kind: existence and current name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sqlalchemy import text

from careops.models.record_refs import Record
from careops.record_kinds import RecordKind
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
_EXISTS: Final = {kind: text(f"select exists (select from {table} where id = :id)") for kind, table in _TABLE.items()}


def name_of(alias: str) -> str:
    """Return SQL for the current name of the record that a row of ``alias`` names by ``kind`` and ``record_id``.

    Null for a deleted record and behind a gateway, which has no records.
    """
    cases = " ".join(
        f"when '{kind}' then (select nullif({_NAME[kind]}, '') from {table} where id = {alias}.record_id)"
        for kind, table in _TABLE.items()
    )
    return f"(case {alias}.kind {cases} end)"


def resource_name_of(alias: str) -> str:
    """Return SQL for the current name of a row's ``resource_type`` and ``resource_id``, if ``:named`` has the type.

    Null for a deleted record, and for other types.
    """
    cases = " ".join(
        f"when '{type}' then (select nullif({name}, '') from {table}"
        f" where {'o.' if ' o ' in table else ''}id = cast({alias}.resource_id as bigint))"
        for type, (table, name) in _RESOURCES.items()
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


async def exists(connection: Connection, record: Record) -> bool:
    """Return whether the record exists."""
    return (await connection.execute(_EXISTS[record.kind], {"id": record.id})).scalar_one(bool)

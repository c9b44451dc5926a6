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

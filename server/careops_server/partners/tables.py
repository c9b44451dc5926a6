"""Tables of pharmacies and labs: the same columns twice, and the clinics each works with."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Computed,
    DateTime,
    ForeignKey,
    Identity,
    Index,
    Integer,
    SmallInteger,
    Table,
    Text,
    func,
    text,
)

from careops_server.database.metadata import metadata

KINDS: Final = {"pharmacies": "pharmacy", "labs": "lab"}
"""Tables, and what one of their rows is."""


def _partners(table: str, one: str) -> None:
    Table(
        table,
        metadata,
        Column("id", BigInteger, Identity(), primary_key=True),
        Column("name", Text, nullable=False),
        Column("email", Text),
        Column("phone_number", Text),
        Column("city", Text),
        Column("state", Text),
        Column("total_orders", Integer, nullable=False, server_default=text("0")),
        Column("last_activity_at", DateTime(timezone=True)),
        Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
        # Lowercase name, email, phone and city with a separator nobody can type, so that no term matches across two.
        Column(
            "search_text",
            Text,
            Computed(
                "lower(name || chr(31) || coalesce(email, '') || chr(31) || coalesce(phone_number, '')"
                " || chr(31) || coalesce(city, ''))",
                persisted=True,
            ),
        ),
        Index(f"ix_{table}_search_text", "search_text", postgresql_using="gin"),
    )
    Table(
        f"clinic_{table}",
        metadata,
        Column("clinic_id", BigInteger, ForeignKey("clinics.id", ondelete="CASCADE"), primary_key=True),
        Column(f"{one}_id", BigInteger, ForeignKey(f"{table}.id", ondelete="CASCADE"), primary_key=True),
        Index(None, f"{one}_id"),
    )
    Table(
        f"{table}_totals",
        metadata,
        Column("dimension", Text, primary_key=True),
        Column("key", Text, primary_key=True),
        Column("shard", SmallInteger, primary_key=True),
        Column("total", BigInteger, nullable=False),
    )


for _table, _one in KINDS.items():
    _partners(_table, _one)

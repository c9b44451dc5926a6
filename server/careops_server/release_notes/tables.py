"""The table of release notes."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, CheckConstraint, Column, DateTime, Identity, Table, Text, func

from careops_server.database.metadata import metadata

release_notes = Table(
    "release_notes",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),
    Column("title", Text, nullable=False),
    Column("note_text", Text, nullable=False),
    Column("publish", Boolean, nullable=False),
    Column("published_at", DateTime(timezone=True)),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("updated_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    CheckConstraint("publish = (published_at is not null)", name="published_at"),
)

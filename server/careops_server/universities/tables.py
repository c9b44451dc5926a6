"""The table of universities."""

from __future__ import annotations

from sqlalchemy import BigInteger, CheckConstraint, Column, DateTime, Identity, Index, Integer, Table, Text, func, text

from careops_server.database.metadata import metadata

universities = Table(
    "universities",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),
    Column("name", Text, nullable=False),
    Column("rank", Integer),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("updated_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    CheckConstraint("rank >= 1", name="rank"),
    Index("uq_universities_name", text("lower(name)"), unique=True),
)

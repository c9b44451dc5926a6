"""Tables of product modules and of where they are active."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, DateTime, ForeignKey, Index, Integer, Table, Text, UniqueConstraint, func

from careops_server.database.metadata import metadata

spec_modules = Table(
    "spec_modules",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    UniqueConstraint("name"),
)

clinic_spec_modules = Table(
    "clinic_spec_modules",
    metadata,
    Column("clinic_id", BigInteger, ForeignKey("clinics.id", ondelete="CASCADE"), primary_key=True),
    Column("spec_module_id", Integer, ForeignKey("spec_modules.id"), primary_key=True),
    Column("activated_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Index(None, "spec_module_id", "clinic_id"),
)

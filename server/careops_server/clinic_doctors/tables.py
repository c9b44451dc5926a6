"""The table of which doctor works at which clinic, and for what fees."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    DateTime,
    ForeignKey,
    Identity,
    Index,
    Numeric,
    Table,
    Text,
    UniqueConstraint,
    func,
)

from careops_server.database.metadata import metadata

clinic_doctors = Table(
    "clinic_doctors",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),
    Column("clinic_id", BigInteger, ForeignKey("clinics.id", ondelete="CASCADE"), nullable=False),
    Column("doctor_id", BigInteger, ForeignKey("doctors.id", ondelete="CASCADE"), nullable=False),
    # Rupees.
    Column("fees", Numeric(12, 2)),
    Column("telemedicine_fees", Numeric(12, 2)),
    Column("photo", Text),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("updated_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    UniqueConstraint("clinic_id", "doctor_id"),
    Index(None, "doctor_id"),
)

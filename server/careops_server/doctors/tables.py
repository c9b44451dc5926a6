"""The table of doctors, whether they joined or were only invited."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    ForeignKey,
    Identity,
    Index,
    Integer,
    Table,
    Text,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB

from careops_server.database.metadata import metadata

doctors = Table(
    "doctors",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),
    Column("user_id", BigInteger, ForeignKey("users.id", ondelete="SET NULL")),
    Column("first_name", Text, nullable=False),
    Column("last_name", Text),
    Column("phone_number", Text, nullable=False),
    Column("gender", Text),
    Column("speciality", Text),
    # [{"id": ..., "name": ...}]
    Column("other_specialities", JSONB, nullable=False, server_default=text("'[]'")),
    Column("education", Text),
    # Years of experience.
    Column("exp", Integer),
    Column("patients_per_hour", Integer),
    Column("reg_nbr", Text),
    Column("reg_photo_url", Text),
    Column("verified", Boolean, nullable=False, server_default=text("false")),
    Column("status", Text, nullable=False, server_default="joined"),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("updated_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    UniqueConstraint("phone_number"),
    CheckConstraint("phone_number ~ '^[0-9]{10}$'", name="phone_number"),
    CheckConstraint("status in ('joined', 'invited')", name="status"),
    Index(None, "user_id"),
)

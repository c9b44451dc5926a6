"""Tables of users and their accounts."""

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
    Table,
    Text,
    UniqueConstraint,
    func,
    text,
)

from careops_server.database.metadata import metadata

users = Table(
    "users",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),
    Column("name", Text, nullable=False),
    Column("email", Text),
    Column("country_code", Text, nullable=False, server_default="91"),
    Column("phone_number", Text, nullable=False),
    Column("password_hash", Text),
    Column("user_status", Text, nullable=False, server_default="ACTIVE"),
    Column("must_change_password", Boolean, nullable=False, server_default=text("false")),
    Column("growth_enabled", Boolean, nullable=False, server_default=text("false")),
    Column("packages_enabled", Boolean, nullable=False, server_default=text("false")),
    Column("timezone", Text, nullable=False, server_default="Asia/Kolkata"),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("updated_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    UniqueConstraint("phone_number"),
    CheckConstraint("phone_number ~ '^[0-9]{10}$'", name="phone_number"),
    CheckConstraint("user_status in ('ACTIVE', 'BLOCKED', 'INACTIVE')", name="user_status"),
)

user_accounts = Table(
    "user_accounts",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),
    Column("user_id", BigInteger, ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("account_type", Text, nullable=False),
    Column("role", Text),
    # What the account is about: the clinic, doctor, lab or pharmacy; null for staff.
    Column("subject_id", BigInteger),
    UniqueConstraint("user_id", "account_type", "subject_id", postgresql_nulls_not_distinct=True),
    Index(None, "account_type", "subject_id", "id"),
)

"""The tables of the audit trail: events, written once and never changed, and what is counted of them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Date,
    DateTime,
    Index,
    LargeBinary,
    PrimaryKeyConstraint,
    SmallInteger,
    Table,
    Text,
    Uuid,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB

from careops_server.database.metadata import metadata

# One partition per month (UTC).
audit_events = Table(
    "audit_events",
    metadata,
    Column("occurred_at", DateTime(timezone=True), primary_key=True, server_default=func.now()),
    Column("id", Uuid, primary_key=True, server_default=func.new_id()),
    Column("clinic_id", BigInteger),
    Column("key", Text, nullable=False),
    Column("event_status", Text, nullable=False),
    Column("actor_id", BigInteger),
    Column("actor_name", Text),
    Column("actor_type", Text),
    Column("patient_name", Text),
    Column("resource_type", Text),
    Column("resource_id", Text),
    Column("request_id", Text),
    Column("ip_address", Text),
    Column("user_agent", Text),
    Column("description", Text),
    Column("before", JSONB),
    Column("after", JSONB),
    Column("parameters", JSONB),
    # The order in which events were added.
    Column("position", BigInteger, nullable=False, server_default=text("nextval('audit_events_position')")),
    # Null for events from before it was kept.
    Column("recorded_at", DateTime(timezone=True), server_default=func.now()),
    CheckConstraint("event_status in ('SUCCESS', 'FAILED')", name="event_status"),
    Index(None, "position"),
    Index(None, "clinic_id", "occurred_at", "id", postgresql_include=["key", "event_status", "actor_name"]),
    postgresql_partition_by="RANGE (occurred_at)",
)

# Events of the platform's apps, so that one sent again is known.
audit_event_ids = Table("audit_event_ids", metadata, Column("id", Uuid, primary_key=True))

# Clinics with so many events that their days are counted too; from when on. Null: asked for, not done yet.
audit_busy_clinics = Table(
    "audit_busy_clinics",
    metadata,
    Column("clinic_id", BigInteger, primary_key=True, autoincrement=False),
    Column("since", Date),
)

# Events per day of Asia/Kolkata; clinic 0 is all of them together.
audit_days = Table(
    "audit_days",
    metadata,
    Column("clinic_id", BigInteger, nullable=False),
    Column("day", Date, nullable=False),
    Column("dimension", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("shard", SmallInteger, nullable=False),
    Column("total", BigInteger, nullable=False),
    Column("failed", BigInteger, nullable=False),
    # In this order one range holds what a list or a summary adds up.
    PrimaryKeyConstraint("clinic_id", "dimension", "day", "label", "shard"),
    CheckConstraint("dimension in ('all', 'key', 'user', 'hour')", name="dimension"),
)

# One row for each batch of events sealed (decision 30).
audit_seals = Table(
    "audit_seals",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("after_position", BigInteger, nullable=False),
    Column("upto_position", BigInteger, nullable=False),
    Column("entries", LargeBinary, nullable=False),
    Column("previous", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Column("sealed_at", DateTime(timezone=True), nullable=False),
    # Of seals of form 1.
    Column("key_id", Text, nullable=False, server_default=""),
    Column("mac", Text, nullable=False, server_default=""),
    Column("form", SmallInteger, nullable=False, server_default="1"),
    # When the first of its events was recorded.
    Column("oldest", DateTime(timezone=True)),
    Column("public_key", Text, nullable=False, server_default=""),
    Column("next_key", Text, nullable=False, server_default=""),
    Column("signature", Text, nullable=False, server_default=""),
)

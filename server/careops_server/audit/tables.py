"""The table of audit events: written once, never changed, one partition per month (UTC)."""

from __future__ import annotations

from sqlalchemy import BigInteger, CheckConstraint, Column, DateTime, Index, Table, Text, Uuid, func, text
from sqlalchemy.dialects.postgresql import JSONB

from careops_server.database.metadata import metadata

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
    CheckConstraint("event_status in ('SUCCESS', 'FAILED')", name="event_status"),
    Index("ix_audit_events_clinic_id_occurred_at", "clinic_id", text("occurred_at desc")),
    postgresql_partition_by="RANGE (occurred_at)",
)

"""Answers kept for repeated requests: a user's key, the call it was used for and what was answered."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, DateTime, Index, Integer, LargeBinary, Table, Text, func
from sqlalchemy.dialects.postgresql import JSONB

from careops_server.database.metadata import metadata

idempotency_keys = Table(
    "idempotency_keys",
    metadata,
    Column("user_id", BigInteger, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("call", Text, nullable=False),
    Column("fingerprint", LargeBinary, nullable=False),
    Column("status", Integer),
    Column("answer", JSONB),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Index(None, "created_at"),
)

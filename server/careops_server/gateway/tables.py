"""Tables of the gateway: whose token came through. Tokens themselves are never kept, only their hashes."""

from __future__ import annotations

from sqlalchemy import Column, DateTime, ForeignKey, Index, LargeBinary, Table, Text, Uuid, func, text
from sqlalchemy.dialects.postgresql import JSONB

from careops_server.database.metadata import metadata

gateway_sessions = Table(
    "gateway_sessions",
    metadata,
    Column("id", Uuid, primary_key=True, server_default=text("new_id()")),
    Column("person", JSONB, nullable=False),
    Column("account_type", Text, nullable=False),
    Column("started_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("ended_at", DateTime(timezone=True)),
)

gateway_tokens = Table(
    "gateway_tokens",
    metadata,
    Column("token_hash", LargeBinary, primary_key=True),
    Column("session_id", Uuid, ForeignKey("gateway_sessions.id", ondelete="CASCADE"), nullable=False),
    Column("seen_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Index(None, "session_id"),
)

"""Tables of sessions, their refresh tokens and failed sign-ins."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Identity,
    Index,
    LargeBinary,
    Table,
    Text,
    Uuid,
    func,
    text,
)

from careops_server.database.metadata import metadata

sessions = Table(
    "sessions",
    metadata,
    # Made by the server (uuidv7 where PostgreSQL has it), so that newer sessions lie together.
    Column("id", Uuid, primary_key=True, server_default=func.new_id()),
    Column("user_id", BigInteger, ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("account_type", Text, nullable=False),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("last_used_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("ended_at", DateTime(timezone=True)),
    Column("end_reason", Text),
    # When the password was last given: at sign-in, or once more for a call that asks for it.
    Column("confirmed_at", DateTime(timezone=True)),
    Column("ip_address", Text, nullable=False),
    Column("user_agent", Text, nullable=False),
    Index(None, "user_id"),
)

refresh_tokens = Table(
    "refresh_tokens",
    metadata,
    Column("token_hash", LargeBinary, primary_key=True),
    Column("session_id", Uuid, ForeignKey("sessions.id", ondelete="CASCADE"), nullable=False),
    Column("issued_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("expires_at", DateTime(timezone=True), nullable=False),
    Column("replaced_at", DateTime(timezone=True)),
    Index(None, "session_id"),
    Index(None, "expires_at"),
)

sign_in_failures = Table(
    "sign_in_failures",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),
    # 'phone:9000000001', 'ip:127.0.0.1' or 'all'
    Column("key", Text, nullable=False),
    Column("failed_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    # Not settled yet: its password is being looked at, or its worker died over it.
    Column("pending", Boolean, nullable=False, server_default=text("false")),
    Index(None, "key", "failed_at"),
    Index(None, "failed_at"),
)

sign_in_addresses = Table(
    "sign_in_addresses",
    metadata,
    # Where somebody of the staff signed in from: an address, in IPv6 a /64 network.
    Column("address", Text, primary_key=True),
    Column("seen_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
)

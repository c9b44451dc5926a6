"""The table of what a demo world has been given."""

from __future__ import annotations

from sqlalchemy import Column, DateTime, Table, Text, func

from careops_server.database.metadata import metadata

world_makers = Table(
    "world_makers",
    metadata,
    Column("area", Text, primary_key=True),
    Column("made_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
)

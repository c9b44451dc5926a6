"""Tables of the catalogues, and of how often an address has searched them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, DateTime, Identity, Integer, Table, Text, UniqueConstraint

from careops_server.database.metadata import metadata

specialities = Table(
    "specialities",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),
    Column("name", Text, nullable=False),
    UniqueConstraint("name"),
)

clinic_specialities = Table(
    "clinic_specialities",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),
    Column("name", Text, nullable=False),
    UniqueConstraint("name"),
)

search_counts = Table(
    "search_counts",
    metadata,
    Column("ip_address", Text, primary_key=True),
    Column("minute", DateTime(timezone=True), primary_key=True),
    Column("used", Integer, nullable=False),
    prefixes=["UNLOGGED"],
)

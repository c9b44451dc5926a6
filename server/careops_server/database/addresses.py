"""How a database's address is written."""

from __future__ import annotations


def driver_url(url: str) -> str:
    """SQLAlchemy's address as psycopg itself takes it."""
    return url.replace("postgresql+psycopg://", "postgresql://", 1)

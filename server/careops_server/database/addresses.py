"""How a database's address is written."""

from __future__ import annotations

from urllib.parse import quote, urlsplit, urlunsplit


def driver_url(url: str) -> str:
    """SQLAlchemy's address as psycopg itself takes it."""
    return url.replace("postgresql+psycopg://", "postgresql://", 1)


def address_of(url: str, *, role: str, password: str) -> str:
    """The same database for another role, as it is written in settings."""
    parts = urlsplit(driver_url(url))
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=f"{quote(role, safe='')}:{quote(password, safe='')}@{host}"))

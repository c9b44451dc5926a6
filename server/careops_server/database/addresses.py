"""How a database's address is written. It may name several hosts, as libpq reads them: one of them is the primary."""

from __future__ import annotations

from typing import Final
from urllib.parse import quote, urlencode, urlsplit, urlunsplit

import psycopg
from psycopg.conninfo import conninfo_to_dict

DRIVER: Final = "postgresql+psycopg"
_OURS: Final = ("postgres", "postgresql", DRIVER)
_OF_SEVERAL: Final = {"target_session_attrs": "read-write", "connect_timeout": "2"}
"""One that says nothing must leave time to ask the next within a request's own, and `pg_dump` would wait for ever."""
_BEFORE_THE_QUESTION_MARK: Final = ("user", "password", "dbname")


def as_psycopg(url: str) -> str:
    """The URL with the driver we use named in it: people write ``postgresql://`` and ``postgres://``.

    Several hosts (``a:5432,b:5432``) are written as SQLAlchemy and libpq both read them, and without a word about
    which is wanted it is the one that takes writes.
    """
    scheme, separator, rest = url.partition("://")
    if scheme not in _OURS:
        return url
    known = _parts(url)
    names = known.get("host", "").split(",")
    if len(names) < 2:
        return f"{DRIVER}{separator}{rest}"
    more = {**_OF_SEVERAL, **known}
    if "," not in more.setdefault("port", ""):
        more["port"] = ",".join([more["port"]] * len(names))
    who = ":".join(quote(known[name], safe="") for name in ("user", "password") if name in known)
    query = urlencode(
        [(name, value) for name, value in more.items() if name not in _BEFORE_THE_QUESTION_MARK],
        quote_via=quote,
        safe="/,:",
    )
    return f"{DRIVER}://{who}{'@' if who else ''}/{quote(known.get('dbname', ''), safe='')}?{query}"


def is_address(url: str) -> bool:
    """Whether it can be read at all; what libpq says of one that cannot holds all of it, the password too."""
    try:
        conninfo_to_dict(driver_url(url))
    except (psycopg.ProgrammingError, UnicodeError):
        return False
    return url.partition("://")[0] in _OURS


def driver_url(url: str) -> str:
    """SQLAlchemy's address as psycopg itself takes it."""
    return url.replace(f"{DRIVER}://", "postgresql://", 1)


def hosts_of(url: str) -> tuple[tuple[str, str], ...]:
    """The hosts an address names, each with its port; empty texts stand for what libpq takes by itself."""
    known = _parts(as_psycopg(url))
    hosts, ports = (known.get(name, "").split(",") for name in ("host", "port"))
    return tuple(zip(hosts, ports, strict=True))


def database_of(url: str) -> str:
    """The database's name; empty where the address leaves it to libpq."""
    return _parts(url).get("dbname", "")


def address_of(url: str, *, role: str, password: str) -> str:
    """The same database for another role, as it is written in settings."""
    parts = urlsplit(driver_url(url))
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=f"{quote(role, safe='')}:{quote(password, safe='')}@{host}"))


def _parts(url: str) -> dict[str, str]:
    """What an address says, by libpq's names; nothing of one that is none: whoever connects says what is wrong."""
    try:
        return {name: str(value) for name, value in conninfo_to_dict(driver_url(url)).items()}
    except psycopg.ProgrammingError:
        return {}

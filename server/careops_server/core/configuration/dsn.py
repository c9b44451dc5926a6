"""Database URLs. A URL may name several hosts, as in libpq; one of them is the primary."""

from __future__ import annotations

from typing import Final
from urllib.parse import quote, urlencode, urlsplit, urlunsplit

import psycopg
from psycopg.conninfo import conninfo_to_dict

DRIVER: Final = "postgresql+psycopg"
_OURS: Final = ("postgres", "postgresql", DRIVER)
_OF_SEVERAL: Final = {"target_session_attrs": "read-write", "connect_timeout": "2"}
"""Defaults for several hosts. A silent host must leave time to try the next one within a request, and without a timeout
`pg_dump` would wait for ever.
"""
_BEFORE_THE_QUESTION_MARK: Final = ("user", "password", "dbname")


def as_psycopg(url: str) -> str:
    """Return the URL with the psycopg driver; users write ``postgresql://`` and ``postgres://``.

    Several hosts (``a:5432,b:5432``) are rewritten in the form that SQLAlchemy and libpq both read. By default the
    connection goes to the host that accepts writes.
    """
    scheme, separator, location = url.partition("://")
    if scheme not in _OURS:
        return url
    parameters = _parts(url)
    names = parameters.get("host", "").split(",")
    if len(names) < 2:
        return f"{DRIVER}{separator}{location}"
    complete_parameters = {**_OF_SEVERAL, **parameters}
    if "," not in complete_parameters.setdefault("port", ""):
        complete_parameters["port"] = ",".join([complete_parameters["port"]] * len(names))
    who = ":".join(quote(parameters[name], safe="") for name in ("user", "password") if name in parameters)
    query = urlencode(
        [(name, value) for name, value in complete_parameters.items() if name not in _BEFORE_THE_QUESTION_MARK],
        quote_via=quote,
        safe="/,:",
    )
    return f"{DRIVER}://{who}{'@' if who else ''}/{quote(parameters.get('dbname', ''), safe='')}?{query}"


def is_address(url: str) -> bool:
    """Return whether the URL can be parsed. libpq's error is not shown, because it contains the whole URL with the
    password.
    """
    try:
        conninfo_to_dict(driver_url(url))
    except (psycopg.ProgrammingError, UnicodeError):
        return False
    return url.partition("://")[0] in _OURS


def driver_url(url: str) -> str:
    """Return SQLAlchemy's URL in the form that psycopg takes."""
    return url.replace(f"{DRIVER}://", "postgresql://", 1)


def hosts_of(url: str) -> tuple[tuple[str, str], ...]:
    """Return the hosts in a URL with their ports. Empty strings stand for libpq's defaults."""
    parameters = _parts(as_psycopg(url))
    hosts, ports = (parameters.get(name, "").split(",") for name in ("host", "port"))
    return tuple(zip(hosts, ports, strict=True))


def database_of(url: str) -> str:
    """Return the database's name, empty if the URL leaves it to libpq."""
    return _parts(url).get("dbname", "")


def address_of(url: str, *, role: str, password: str) -> str:
    """Return the URL of the same database for another role, in the form of the settings."""
    parts = urlsplit(driver_url(url))
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=f"{quote(role, safe='')}:{quote(password, safe='')}@{host}"))


def _parts(url: str) -> dict[str, str]:
    """Return the parts of a URL by libpq's names. An invalid URL has none; connecting to it reports the error."""
    try:
        return {name: str(value) for name, value in conninfo_to_dict(driver_url(url)).items()}
    except psycopg.ProgrammingError:
        return {}

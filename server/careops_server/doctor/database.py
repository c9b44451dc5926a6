"""What must be right in the database and with the hosts it is on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

import psycopg
from psycopg.conninfo import make_conninfo

from careops_server.audit.heads import FILE as HEAD_FILE
from careops_server.audit.heads import Heads
from careops_server.database import migrate as schema
from careops_server.database.addresses import as_psycopg, driver_url, hosts_of
from careops_server.database.postgres_binaries import OLDEST_MAJOR, PostgresError
from careops_server.database.replica import MOST_SECONDS
from careops_server.database.storage import data_folder
from careops_server.demo_check import find_demo_data
from careops_server.doctor import queries
from careops_server.doctor.findings import Finding
from careops_server.doctor.queries import Connection
from careops_server.installation import installed
from careops_server.observe.health import MOST_CLOCK_SECONDS
from careops_server.settings import Settings

_CONNECT_SECONDS: Final = 5
_PAUSE_SECONDS: Final = 0.2


def database(settings: Settings) -> Iterator[Finding]:
    """It answers, and is what this version needs."""
    folder = data_folder(settings)
    try:
        if folder is not None and not (folder / "cluster" / "PG_VERSION").exists():
            found_none = f"there is no installation in {settings.data_dir.resolve()}"
            advice = "Set CAREOPS_DATA_DIR to the folder of yours, or CAREOPS_DATABASE_URL, or make one: careops serve"
            yield Finding("database", "fail", found_none, advice)
            return
        with installed(settings) as found, _connect(found.owner_url) as connection:
            yield version(connection, found.owner_url)
            yield (at := migrations(connection, found.owner_url))
            if at.found.startswith("empty"):
                return  # the other checks need tables
            yield letters(connection, found.owner_url)
            yield clock(connection, found.owner_url)
            yield trail(settings, connection)
            yield readers(connection)
            yield jobs(connection)
            yield demo_data(settings, connection)
            if len(hosts_of(found.owner_url)) > 1:
                yield hosts(found.owner_url)
            if settings.database_read_url is not None:
                yield replica(as_psycopg(settings.database_read_url.get_secret_value()), connection)
            with _connect(found.url) as server:
                yield role(settings, server)
    except (PostgresError, psycopg.Error, OSError) as error:
        reason = " ".join(str(error).split())
        advice = "Look into the log named there." if folder else "Check CAREOPS_DATABASE_URL and that server."
        yield Finding("database", "fail", f"cannot be reached: {reason}", advice)


def version(connection: Connection, url: str) -> Finding:
    """The server is new enough."""
    number = connection.info.server_version // 10_000
    if number < OLDEST_MAJOR:
        advice = f"Use PostgreSQL {OLDEST_MAJOR} or newer."
        return Finding("database", "fail", f"PostgreSQL {number} is too old", advice)
    return Finding("database", "ok", f"PostgreSQL {number} answers")


def migrations(connection: Connection, url: str) -> Finding:
    """The schema is the one this version works with."""
    try:
        missing, at = schema.pending(url), schema.current(url)
    except schema.NewerDatabaseError as error:
        return Finding("migrations", "fail", str(error), "Install the newer version again.")
    if missing:
        found = f"{f'at {at}' if at else 'empty'}, {len(missing)} behind {schema.newest()}"
        return Finding("migrations", "fail", found, "Run: careops db migrate (careops serve does it by itself)")
    return Finding("migrations", "ok", f"at {at}, the newest")


def letters(connection: Connection, url: str) -> Finding:
    """Names in Hindi and Punjabi can be searched, and quickly."""
    if not queries.has_trigrams(connection):
        advice = "Install PostgreSQL's contrib modules, then: careops db migrate"
        return Finding("search", "warn", "without pg_trgm searches are slow", advice)
    if not queries.knows_hindi(connection):
        advice = "Make the database anew with a UTF-8 locale, such as C.UTF-8, and load its dump."
        return Finding("search", "fail", "the locale knows ASCII only: Hindi and Punjabi are not found", advice)
    return Finding("search", "ok", "pg_trgm knows Hindi and Punjabi")


def clock(connection: Connection, url: str) -> Finding:
    """This machine and the database agree on the time."""
    before = time.time()
    now = queries.now(connection)
    off = abs((before + time.time()) / 2 - now)
    if off > MOST_CLOCK_SECONDS:
        return Finding("clock", "fail", f"{off:,.1f} s off the database's", "Turn time synchronisation on (NTP).")
    return Finding("clock", "ok", f"{off:.2f} s off the database's")


def trail(settings: Settings, connection: Connection) -> Finding:
    """The audit trail is the one this installation has sealed."""
    try:
        known = Heads(settings).last()
    except ValueError:
        file = settings.data_dir / HEAD_FILE
        return Finding("audit trail", "fail", f"{file} holds no head", "Look for who changed it, then delete it.")
    if known is None:
        return Finding("audit trail", "ok", "nothing was sealed from here yet")
    if queries.seal_hash(connection, known.number) != known.hash:
        return Finding("audit trail", "fail", f"has gone back behind {known}", "Run: careops audit verify")
    return Finding("audit trail", "ok", f"sealed up to {known.number:,}")


def readers(connection: Connection) -> Finding:
    """Nobody has read very many records of people today."""
    found = queries.bulk_readers(connection)
    if not found:
        return Finding("bulk reads", "ok", "nobody read very many records of people within the last day")
    return Finding("bulk reads", "warn", f"very many records of people were read by {', '.join(found)}", "Ask them.")


def jobs(connection: Connection) -> Finding:
    """What waits in the background is worked on, and nothing has failed."""
    stalled, failed = queries.jobs(connection)
    if stalled:
        advice = "Run careops worker, or careops serve without CAREOPS_JOBS_HERE=false."
        return Finding("jobs", "fail", f"{stalled:,} should be worked on, and nobody does", advice)
    if failed:
        return Finding(
            "jobs", "warn", f"{failed:,} failed within the last day", "See: careops jobs list --state failed"
        )
    return Finding("jobs", "ok", "none is left lying")


def demo_data(settings: Settings, connection: Connection) -> Finding:
    """Production holds no demo data, whose accounts have a published password."""
    held = find_demo_data(connection)
    if held is None:
        return Finding("demo data", "ok", "none")
    if settings.environment != "production":
        return Finding("demo data", "ok", f"the database holds {held}; production would not start on it")
    advice = "Start production on an empty database: set CAREOPS_DATA_DIR or CAREOPS_DATABASE_URL."
    return Finding("demo data", "fail", f"the database holds {held}", advice)


def hosts(url: str) -> Finding:
    """Of several hosts one takes writes, the others follow it, and a change waits until one of them has it."""
    found: dict[str, queries.Standby | None] = {}
    for host, port in hosts_of(url):
        try:
            one = make_conninfo(driver_url(url), host=host, port=port, target_session_attrs="any")
            with psycopg.connect(one, autocommit=True) as connection:  # waits as long as the address says
                found[f"{host}:{port}"] = queries.standby(connection)
        except psycopg.OperationalError:
            found[f"{host}:{port}"] = None
    primaries = [name for name, how in found.items() if how is not None and not how.follows]
    away = [name for name, how in found.items() if how is None]
    if len(primaries) != 1:
        said = f"{' and '.join(primaries) or 'none of them'} would take changes"
        return Finding("database hosts", "fail", said, "Stop every primary but the newest, and make it follow that.")
    if away:
        advice = "Bring it back as a replica: until then there is one host less to go on with."
        return Finding("database hosts", "warn", f"{', '.join(away)} cannot be reached", advice)
    if not any(how is not None and how.waited_for for how in found.values()):
        advice = "Set synchronous_standby_names: else what was acknowledged last is lost with its host."
        return Finding("database hosts", "warn", f"{primaries[0]} acknowledges what no replica has", advice)
    return Finding("database hosts", "ok", f"{primaries[0]} takes changes, {len(found) - 1} more can go on")


def replica(url: str, primary: Connection) -> Finding:
    """The replica that lists are read from has what is older than a few seconds."""
    advice = "Bring it back, or take CAREOPS_DATABASE_READ_URL away: meanwhile the primary answers lists too."
    try:
        with _connect(url) as connection:
            far = queries.position(primary)
            ends = time.monotonic() + MOST_SECONDS
            while (there := queries.replayed(connection)) is not None and there < far and time.monotonic() < ends:
                time.sleep(_PAUSE_SECONDS)
    except psycopg.OperationalError as error:
        return Finding("read replica", "warn", f"cannot be reached: {' '.join(str(error).split())}", advice)
    if there is None:
        return Finding("read replica", "fail", "follows no primary: it may be another database", advice)
    if there < far:
        return Finding("read replica", "warn", f"more than {MOST_SECONDS:.0f} s behind", advice)
    return Finding("read replica", "ok", "has everything")


def role(settings: Settings, connection: Connection) -> Finding:
    """The server works as a role that owns nothing, and so cannot change the audit trail."""
    found = queries.standing(connection)
    if not (found.superuser or found.owner or found.makes_tables):
        return Finding("database role", "ok", f"{found.name} owns nothing")
    is_what = "a superuser" if found.superuser else "the owner" if found.owner else "free to make tables"
    return Finding(
        "database role",
        "fail" if settings.environment == "production" else "warn",
        f"the server works as {found.name}, {is_what}: whoever gets a statement through it can change the audit trail",
        "Run: careops db role",
    )


def _connect(url: str) -> Connection:
    return psycopg.connect(driver_url(url), connect_timeout=_CONNECT_SECONDS, autocommit=True)

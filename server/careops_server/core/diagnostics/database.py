"""Checks of the database and its hosts."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

import psycopg
from psycopg.conninfo import make_conninfo
from sqlalchemy.exc import DBAPIError

from careops_server.core.audit.checkpoints import FILE as HEAD_FILE
from careops_server.core.audit.checkpoints import CheckpointStore
from careops_server.core.audit.signing_keys import own_public_keys
from careops_server.core.configuration.dsn import as_psycopg, driver_url, hosts_of
from careops_server.core.configuration.settings import Settings
from careops_server.core.database import migrate as schema
from careops_server.core.database.pooler import ADVICE, PoolerError, check_direct, describe, is_pooler_error
from careops_server.core.database.replica import MAX_SECONDS
from careops_server.core.database.server_version import UnsupportedPostgresError, check_version
from careops_server.core.diagnostics import queries
from careops_server.core.diagnostics.demo_rows import find_demo_data
from careops_server.core.diagnostics.queries import Connection
from careops_server.core.diagnostics.result import Finding
from careops_server.core.embedded_postgres.binaries import PostgresError
from careops_server.core.embedded_postgres.bootstrap import installed
from careops_server.core.embedded_postgres.disk_space import data_folder
from careops_server.core.health.health import MAX_CLOCK_DRIFT_SECONDS

_CONNECT_SECONDS: Final = 5
_PAUSE_SECONDS: Final = 0.2


def database(settings: Settings) -> Iterator[Finding]:
    """Check that the database answers and fits this version."""
    folder = data_folder(settings)
    try:
        if folder is not None and not (folder / "cluster" / "PG_VERSION").exists():
            found_none = f"no installation in {settings.data_dir.resolve()}"
            advice = "Set CAREOPS_DATA_DIR or CAREOPS_DATABASE_URL. To create an installation, run: careops serve"
            yield Finding("database", "fail", found_none, advice)
            return
        with installed(settings) as installation, _connect(installation.owner_url) as connection:
            if installation.postgres is None:
                check_direct(installation.owner_url)
                check_direct(installation.url)
            yield version(connection, installation.owner_url)
            yield (at := migrations(connection, installation.owner_url))
            if at.found.startswith("empty"):
                return  # the other checks need tables
            yield letters(connection, installation.owner_url)
            yield clock(connection, installation.owner_url)
            yield trail(settings, connection)
            yield readers(connection)
            yield jobs(connection)
            yield demo_data(settings, connection)
            if len(hosts_of(installation.owner_url)) > 1:
                yield hosts(installation.owner_url)
            if settings.database_read_url is not None:
                yield replica(as_psycopg(settings.database_read_url.get_secret_value()), connection)
            with _connect(installation.url) as server:
                yield role(settings, server)
    except (PostgresError, psycopg.Error, DBAPIError, OSError) as error:
        if isinstance(error, PoolerError) or is_pooler_error(error):
            sentence = str(error) if isinstance(error, PoolerError) else describe(error)
            yield Finding("database", "fail", sentence, ADVICE)
            return
        reason = " ".join(str(error).split())
        advice = "See the log named above." if folder else "Check CAREOPS_DATABASE_URL and the database server."
        yield Finding("database", "fail", f"cannot be reached: {reason}", advice)


def version(connection: Connection, url: str) -> Finding:
    """Check that the PostgreSQL version is supported."""
    number = connection.info.server_version
    try:
        check_version(number)
    except UnsupportedPostgresError as error:
        return Finding("database", "fail", str(error), "Move the data to a newer server with pg_dump.")
    return Finding("database", "ok", f"PostgreSQL {number // 10_000} answers")


def migrations(connection: Connection, url: str) -> Finding:
    """Check that all migrations have been applied."""
    try:
        missing, at = schema.pending(url), schema.current(url)
    except schema.NewerDatabaseError as error:
        return Finding("migrations", "fail", str(error), "Install the newer version again.")
    if missing:
        state = f"{f'at {at}' if at else 'empty'}, {len(missing)} behind {schema.newest()}"
        return Finding("migrations", "fail", state, "Run: careops db migrate (careops serve does this at its start)")
    return Finding("migrations", "ok", f"up to date at {at}")


def letters(connection: Connection, url: str) -> Finding:
    """Check that names in Hindi and Punjabi can be searched, with an index."""
    if not queries.has_trigrams(connection):
        advice = "Install the contrib modules of PostgreSQL, then run: careops db migrate"
        return Finding("search", "warn", "pg_trgm is missing: searches are slow", advice)
    if not queries.knows_hindi(connection):
        advice = "Dump the database, create it again with a UTF-8 locale such as C.UTF-8, and load the dump."
        return Finding(
            "search", "fail", "the locale supports ASCII only: searches do not find Hindi and Punjabi", advice
        )
    return Finding("search", "ok", "pg_trgm supports Hindi and Punjabi")


def clock(connection: Connection, url: str) -> Finding:
    """Check that the clocks of this machine and the database agree."""
    before = time.time()
    now = queries.now(connection)
    off = abs((before + time.time()) / 2 - now)
    if off > MAX_CLOCK_DRIFT_SECONDS:
        return Finding(
            "clock", "fail", f"{off:,.1f} s off the clock of the database", "Turn on time synchronisation (NTP)."
        )
    return Finding("clock", "ok", f"{off:.2f} s off the clock of the database")


def trail(settings: Settings, connection: Connection) -> Finding:
    """Check that the database holds the audit trail that this installation has sealed."""
    try:
        checkpoint = CheckpointStore(settings).latest()
    except ValueError:
        file = settings.data_dir / HEAD_FILE
        return Finding("audit trail", "fail", f"{file} holds no checkpoint", "Find out who changed it, then delete it.")
    if checkpoint is not None and queries.seal_hash(connection, checkpoint.number) != checkpoint.hash:
        return Finding("audit trail", "fail", f"is older than the checkpoint {checkpoint}", "Run: careops audit verify")
    keys, signer = own_public_keys(settings), queries.last_signer(connection)
    if signer is not None and signer not in keys:
        if queries.has_signed(connection, keys):
            return Finding("audit trail", "fail", "the last seal is by an unknown key", "Run: careops audit verify")
        advice = "Set CAREOPS_AUDIT_SIGNING_KEY to the key of the servers that seal it."
        return Finding("audit trail", "fail", "is sealed with a key that this installation does not have", advice)
    if checkpoint is None:
        return Finding("audit trail", "ok", "nothing has been sealed from this machine yet")
    return Finding("audit trail", "ok", f"sealed up to {checkpoint.number:,}")


def readers(connection: Connection) -> Finding:
    """Check that no account has read very many records of people within the last day."""
    readers = queries.bulk_readers(connection)
    if not readers:
        return Finding("bulk reads", "ok", "no account has read very many records of people within the last day")
    return Finding(
        "bulk reads", "warn", f"very many records of people were read by {', '.join(readers)}", "Ask these accounts."
    )


def jobs(connection: Connection) -> Finding:
    """Check that jobs are picked up and none has failed."""
    stalled, failed = queries.jobs(connection)
    if stalled:
        advice = "Run careops worker, or remove CAREOPS_JOBS_HERE=false from the settings of careops serve."
        return Finding("jobs", "fail", f"{stalled:,} waiting, and no worker takes them", advice)
    if failed:
        return Finding(
            "jobs", "warn", f"{failed:,} failed within the last day", "See: careops jobs list --state failed"
        )
    return Finding("jobs", "ok", "none is overdue, none has failed")


def demo_data(settings: Settings, connection: Connection) -> Finding:
    """Check that production holds no demo data, whose accounts have a published password."""
    held = find_demo_data(connection)
    if held is None:
        return Finding("demo data", "ok", "none")
    if settings.environment != "production":
        return Finding("demo data", "ok", f"the database holds {held}; production does not start with it")
    advice = "Start production on an empty database: set CAREOPS_DATA_DIR or CAREOPS_DATABASE_URL."
    return Finding("demo data", "fail", f"the database holds {held}", advice)


def hosts(url: str) -> Finding:
    """Check that one host is the primary, the others replicate it, and commits wait for a replica."""
    standbys: dict[str, queries.Standby | None] = {}
    for host, port in hosts_of(url):
        try:
            conninfo = make_conninfo(driver_url(url), host=host, port=port, target_session_attrs="any")
            with psycopg.connect(conninfo, autocommit=True) as connection:  # waits as long as the URL says
                standbys[f"{host}:{port}"] = queries.standby(connection)
        except psycopg.OperationalError:
            standbys[f"{host}:{port}"] = None
    primaries = [name for name, how in standbys.items() if how is not None and not how.follows]
    away = [name for name, how in standbys.items() if how is None]
    if len(primaries) != 1:
        state = f"{' and '.join(primaries) or 'none of them'} would accept changes"
        return Finding(
            "database hosts", "fail", state, "Stop every primary but the newest, and make the others its replicas."
        )
    if away:
        advice = "Restore it as a replica; until then, fewer hosts can take over."
        return Finding("database hosts", "warn", f"{', '.join(away)} cannot be reached", advice)
    if not any(how is not None and how.waited_for for how in standbys.values()):
        advice = "Set synchronous_standby_names; otherwise the last changes are lost with the primary."
        return Finding("database hosts", "warn", f"{primaries[0]} acknowledges changes that no replica has", advice)
    return Finding("database hosts", "ok", f"{primaries[0]} is the primary, {len(standbys) - 1} more can take over")


def replica(url: str, primary: Connection) -> Finding:
    """Check that the read replica is at most a few seconds behind."""
    advice = "Restore it, or remove CAREOPS_DATABASE_READ_URL. Meanwhile the primary answers lists."
    try:
        check_direct(url)
        with _connect(url) as connection:
            far = queries.position(primary)
            ends = time.monotonic() + MAX_SECONDS
            while (position := queries.replayed(connection)) is not None and position < far and time.monotonic() < ends:
                time.sleep(_PAUSE_SECONDS)
    except psycopg.OperationalError as error:
        return Finding("read replica", "warn", f"cannot be reached: {' '.join(str(error).split())}", advice)
    if position is None:
        return Finding("read replica", "fail", "replicates no primary: it may be another database", advice)
    if position < far:
        return Finding("read replica", "warn", f"more than {MAX_SECONDS:.0f} s behind", advice)
    return Finding("read replica", "ok", "up to date")


def role(settings: Settings, connection: Connection) -> Finding:
    """Check that the server uses a role that owns nothing, so that it cannot change the audit trail."""
    role = queries.role_and_rights(connection)
    if not (role.superuser or role.owner or role.makes_tables):
        return Finding("database role", "ok", f"{role.name} owns nothing")
    is_what = "a superuser" if role.superuser else "the owner" if role.owner else "allowed to create tables"
    return Finding(
        "database role",
        "fail" if settings.environment == "production" else "warn",
        f"the server uses the role {role.name}, {is_what}: an SQL injection could change the audit trail",
        "Run: careops db role",
    )


def _connect(url: str) -> Connection:
    return psycopg.connect(driver_url(url), connect_timeout=_CONNECT_SECONDS, autocommit=True)

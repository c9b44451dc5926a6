"""Servers under comparison: ours, a handwritten one and Django."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.load import Target
from bench.processes import free_port, running
from careops import CareOps
from careops_server.core.configuration.dsn import driver_url
from careops_server.demo import DEMO_PASSWORD, DEMO_USERS

ROOT = Path(__file__).parent.parent
_SERVE = """
import sys
from careops_server.core.configuration.settings import Settings
from careops_server.processes.supervisor import serve
limits = dict.fromkeys(("requests_at_once", "sockets_per_user", "sockets_per_address"), 100_000)
sys.exit(serve(Settings().model_copy(update=limits)))
"""
_WSGI = "django.core.wsgi:get_wsgi_application()"
PathOf = Callable[[int], str]
"""Path of the n-th request, from ``clinics`` on, such as ``clinics?page=2``."""


@contextmanager
def our_server(
    database_url: str, *, postgres: int, workers: int = 2, settings: Mapping[str, str] | None = None
) -> Iterator[Target]:
    """Run ``careops serve`` and sign in."""
    port = free_port()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = {
            **plain_environment(),
            "CAREOPS_DATABASE_URL": database_url,
            "CAREOPS_DATA_DIR": str(folder),
            "CAREOPS_PORT": str(port),
            "CAREOPS_WORKERS": str(workers),
            # The server is measured, not its rate limit per user.
            "CAREOPS_READS_PER_MINUTE": "100000000",
            "CAREOPS_WRITES_PER_MINUTE": "100000000",
            "CAREOPS_PEOPLE_PER_HOUR": "1000000000",
            "CAREOPS_RUN_REQUESTS_PER_MINUTE": "100000000",
            "CAREOPS_ACCESS_TOKEN_MINUTES": "600",
            "CAREOPS_IDLE_MINUTES": "600",
            **(settings or {}),
        }
        words = [sys.executable, "-c", _SERVE]
        with running(words, port=port, environment=environment, log=folder / "log", folder=folder) as pid:
            token = signed_in(f"http://127.0.0.1:{port}")["auth_token"]
            yield Target("careops", port, (pid, postgres), lambda n: "/live", {"authorization": f"Bearer {token}"})


@contextmanager
def handwritten(database_url: str, *, postgres: int) -> Iterator[Target]:
    """Sanic and psycopg with two workers."""
    port = free_port()
    with tempfile.TemporaryDirectory() as name:
        words = [sys.executable, "-m", "bench.baselines.handwritten", str(port), driver_url(database_url)]
        with running(words, port=port, environment=plain_environment(), log=Path(name) / "log", folder=ROOT) as pid:
            yield Target("hand-written", port, (pid, postgres), lambda n: "/", {})


@contextmanager
def django(database_url: str, *, postgres: int) -> Iterator[Target]:
    """Django REST framework behind gunicorn with two workers."""
    port = free_port()
    environment = {
        **plain_environment(),
        "BENCH_URL": driver_url(database_url),
        "DJANGO_SETTINGS_MODULE": "bench.baselines.django_list.settings",
    }
    words = [*(sys.executable, "-m", "gunicorn", "-w", "2", "-b", f"127.0.0.1:{port}"), _WSGI]
    with tempfile.TemporaryDirectory() as name:
        with running(words, port=port, environment=environment, log=Path(name) / "log", folder=ROOT) as pid:
            yield Target("Django REST framework", port, (pid, postgres), lambda n: "/", {})


@contextmanager
def every_server(database_url: str, *, postgres: int) -> Iterator[tuple[Target, Target, Target]]:
    """Run our server, the handwritten one and Django's."""
    with (
        our_server(database_url, postgres=postgres) as ours,
        handwritten(database_url, postgres=postgres) as by_hand,
        django(database_url, postgres=postgres) as drf,
    ):
        yield ours, by_hand, drf


@contextmanager
def client_of(target: Target) -> Iterator[CareOps]:
    """SDK client of the demo data's super admin, with a separate session."""
    with client_at(target.port) as client:
        yield client


@contextmanager
def client_at(port: int) -> Iterator[CareOps]:
    """SDK client for the address of a server."""
    with CareOps(f"http://127.0.0.1:{port}/api", timeout=600) as client:
        client.sign_in(DEMO_USERS[0].phone_number, DEMO_PASSWORD)
        yield client


def signed_in(url: str) -> dict[str, Any]:
    """Return the sign-in answer of the demo data's super admin, without a browser session."""
    form = {"country_code": "91", "phone_number": DEMO_USERS[0].phone_number, "password": DEMO_PASSWORD}
    request = urllib.request.Request(  # noqa: S310 (our own server)
        f"{url}/api/auth/sign_in",
        json.dumps({"user_signin_form": form}).encode(),
        {"content-type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=120) as answer:  # noqa: S310 (our own address)
        session: dict[str, Any] = json.load(answer)
        return session


def plain_environment() -> dict[str, str]:
    """Environment without the user's careops settings.

    Python files are always compiled, because pip compiled those of the baselines.
    """
    apart = ("CAREOPS_", "PYTHONDONTWRITEBYTECODE")
    return {name: value for name, value in os.environ.items() if not name.startswith(apart)}

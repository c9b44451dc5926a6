"""Rolling upgrade: a new version beside an old package, as docs/guide/scaling.md describes.

The old wheel is built from this repository's history (``older.py``). The new version migrates a database with a million
articles while the old one is under load.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any

import httpx
import psycopg
import pytest
from server.tests.faults.cluster import CHEAP, STAFF, Scene, new_key, new_phone, send, sign_up
from server.tests.faults.conftest import through
from server.tests.faults.load import Traffic, article
from server.tests.faults.previous_version import Older, built
from server.tests.faults.server_process import Served

from careops.calls import all_calls
from careops.calls.clinics import ListClinics
from careops.calls.news import ListNewsArticles
from careops.calls.session import SignIn
from careops.contract import Call
from careops_server.core.configuration.dsn import driver_url
from careops_server.core.database.schema_revision import newest
from careops_server.core.embedded_postgres.credentials import SERVER
from careops_server.core.embedded_postgres.server import LocalPostgres
from careops_server.demo import DEMO_PASSWORD
from careops_server.demo.bulk_load import without_indexes
from careops_server.testing.fault_proxy import FaultProxy

pytestmark = [pytest.mark.long]
DATABASE = "upgraded"
ROWS = 1_000_000
A_SECOND = 50
_COPIED = "title, event_name, news_text, news_type, news_date, source_name, source_link, published, city, state"
_MANY = f"""
    insert into news_articles ({_COPIED})
    select {_COPIED.replace("title,", "title || ' ' || n,", 1)} from (
        select * from news_articles where news_type = 'GENERAL' order by id limit 100
    ) written, generate_series(%(first)s, %(first)s + 999) n
"""  # noqa: S608 (columns of this module)
_MOVING = frozenset({"ListJobs", "ListSessions", "ReadSession", "ListAlarms"})
"""Lists about the servers themselves or about the request."""
_OF_THE_MOMENT = frozenset({"generated_at", "request_id"})
_REMOVED = frozenset({"needs_approval"})
"""Fields of 1.0 that 1.1 removed, as its changelog says."""


@dataclass
class Upgraded:
    """Both versions on one database that the newer one has migrated, and the measured traffic."""

    older: Older
    old: Scene
    new: Scene
    meanwhile: Traffic
    """Traffic at the old server, before, during and after the migration."""
    beside: tuple[Traffic, Traffic]
    """Traffic at both servers, after the migration."""
    migrating: float
    """Duration of the migration in seconds."""
    before: str


def careops(scene: Scene, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command of this version on a server's installation."""
    environment = {**os.environ, **scene.served.settings, "CAREOPS_DATA_DIR": str(scene.served.folder)}
    return subprocess.run(  # noqa: S603 (our own module)
        [sys.executable, "-m", "careops_cli", *words], env=environment, check=False, capture_output=True, text=True
    )


def revision(scene: Scene) -> dict[str, Any]:
    """The schema revision in the server's ``/ready``."""
    response = httpx.get(f"{scene.served.url}/ready", timeout=30)
    assert response.status_code == 200, response.text
    check: dict[str, Any] = response.json()["checks"]["migrations"]
    return check


def fill(older: Older, url: str) -> None:
    """Create the old version's schema and demo data, with a million articles."""
    older.run(
        "from careops_server.core.database.migrate import migrate; from careops_server.demo import create_demo_data;"
        f" migrate({url!r}, server_role={SERVER!r}); create_demo_data({url!r}, size=250)"
    )
    with psycopg.connect(driver_url(url)) as connection, without_indexes(connection, ["news_articles"]):
        for first in range(0, ROWS // 100, 1000):
            assert connection.execute(_MANY.encode(), {"first": first}).rowcount == 100_000
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        connection.execute("vacuum analyze news_articles")


@pytest.fixture(scope="module")
def upgraded(sturdy: LocalPostgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Upgraded]:
    older = built(tmp_path_factory.mktemp("older"))
    with psycopg.connect(driver_url(sturdy.url_of("postgres")), autocommit=True) as connection:
        connection.execute(f"create database {DATABASE}".encode())
    fill(older, sturdy.url_of(DATABASE))
    with ExitStack() as stack:
        proxy = stack.enter_context(FaultProxy(f"{sturdy.folder}/cluster/.s.PGSQL.5432"))
        settings = {
            **CHEAP,
            "CAREOPS_DATABASE_URL": through(proxy, sturdy.url_of(DATABASE, role=SERVER)),
            "CAREOPS_DATABASE_OWNER_URL": through(proxy, sturdy.url_of(DATABASE)),
            "CAREOPS_AUDIT_SIGNING_KEY": secrets.token_hex(32),
            "CAREOPS_WORKERS": "1",
        }

        def scene(name: str, overrides: dict[str, str]) -> Scene:
            served = Served(tmp_path_factory.mktemp(name) / "data", {**settings, **overrides})
            stack.callback(served.stop)
            opened = Scene(sturdy, DATABASE, proxy, served)
            stack.callback(opened.close)
            return opened

        old, new = scene("old", older.environment), scene("new", {})
        old.served.start()
        sign_in(old)
        before = revision(old)
        meanwhile = Traffic(old, A_SECOND)
        with meanwhile.going_on():
            meanwhile.goes_on()
            began = time.monotonic()
            migrated = careops(new, "db", "migrate")
            migrating = time.monotonic() - began
            assert migrated.returncode == 0, migrated.stderr
            meanwhile.goes_on()
        new.served.start()
        new.token = old.token
        beside = Traffic(old, A_SECOND // 2), Traffic(new, A_SECOND // 2)
        with beside[0].going_on(), beside[1].going_on():
            for each in (*beside, *beside):
                each.goes_on()
        yield Upgraded(older, old, new, meanwhile, beside, migrating, before["wanted"])


def sign_in(scene: Scene) -> None:
    """Sign in as the super admin of the demo data."""
    with httpx.Client(base_url=f"{scene.served.url}/api", timeout=30) as client:
        answer = send(client, SignIn(phone_number=STAFF, password=DEMO_PASSWORD))
    assert answer.status_code == 200, answer.text
    scene.token = SignIn.read_answer(answer.json()).auth_token


@pytest.mark.proves("REL-10.requests")
def test_million_rows_are_migrated_under_load_without_refusals(upgraded: Upgraded) -> None:
    assert upgraded.before != newest(), "the old server is older"
    for scene, newest_revision in ((upgraded.old, upgraded.before), (upgraded.new, newest())):
        assert revision(scene) == {"ok": True, "current": newest(), "wanted": newest_revision}
        assert '"event":"failed"' not in scene.served.log.read_text()
    print(f"migrated in {upgraded.migrating:.1f} s, the command's start included")  # noqa: T201 (measured)
    for traffic in (upgraded.meanwhile, *upgraded.beside):
        print(f"{traffic.sent:,} requests in {traffic.seconds:.1f} s, the slowest {traffic.slowest:.1f} s")  # noqa: T201 (measured)
    for traffic in (upgraded.meanwhile, *upgraded.beside):
        assert traffic.refused == []
    # Clients wait for each answer, so a busy machine gets fewer requests.
    assert upgraded.meanwhile.sent >= 0.6 * A_SECOND * upgraded.meanwhile.seconds
    assert upgraded.old.sql("select count(*) >= %s from news_articles", ROWS) == [(True,)]


@pytest.mark.proves("REL-10.events")
def test_each_change_on_either_version_has_its_event(upgraded: Upgraded) -> None:
    everywhere = (upgraded.meanwhile, *upgraded.beside)
    assert all(traffic.hospitals and traffic.articles for traffic in everywhere)
    phones = sorted(phone for traffic in everywhere for phone in traffic.hospitals)
    articles = sorted(str(number) for traffic in everywhere for number in traffic.articles)
    rows = upgraded.old.sql(
        "select u.phone_number from clinics c join users u on u.id = c.user_id where u.phone_number = any(%s)"
        " order by 1",
        phones,
    )
    assert [phone for (phone,) in rows] == phones
    rows = upgraded.old.sql(
        "select after->>'phone_number' from audit_events where key = 'hospital.create' and event_status = 'SUCCESS'"
        " and after->>'phone_number' = any(%s) order by 1",
        phones,
    )
    assert [phone for (phone,) in rows] == phones
    rows = upgraded.old.sql(
        "select resource_id from audit_events where key = 'news_article.create' and event_status = 'SUCCESS'"
        " and resource_id = any(%s)",
        articles,
    )
    assert sorted(number for (number,) in rows) == articles


def lists(older: Older) -> list[Call[Any]]:
    """Every list without required parameters that both versions have."""
    older_names = older.run(
        "from careops.calls import all_calls; print(*(call.__name__ for call in all_calls()))"
    ).split()
    calls = [call for call in all_calls() if call.route.method == "GET" and call.__name__ in older_names]
    plain = [call for call in calls if not any(info.is_required() for info in call.model_fields.values())]
    return [call() for call in plain if call.__name__ not in _MOVING and not call.route.event]


def test_both_versions_show_the_same_data(upgraded: Upgraded) -> None:
    old, new = upgraded.old.http(), upgraded.new.http()
    calls = lists(upgraded.older)
    assert len(calls) > 30
    differing = []
    for call in [*calls, ListNewsArticles(published=True, news_type="GENERAL"), ListClinics(search_text="hospital")]:
        old_answer, other = send(old, call), send(new, call)
        assert (old_answer.status_code, other.status_code) == (200, 200), (call, old_answer.text, other.text)
        if shared(old_answer.json(), other.json()) != shared(old_answer.json(), old_answer.json()):
            differing.append((type(call).__name__, old_answer.text[:300], other.text[:300]))
    assert differing == []


def shared(old: Any, new: Any) -> Any:
    """The newer answer without fields unknown to the older version and without times of the request."""
    if isinstance(old, dict) and isinstance(new, dict):
        names = [name for name in new if name in old and name not in _OF_THE_MOMENT | _REMOVED]
        return {name: shared(old[name], new[name]) for name in names}
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [shared(before, now) for before, now in zip(old, new, strict=True)]
    return new


def test_both_versions_share_their_state(upgraded: Upgraded) -> None:
    """Sessions, idempotency keys and changes are shared, in both directions."""
    signed_in = replace(upgraded.new, token="", _clients=[])
    sign_in(signed_in)
    for first, second in ((upgraded.old, upgraded.new), (upgraded.new, upgraded.old)):
        client, other = (replace(each, token=signed_in.token, _clients=[]).http() for each in (first, second))
        phone, key = new_phone(), new_key()
        created, again = send(client, sign_up(phone), key), send(other, sign_up(phone), key)
        assert (created.status_code, created.json()) == (200, again.json())
        assert first.hospitals(phone) == first.events(phone) == 1
        assert ListClinics.read_answer(send(other, ListClinics(search_text=phone)).json()).total_records == 1
        wrote = article()
        assert send(client, wrote, new_key()).status_code == 200
        shown = ListNewsArticles.read_answer(send(other, ListNewsArticles(search_text=wrote.title)).json())
        assert [each.title for each in shown.items] == [wrote.title]
        client.close()
        other.close()


def test_trail_sealed_by_both_versions_is_verified(upgraded: Upgraded) -> None:
    sealed = careops(upgraded.new, "audit", "seal")
    assert sealed.returncode == 0, sealed.stderr
    proven = careops(upgraded.new, "audit", "verify")
    assert proven.returncode == 0, proven.stdout + proven.stderr

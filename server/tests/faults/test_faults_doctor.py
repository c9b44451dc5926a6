"""`careops doctor` detects faults of an installation, and says how to correct them."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest
from pydantic import SecretStr
from server.tests.faults.conftest import OpenScene

from careops_server.core.configuration.dsn import driver_url
from careops_server.core.configuration.settings import Settings
from careops_server.core.demo_accounts import DEMO_USERS, password_hash
from careops_server.core.diagnostics.result import Finding
from careops_server.core.diagnostics.runner import examine
from careops_server.testing.fault_proxy import FaultProxy
from careops_server.testing.postgres import BARE, EMPTY, Template, TestPostgres

SECRET = "a secret that this installation shares with its servers"


def free_port() -> int:
    """A free port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


@pytest.fixture
def well(postgres: TestPostgres, tmp_path: Path) -> Iterator[Settings]:
    """A healthy installation that is not running."""
    url = postgres.new_database()
    (tmp_path / "console").mkdir()
    (tmp_path / "console" / "index.html").write_text("<title>careops</title>")
    settings = Settings(data_dir=tmp_path / "data", port=free_port())
    settings = settings.model_copy(update={"console_dir": tmp_path / "console"})
    yield with_database(postgres.served(url), settings, owner=url)
    postgres.drop(url)


def with_database(url: str, settings: Settings, *, owner: str | None = None) -> Settings:
    """The same installation with another database."""
    update = {"database_url": SecretStr(url), "database_owner_url": SecretStr(owner) if owner else None}
    return settings.model_copy(update=update)


def examined(settings: Settings) -> Mapping[str, Finding]:
    """Findings by name."""
    return {finding.check: finding for finding in examine(settings)}


def test_healthy_installation_passes_all_checks(well: Settings) -> None:
    findings = examined(well)
    assert {finding.state for finding in findings.values()} == {"ok"}, findings
    assert set(findings) == {
        *("settings", "data folder", "secret", "disk", "console", "port"),
        *(
            "database",
            "migrations",
            "search",
            "clock",
            "audit trail",
            "bulk reads",
            "jobs",
            "demo data",
            "database role",
        ),
    }
    assert not any(finding.advice for finding in findings.values())


def test_unsafe_permissions_are_reported(well: Settings) -> None:
    assert len(well.signing_keys) == 1  # creates the secret
    secret = well.data_dir / "secret"
    assert examined(well)["secret"].state == "ok"
    secret.chmod(0o644)
    well.data_dir.chmod(0o777)
    findings = examined(well)
    assert (findings["secret"].state, findings["secret"].advice) == ("fail", f"chmod 600 {secret}")
    assert (findings["data folder"].state, findings["data folder"].advice) == ("fail", f"chmod go-w {well.data_dir}")
    secret.chmod(0o600)
    secret.write_text("short")
    assert "no usable secret" in examined(well)["secret"].found


def test_full_disk_is_reported(well: Settings) -> None:
    assert examined(well.model_copy(update={"reserve_mib": 10**9}))["disk"].state == "fail"


def test_missing_console_build_is_reported(well: Settings) -> None:
    (well.console_dir / "index.html").unlink()
    assert examined(well)["console"].state == "warn"


@pytest.mark.parametrize(("template", "message"), [(BARE, "empty"), (EMPTY, "up to date")])
def test_outdated_schema_is_reported(well: Settings, postgres: TestPostgres, template: Template, message: str) -> None:
    finding = examined(with_database(postgres.new_database(template), well))["migrations"]
    assert message in finding.found
    assert (finding.state == "fail") == ("careops db migrate" in finding.advice)


def test_newer_schema_is_reported(well: Settings) -> None:
    assert well.database_owner_url is not None
    with psycopg.connect(driver_url(well.database_owner_url.get_secret_value()), autocommit=True) as connection:
        connection.execute("update alembic_version set version_num = '9999'")
    assert "at 9999, which this careops does not know" in examined(well)["migrations"].found


def test_unreachable_database_is_reported(well: Settings) -> None:
    finding = examined(with_database(f"postgresql://nobody@127.0.0.1:{free_port()}/careops", well))["database"]
    assert finding.state == "fail"
    assert "CAREOPS_DATABASE_URL" in finding.advice


def test_silent_database_is_reported(well: Settings) -> None:
    with FaultProxy(("127.0.0.1", free_port())) as proxy, socket.create_server(("127.0.0.1", 0)) as deaf:
        proxy.target = deaf.getsockname()[:2]
        finding = examined(with_database(f"postgresql://nobody@127.0.0.1:{proxy.port}/careops", well))["database"]
    assert finding.state == "fail"


def test_waiting_and_failed_jobs_are_reported(well: Settings) -> None:
    assert well.database_owner_url is not None
    with psycopg.connect(driver_url(well.database_owner_url.get_secret_value()), autocommit=True) as connection:
        connection.execute("insert into jobs (kind, parameters, state, ended_at) values ('a', '{}', 'failed', now())")
        finding = examined(well)["jobs"]
        assert (finding.state, finding.found) == ("warn", "1 failed within the last day")
        connection.execute("insert into jobs (kind, parameters) values ('b', '{}')")
        assert examined(well)["jobs"].state == "warn", "it has only just been asked for"
        connection.execute("update jobs set due_at = now() - interval '2 minutes' where kind = 'b'")
        finding = examined(well)["jobs"]
        assert (finding.state, finding.found) == ("fail", "1 waiting, and no worker takes them")
        assert "careops worker" in finding.advice


@pytest.mark.proves("SEC-59.diagnostics")
def test_wrong_clock_is_reported(well: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    monkeypatch.setattr(
        "careops_server.core.diagnostics.database.time", SimpleNamespace(time=lambda: time.time() + 3600)
    )
    finding = examined(well)["clock"]
    assert finding.state == "fail"
    assert float(finding.found.split()[0].replace(",", "")) == pytest.approx(3600, abs=30)


def test_occupied_port_is_reported(well: Settings) -> None:
    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_error(404)

        def log_message(self, format: str, *args: object) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Page) as other:
        serving = threading.Thread(target=other.serve_forever)
        serving.start()
        finding = examined(well.model_copy(update={"port": other.server_port}))["port"]
        other.shutdown()
        serving.join()
    assert finding.state == "fail"
    assert "CAREOPS_PORT" in finding.advice


def test_running_server_is_recognised(well: Settings, open_scene: OpenScene) -> None:
    scene = open_scene({"CAREOPS_SECRET": SECRET})
    for other in (well, well.model_copy(update={"secret": SecretStr("x" * 40)})):
        found_there = examined(other.model_copy(update={"port": scene.address[1]}))
        assert found_there["port"].state == "fail"
        assert "served by another installation" in found_there["port"].found
        assert "workers" not in found_there
    assert not (well.data_dir / "secret").exists(), "nothing is made"
    running = well.model_copy(update={"port": scene.address[1], "secret": SecretStr(SECRET)})
    findings = examined(running)
    assert (findings["port"].state, findings["workers"].state) == ("ok", "ok")
    scene.proxy.blackhole()
    finding = examined(running)["workers"]
    assert (finding.state, finding.found) == ("fail", "not ready: database")


def test_command_prints_all_findings_and_fails_on_errors(well: Settings) -> None:
    assert well.database_url is not None
    environment = {
        **os.environ,
        "CAREOPS_DATABASE_URL": well.database_url.get_secret_value(),
        "CAREOPS_DATA_DIR": str(well.data_dir),
        "CAREOPS_PORT": str(well.port),
    }
    words = [sys.executable, "-m", "careops_cli", "doctor", "--json"]
    good = subprocess.run(words, capture_output=True, text=True, env=environment, check=False)  # noqa: S603 (ours)
    assert good.returncode == 0, good.stdout
    assert set(json.loads(good.stdout)[0]) == {"check", "state", "found", "advice"}
    assert len(well.signing_keys) == 1
    (well.data_dir / "secret").chmod(0o640)
    bad = subprocess.run(words, capture_output=True, text=True, env=environment, check=False)  # noqa: S603 (ours)
    assert bad.returncode == 1
    assert [f["check"] for f in json.loads(bad.stdout) if f["state"] == "fail"] == ["secret"]


def test_rolled_back_audit_trail_is_reported(well: Settings) -> None:
    assert examined(well)["audit trail"].state == "ok"
    well.data_dir.mkdir(parents=True, exist_ok=True)
    file = well.data_dir / "audit-head"
    file.write_text(f"999:{'0' * 64}\n")
    finding = examined(well)["audit trail"]
    assert (finding.state, finding.found) == ("fail", f"is older than the checkpoint 999:{'0' * 64}")
    file.write_text("somebody was here")
    assert examined(well)["audit trail"].state == "fail"


def test_demo_data_in_production_is_reported(well: Settings) -> None:
    real = well.model_copy(update={"environment": "production"})
    assert examined(real)["demo data"].found == "none"
    assert well.database_url is not None
    with psycopg.connect(driver_url(well.database_url.get_secret_value()), autocommit=True) as connection:
        connection.execute(
            "insert into users (name, phone_number, password_hash) values ('A', '9000000001', %s)",
            (password_hash(DEMO_USERS[0]),),
        )
    tried = examined(well)["demo data"]
    assert (tried.state, "production does not start" in tried.found) == ("ok", True)
    finding = examined(real)["demo data"]
    assert (finding.state, "CAREOPS_DATA_DIR" in finding.advice) == ("fail", True)
    assert "9000000001" in finding.found


@pytest.mark.proves("SEC-64.diagnostics")
def test_bulk_reader_is_reported(well: Settings) -> None:
    assert examined(well)["bulk reads"].state == "ok"
    assert well.database_url is not None
    with psycopg.connect(driver_url(well.database_url.get_secret_value()), autocommit=True) as connection:
        connection.execute(
            "insert into audit_events (occurred_at, key, event_status, actor_name)"
            " values (now(), 'session.bulk_read', 'SUCCESS', 'Asha Rao')"
        )
    finding = examined(well)["bulk reads"]
    assert (finding.state, finding.found) == ("warn", "very many records of people were read by Asha Rao")


def test_server_connected_as_owner_is_reported(well: Settings) -> None:
    assert well.database_owner_url is not None
    url = well.database_owner_url.get_secret_value()
    finding = examined(with_database(url, well))["database role"]
    assert (finding.state, finding.advice) == ("warn", "Run: careops db role")
    assert "uses the role postgres, a superuser" in finding.found
    serious = with_database(url, well.model_copy(update={"environment": "production"}))
    assert examined(serious)["database role"].state == "fail"

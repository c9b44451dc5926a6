"""Commands of this machine's installation, against a real PostgreSQL and a real server."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import httpx
import psycopg
import pytest
from cli.tests.command_line import CareOpsCommand

from careops_server.core.configuration.dsn import driver_url
from careops_server.demo import DEMO_PASSWORD
from careops_server.testing.postgres import BARE, EMPTY, WORLD, Template, TestPostgres

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def postgres() -> Iterator[TestPostgres]:
    """Start a PostgreSQL for this module."""
    with TestPostgres(WORLD) as server:
        yield server


class Use(Protocol):
    """Type of the fixture ``use``."""

    def __call__(self, template: Template) -> str: ...


@pytest.fixture
def use(postgres: TestPostgres, monkeypatch: pytest.MonkeyPatch) -> Use:
    """Point the commands at a fresh database."""

    def choose(template: Template) -> str:
        url = postgres.new_database(template)
        monkeypatch.setenv("CAREOPS_DATABASE_URL", url)
        return url

    return choose


def test_check_reports_missing_migrations_and_migrate_applies_them(use: Use, careops: CareOpsCommand) -> None:
    use(BARE)
    before = careops("db", "check")
    assert before.code == 1
    assert "Run: careops db migrate" in before.err
    applied = json.loads(careops("db", "migrate", "--json").out)["applied"]
    assert applied
    assert json.loads(careops("db", "migrate", "--json").out) == {"applied": [], "at": applied[-1]}
    error = careops("db", "check", terminal=True).err
    assert re.fullmatch(rf"The database \w+ at \S+ can be reached and is at {applied[-1]}\.\n", error), "which one"


def test_role_of_the_server_is_created_and_printed_once(
    use: Use, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = use(BARE)
    role = json.loads(careops("db", "role", "for_the_server", "--json").out)
    assert careops("db", "role", "for_the_server", terminal=True).err.startswith("for_the_server has the rights")
    assert careops("db", "role", "postgres").code == 1
    monkeypatch.setenv("CAREOPS_DATABASE_URL", role["database_url"])
    assert careops("db", "check").code == 0
    refused = careops("demo", "create")
    assert refused.code == 1
    assert "CAREOPS_DATABASE_OWNER_URL" in refused.err
    monkeypatch.setenv("CAREOPS_DATABASE_OWNER_URL", url)
    assert careops("admin", "create", "--name", "Asha Rao", "--phone", "9812345671").code == 0


def test_embedded_database_has_its_role(careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CAREOPS_DATABASE_URL", raising=False)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    run = careops("db", "role")
    assert (run.code, run.out) == (2, "")
    assert "has its role already" in run.err


def test_embedded_database_is_healthy_before_its_first_start(
    careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("CAREOPS_DATABASE_URL", raising=False)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("CAREOPS_DATA_DIR", str(tmp_path / "data"))
    assert careops("admin", "create", "--name", "Asha Rao", "--phone", "9812345671").code == 0
    findings = {each["check"]: each["state"] for each in json.loads(careops("doctor", "--json").out)}
    assert findings["database role"] == "ok"


def test_configured_database_is_not_started(use: Use, careops: CareOpsCommand) -> None:
    use(EMPTY)
    run = careops("db", "start")
    assert run.code == 2
    assert "Unset CAREOPS_DATABASE_URL" in run.err


@pytest.mark.proves("SEC-09.no-demo", "SEC-66.weak")
def test_production_refuses_demo_data_and_weak_settings(
    use: Use, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(EMPTY)
    monkeypatch.setenv("CAREOPS_ENVIRONMENT", "production")
    monkeypatch.setenv("CAREOPS_SECRET", "a" * 32)
    run = careops("demo", "create")
    assert (run.code, run.err) == (78, "error: This is a production installation: no demo data is created in it.\n")
    served = careops("serve", "--demo", "--port", "0")
    assert served.code == 78
    assert "demo data, whose passwords" in served.err
    assert "a CAREOPS_SECRET that is easily guessed" in served.err


@pytest.mark.proves("SEC-09.demo-data")
def test_production_does_not_start_with_demo_data(
    use: Use, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    use(WORLD)
    monkeypatch.setenv("CAREOPS_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("CAREOPS_ENVIRONMENT", "production")
    monkeypatch.setenv("CAREOPS_SECRET", "kJ8x02pLqz91mVwT5rYb7uNe3cHs6gDf4aQo")
    served = careops("serve", "--port", "0", "--workers", "1")
    assert served.code == 78
    errors = [line for line in served.err.splitlines() if line.startswith("error: ")]
    assert len(errors) == 1
    assert "accounts with the published demo password (9000000001, " in errors[0]
    assert "CAREOPS_DATA_DIR" in errors[0]


def test_demo_data_is_created_once(
    use: Use, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    use(EMPTY)
    monkeypatch.setenv("CAREOPS_DATA_DIR", str(tmp_path / "data"))
    counts = json.loads(careops("demo", "create", "--seed", "3", "--json").out)
    assert (counts["size"], counts["seed"]) == ("demo", 3)
    assert counts["accounts"][0] == {"phone_number": "9000000001", "account_type": "super_admin"}
    assert [*(tmp_path / "data/uploads/certificates").iterdir()], "its certificates are files beside the database"
    assert json.loads(careops("demo", "extend", "--json").out) == {"added": []}
    again = careops("demo", "create")
    assert (again.code, again.out) == (1, "")
    assert "--replace" in again.err
    unasked = careops("demo", "create", "--replace")
    assert unasked.code == 2
    assert "Delete every clinic, doctor, payment and their owners in the database " in unasked.err
    planned = json.loads(careops("demo", "create", "--replace", "--dry-run", "--json").out)
    assert planned["removed"]["clinics"] == 250
    assert careops("demo", "create", "--dry-run").code == 2
    assert careops("demo", "create", "--replace", "--yes").code == 0


def test_demo_data_is_refused_in_a_real_installation(use: Use, careops: CareOpsCommand) -> None:
    use(EMPTY)
    assert careops("admin", "create", "--name", "Real Admin", "--phone", "9812345670").code == 0
    for words in ((), ("--replace", "--yes")):
        run = careops("demo", "create", *words)
        assert run.code == 1
        assert "This is a real installation" in run.err
        assert "Real Admin" in run.err


@pytest.mark.proves("SEC-09.first-account")
def test_first_account_is_created_once(use: Use, careops: CareOpsCommand) -> None:
    use(EMPTY)
    words = ("admin", "create", "--name", "Asha Rao", "--phone", "+91 98123 45671")
    run = careops(*words, "--account-type", "billing_admin", "--json")
    assert run.err.startswith("The account is in the database ")
    account = json.loads(run.out)
    assert (account["phone_number"], account["account_type"]) == ("9812345671", "billing_admin")
    assert len(account["password"]) >= 20
    assert careops(*words).err == "error: 9812345671 belongs to a user already. Use another phone number.\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--name", "A", "--phone", "12"), "(phone)"),
        (("--name", " ", "--phone", "9812345671"), "--name is empty"),
        (("--name", "A", "--phone", "9812345671", "--account-type", "king"), "--account-type"),
    ],
)
def test_account_needs_a_name_and_a_phone(words: tuple[str, ...], message: str, careops: CareOpsCommand) -> None:
    run = careops("admin", "create", *words)
    assert run.code == 2
    assert message in run.err


def test_wrong_setting_is_named(careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAREOPS_PORT", "eighty")
    run = careops("db", "check")
    assert run.code == 78
    assert run.err.startswith("error: The setting port is wrong")
    monkeypatch.delenv("CAREOPS_PORT")
    monkeypatch.setenv("CAREOPS_SECRET", "short")
    run = careops("db", "check")
    assert run.err.startswith("error: A setting is wrong: CAREOPS_SECRET must have")


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("CAREOPS_UPSTREAM_URL", "nonsense", "upstream_url"),
        ("CAREOPS_UPSTREAM_URL", "http://", "upstream_url"),
        ("CAREOPS_UPSTREAM_URL", "http://host:99999/api", "upstream_url"),
        ("CAREOPS_UPSTREAM_URL", "ftp://host/api", "upstream_url"),
        ("CAREOPS_GEOCODER_URL", "https://[::1/api", "geocoder_url"),
        ("CAREOPS_DATABASE_URL", "mysql://host/careops", "DATABASE_URL"),
        ("CAREOPS_TRUSTED_PROXIES", "10.0.0.0/99", "trusted_proxies"),
        ("CAREOPS_FEEDS", "{no json", "feeds"),
        ("CAREOPS_WORKERS", "0", "workers"),
        ("CAREOPS_SECRET", "short", "CAREOPS_SECRET"),
        ("CAREOPS_ENVIRONMENT", "prod", "environment"),
    ],
)
@pytest.mark.parametrize("command", ["serve", "doctor", "worker"])
def test_wrong_settings_end_with_78_and_a_sentence(
    careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch, command: str, name: str, value: str, message: str
) -> None:
    monkeypatch.setenv(name, value)
    run = careops(command)
    assert run.code == 78
    assert run.err.startswith("error: ")
    assert run.err.count("\n") == 1
    assert message in run.err


def test_invalid_toml_in_settings_ends_with_78(
    careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "careops.toml").write_text("port = = 1")
    monkeypatch.chdir(tmp_path)
    run = careops("serve")
    assert (run.code, run.err.count("\n")) == (78, 1)
    assert "careops.toml is not valid TOML" in run.err


def test_wrong_option_is_a_usage_error(careops: CareOpsCommand) -> None:
    assert careops("serve", "--port", "99999").code == 2


LOOKING = [
    ("audit", "verify"),
    ("audit", "seal"),
    ("audit", "public-key"),
    ("audit", "rotate-key"),
    ("audit", "purge", "--keep-days", "400", "--yes"),
    ("audit", "export", "trail.jsonl"),
    ("backup", "create", "--in", "backups"),
    ("db", "check"),
    ("doctor",),
    ("worker",),
    ("demo", "extend"),
]


@pytest.mark.parametrize("words", LOOKING, ids=[" ".join(words[:2]) for words in LOOKING])
def test_local_command_never_creates_an_installation(
    careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: tuple[str, ...]
) -> None:
    monkeypatch.delenv("CAREOPS_DATABASE_URL", raising=False)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("CAREOPS_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("CAREOPS_BACKUP_KEY", "ab" * 32)
    monkeypatch.setenv("CAREOPS_PORT", "0")
    monkeypatch.chdir(tmp_path)
    run = careops(*words)
    assert run.code == 1
    assert f"o installation in {tmp_path / 'data'}" in run.err + run.out
    assert "careops serve" in run.err + run.out
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("words", [("audit", "verify"), ("audit", "seal"), ("backup", "create", "--in", "backups")])
def test_empty_database_is_named(
    use: Use, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: tuple[str, ...]
) -> None:
    use(BARE)
    monkeypatch.setenv("CAREOPS_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("CAREOPS_BACKUP_KEY", "ab" * 32)
    monkeypatch.chdir(tmp_path)
    run = careops(*words)
    assert run.code == 1
    assert "is empty. Run: careops db migrate" in run.err


def test_foreign_audit_trail_gets_no_key(
    use: Use, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    use(EMPTY)
    monkeypatch.setenv("CAREOPS_DATA_DIR", str(tmp_path / "data"))
    run = careops("audit", "public-key")
    assert run.code == 1
    assert f"There is no signing key in {tmp_path / 'data'}" in run.err
    assert not (tmp_path / "data").exists()


def test_unreachable_database_is_reported(careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAREOPS_DATABASE_URL", "postgresql://nobody@127.0.0.1:1/careops")
    run = careops("db", "check")
    assert run.code == 1
    assert run.err.startswith("error: The database cannot be reached")
    assert run.err.count("\n") == 1


def test_port_in_use_is_named(careops: CareOpsCommand) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        run = careops("serve", "--port", str(port))
    assert run.code == 1
    assert run.err.startswith(f"error: Port {port} on 127.0.0.1 is taken")
    assert run.err.count("\n") == 1


def iter_until_ready(lines: Iterable[str]) -> Iterator[str]:
    """Yield the log up to the line that reports that the server is ready."""
    for line in lines:
        yield line
        if '"event":"Ready at ' in line:
            return


@pytest.fixture
def served(use: Use, home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[subprocess.Popen[str]]:
    """Start ``careops serve`` with demo data and set CAREOPS_URL."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    environment |= {"CAREOPS_DATABASE_URL": use(WORLD), "CAREOPS_DATA_DIR": str(home / "data")}
    command = [sys.executable, "-m", "careops_cli", "serve", "--port", "0", "--workers", "1"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:  # noqa: S603 (fixed command)
        assert process.stderr is not None
        messages = [json.loads(line) for line in iter_until_ready(process.stderr)]  # every line is JSON
        monkeypatch.setenv("CAREOPS_URL", f"{messages[-1]['url']}/api")
        stderr_reader = threading.Thread(target=process.stderr.read)
        stderr_reader.start()
        yield process
        process.send_signal(signal.SIGINT)
        process.wait(120)
        stderr_reader.join()


def test_full_workflow_succeeds_with_the_real_server(served: subprocess.Popen[str], careops: CareOpsCommand) -> None:
    assert careops("login", "--phone", "9000000001", "--password-stdin", stdin="not the password").code == 4
    assert careops("login", "--phone", "9000000001", "--password-stdin", stdin=DEMO_PASSWORD).code == 0
    assert "9000000001" in careops("whoami").out
    number = careops("clinics", "list", "--limit", "1", "--columns", "id").out.strip()
    assert careops("modules", "on", "billing", number).code == 0
    assert careops("modules", "on", "surgery", number).code == 0
    clinic = json.loads(careops("clinics", "show", number, "--json").out)
    assert "Billing" in [module["name"] for module in clinic["clinic_spec_modules"]]
    assert clinic["surgery_enabled"] is True
    assert careops("modules", "off", "Billing", number).code == 0
    assert careops("modules", "on", "Billing", "99999999").code == 1
    hospital = ("--name", "Green Park", "--phone", "9812345670", "--email", "a@g.example", "--generate-password")
    signed_up = json.loads(careops("clinics", "create-hospital", *hospital, "--json", "--one").out)
    assert signed_up["outcome"] == "done"
    assert f"{signed_up['clinic_id']}" == careops("clinics", "list", "--limit", "1", "--columns", "id").out.strip()
    taken = json.loads(careops("clinics", "create-hospital", *hospital, "--json", "--one").out)
    assert (taken["outcome"], taken["clinic_id"]) == ("failed", None)
    everything = careops("clinics", "list", "--all", "--columns", "id").out.split()
    assert len(everything) == len(set(everything)) == 251
    assert careops("logout").code == 0
    assert careops("whoami").code == 4


def test_ctrl_c_stops_the_server(served: subprocess.Popen[str]) -> None:
    served.send_signal(signal.SIGINT)
    assert served.wait(120) == 0


@pytest.fixture
def worker(use: Use, home: Path) -> Iterator[Worker]:
    """Start ``careops worker`` on an empty database, with monitoring on a free port."""
    url = use(EMPTY)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    environment |= {"CAREOPS_DATABASE_URL": url, "CAREOPS_DATA_DIR": str(home / "data"), "CAREOPS_WORKER_PORT": "0"}
    command = [sys.executable, "-m", "careops_cli", "worker"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:  # noqa: S603 (fixed command)
        assert process.stderr is not None
        announced = json.loads(process.stderr.readline())
        stderr_reader = threading.Thread(target=process.stderr.read)
        stderr_reader.start()
        yield Worker(process, announced["url"], url)
        process.send_signal(signal.SIGTERM)
        process.wait(120)
        stderr_reader.join()


@dataclass(frozen=True)
class Worker:
    process: subprocess.Popen[str]
    url: str
    database_url: str


def test_a_worker_is_monitored_like_a_server(worker: Worker) -> None:
    with httpx.Client(base_url=worker.url, timeout=60, trust_env=False) as monitor:
        assert monitor.get("/live").json() == {"status": "ok"}
        ready = monitor.get("/ready")
        assert (ready.status_code, ready.json()["status"]) == (200, "ok")
        assert ready.json()["checks"]["database"] == {"ok": True}
        assert monitor.get("/ready", headers={"x-forwarded-for": "1.2.3.4"}).json() == {"status": "ok"}
        assert monitor.get("/metrics", headers={"x-forwarded-for": "1.2.3.4"}).status_code == 404
        assert monitor.get("/api/admin/clinics").status_code == 404
        assert monitor.get("/").status_code == 404

        with psycopg.connect(driver_url(worker.database_url), autocommit=True) as connection:
            connection.execute("insert into jobs (kind, parameters) values ('tests.of_no_kind', '{}')")
        ended = 'careops_jobs_ended_total{kind="unknown",state="failed"} 1.0'
        deadline = time.monotonic() + 60
        # A page may have the number of jobs from before the end, and the counter from after it.
        counts = (ended, 'careops_jobs{state="failed"} 1.0')
        while not all(count in (page := monitor.get("/metrics").text) for count in counts):
            assert time.monotonic() < deadline, page
        assert 'careops_checks_right{check="database"} 1.0' in page
        assert "process_resident_memory_bytes" in page


def test_a_worker_without_database_is_not_ready(worker: Worker, postgres: TestPostgres) -> None:
    postgres.drop(worker.database_url)
    with httpx.Client(base_url=worker.url, timeout=60, trust_env=False) as monitor:
        ready = monitor.get("/ready")
        assert (ready.status_code, ready.json()["status"]) == (503, "not ready")
        assert monitor.get("/live").status_code == 200


def test_a_worker_stops_while_a_monitor_keeps_its_connection(worker: Worker) -> None:
    with httpx.Client(base_url=worker.url, timeout=60, trust_env=False) as monitor:
        assert monitor.get("/live").status_code == 200
        worker.process.send_signal(signal.SIGTERM)
        assert worker.process.wait(120) == 0


def test_worker_names_a_port_in_use(use: Use, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    use(EMPTY)
    monkeypatch.setattr("careops_server.processes.supervisor.LEAVING_SECONDS", 0)
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        monkeypatch.setenv("CAREOPS_WORKER_PORT", str(port))
        run = careops("worker")
    assert run.code == 1
    assert f"Port {port} on 127.0.0.1 is taken" in run.err
    assert "CAREOPS_WORKER_PORT=" in run.err

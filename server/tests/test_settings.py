"""Settings: all are documented, unknown ones are reported, and an unreachable or newer database is a clear error."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import os
import socket
import subprocess
import sys
import threading
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from pydantic import SecretStr, ValidationError
from server.tests.support.log_lines import read_log_lines
from sqlalchemy import make_url

from careops.contract.field_docs import field_docs
from careops_server.core.configuration.constants import Constants
from careops_server.core.configuration.dsn import driver_url
from careops_server.core.configuration.removed_settings import REMOVED_SETTINGS
from careops_server.core.configuration.settings import Settings, nearest_setting, removed_settings, unknown_settings
from careops_server.core.database.migrate import NewerDatabaseError, migrate, newest, pending
from careops_server.core.database.schema_revision import add_partitions
from careops_server.core.database.wait_for_database import DatabaseAwayError, wait_for
from careops_server.core.diagnostics.installation import names
from careops_server.core.observability.logs import add_context, bind, configure_logs, log, log_request
from careops_server.processes.supervisor import log_unused_settings
from careops_server.testing.postgres import TestPostgres
from careops_server.testing.settings_page import PAGE, page


def test_settings_page_is_current() -> None:
    assert PAGE.read_text("utf-8") == page(), "docs/guide/settings.md is stale: run `nox -s generate`"


def test_every_setting_is_described() -> None:
    sentences = field_docs(Settings)
    assert [name for name in Settings.model_fields if name not in sentences] == []
    assert all(page().count(f"| `CAREOPS_{name.upper()}`") == 1 for name in Settings.model_fields)


def test_settings_page_begins_with_those_of_most_installations() -> None:
    first, second = page().split("\n## ")[1:3]
    assert first.startswith("Most installations\n")
    assert first.count("\n| `CAREOPS_") == 12
    assert second.startswith("The installation\n")


def test_misspelled_setting_suggests_the_nearest() -> None:
    variables = {
        "CAREOPS_TRUSTED_PROXY": "10.0.0.1",
        "CAREOPS_SERVICE_HOST": "10.1.2.3",
        "CAREOPS_PORT": "1",
        "careops_port": "1",
        "CAREOPS_TOKEN": "x",
        "CAREOPS_DATABASE_URL": "x",
        "HOME": "/",
    }
    assert unknown_settings(variables) == {
        "CAREOPS_SERVICE_HOST": None,
        "CAREOPS_TRUSTED_PROXY": "CAREOPS_TRUSTED_PROXIES",
    }
    assert unknown_settings({"CAREOPS_PORT": "1"}) == {}
    assert nearest_setting("worker") == "workers"
    finding = names(variables)
    assert finding.state == "warn"
    assert "CAREOPS_TRUSTED_PROXY (perhaps CAREOPS_TRUSTED_PROXIES?)" in finding.found
    assert names({}).state == "ok"


@pytest.mark.parametrize("name", REMOVED_SETTINGS)
@pytest.mark.parametrize("in_file", [False, True])
def test_removed_setting_is_reported_with_its_replacement(
    name: str, in_file: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.chdir(tmp_path)
    written = name if in_file else f"CAREOPS_{name.upper()}"
    if in_file:
        Path("careops.toml").write_text(f'port = 1\n{name} = "5"\n')
    else:
        monkeypatch.setenv(written, "5")
    assert getattr(Settings(), name, None) == getattr(Constants, name, None), "the value has no effect"
    assert removed_settings(os.environ) == {written: REMOVED_SETTINGS[name]}
    assert written not in unknown_settings(os.environ)

    replacement, release = REMOVED_SETTINGS[name]
    log_unused_settings()
    lines = [line for line in read_log_lines(caplog) if line["event"] == "removed setting"]
    assert [(line["name"], line["replacement"], line["since"]) for line in lines] == [(written, replacement, release)]
    finding = names({written: "5"} if not in_file else {})
    assert finding.state == "warn"
    assert f"{written} (removed in {release}: {replacement})" in finding.found


def test_removed_setting_in_lower_case_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert list(removed_settings({"careops_hash_rounds": "1", "HASH_SLOTS": "1"})) == ["CAREOPS_HASH_ROUNDS"]


def test_unknown_name_in_the_file_stays_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("careops.toml").write_text("hash_rounds = 1\nhash_round = 1\n")
    with pytest.raises(ValidationError, match="hash_round\n"):
        Settings()


@pytest.mark.parametrize(
    "address", ["postgresql://careops:s3same@[bad/x", "host=a password=s3same", "mysql://u:s3same@h/x"]
)
def test_malformed_address_is_refused_without_its_password(address: str) -> None:
    with pytest.raises(ValidationError, match="no address of a PostgreSQL") as refused:
        Settings(database_url=SecretStr(address))
    assert "s3same" not in str(refused.value)


@pytest.mark.parametrize("level", ["debug", "info", "warning", "error"])
def test_log_contains_its_level_and_above(level: str) -> None:
    levels = ["debug", "info", "warning", "error"]
    program = f"""
from careops_server.core.observability.logs import configure_logs, log, log_request
configure_logs(json_lines=True, level="{level}")
for each in {levels}:
    getattr(log, each)("said at " + each)
log_request(method="GET", route="api/x", status=200, ms=0.1)
"""
    output = subprocess.run([sys.executable, "-c", program], stderr=subprocess.PIPE, text=True, check=True).stderr  # noqa: S603 (ours)
    assert [each for each in levels if f"said at {each}" in output] == levels[levels.index(level) :]
    assert ("answered" in output) == (level in ("debug", "info"))


@pytest.mark.proves("FAULT-11.logs")
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full is Linux's")
def test_line_without_disk_space_is_lost_alone() -> None:
    program = """
from careops_server.core.observability.logs import configure_logs, log, log_request
configure_logs(json_lines=True)
log.info("nobody reads this")
log_request(method="GET", route="api/x", status=200, ms=0.1)
print("and it goes on")
"""
    with open("/dev/full", "w") as full:
        done = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=full, text=True)  # noqa: S603 (ours)
    assert done.stdout == "and it goes on\n"


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def test_unreachable_database_is_awaited_and_then_reported() -> None:
    pauses: list[float] = []
    begun = time.monotonic()
    with pytest.raises(DatabaseAwayError, match=r"could not be reached for 0\.4 seconds: .*refused"):
        wait_for(f"postgresql://careops@127.0.0.1:{free_port()}/careops", seconds=0.4, pause=_noting(pauses))
    assert time.monotonic() - begun < 10
    assert pauses[0] == pytest.approx(0.2)


def _noting(pauses: list[float]) -> Any:
    def pause(seconds: float) -> None:
        pauses.append(seconds)
        time.sleep(seconds)

    return pause


@pytest.fixture(scope="module")
def database(postgres: TestPostgres) -> str:
    """A migrated, empty database."""
    return postgres.new_database()


def test_late_database_is_used(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = threading.Event()
    connect, came = psycopg.connect, threading.Event()

    def late(*args: Any, **options: Any) -> Any:
        if not came.is_set():
            tried.set()
            raise psycopg.OperationalError("connection refused")
        return connect(*args, **options)

    monkeypatch.setattr(psycopg, "connect", late)
    waiting = threading.Thread(target=wait_for, args=(database,), kwargs={"seconds": 30})
    waiting.start()
    assert tried.wait(10)
    came.set()
    waiting.join(10)
    assert not waiting.is_alive()


def test_permanent_database_error_is_not_awaited(database: str) -> None:
    wait_for(database, seconds=0)
    missing = make_url(database).set(database="nowhere").render_as_string(hide_password=False)
    with pytest.raises(DatabaseAwayError, match="refuses us"):
        wait_for(missing, seconds=20)


def test_newer_database_is_reported_and_unchanged(postgres: TestPostgres) -> None:
    url = postgres.new_database()
    with psycopg.connect(driver_url(url), autocommit=True) as owner:
        owner.execute("update alembic_version set version_num = '9999'")
        assert not add_partitions(url)
        for work in (migrate, pending):
            with pytest.raises(NewerDatabaseError, match=f"at 9999, which this careops does not know .*{newest()}"):
                work(url)
        assert owner.execute("select version_num from alembic_version").fetchall() == [("9999",)]
        owner.execute("update alembic_version set version_num = %s", [newest()])
    assert migrate(url) == ()


def test_start_logs_unknown_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from careops_server.processes.supervisor import serve

    monkeypatch.setenv("CAREOPS_TRUSTED_PROXY", "10.0.0.1")
    settings = Settings.model_validate(
        {
            "database_url": f"postgresql://careops@127.0.0.1:{free_port()}/careops",
            "data_dir": tmp_path,
            "port": 0,
            "workers": 1,
        }
    )
    monkeypatch.setattr(Constants, "database_wait_seconds", 0)
    monkeypatch.setattr("careops_server.processes.supervisor.configure_logs", lambda **_: None)
    with pytest.raises(DatabaseAwayError):
        serve(settings)
    lines = read_log_lines(caplog)
    warnings = [(line["event"], line["name"], line["perhaps"]) for line in lines if line["event"] == "unknown setting"]
    assert warnings == [("unknown setting", "CAREOPS_TRUSTED_PROXY", "CAREOPS_TRUSTED_PROXIES")]


def test_logs_use_the_current_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    """The stream at setup time may be closed by now, like the captured output of another test."""
    with contextlib.redirect_stderr(io.StringIO()) as caught:
        configure_logs(json_lines=True)
        log.warning("written to the first")
    caught.close()
    log.warning("written to the second")
    assert "written to the second" in capsys.readouterr().err


def test_request_line_has_the_form_of_other_lines(capsys: pytest.CaptureFixture[str]) -> None:
    """The line of a request takes a shorter path with the same output."""
    configure_logs(json_lines=True)
    bind(request_id="a" * 24)
    fields: dict[str, Any] = {"method": "GET", "route": "api/admin/clinics", "status": 200, "ms": 1.5}
    log.info("answered", **fields)
    log_request(**fields)
    usual, short = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    moments = [datetime.fromisoformat(line.pop("timestamp")) for line in (usual, short)]
    assert usual == short
    assert moments[0] <= moments[1]


def test_line_has_context_fields_and_time(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs(json_lines=True)
    bind(request_id="a" * 24)
    add_context(user_id=7)
    fields: dict[str, Any] = {"method": "GET", "route": "api/admin/clinics", "status": 200, "ms": 1.5}
    log.info("answered", **fields)
    line = json.loads(capsys.readouterr().err)
    moment = datetime.fromisoformat(line.pop("timestamp"))
    assert line == {"event": "answered", "level": "info", "request_id": "a" * 24, "user_id": 7, **fields}
    assert moment.utcoffset() == timedelta(0)


def test_a_line_contains_no_secret_no_line_break_and_no_long_value(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs(json_lines=True)
    bind()
    log.warning("refused\x1b[2J", access_token="canary", reason="first\nsecond", body="x" * 3_000)
    line = json.loads(capsys.readouterr().err)
    assert line["event"] == "refused\\x1b[2J"
    assert line["access_token"] == "•••"
    assert line["reason"] == "first\\nsecond"
    assert line["body"] == "x" * 2_000 + "…"


def test_a_traceback_shows_its_end_and_no_local_variables(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs(json_lines=True)
    password = "canary"
    try:
        raise ValueError("y" * 30_000 + password[:3])
    except ValueError:
        log.exception("failed")
    traceback = json.loads(capsys.readouterr().err)["exception"]
    assert len(traceback) == 20_001
    assert traceback.endswith("ycan")
    assert "canary" not in traceback


def test_a_terminal_shows_readable_lines(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs(json_lines=False)
    bind(request_id="b")
    try:
        log.warning("worker lost", worker=2)
        logging.getLogger("sanic.error").error("bytes\n%s", "of a request")
    finally:
        configure_logs(json_lines=True)
    first, second = capsys.readouterr().err.splitlines()
    assert first[8:] == " warning worker lost  request_id=b  worker=2"
    assert second[8:] == " error   bytes\\nof a request  request_id=b  library=sanic.error"


def test_lines_have_the_context_of_their_request(caplog: pytest.LogCaptureFixture) -> None:
    """Requests of one connection run one after another in the same task."""
    for number in (1, 2):
        caplog.clear()
        bind(request_id=str(number))
        log.info("x")
        (line,) = read_log_lines(caplog)
        assert (line["request_id"], "user_id" in line) == (str(number), False)
        add_context(user_id=number)

"""Production mode: one list of all weak settings, and no demo data."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import psycopg
import pytest
from argon2 import PasswordHasher
from pydantic import SecretStr
from server.tests.support.installed_command import Installation
from server.tests.support.s3 import BUCKET, needs_rclone, s3_server

from careops_server.core.configuration.checks import WeakSettingsError, check_production, weaknesses
from careops_server.core.configuration.dsn import driver_url
from careops_server.core.configuration.settings import Settings
from careops_server.core.demo_accounts import DEMO_PASSWORD, DEMO_USERS, password_hash
from careops_server.core.diagnostics.demo_rows import DemoDataError, check_no_demo_data
from careops_server.processes.supervisor import serve
from careops_server.testing.postgres import TestPostgres
from careops_server.testing.settings_page import COMMON_SETTINGS

SECRET = SecretStr("kJ8x02pLqz91mVwT5rYb7uNe3cHs6gDf4aQo")


def production(**overrides: Any) -> Settings:
    """A production installation with secure settings, except for the given ones."""
    return Settings(**{"environment": "production", "secret": SECRET, **overrides})


def test_secure_settings_have_no_weakness() -> None:
    assert weaknesses(production()) == []
    check_production(production(host="10.0.0.4", https=True))


@pytest.mark.proves("SEC-66.weak")
@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"secret": None}, "no CAREOPS_SECRET"),
        ({"secret": SecretStr("a" * 32)}, "a CAREOPS_SECRET that is easily guessed"),
        ({"secret": SecretStr("0123456789abcdef" * 3)}, "a CAREOPS_SECRET that is easily guessed"),
        ({"secret": SecretStr("ab" * 20)}, "a CAREOPS_SECRET that is easily guessed"),
        ({"previous_secret": SecretStr("z" * 40)}, "a CAREOPS_PREVIOUS_SECRET that is easily guessed"),
        ({"session_hours": 100_000}, "CAREOPS_SESSION_HOURS above 24"),
        ({"host": "0.0.0.0"}, "CAREOPS_HOST=0.0.0.0 without CAREOPS_HTTPS"),  # noqa: S104 (rejected)
    ],
)
def test_each_weakness_is_named(overrides: dict[str, Any], message: str) -> None:
    assert weaknesses(production(**overrides)) == [message]


@pytest.mark.proves("SEC-66.list")
def test_weaknesses_are_reported_together() -> None:
    with pytest.raises(WeakSettingsError) as refused:
        check_production(production(secret=None, idle_minutes=10**6, session_hours=99), demo=True)
    assert len(refused.value.weak) == 4
    assert all(reason in str(refused.value) for reason in refused.value.weak)


def test_development_may_have_weak_settings() -> None:
    check_production(Settings(environment="development", session_hours=99), demo=True)


def connect(url: str) -> psycopg.Connection[tuple[Any, ...]]:
    return psycopg.connect(driver_url(url), autocommit=True)


@pytest.mark.proves("SEC-09.empty")
def test_migrated_database_has_no_account(postgres: TestPostgres) -> None:
    url = postgres.new_database()
    with connect(url) as connection:
        assert connection.execute("select count(*) from users").fetchone() == (0,)
    postgres.drop(url)


@pytest.mark.proves("SEC-09.demo-data")
def test_demo_data_is_found_in_a_database(postgres: TestPostgres) -> None:
    url = postgres.new_database()
    # The server rehashes a password when the hash settings become stronger.
    stronger = PasswordHasher(time_cost=3, memory_cost=19_456, parallelism=1).hash(DEMO_PASSWORD)
    with connect(url) as connection:
        add = "insert into users (name, phone_number, password_hash) values ('A', %s, %s)"
        connection.execute(add, ("9000000001", password_hash(DEMO_USERS[0])))
        connection.execute(add, ("9000000002", stronger))
        with pytest.raises(DemoDataError, match=r"published demo password \(9000000001, 9000000002\)"):
            check_no_demo_data(url)
        connection.execute("update users set password_hash = null")
        check_no_demo_data(url)
        connection.execute("insert into world_makers values ('users')")
        with pytest.raises(DemoDataError, match="demo data, made by"):
            check_no_demo_data(url)


@pytest.mark.proves("SEC-09.demo-data")
def test_database_with_other_passwords_has_no_demo_data(postgres: TestPostgres) -> None:
    url = postgres.new_database()
    own = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash("a password nobody has published")
    with connect(url) as connection:
        connection.execute(
            "insert into users (name, phone_number, password_hash) values ('Asha Rao', '9000000001', %s)", (own,)
        )
    check_no_demo_data(url)


@pytest.mark.proves("SEC-09.no-demo")
def test_refused_start_creates_nothing(tmp_path: Path) -> None:
    with pytest.raises(WeakSettingsError):
        serve(production(data_dir=tmp_path / "data", port=0), demo=True)
    assert not (tmp_path / "data").exists()


@needs_rclone
@pytest.mark.slow
async def test_twelve_settings_start_a_production_installation(postgres: TestPostgres, tmp_path: Path) -> None:
    """Only the secret, the free port and the address of the bucket, which is Amazon's, are in the environment."""
    url = postgres.new_database()
    values = {
        "environment": "production",
        "public_url": "https://careops.example",
        "database_url": postgres.served(url),
        "data_dir": str(tmp_path / "data"),
        "workers": 2,
        "trusted_proxies": "127.0.0.1",
        "https": True,
        "backup_dir": str(tmp_path / "backups"),
        "backup_key": "0f" * 32,
        "s3_bucket": BUCKET,
        "audit_keep_days": 365,
        "log_level": "info",
    }
    assert tuple(values) == COMMON_SETTINGS
    (tmp_path / "careops.toml").write_text("".join(f"{name} = {json.dumps(value)}\n" for name, value in values.items()))
    async with s3_server(tmp_path / "s3", "--allow-origin", "*") as endpoint:
        variables = {"CAREOPS_SECRET": SECRET.get_secret_value(), "CAREOPS_S3_ENDPOINT": endpoint}
        installation = Installation(tmp_path, variables)
        with installation.served():
            code, findings = await asyncio.to_thread(installation.doctor)
    assert code == 0, findings
    imperfect = {name for name, finding in findings.items() if finding["state"] != "ok"}
    assert imperfect <= {"backups", "console"}, findings
    assert {"port", "workers", "file storage", "database role", "migrations"} <= findings.keys()
    postgres.drop(url)

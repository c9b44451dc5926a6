"""Upgrade from 1.0.0: its database and settings start this version, which reports settings without an effect."""

from __future__ import annotations

import json
from pathlib import Path

import psycopg
import pytest
from server.tests.support.installed_command import Installation

from careops_server.core.configuration.dsn import driver_url
from careops_server.core.configuration.removed_settings import REMOVED_SETTINGS
from careops_server.core.configuration.settings import PREFIX
from careops_server.core.database.migrate import pending
from careops_server.testing.postgres import BARE, TestPostgres
from careops_server.testing.schema_compat import BASE, migrate_upto


@pytest.mark.slow
def test_installation_of_1_0_starts_with_every_removed_setting(postgres: TestPostgres, tmp_path: Path) -> None:
    url = postgres.new_database(BARE)
    migrate_upto(url, BASE)
    with psycopg.connect(driver_url(url)) as connection:
        connection.execute("insert into users (name, phone_number) values ('Harpreet', '9000000001')")
        connection.execute("""
            insert into broadcast_proposals (kind, app_type, asked_at, asked_by, asked_by_id, devices)
            values ('web_upgrade', 'cms', now(), 'Harpreet', 1, 600)
        """)
    lines = {"data_dir": str(tmp_path / "data"), "database_url": url, **dict.fromkeys(REMOVED_SETTINGS, "20")}
    (tmp_path / "careops.toml").write_text("".join(f"{name} = {json.dumps(value)}\n" for name, value in lines.items()))
    variables = {f"{PREFIX}{name.upper()}": "20" for name in REMOVED_SETTINGS}
    installation = Installation(tmp_path, variables)

    with installation.served():
        code, findings = installation.doctor()

    expected = dict(REMOVED_SETTINGS)
    expected |= {f"{PREFIX}{name.upper()}": row for name, row in REMOVED_SETTINGS.items()}
    reported = {line["name"]: line["replacement"] for line in installation.log if line["event"] == "removed setting"}
    assert reported == {name: row.replacement for name, row in expected.items()}
    assert (code, findings["settings"]["state"]) == (0, "warn"), findings
    for name, (replacement, release) in expected.items():
        assert f"{name} (removed in {release}: {replacement})" in findings["settings"]["found"]

    assert pending(url) == ()
    with psycopg.connect(driver_url(url)) as connection:
        events = connection.execute("select key, resource_id from audit_events where key like 'broadcast%'").fetchall()
        assert events == [("broadcast.decline", "1")]
        policies = connection.execute(
            "select call, at_least, enabled from approval_policies where condition = 'devices' order by call"
        ).fetchall()
    assert policies == [("SendRelogin", 20, True), ("SendWebUpgrade", 20, True)]
    postgres.drop(url)

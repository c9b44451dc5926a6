"""The steps of the guide from the embedded PostgreSQL to a separate one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.documents import blocks
from server.tests.faults.embedded_installation import open_folder

from careops_server.core.configuration.dsn import address_of, database_of, driver_url
from careops_server.testing.postgres import BARE, TestPostgres

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def postgres() -> Iterator[TestPostgres]:
    """Start the separate PostgreSQL."""
    with TestPostgres() as server:
        yield server


@pytest.fixture
def owner_url(postgres: TestPostgres) -> str:
    """An empty database with the owner that the guide creates: no superuser, but it may create roles."""
    url = postgres.new_database(BARE)
    with closing(psycopg.connect(driver_url(url), autocommit=True)) as superuser:
        superuser.execute("create role careops login createrole password 'owner'")
        superuser.execute(f'alter database "{database_of(url)}" owner to careops')
        superuser.execute("alter schema public owner to pg_database_owner")
    return address_of(url, role="careops", password="owner")


def test_accounts_and_events_move_from_the_embedded_postgresql_to_a_separate_one(
    owner_url: str, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    (steps,) = (block.text for block in blocks("guide/installation.md") if "on-careops db role" in block.text)
    commands = [line.split()[1:3] for line in steps.splitlines() if line.startswith("on-careops")]
    assert commands == [["backup", "create"], ["backup", "restore"], ["db", "role"], ["doctor"]]

    with open_folder("moved") as folder:
        monkeypatch.setenv("CAREOPS_DATA_DIR", str(folder / "data"))
        monkeypatch.setenv("CAREOPS_BACKUP_DIR", str(folder / "backups"))
        monkeypatch.setenv("CAREOPS_BACKUP_KEY", "ab" * 32)
        assert careops("admin", "create", "--name", "Asha Rao", "--phone", "9812345671").code == 0
        assert careops("audit", "export", "before.jsonl").code == 0
        backup = json.loads(careops("backup", "create", "--verify", "--json").out)

        monkeypatch.setenv("CAREOPS_DATABASE_OWNER_URL", owner_url)
        restored = careops("backup", "restore", backup["file"])
        assert restored.code == 0, restored.err
        # Roles belong to the whole PostgreSQL, which has careops_server for other tests.
        role = careops("db", "role", "server_of_the_guide", "--json")
        assert role.code == 0, role.err
        monkeypatch.setenv("CAREOPS_DATABASE_URL", json.loads(role.out)["database_url"])

        findings = {each["check"]: each for each in json.loads(careops("doctor", "--json").out)}
        assert findings["database role"]["state"] == "ok", findings["database role"]
        assert [name for name, each in findings.items() if each["state"] == "fail"] == []
        assert careops("audit", "export", "after.jsonl").code == 0
        key = json.loads(careops("audit", "public-key", "--json").out)["public_key"]
        assert careops("audit", "verify", "after.jsonl", "--key", key).code == 0
        before, after = (Path(name).read_text("utf-8").splitlines() for name in ("before.jsonl", "after.jsonl"))
        assert after[: len(before)] == before
        again = careops("admin", "create", "--name", "Asha Rao", "--phone", "9812345671")
        assert "belongs to a user already" in again.err

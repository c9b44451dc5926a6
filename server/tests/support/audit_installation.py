"""Installation with an owner of the audit log, for tests of its protection."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
from pydantic import SecretStr
from server.tests.audit.trail import MORNING

from careops.audit_chain.seals import Seal
from careops.audit_chain.signing_keys import SigningKey
from careops.audit_chain.verifier import Report
from careops_server.core.audit import seal_loop, seal_queries, signing_keys, verification
from careops_server.core.audit.checkpoints import CheckpointStore
from careops_server.core.audit.seal_queries import AuditTrailRolledBack
from careops_server.core.audit.sealing_clock import SealingClock
from careops_server.core.configuration.dsn import driver_url
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.database import Database
from careops_server.core.database.engine import create_pool
from careops_server.testing.postgres import TestPostgres

ATTACKER = SigningKey(b"a" * 32)


class Installation:
    """An installation with 40 events in seals of ten, and a connection as the owner of its database."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self.settings = Settings(data_dir=folder, secret=SecretStr("s" * 40))
        self.database = Database(create_pool(url, pool_size=2), seconds=10)
        self.owner = psycopg.connect(driver_url(url), autocommit=True)

    def add(self, count: int) -> None:
        self.owner.execute(
            "insert into audit_events (occurred_at, key, event_status, actor_name)"
            " select %s, 'clinic.update', 'SUCCESS', 'Asha ' || n from generate_series(1, %s) n",
            [MORNING, count],
        )

    async def seal(self, clock: SealingClock | None = None) -> list[Seal]:
        """Seal like a running server (with its clock), or like a restarted one that knows only the state on disk."""
        keys = signing_keys.signers(self.settings)
        return await seal_loop.seal_all(self.database, lambda: keys, CheckpointStore(self.settings), clock)

    async def check(self) -> Report:
        return await verification.check_database(
            self.database,
            trusted=signing_keys.trusted(self.settings),
            head=CheckpointStore(self.settings).latest(),
        )

    async def attacked(self) -> set[str]:
        """Return the findings of a verification after the server has continued normally."""
        self.add(3)
        with suppress(AuditTrailRolledBack):
            await self.seal()
        report = await self.check()
        assert not report.proven
        return {finding.fault for finding in report.findings}

    def tamper(self, *statements: str) -> None:
        self.owner.execute("set session_replication_role = replica")
        for statement in statements:
            self.owner.execute(statement.encode())
        self.owner.execute("set session_replication_role = origin")

    async def export(self) -> list[bytes]:
        return [f"{line}\n".encode() async for line in verification.export_lines(self.database)]

    async def close(self) -> None:
        self.owner.close()
        await self.database.close()


@pytest.fixture
async def installed(
    postgres: TestPostgres, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> AsyncIterator[Installation]:
    monkeypatch.setattr(seal_queries, "BATCH", 10)
    url = postgres.new_database()
    installation = Installation(url, tmp_path)
    installation.add(40)
    assert len(await installation.seal()) == 4
    assert (await installation.check()).proven
    yield installation
    await installation.close()
    postgres.drop(url)

"""Retention of audit events: old events are deleted, verification still passes, and other deletions are detected."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest
from pydantic import ValidationError
from server.tests.support.audit_installation import ATTACKER, Installation

from careops.audit_chain.export_file import check_file
from careops.audit_chain.seals import Seal
from careops.audit_chain.verifier import Finding
from careops_server.core.audit import purge as purging
from careops_server.core.audit import seal_queries, signing_keys
from careops_server.core.audit.purge import Purged
from careops_server.core.configuration.settings import Settings
from careops_server.testing.postgres import TestPostgres

LONG_AGO = datetime(2024, 1, 1, tzinfo=UTC)


@pytest.fixture
async def old(postgres: TestPostgres, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[Installation]:
    """Forty events in four seals, two of which are long past."""
    monkeypatch.setattr(seal_queries, "BATCH", 10)
    url = postgres.new_database()
    installation = Installation(url, tmp_path)
    for moment in (LONG_AGO, datetime.now(UTC)):
        with monkeypatch.context() as then:
            then.setattr(seal_queries, "datetime", _Clock(moment))
            installation.add(20)
            installation.tamper(
                f"update audit_events set recorded_at = '{moment.isoformat()}'"  # noqa: S608 (a constant)
                " where position > (select coalesce(max(upto_position), 0) from audit_seals)"
            )
            assert len(await installation.seal()) == 2
    yield installation
    await installation.close()
    postgres.drop(url)


class _Clock:
    """The clock that dates seals."""

    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def now(self, zone: object) -> datetime:
        return self.moment


async def purge(old: Installation, before: datetime = LONG_AGO + timedelta(days=1)) -> Purged:
    return await purging.purge(old.database, old.settings, before)


def counted(old: Installation, statement: str) -> int:
    (count,) = old.owner.execute(statement.encode()).fetchone() or (0,)
    return int(count)


@pytest.mark.proves("SEC-58.purge")
async def test_purged_trail_is_verifiable(old: Installation) -> None:
    done = await purge(old)
    assert (done.events, done.through) == (20, 2)
    assert counted(old, "select count(*) from audit_events where position <= 20") == 0
    report = await old.check()
    assert (report.proven, report.findings) == (True, [])
    assert (report.seals, report.events, report.purged) == (5, 41, 20)
    assert report.head == done.head
    rows = old.owner.execute("select key, description from audit_events order by position desc limit 1").fetchone()
    assert rows == ("audit.purge", "20 events went that were sealed before 2024-01-02, up to seal 2")
    assert await purge(old) == Purged(), "there is nothing more to purge"
    old.add(3)
    assert [seal.purged for seal in await old.seal()] == [0]
    assert (await old.check()).proven


async def test_export_without_purged_events_is_verifiable(old: Installation) -> None:
    await purge(old)
    lines = await old.export()
    report = check_file(lines, trusted=signing_keys.trusted(old.settings), head=(await old.check()).head)
    assert (report.proven, report.findings, report.purged) == (True, [], 20)
    without = [line for line in lines if b'"purged"' not in line]
    faults = check_file(without, trusted=signing_keys.trusted(old.settings)).findings
    assert [finding.position for finding in faults[:20]] == list(range(1, 21))


@pytest.mark.proves("SEC-58.removed")
async def test_deletion_without_a_purge_is_detected(old: Installation) -> None:
    old.tamper("delete from audit_events where position <= 20")
    assert (await old.check()).findings[:1] == [Finding("removed", 1, 1)]
    assert len((await old.check()).findings) == 20


async def test_purge_covers_no_later_events(old: Installation) -> None:
    await purge(old)
    old.tamper("delete from audit_events where position <= 30")
    findings = (await old.check()).findings
    assert [(finding.fault, finding.seal, finding.position) for finding in findings] == [
        ("removed", 3, position) for position in range(21, 31)
    ]


async def test_reinserted_purged_event_is_detected(old: Installation) -> None:
    await purge(old)
    old.tamper("insert into audit_events (key, event_status, position) values ('x', 'SUCCESS', 15)")
    assert {finding.fault for finding in (await old.check()).findings} == {"changed", "removed"}


@pytest.mark.proves("SEC-58.removed")
async def test_database_owner_cannot_forge_a_purge(old: Installation) -> None:
    """Tried with an edited seal, with a seal by another key, and with the event alone."""
    old.tamper(
        "delete from audit_events where position <= 20",
        "insert into audit_events (key, event_status, description) values ('audit.purge', 'SUCCESS', 'up to seal 2')",
    )
    await old.seal()
    assert (await old.check()).findings[0] == Finding("removed", 1, 1)
    old.tamper("update audit_seals set purged = 2 where number = 5")
    assert (await old.check()).findings[0] == Finding("removed", 1, 1)
    last = await old.database.read(lambda connection: seal_queries.next_seal(connection, 4))
    assert last is not None
    forged = replace(last, form=3, purged=2).signed(ATTACKER)
    old.owner.execute("set session_replication_role = replica")
    old.owner.execute(
        "update audit_seals set form = 3, purged = 2, hash = %s, public_key = %s, signature = %s where number = 5",
        [forged.hash, forged.public_key, forged.signature],
    )
    findings = (await old.check()).findings
    assert findings[0] == Finding("removed", 1, 1)
    assert Finding("seal by another key", 5) in findings


async def test_failed_purge_leaves_everything_unchanged(old: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: object, **__: object) -> Seal:
        raise psycopg.ProgrammingError("away")

    monkeypatch.setattr(purging, "_seal_purge", fails)
    with pytest.raises(psycopg.ProgrammingError):
        await purge(old)
    assert counted(old, "select count(*) from audit_events") == 40
    assert (await old.check()).proven
    disabled = "select count(*) from pg_trigger where tgrelid::regclass::text like 'audit_events%' and tgenabled = 'D'"
    assert counted(old, disabled) == 0


async def test_retention_below_one_year_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValidationError, match="greater than or equal to 365"):
        Settings(data_dir=tmp_path, audit_keep_days=30)

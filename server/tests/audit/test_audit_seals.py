"""Seals: verification reports every kind of tampering, and nothing else."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from pathlib import Path

import psycopg
import pytest
from pydantic import SecretStr
from server.tests.audit.trail import MORNING

from careops.audit_chain.seals import Checkpoint, Seal
from careops.audit_chain.signing_keys import SigningKey
from careops.audit_chain.verifier import Finding
from careops.errors import Unavailable
from careops_server.core.audit import seal_loop, seal_queries, signing_keys, verification
from careops_server.core.audit.checkpoints import CheckpointStore
from careops_server.core.audit.sealing_clock import SealingClock
from careops_server.core.audit.signing_keys import Keys, Signers
from careops_server.core.configuration.dsn import driver_url
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.database import Database
from careops_server.core.database.engine import create_pool
from careops_server.testing.postgres import TestPostgres

KEY = SigningKey(b"k" * 32)
OTHER = SigningKey(b"o" * 32)
OURS = frozenset({KEY.public_key})
TRIGGERS = "set session_replication_role = replica"
"""Permission of the database owner only: disable every trigger."""


class Trail:
    """A sealed audit log of 40 events in seals of ten, and its malicious database owner."""

    def __init__(self, url: str) -> None:
        self.database = Database(create_pool(url, pool_size=4), seconds=10)
        self.owner = psycopg.connect(driver_url(url), autocommit=True)

    def add(self, count: int) -> None:
        self.owner.execute(
            "insert into audit_events (occurred_at, clinic_id, key, event_status, parameters, actor_name)"
            " select %s - n * interval '1 hour', n %% 3, 'patient.view', 'SUCCESS', jsonb_build_object('n', n), 'ਜਸ'"
            " from generate_series(1, %s) n",
            [MORNING, count],
        )

    async def seal(self) -> list[Seal]:
        return await seal_loop.seal_all(self.database, lambda: Signers(KEY))

    async def findings(self, *, head: Checkpoint | None = None, trusted: frozenset[str] = OURS) -> list[Finding]:
        report = await verification.check_database(self.database, trusted=trusted, head=head, at_once=3)
        return report.findings

    def tamper(self, *statements: str) -> None:
        self.owner.execute(TRIGGERS)
        for statement in statements:
            self.owner.execute(statement.encode())


@pytest.fixture
async def trail(postgres: TestPostgres, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Trail]:
    monkeypatch.setattr(seal_queries, "BATCH", 10)
    url = postgres.new_database()
    new_trail = Trail(url)
    new_trail.add(40)
    assert len(await new_trail.seal()) == 4
    yield new_trail
    new_trail.owner.close()
    await new_trail.database.close()
    postgres.drop(url)


async def test_untouched_trail_is_valid(trail: Trail) -> None:
    head = await seal_loop.head(trail.database)
    report = await verification.check_database(trail.database, trusted=OURS, head=head)
    assert (report.findings, report.seals, report.events, report.unsealed) == ([], 4, 40, 0)
    trail.add(3)
    report = await verification.check_database(trail.database, trusted=OURS, head=head)
    assert (report.findings, report.unsealed) == ([], 3)
    assert [seal.events for seal in await trail.seal()] == [3]
    assert await trail.findings(head=head) == []
    assert await trail.seal() == []


@pytest.mark.proves("SEC-57")
@pytest.mark.parametrize(
    ("statement", "fault", "position", "seal"),
    [
        ("update audit_events set event_status = 'FAILED' where position = 17", "changed", 17, 2),
        ("update audit_events set parameters = '{\"n\": 18}' where position = 17", "changed", 17, 2),
        (
            "update audit_events set occurred_at = occurred_at + interval '1 microsecond' where position = 40",
            "changed",
            40,
            4,
        ),
        ("update audit_events set actor_name = null where position = 1", "changed", 1, 1),
        ("delete from audit_events where position = 23", "removed", 23, 3),
        ("delete from audit_events where position between 11 and 20", "removed", 11, 2),
        ("update audit_events set position = 1000 where position = 23", "removed", 23, 3),
        ("insert into audit_events (key, event_status, position) values ('x', 'SUCCESS', 5)", "inserted", 5, 1),
        ("insert into audit_events (key, event_status, position) values ('x', 'SUCCESS', 0)", "inserted", 0, 1),
        ("insert into audit_events (key, event_status, position) values ('x', 'SUCCESS', -7)", "inserted", -7, 1),
        ("update audit_events set position = 37 - position where position in (18, 19)", "reordered", 18, 2),
        ("update audit_seals set entries = entries || entries where number = 3", "seal changed", None, 3),
        ("update audit_seals set sealed_at = sealed_at + interval '1 day' where number = 3", "seal changed", None, 3),
        ("update audit_seals set upto_position = 29 where number = 3", "seal changed", None, 3),
        (
            "update audit_seals set upto_position = 9000000000 where number = 4;"
            " update audit_events set position = 8000000000 where position = 40",
            *("seal changed", None, 4),
        ),
        ("update audit_seals set hash = repeat('0', 64) where number = 4", "seal changed", None, 4),
        ("update audit_seals set signature = repeat('0', 128) where number = 4", "seal by another key", None, 4),
        ("delete from audit_seals where number = 2", "seal missing", None, 2),
        ("delete from audit_seals where number = 1", "seal missing", None, 1),
    ],
)
async def test_tampering_is_detected_at_its_first_row(
    trail: Trail, statement: str, fault: str, position: int | None, seal: int
) -> None:
    trail.tamper(statement)
    first = (await trail.findings())[0]
    assert (first.fault, first.position, first.seal) == (fault, position, seal)
    if fault in ("changed", "inserted", "reordered"):
        assert set(first.about) == {"id", "timestamp", "key"}


async def test_cut_end_is_detected_by_the_stored_head(trail: Trail) -> None:
    head = await seal_loop.head(trail.database)
    assert head is not None
    trail.tamper("delete from audit_events where position > 20", "delete from audit_seals where number > 2")
    assert await trail.findings() == []
    assert await trail.findings(head=head) == [Finding("tail cut", 4)]


async def test_resealed_trail_is_detected_by_head_and_key(trail: Trail) -> None:
    head = await seal_loop.head(trail.database)
    trail.tamper("update audit_events set key = 'nothing.happened' where position = 33")
    trail.tamper("delete from audit_seals where number > 3")
    # A key that never signed cannot continue our chain; a seal with our key id and a foreign signature is invalid.
    with pytest.raises(seal_queries.SigningKeyMismatch, match="CAREOPS_AUDIT_SIGNING_KEY"):
        await seal_loop.seal_all(trail.database, lambda: Signers(OTHER))
    trail.tamper("update audit_seals set public_key = 'none of ours'")
    assert {finding.fault for finding in await trail.findings()} == {"seal changed", "seal by another key"}
    assert "seal changed" in {finding.fault for finding in await trail.findings(head=head, trusted=frozenset())}


async def test_seals_cannot_be_changed_or_deleted(trail: Trail) -> None:
    for statement in ("update audit_seals set number = 9", "delete from audit_seals", "truncate audit_seals"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="never changed or removed"):
            trail.owner.execute(statement.encode())


async def test_uncommitted_event_is_awaited(
    trail: Trail, monkeypatch: pytest.MonkeyPatch, postgres: TestPostgres
) -> None:
    """Positions are assigned before the commit, so a seal must not skip an event that is still uncommitted."""
    monkeypatch.setattr(seal_queries, "_SETTLING_SECONDS", 0.1)
    slow = psycopg.connect(trail.owner.info.dsn, password=trail.owner.info.password)
    slow.execute("insert into audit_events (key, event_status) values ('slow', 'SUCCESS')")
    trail.add(2)
    assert await trail.seal() == []
    monkeypatch.setattr(seal_queries, "_SETTLING_SECONDS", 10)
    sealing_now = asyncio.create_task(trail.seal())
    await asyncio.to_thread(slow.commit)
    (seal,) = await sealing_now
    assert seal.events == 3
    assert await trail.findings() == []
    slow.close()


async def test_concurrent_sealers_make_one_chain(trail: Trail) -> None:
    trail.add(60)
    await asyncio.gather(*(trail.seal() for _ in range(4)))
    await trail.seal()
    report = await verification.check_database(trail.database, trusted=OURS)
    assert (report.findings, report.seals, report.events) == ([], 10, 100)


SUMS = """
    select clinic_id, dimension, sum(total)::bigint from audit_days group by 1, 2
    union all select -1, 'shards', count(*) from audit_days where shard > 0 and day < '2026-11-20'
"""


def sums(trail: Trail) -> dict[tuple[object, object], object]:
    return {(row[0], row[1]): row[2] for row in trail.owner.execute(SUMS).fetchall()}


async def test_maintenance_adds_rollups_and_keeps_busy_clinics(trail: Trail) -> None:
    assert sums(trail)[-1, "shards"] != 0
    trail.owner.execute("insert into audit_busy_clinics (clinic_id) values (1)")
    await seal_loop.upkeep(trail.database)
    assert sums(trail) == {
        **{(0, dimension): 40 for dimension in ("all", "key", "user", "hour")},
        **{(1, dimension): 14 for dimension in ("all", "key", "user", "hour")},
        (-1, "shards"): 0,
    }
    trail.add(6)
    await seal_loop.upkeep(trail.database)
    assert (sums(trail)[0, "key"], sums(trail)[1, "key"]) == (46, 16)
    assert await trail.findings() == []


async def test_worker_continues_after_a_database_outage(
    trail: Trail, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    settings = Settings(data_dir=tmp_path, audit_signing_key=SecretStr(KEY.seed.hex()), audit_seal_seconds=0.01)
    real, rounds, done = seal_loop.seal_all, itertools.count(), asyncio.Event()

    async def stumbling(
        database: Database, keys: Keys, heads: CheckpointStore | None = None, clock: SealingClock | None = None
    ) -> list[Seal]:
        if next(rounds) == 0:
            raise Unavailable
        seals = await real(database, keys, heads, clock)
        done.set()
        return seals

    monkeypatch.setattr(seal_loop, "seal_all", stumbling)
    trail.add(5)
    worker = asyncio.create_task(seal_loop.run_seal_loop(trail.database, settings))
    async with asyncio.timeout(20):
        await done.wait()
    trail.add(2)
    worker.cancel()
    with pytest.raises(asyncio.CancelledError):
        await worker
    report = await verification.check_database(trail.database, trusted=signing_keys.trusted(settings))
    assert (report.findings, report.events, report.unsealed) == ([], 47, 0)  # the last two during shutdown


async def test_sealed_text_is_the_json_of_postgresql(trail: Trail) -> None:
    columns = trail.owner.execute(
        "select string_agg(format('%L, e.%I', column_name, column_name), ', ') from information_schema.columns"
        " where table_name = 'audit_events'"
        " and column_name not in ('position', 'occurred_at', 'recorded_at', 'sent_by')"
    ).fetchall()[0][0]
    trail.owner.execute(
        "insert into audit_events (key, event_status, actor_id, actor_name, description, before, parameters)"
        " values ('x', 'FAILED', -1, %s, '', '[1.50, null]', %s)",
        ['"\\\b\f\n\r\t\x01\x7f‮ਜਸ/é🙂', '{"b": "\\u2028", "aa": {"z": 1e3}, "a": 12345678901234567890.1}'],
    )
    trail.owner.execute(
        "insert into audit_events (key, event_status, sent_by) values ('x', 'FAILED', 'clinic \"app\"')"
    )
    sender = "jsonb_strip_nulls(jsonb_build_object('sent_by', e.sent_by))"
    moment = ", ".join(
        f"'{name}', to_char(e.{name} at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"
        for name in ("occurred_at", "recorded_at")
    )
    rows = trail.owner.execute(
        f"select {seal_queries.CONTENT}, (jsonb_build_object({columns}, {moment}) || {sender})::text".encode()
        + b" from audit_events e"
    ).fetchall()
    assert len(rows) == 42
    assert all(sealed == total for sealed, total in rows)

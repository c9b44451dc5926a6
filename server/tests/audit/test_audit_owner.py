"""An attacker with the database owner role: every manipulation is detected, because the role cannot sign."""

from __future__ import annotations

import asyncio
import itertools
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import REGISTRY
from pydantic import SecretStr
from server.tests.support.audit_installation import ATTACKER, Installation
from server.tests.support.audit_installation import installed as installed
from server.tests.support.old_seals import OLD_TRAIL
from sqlalchemy import text

from careops.audit_chain.export_file import check_file
from careops.audit_chain.seals import NOTHING_BEFORE, OLD_FORM, Seal, digest_of
from careops.audit_chain.signing_keys import SigningKey
from careops_server.core.audit import admin, rollup_check_queries, seal_loop, seal_queries, signing_keys
from careops_server.core.audit.checkpoints import find_fault
from careops_server.core.audit.seal_queries import AuditTrailRolledBack, SigningKeyMismatch
from careops_server.core.audit.signing_keys import Signers
from careops_server.core.configuration.settings import Settings
from careops_server.core.diagnostics.database import trail
from careops_server.testing.postgres import TestPostgres

EVENTS: dict[str, tuple[str, str]] = {
    "changed": ("update audit_events set actor_name = 'Framed Person' where position = 12", "changed"),
    "removed": ("delete from audit_events where position = 15", "removed"),
    "inserted": ("insert into audit_events (key, event_status, position) values ('x', 'SUCCESS', 11)", "inserted"),
    "reordered": ("update audit_events set position = 29 - position where position in (14, 15)", "reordered"),
    "untouched": ("select 1", ""),
}
SEALS: dict[str, str] = {
    "all seals deleted": "delete from audit_seals",
    "the newest seals deleted": "delete from audit_seals where number >= 2",
    "the seals left alone": "select 1",
}


@pytest.mark.proves("SEC-57")
@pytest.mark.parametrize(
    ("events", "seals"),
    [pair for pair in itertools.product(EVENTS, SEALS) if pair != ("untouched", "the seals left alone")],
)
async def test_tampering_stays_detectable_while_the_server_runs(
    installed: Installation, events: str, seals: str
) -> None:
    statement, fault = EVENTS[events]
    installed.tamper(statement, SEALS[seals])
    faults = await installed.attacked()
    assert faults & ({fault} if seals == "the seals left alone" else {"tail cut"})
    # The findings survive a restart.
    assert await installed.attacked() == faults


@pytest.mark.proves("SEC-57")
@pytest.mark.parametrize("cut", [1, 2, 4])
async def test_cut_end_is_detected_without_a_head(installed: Installation, cut: int) -> None:
    upto = 40 - 10 * cut
    installed.tamper(
        f"delete from audit_events where position > {upto}",  # noqa: S608 (a number)
        f"delete from audit_seals where number > {4 - cut}",  # noqa: S608 (a number)
    )
    assert await installed.attacked() == {"tail cut"}


async def test_seals_by_another_key_are_detected(installed: Installation) -> None:
    installed.tamper("update audit_events set key = 'nothing.happened' where position = 33", "delete from audit_seals")
    await seal_loop.seal_all(installed.database, lambda: Signers(ATTACKER))
    assert "seal by another key" in await installed.attacked()


@pytest.mark.parametrize(
    ("statement", "keys"),
    [
        ("update audit_days set total = total + 1000 where dimension = 'all' and clinic_id = 0", {"all"}),
        ("update audit_days set failed = total where dimension = 'user' and label = 'Asha 7'", {"user Asha 7"}),
        ("delete from audit_days where dimension = 'key'", {"key clinic.update"}),
        (
            "insert into audit_days values (0, '2020-01-01', 'hour', '3', 0, 1, 0)",
            {"hour 3"},
        ),
    ],
)
async def test_changed_rollups_are_detected(installed: Installation, statement: str, keys: set[str]) -> None:
    installed.add(5)  # new events without a seal are counted, too
    check = partial(admin.check, installed.settings, installed.url, None)
    assert (await asyncio.to_thread(check)).findings == []
    installed.owner.execute(statement.encode())
    report = await asyncio.to_thread(check)
    assert {finding.fault for finding in report.findings} == {"miscounted"}
    assert {finding.about["key"] for finding in report.findings} == keys


async def test_days_with_purged_events_are_not_recounted(installed: Installation) -> None:
    installed.tamper("delete from audit_events where position <= 20")
    assert len(await installed.database.read(rollup_check_queries.miscounted)) > 0
    installed.tamper("update audit_seals set purged = 2 where number = 4")
    assert await installed.database.read(rollup_check_queries.miscounted) == []


async def test_restored_old_backup_is_detected_and_can_be_accepted(installed: Installation) -> None:
    before = [tuple(row.values()) for row in await _rows(installed, "select * from audit_seals where number <= 2")]
    assert len(before) == 2
    installed.tamper("delete from audit_events where position > 20", "delete from audit_seals where number > 2")
    installed.add(1)
    with pytest.raises(AuditTrailRolledBack, match=r"had come to 4:.*; now it ends at 2:"):
        await installed.seal()
    assert [finding.fault for finding in (await installed.check()).findings] == ["tail cut"]
    done = await asyncio.to_thread(admin.accept, installed.settings, installed.url)
    assert (done.before and done.before.number, done.now and done.now.number) == (4, 2)
    assert (await installed.check()).proven
    (event,) = await _rows(installed, "select description from audit_events where key = 'audit.accept'")
    assert event["description"] == f"The trail had come to {done.before} and goes on behind {done.now}"


@pytest.mark.parametrize("has_key", [True, False])
async def test_server_with_another_key_seals_nothing(
    installed: Installation, tmp_path: Path, has_key: bool, caplog: pytest.LogCaptureFixture
) -> None:
    second = Settings(data_dir=tmp_path / "second", secret=SecretStr("s" * 40), audit_seal_seconds=3600)
    if has_key:
        signing_keys.signers(second)
    finding = await asyncio.to_thread(trail, second, installed.owner)
    assert (finding.state, "CAREOPS_AUDIT_SIGNING_KEY" in finding.advice) == ("fail", True)
    assert await installed.database.read(partial(find_fault, second)) == "other key"
    installed.add(1)
    sealing = asyncio.create_task(seal_loop.run_seal_loop(installed.database, second))
    await asyncio.sleep(0)
    sealing.cancel()  # it seals once more before it ends
    with suppress(asyncio.CancelledError):
        await sealing
    (line,) = [record for record in caplog.records if record.getMessage() == "cannot seal audit trail"]
    assert "CAREOPS_AUDIT_SIGNING_KEY" in str(vars(line))
    assert REGISTRY.get_sample_value("careops_audit_trail_gone_back") == 0
    assert await seal_loop.unsealed(installed.database) == 1
    with pytest.raises(SigningKeyMismatch):
        await asyncio.to_thread(admin.seal, second, installed.url)


async def test_unknown_key_after_own_seals_is_tampering(installed: Installation) -> None:
    installed.tamper("update audit_seals set public_key = repeat('e', 64) where number = 4")
    assert await installed.database.read(partial(find_fault, installed.settings)) == "gone back"
    assert (await asyncio.to_thread(trail, installed.settings, installed.owner)).advice == "Run: careops audit verify"
    installed.add(1)
    with pytest.raises(AuditTrailRolledBack, match="a key this installation does not have"):
        await installed.seal()


async def test_backup_older_than_the_first_seal_can_be_accepted(installed: Installation) -> None:
    installed.tamper("delete from audit_events", "delete from audit_seals")
    assert await installed.attacked() == {"tail cut"}
    await asyncio.to_thread(admin.accept, installed.settings, installed.url)
    assert (await installed.check()).proven


async def test_late_seal_is_reported(installed: Installation) -> None:
    installed.tamper(
        "alter table audit_events alter column recorded_at set default now() - interval '2 days'",
    )
    installed.add(1)
    await installed.seal()
    assert [finding.fault for finding in (await installed.check()).findings] == ["sealed late"]


async def test_old_unsealed_events_are_reported(installed: Installation) -> None:
    installed.tamper("alter table audit_events alter column recorded_at set default now() - interval '2 days'")
    installed.add(1)
    report = await installed.check()
    assert [finding.fault for finding in report.findings] == ["never sealed"]


async def test_export_is_verified_by_the_public_key_alone(installed: Installation) -> None:
    lines = await installed.export()
    ours = signing_keys.trusted(installed.settings)
    assert check_file(lines, trusted=ours).proven
    unknown = check_file(lines)
    assert (unknown.findings, unknown.proven) == ([], False)
    assert [finding.fault for finding in check_file(lines, trusted={ATTACKER.public_key}).findings][:1] == [
        "seal by another key"
    ]


def _rechained(lines: list[bytes], sign: Callable[[Seal], Seal]) -> list[bytes]:
    """The export with its first event changed and all seals recomputed."""
    import json

    from careops.audit_chain.export_file import _EVENT, _seal, seal_line

    rechained: list[bytes] = []
    entries, previous = b"", NOTHING_BEFORE
    for line in [lines[0].replace(b"Asha 1", b"Nobody"), *lines[1:]]:
        if match := _EVENT.fullmatch(line.strip()):
            entries += (int(match[1]) % 10 or 10).to_bytes(4, "big") + digest_of(match[2])
            rechained.append(line)
            continue
        assert json.loads(line)["seal"]
        seal = sign(replace(_seal(line, 1), entries=entries, previous=previous))
        entries, previous = b"", seal.hash
        rechained.append(seal_line(seal).encode() + b"\n")
    return rechained


def _hashed(seal: Seal) -> Seal:
    return replace(seal, hash=seal.computed_hash())


@pytest.mark.proves("SEC-57")
async def test_forged_export_is_refused(installed: Installation) -> None:
    lines, ours = await installed.export(), signing_keys.trusted(installed.settings)
    forged = _rechained(lines, lambda seal: seal.signed(ATTACKER))
    assert {finding.fault for finding in check_file(forged, trusted=ours).findings} == {"seal by another key"}
    assert not check_file(forged).proven
    # A copied key id with an invalid signature is detected without a trusted key.
    copied = _rechained(lines, _hashed)
    assert {finding.fault for finding in check_file(copied).findings} == {"seal by another key"}
    # The old form, which needed no private key, proves nothing.
    old = check_file(_rechained(lines, lambda seal: _hashed(replace(seal, form=OLD_FORM))), trusted=ours)
    assert (old.findings, old.old_seals, old.proven) == ([], 4, False)


async def test_key_signs_its_successor(installed: Installation) -> None:
    first = signing_keys.trusted(installed.settings)
    for _ in range(2):
        key = await asyncio.to_thread(admin.rotate_key, installed.settings, installed.url)
        assert signing_keys.signers(installed.settings).current.public_key == key
        installed.add(2)
        await installed.seal()
    assert signing_keys.trusted(installed.settings) == first
    assert (await installed.check()).proven
    assert check_file(await installed.export(), trusted=first).proven
    # A stolen old key cannot sign any more.
    installed.tamper("delete from audit_seals where number > 6")
    assert "tail cut" in await installed.attacked()


async def test_keys_of_the_settings_sign_their_successors(installed: Installation) -> None:
    old = signing_keys.signers(installed.settings).current
    fresh = SigningKey(b"f" * 32)
    configured = installed.settings.model_copy(
        update={
            "audit_signing_key": SecretStr(fresh.seed.hex()),
            "previous_audit_signing_key": SecretStr(old.seed.hex()),
        }
    )
    installed.settings = configured
    for _ in range(2):
        installed.add(1)
        await installed.seal()
    assert (await installed.check()).proven
    signers = [
        row["public_key"] for row in await _rows(installed, "select public_key from audit_seals order by number")
    ]
    assert signers == [old.public_key] * 5 + [fresh.public_key]


async def test_old_seals_are_counted_and_not_called_changed(
    postgres: TestPostgres, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(seal_queries, "BATCH", 10)
    url = postgres.new_database()
    installed = Installation(url, tmp_path)
    installed.tamper(*OLD_TRAIL)
    for events in (1, 24):
        report = await installed.check()
        assert (report.findings, report.old_seals, report.events, report.proven) == ([], 1, events, False)
        installed.add(23)
        await installed.seal()
    exported = check_file(await installed.export(), trusted=signing_keys.trusted(installed.settings))
    assert (exported.findings, exported.old_seals, exported.proven) == ([], 1, False)
    # An event of an old seal that was changed is still found.
    installed.tamper("update audit_events set key = 'clinic.read' where position = 1")
    assert [finding.fault for finding in (await installed.check()).findings] == ["changed"]
    # The form does not allow an attacker to change seals after the first signature.
    installed.tamper("update audit_seals set form = 1 where number = 3")
    assert "seal by another key" in {finding.fault for finding in (await installed.check()).findings}
    await installed.close()
    postgres.drop(url)


async def test_heads_are_also_stored_outside_the_database(
    postgres: TestPostgres, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    url = postgres.new_database()
    installed = Installation(url, tmp_path)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as syslog:
        syslog.bind(("127.0.0.1", 0))
        syslog.settimeout(10)
        installed.settings = installed.settings.model_copy(
            update={
                "audit_head_file": tmp_path / "heads.txt",
                "audit_head_syslog": f"127.0.0.1:{syslog.getsockname()[1]}",
            }
        )
        heads = []
        for _ in range(2):
            installed.add(1)
            heads += [str(seal.head) for seal in await installed.seal()]
        messages = [syslog.recv(1000).decode() for _ in heads]
    assert (tmp_path / "heads.txt").read_text().splitlines() == heads
    assert [line.partition("sealed ")[2].rstrip("\0") for line in messages] == heads
    # An unreachable destination does not block sealing.
    installed.settings = installed.settings.model_copy(update={"audit_head_file": tmp_path / "none" / "heads.txt"})
    installed.add(1)
    assert len(await installed.seal()) == 1
    assert (tmp_path / "audit-head").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "audit-signing-key").stat().st_mode & 0o777 == 0o600
    await installed.close()
    postgres.drop(url)


async def _rows(installed: Installation, query: str) -> list[dict[str, Any]]:
    async with installed.database.pool.connection() as connection:
        return [dict(row) for row in (await connection.execute(text(query))).mappings()]

"""Journals: ownership, crashes and locks."""

from __future__ import annotations

import stat
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from sdk.tests.bulk.bulk_platform import BulkPlatform

from careops.bulk import BulkRun, Journal, JournalBusy, JournalRefused, SwitchFlag, SwitchModule, apply, parse_ids
from careops.bulk.journal import Header

ON = SwitchModule(module_id=2, active=True)


async def a_journal(path: Path) -> Path:
    async with BulkPlatform(clinics=5).client() as client:
        (await apply(client, ON, parse_ids([1, 2, 3, 3, 99]), journal=path)).close()
    return path


async def resumed(path: Path) -> None:
    async with BulkPlatform(clinics=5).client() as client:
        (await apply(client, ON, [], journal=path)).close()


async def test_journal_is_private_with_one_line_per_event(tmp_path: Path) -> None:
    path = await a_journal(tmp_path / "folder" / "run.jsonl")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    lines = path.read_text().splitlines()
    assert lines[0].startswith('{"careops_journal":1,')
    assert lines[1] == '{"targets":[[1,1],[2,2],[3,3],[5,99]]}'
    assert lines[2] == '{"wrong":[4,3,"duplicate","the same as row 3"]}'
    assert lines[3] == '{"planned":4}'
    assert sorted(lines[4:])[-1].startswith('{"sent":')
    assert len(lines) == 4 + 3 * 2 + 1  # 99 is missing, because nothing was sent for it


@pytest.mark.parametrize(
    "other",
    [SwitchModule(module_id=2, active=False), SwitchModule(3, active=True), SwitchFlag("ipd_enabled", enabled=True)],
)
async def test_the_journal_of_another_command_is_refused(tmp_path: Path, other: SwitchModule) -> None:
    path = await a_journal(tmp_path / "run.jsonl")
    before = path.read_bytes()
    with pytest.raises(JournalRefused, match="another command: modules module_id=2 active=True"):
        Journal.resume(path, other.command, other.fingerprint)
    assert path.read_bytes() == before


async def test_other_targets_are_refused(tmp_path: Path) -> None:
    Journal.create(tmp_path / "run.jsonl", ON.command, ON.fingerprint, source="/a.csv").close()
    with pytest.raises(JournalRefused, match=r"from /a\.csv, not from /b\.csv"):
        Journal.resume(tmp_path / "run.jsonl", ON.command, ON.fingerprint, source="/b.csv")


async def test_outcome_of_a_batch_is_written_at_once(tmp_path: Path) -> None:
    platform = BulkPlatform(clinics=20, batch=10)
    journal = Journal.create(tmp_path / "run.jsonl", ON.command, ON.fingerprint)
    lengths: list[int] = []
    write = journal.write

    def counted(*entries: Mapping[str, Any]) -> None:
        lengths.append(len(entries))
        write(*entries)

    journal.write = counted  # type: ignore[method-assign]  # records calls
    async with platform.client() as client:
        run = BulkRun(client, ON, journal=journal)
        await run.plan(parse_ids(range(1, 21)))
        await run.apply()
        run.close()
    assert sorted(lengths) == [1, 1, 1, 1, 9, 9, 10, 10]
    entries = list(journal.entries())
    for number in range(1, 21):
        matching = [entry for entry in entries if number in (entry.get("sent"), entry.get("key"))]
        assert [list(entry) for entry in matching] == [["sent"], ["key", "outcome", "reason"]]


@pytest.mark.parametrize("broken", [b'{"key":3,"outco', b'{"sent":1}garbage', b"\0\0\0\0", b"x" * 200_000])
async def test_truncated_last_line_is_removed(tmp_path: Path, broken: bytes) -> None:
    path = await a_journal(tmp_path / "run.jsonl")
    content = path.read_bytes()
    path.write_bytes(content + broken)
    Journal.resume(path, ON.command, ON.fingerprint).close()
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "garbage",
    ["nonsense", "[1]", "{}", '{"unknown":1}', '{"targets":7}', '{"key":1,"outcome":"great"}', '{"sent":null}'],
)
async def test_damaged_line_is_refused_with_its_number(tmp_path: Path, garbage: str) -> None:
    path = await a_journal(tmp_path / "run.jsonl")
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:3], garbage, *lines[3:]]) + "\n")
    with pytest.raises(JournalRefused, match="damaged in line 4"):
        await resumed(path)


@pytest.mark.parametrize("content", ["", "1\n2\n3\n", '{"careops_journal":1}\n', "\x00\n"])
def test_other_file_is_refused_as_journal(tmp_path: Path, content: str) -> None:
    path = tmp_path / "clinics.csv"
    path.write_text(content)
    with pytest.raises(JournalRefused, match="not the journal"):
        Journal.resume(path, ON.command, ON.fingerprint)
    assert path.read_text() == content


def test_newer_journal_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text('{"careops_journal":2}\n')
    with pytest.raises(JournalRefused, match="another version"):
        Journal.resume(path, ON.command, ON.fingerprint)


def test_existing_journal_is_not_overwritten(tmp_path: Path) -> None:
    Journal.create(tmp_path / "run.jsonl", ON.command, ON.fingerprint).close()
    with pytest.raises(JournalRefused, match="already there"):
        Journal.create(tmp_path / "run.jsonl", ON.command, ON.fingerprint)
    with pytest.raises(JournalRefused, match="There is no journal"):
        Journal.resume(tmp_path / "other.jsonl", ON.command, ON.fingerprint)


async def test_incomplete_list_of_targets_is_refused(tmp_path: Path) -> None:
    path = await a_journal(tmp_path / "run.jsonl")
    path.write_bytes(path.read_bytes().partition(b'{"planned"')[0])
    with pytest.raises(JournalRefused, match="broke off before"):
        await resumed(path)


@pytest.mark.proves("FAULT-20.busy")
def test_journal_in_use_is_refused(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "run.jsonl", ON.command, ON.fingerprint)
    with pytest.raises(JournalBusy):
        Journal.resume(tmp_path / "run.jsonl", ON.command, ON.fingerprint)
    journal.close()
    Journal.resume(tmp_path / "run.jsonl", ON.command, ON.fingerprint).close()


def test_keys_belong_to_the_run_and_the_target() -> None:
    header, other = Header.of("modules", {}), Header.of("modules", {})
    keys = {header.key_for(1), header.key_for(2), other.key_for(1)}
    assert len(keys) == 3
    assert header.key_for(1) in keys
    assert all(len(key) == 40 and key.isalnum() for key in keys)


_MANY = """
import asyncio, pathlib, resource, sys
from careops import AsyncCareOps
from careops.bulk import BulkRun, Journal, SwitchModule, read_ids
change = SwitchModule(2, True)
def most_kib():
    # ru_maxrss is at least that of the process that forked this one; VmHWM begins anew with the program.
    status = pathlib.Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1)
    return next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM"))
async def main():
    async with AsyncCareOps() as client:
        run = BulkRun(client, change, journal=Journal.create(sys.argv[2], change.command, change.fingerprint))
        before = most_kib()
        await run.plan(read_ids(sys.argv[1]))
        assert run.open == int(sys.argv[3]), run.open
        sum(1 for _ in run.rows())
        run.close()
        again = BulkRun(client, change, journal=Journal.resume(sys.argv[2], change.command, change.fingerprint))
        await again.plan([])
        assert again.open == int(sys.argv[3]), again.open
        again.close()
        now = most_kib()
        print((now - before) // 1024, now // 1024)
asyncio.run(main())
"""


@pytest.mark.proves("FAULT-37.memory")
def test_memory_is_independent_of_the_number_of_targets(tmp_path: Path) -> None:
    many = 100_000
    with (tmp_path / "many.csv").open("w") as file:
        file.write("name,id\n")
        file.writelines(f"Clinic,{number * 7919}\n" for number in range(1, many + 1))
    command = [sys.executable, "-c", _MANY, str(tmp_path / "many.csv"), str(tmp_path / "run.jsonl"), str(many)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 (fixed command)
    grown, peak = map(int, done.stdout.split())
    assert grown < 30
    assert peak < 120

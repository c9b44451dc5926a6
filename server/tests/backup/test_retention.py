"""Backup retention: which backups remain after pruning."""

from __future__ import annotations

import fcntl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from careops_server.core.backup.archive import ArchiveWriter, BackupError, Label, key_of
from careops_server.core.backup.create import SUFFIX, BackupFile, list_backups
from careops_server.core.backup.retention import Policy, RetentionPlan, plan, prune, save_proof, verified_at

KEY = key_of("11" * 32)
NONE = Policy(0, 0, 0)


def backup(folder: Path, moment: datetime, *, verified: bool = False) -> Path:
    """Write an empty backup with this time."""
    folder.mkdir(exist_ok=True)
    path = folder / f"careops-{moment:%Y%m%dT%H%M%SZ}{SUFFIX}"
    with path.open("wb") as file:
        ArchiveWriter(file, KEY, Label(moment.isoformat(timespec="seconds"), "0131", "", "0.1.0")).finish()
    if verified:
        save_proof(path)
    return path


def daily(folder: Path, days: int, *, verified: bool = True) -> list[Path]:
    """Write a daily backup for each of the days before 30 November 2026, 02:15 in India, newest first."""
    last = datetime(2026, 11, 29, 20, 45, tzinfo=UTC)
    return [backup(folder, last - timedelta(days=day), verified=verified) for day in range(days)]


def stay(folder: Path, policy: Policy) -> dict[str, str]:
    decisions = plan(list_backups(folder), policy).decisions
    return {each.backup.label.made_at[:10]: ",".join(each.reasons) for each in decisions if each.reasons}


def test_daily_weekly_and_monthly_backups_are_retained(tmp_path: Path) -> None:
    daily(tmp_path, 400)
    days = stay(tmp_path, Policy(7, 4, 12))
    assert {day for day, why in days.items() if "daily" in why} == {f"2026-11-{day}" for day in range(23, 30)}
    # Weeks begin on Monday in India. 30 November is a Monday, and its backup of 02:15 is dated the 29th in UTC.
    assert [day for day, why in days.items() if "weekly" in why] == [
        "2026-11-29",
        "2026-11-28",
        "2026-11-21",
        "2026-11-14",
    ]
    months = [day for day, why in days.items() if "monthly" in why]
    assert (len(months), months[:3], months[-1]) == (12, ["2026-11-29", "2026-10-30", "2026-09-29"], "2025-12-30")
    assert days["2026-11-29"] == "newest,newest verified,daily,weekly,monthly"


def test_periods_without_a_backup_do_not_count(tmp_path: Path) -> None:
    for year in (2020, 2022, 2026):
        backup(tmp_path, datetime(year, 1, 10, tzinfo=UTC), verified=True)
    assert len(stay(tmp_path, Policy(3, 0, 0))) == 3


def test_verified_backup_is_preferred_to_a_later_one_of_the_day(tmp_path: Path) -> None:
    noon = datetime(2026, 11, 20, 6, 30, tzinfo=UTC)
    proven = backup(tmp_path, noon, verified=True)
    later = backup(tmp_path, noon + timedelta(hours=1))
    backup(tmp_path, noon + timedelta(days=1), verified=True)
    decisions = {each.backup.path: each.reasons for each in plan(list_backups(tmp_path), Policy(2, 0, 0)).decisions}
    assert (decisions[proven], decisions[later]) == (("daily",), ())


def test_newest_and_newest_verified_backup_are_always_retained(tmp_path: Path) -> None:
    paths = daily(tmp_path, 5, verified=False)
    save_proof(paths[3])
    save_proof(paths[4])
    noted: list[RetentionPlan] = []
    pruned = prune(tmp_path, NONE, noted.append)
    assert [each.path for each in list_backups(tmp_path)] == [paths[0], paths[3]]
    assert noted == [pruned]
    assert [each.path for each in pruned.removed] == [paths[1], paths[2], paths[4]]
    assert {path.name for path in tmp_path.iterdir()} == {
        ".lock", paths[0].name, paths[3].name, f"{paths[3].name}.verified"
    }  # fmt: skip


def test_prune_without_a_verified_backup_is_refused(tmp_path: Path) -> None:
    paths = daily(tmp_path, 3, verified=False)
    with pytest.raises(BackupError, match="None of these backups was verified"):
        prune(tmp_path, NONE, lambda _: None)
    assert len(list_backups(tmp_path)) == 3
    # A verification does not apply to a file that has changed since.
    save_proof(paths[1])
    paths[1].write_bytes(paths[1].read_bytes() + b"more")
    assert verified_at(paths[1]) == ""
    with pytest.raises(BackupError, match="None of these"):
        prune(tmp_path, NONE, lambda _: None)


def test_only_backup_is_always_retained(tmp_path: Path) -> None:
    (only,) = daily(tmp_path, 1, verified=False)
    assert prune(tmp_path, NONE, lambda _: None).removed == []
    assert only.exists()


def test_failed_audit_event_prevents_the_deletion(tmp_path: Path) -> None:
    def refuse(_: RetentionPlan) -> None:
        raise OSError("the database is away")

    daily(tmp_path, 3)
    with pytest.raises(OSError, match="away"):
        prune(tmp_path, NONE, refuse)
    assert len(list_backups(tmp_path)) == 3


def test_foreign_file_stops_the_deletion(tmp_path: Path) -> None:
    daily(tmp_path, 3)
    (tmp_path / f"mine{SUFFIX}").write_bytes(b"PK")
    with pytest.raises(BackupError, match="no backup of careops"):
        prune(tmp_path, NONE, lambda _: None)
    assert len(list(tmp_path.glob(f"careops-*{SUFFIX}"))) == 3


def test_prune_refuses_during_another_backup(tmp_path: Path) -> None:
    daily(tmp_path, 3)
    with (tmp_path / ".lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(BackupError, match="Another backup is being made"):
            prune(tmp_path, NONE, lambda _: None)


def test_times_of_different_zones_are_compared(tmp_path: Path) -> None:
    india = backup(tmp_path, datetime(2026, 11, 20, 12, tzinfo=ZoneInfo("Asia/Kolkata")))
    utc = backup(tmp_path, datetime(2026, 11, 20, 7, tzinfo=UTC))
    newest: list[BackupFile] = [each.backup for each in plan(list_backups(tmp_path), NONE).decisions if each.reasons]
    assert [each.path for each in newest] == [utc]
    assert india != utc


def test_higher_number_is_newer_within_one_second(tmp_path: Path) -> None:
    first = backup(tmp_path, datetime(2026, 11, 20, 7, tzinfo=UTC))
    later = [first.with_name(f"{first.stem}-{number}{SUFFIX}") for number in (2, 9, 10)]
    for path in later:
        path.write_bytes(first.read_bytes())
    assert [each.path for each in list_backups(tmp_path)] == [*reversed(later), first]

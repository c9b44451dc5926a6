"""``careops backup``, from the key to a restored installation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.tests.command_line import CareOpsCommand

from careops_server.testing.postgres import BARE, EMPTY, TestPostgres

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def postgres() -> Iterator[TestPostgres]:
    """Start a PostgreSQL for this module."""
    with TestPostgres() as server:
        yield server


def test_backup_is_created_listed_verified_and_restored(
    postgres: TestPostgres, careops: CareOpsCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, folder = str(tmp_path / "key"), str(tmp_path / "kept")
    monkeypatch.setenv("CAREOPS_DATABASE_URL", postgres.new_database(EMPTY))
    monkeypatch.setenv("CAREOPS_DATA_DIR", str(tmp_path / "data"))
    assert careops("admin", "create", "--name", "Asha Rao", "--phone", "9812345671").code == 0
    assert careops("backup", "key", key).code == 0
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
    assert careops("backup", "key", key).code == 2

    backup = json.loads(careops("backup", "create", "--in", folder, "--key-file", key, "--json").out)
    assert json.loads(careops("backup", "list", "--in", folder, "--json").out) == [backup]
    proven = careops("backup", "verify", backup["file"], "--key-file", key, terminal=True)
    assert (proven.code, proven.err.startswith("Proven: ")) == (0, True), proven.err

    refused = careops("backup", "restore", backup["file"], "--key-file", key)
    assert (refused.code, "not empty" in refused.err) == (1, True)
    monkeypatch.setenv("CAREOPS_DATABASE_URL", postgres.new_database(BARE))
    monkeypatch.setenv("CAREOPS_DATA_DIR", str(tmp_path / "elsewhere"))
    done = json.loads(careops("backup", "restore", backup["file"], "--key-file", key, "--json").out)
    assert (done["replaced"], done["gone_back"]) == ([], "")
    assert "belongs to a user already" in careops("admin", "create", "--name", "A B", "--phone", "9812345671").err


def test_settings_name_folder_and_key(
    postgres: TestPostgres, careops: CareOpsCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAREOPS_DATABASE_URL", postgres.new_database(EMPTY))
    monkeypatch.setenv("CAREOPS_DATA_DIR", str(tmp_path / "data"))
    assert "CAREOPS_BACKUP_DIR" in careops("backup", "create").err
    monkeypatch.setenv("CAREOPS_BACKUP_DIR", str(tmp_path / "kept"))
    nokey = careops("backup", "create")
    assert (nokey.code, "careops backup key" in nokey.err) == (2, True)
    monkeypatch.setenv("CAREOPS_BACKUP_KEY", "too short")
    assert careops("backup", "create").err.startswith("error: A backup's key is 64 hexadecimal digits")
    monkeypatch.setenv("CAREOPS_BACKUP_KEY", "ab" * 32)
    backup = json.loads(careops("backup", "create", "--json").out)
    monkeypatch.setenv("CAREOPS_BACKUP_KEY", "cd" * 32)
    wrong = careops("backup", "verify", backup["file"])
    assert (wrong.code, "the key is another one" in wrong.err) == (1, True)
    (tmp_path / "kept" / "note.backup").write_text("hello")
    assert "is no backup of careops" in careops("backup", "list").err


@pytest.fixture
def places(postgres: TestPostgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Configure an empty database, a folder of files and one of encrypted backups."""
    monkeypatch.setenv("CAREOPS_DATABASE_URL", postgres.new_database(EMPTY))
    monkeypatch.setenv("CAREOPS_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("CAREOPS_BACKUP_DIR", str(tmp_path / "kept"))
    monkeypatch.setenv("CAREOPS_BACKUP_KEY", "ab" * 32)


@pytest.mark.usefixtures("places")
def test_files_in_a_bucket_are_reported_as_excluded(
    postgres: TestPostgres, careops: CareOpsCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Warning" not in careops("backup", "create").err
    monkeypatch.setenv("CAREOPS_S3_BUCKET", "clinic-files")
    warning = "uploaded files are not in the backup. They lie in the S3 bucket clinic-files"
    created = careops("backup", "create", "--json")
    assert warning in created.err
    monkeypatch.delenv("CAREOPS_S3_BUCKET")
    file = json.loads(created.out)["file"]
    verified = careops("backup", "verify", file)
    assert (verified.code, warning in verified.err) == (0, True)
    monkeypatch.setenv("CAREOPS_DATABASE_URL", postgres.new_database(BARE))
    monkeypatch.setenv("CAREOPS_DATA_DIR", str(tmp_path / "elsewhere"))
    assert warning in careops("backup", "restore", file).err


def test_doctor_reports_a_bucket_without_backup(
    careops: CareOpsCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAREOPS_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("CAREOPS_S3_BUCKET", "clinic-files")
    monkeypatch.setenv("CAREOPS_S3_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setenv("CAREOPS_DATABASE_URL", "postgresql://nobody@127.0.0.1:9/none")
    run = careops("doctor", "--json")
    findings = {each["check"]: each for each in json.loads(run.out)}
    assert findings["backups"]["state"] == "warn"
    assert "clinic-files" in findings["backups"]["found"]


@pytest.mark.usefixtures("places")
def test_pruned_backups_are_deleted_with_an_audit_event(careops: CareOpsCommand, tmp_path: Path) -> None:
    first, second = (json.loads(careops("backup", "create", "--json").out)["file"] for _ in range(2))
    keep_none = ("--keep-daily", "0", "--keep-weekly", "0", "--keep-monthly", "0")
    refused = careops("backup", "prune", *keep_none, "--yes")
    assert (refused.code, "None of these backups was verified" in refused.err) == (1, True)
    third = json.loads(careops("backup", "create", "--verify", "--json").out)
    assert third["verified_at"]
    shown = careops("backup", "prune", *keep_none, "--dry-run", "--json")
    assert [each["action"] for each in json.loads(shown.out)] == ["keep", "remove", "remove"]
    assert "2 backups would be removed; nothing was." in shown.err
    assert len(json.loads(careops("backup", "list", "--json").out)) == 3
    unasked = careops("backup", "prune", *keep_none)
    assert (unasked.code, "Remove 2 backups in" in unasked.err) == (2, True)
    assert careops("backup", "prune", *keep_none, "--yes").code == 0
    assert json.loads(careops("backup", "list", "--json").out) == [third]
    trail = tmp_path / "trail.jsonl"
    assert careops("audit", "export", str(trail)).code == 0
    (event,) = [line for line in trail.read_text().splitlines() if "backup.prune" in line]
    assert all(Path(name).name in event for name in (first, second))
    assert Path(third["file"]).name not in event

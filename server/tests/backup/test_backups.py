"""Backups of a real installation: created while it works, verified, restored, and killed halfway."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from server.tests.faults.server_process import until

from careops_server.core.audit import admin
from careops_server.core.audit.checkpoints import CheckpointStore
from careops_server.core.backup.archive import ArchiveWriter, BackupError, key_of, label_of, pieces
from careops_server.core.backup.create import DUMP, SUFFIX, create, list_backups
from careops_server.core.backup.pg_dump import dump, load
from careops_server.core.backup.restore import restore, verify
from careops_server.core.backup.scratch import PREFIX
from careops_server.core.configuration.dsn import driver_url
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.migrate import current, newest
from careops_server.core.database.schema_revision import add_partitions
from careops_server.core.embedded_postgres.bootstrap import installed
from careops_server.testing.postgres import BARE, TestPostgres

pytestmark = pytest.mark.slow

KEY = key_of("11" * 32)
TABLES = "select count(*) from pg_class where relnamespace = 'public'::regnamespace"


@pytest.fixture
def url(postgres: TestPostgres) -> Iterator[str]:
    """A database with a clinic, its counters and a sealed audit trail."""
    database = postgres.new_database()
    run(database, "insert into clinics (name) select 'Clinic ' || n from generate_series(1, 30) n")
    run(database, "insert into audit_events (key, event_status) select 'x', 'SUCCESS' from generate_series(1, 50)")
    yield database
    postgres.drop(database)


@pytest.fixture
def installation(tmp_path: Path, url: str) -> Settings:
    settings = Settings(data_dir=tmp_path / "data")
    assert settings.signing_keys
    admin.seal(settings, url)
    (settings.data_dir / "uploads").mkdir()
    (settings.data_dir / "uploads" / "photo.jpg").write_bytes(b"a photo")
    (settings.data_dir / "spool").mkdir()
    (settings.data_dir / "spool" / "half").write_bytes(b"half")
    return settings


def run(url: str, statement: str) -> list[tuple[object, ...]]:
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        result = connection.execute(statement.encode())
        return result.fetchall() if result.description else []


@pytest.mark.proves("REL-9.verified", "REL-9.elsewhere")
def test_backup_is_verified_and_restored_elsewhere(
    installation: Settings, url: str, postgres: TestPostgres, tmp_path: Path
) -> None:
    backup = create(installation, url, tmp_path / "kept", KEY)
    assert backup.path.stat().st_mode & 0o777 == 0o600
    assert [each.path for each in list_backups(tmp_path / "kept")] == [backup.path]
    assert backup.label.head == str(CheckpointStore(installation).latest())
    assert b"Clinic 1" not in backup.path.read_bytes()

    proven = verify(installation, backup.path, KEY)
    assert proven.faults == []
    assert proven.seals >= 1
    assert proven.rows > 80

    # Later changes are not in the backup.
    run(url, "insert into clinics (name) values ('Later')")
    target, elsewhere = postgres.new_database(BARE), Settings(data_dir=tmp_path / "elsewhere")
    done = restore(elsewhere, target, backup.path, KEY, server_role="careops_server")
    assert (done.replaced, done.gone_back) == ([], "")
    assert run(target, "select count(*) from clinics") == [(30,)]
    for name in ("secret", "audit-signing-key", "audit-public-key", "uploads/photo.jpg"):
        assert (elsewhere.data_dir / name).read_bytes() == (installation.data_dir / name).read_bytes()
        assert (elsewhere.data_dir / name).stat().st_mode & 0o777 == 0o600
    assert not (elsewhere.data_dir / "spool").exists()
    # The restored installation continues: the audit log verifies, and records the restore.
    admin.seal(elsewhere, target)
    assert admin.check(elsewhere, target, None).proven
    ((event,),) = run(target, "select description from audit_events where key = 'backup.restore'")
    assert str(event).endswith(backup.label.head)
    with psycopg.connect(driver_url(postgres.served(target)), autocommit=True) as server:
        server.execute("insert into clinics (name) values ('New')")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            server.execute("delete from audit_events")
    postgres.drop(target)


@pytest.mark.proves("REL-9.embedded")
def test_backup_is_restored_into_an_embedded_database(installation: Settings, url: str, tmp_path: Path) -> None:
    backup = create(installation, url, tmp_path / "kept", KEY)
    with tempfile.TemporaryDirectory(prefix="careops-test-") as folder:
        Path(folder).chmod(0o711)  # as root, PostgreSQL runs as another user
        fresh = Settings(data_dir=Path(folder) / "data")
        with installed(fresh) as target:
            done = restore(fresh, target.owner_url, backup.path, KEY, server_role=target.server_role)
            assert (done.replaced, done.gone_back) == ([], "")
        with installed(fresh) as target:
            assert add_partitions(target.owner_url, server_role=target.server_role)
            assert run(target.url, "select count(*) from clinics") == [(30,)]
            again = create(fresh, target.owner_url, tmp_path / "again", KEY)
    assert verify(fresh, again.path, KEY).faults == []


def test_restored_older_state_is_reported(
    installation: Settings, url: str, postgres: TestPostgres, tmp_path: Path
) -> None:
    backup = create(installation, url, tmp_path / "kept", KEY)
    run(url, "insert into audit_events (key, event_status) values ('y', 'SUCCESS')")
    admin.seal(installation, url)
    later = CheckpointStore(installation).latest()
    target = postgres.new_database(BARE)
    done = restore(installation, target, backup.path, KEY)
    assert done.gone_back == str(later)
    assert [finding.fault for finding in admin.check(installation, target, None).findings] == ["tail cut"]
    with pytest.raises(Exception, match="had come to"):
        admin.seal(installation, target)
    admin.accept(installation, target)
    assert admin.check(installation, target, None).proven
    postgres.drop(target)


def test_backup_is_one_snapshot_despite_writes(
    installation: Settings, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile(url: str, snapshot: str) -> Iterator[bytes]:
        run(url, "delete from clinics where id in (select id from clinics limit 5)")
        run(url, "insert into audit_events (key, event_status) values ('meanwhile', 'SUCCESS')")
        return dump(url, snapshot)

    monkeypatch.setattr("careops_server.core.backup.create.dump", meanwhile)
    backup = create(installation, url, tmp_path / "kept", KEY)
    assert run(url, "select count(*) from clinics") == [(25,)]
    assert verify(installation, backup.path, KEY).faults == []


@pytest.mark.proves("REL-9.rows")
def test_backup_with_lost_rows_is_not_verified(installation: Settings, url: str, tmp_path: Path) -> None:
    good = create(installation, url, tmp_path / "kept", KEY)
    run(url, "delete from clinics where name = 'Clinic 7'")
    less = create(installation, url, tmp_path / "less", KEY)
    forged = tmp_path / f"forged{SUFFIX}"
    with forged.open("wb") as file:
        writer, last = ArchiveWriter(file, KEY, label_of(good.path)), ""
        for source, is_complete in ((good.path, False), (less.path, True)):
            for name, piece in pieces(source, KEY):
                if (name == DUMP) is is_complete:
                    if name != last:
                        writer.begin(name)
                        last = name
                    writer.write(piece)
        writer.finish()
    faults = verify(installation, forged, KEY).faults
    assert "clinics: 30 rows were kept, 29 came back" in faults


def test_restore_needs_an_empty_database(installation: Settings, url: str, tmp_path: Path) -> None:
    backup = create(installation, url, tmp_path / "kept", KEY)
    before = (installation.data_dir / "secret").read_bytes()
    with pytest.raises(BackupError, match="not empty"):
        restore(installation, url, backup.path, KEY)
    assert (installation.data_dir / "secret").read_bytes() == before


def test_different_files_are_renamed(installation: Settings, url: str, postgres: TestPostgres, tmp_path: Path) -> None:
    backup = create(installation, url, tmp_path / "kept", KEY)
    elsewhere, target = Settings(data_dir=tmp_path / "elsewhere"), postgres.new_database(BARE)
    other = elsewhere.signing_keys[0]
    assert restore(elsewhere, target, backup.path, KEY).replaced == ["secret"]
    assert (elsewhere.data_dir / "secret.before-restore").read_text() == other
    postgres.drop(target)


KILLED = """
import os, signal, sys
from pathlib import Path
from careops_server.core.backup import create, restore
from careops_server.core.backup.archive import key_of
from careops_server.core.configuration.settings import Settings
what, data, url, place = sys.argv[1:]
key, settings = key_of("11" * 32), Settings(data_dir=Path(data))
def kill(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)
def half(*_):
    yield b"the beginning of a dump"
    kill()
def half_of(dump):
    def pieces(*words):
        found = b"".join(dump(*words))
        yield found[:len(found) // 2]
        kill()
    return pieces
if what == "create":
    create.dump = half
    create.create(settings, url, Path(place), key)
elif what == "restore":
    restore.load = kill
    restore.restore(settings, url, Path(place), key)
elif what == "restore, before the migration":
    restore.migrate = kill
    restore.restore(settings, url, Path(place), key)
elif what == "restore, after the migration":
    restore.renew = kill
    restore.restore(settings, url, Path(place), key)
elif what == "restore, before its event":
    restore.admin.add_terminal_event = kill
    restore.restore(settings, url, Path(place), key)
elif what == "restore, a file half written":
    pieces = restore.pieces
    def until_the_photo(path, key, reads=[]):
        reads.append(path)
        for name, piece in pieces(path, key):
            yield name, piece
            if len(reads) > 1 and piece == b"a photo":
                kill()
    restore.pieces = until_the_photo
    restore.restore(settings, url, Path(place), key)
elif what == "restore, half of the dump read":
    restore._dump = half_of(restore._dump)
    restore.restore(settings, url, Path(place), key)
elif what == "verify, half of the dump read":
    restore._dump = half_of(restore._dump)
    restore.verify(settings, Path(place), key)
else:
    assert what == "verify, all tables back"
    def show(_, url, *__):
        import psycopg
        from careops_server.core.configuration.dsn import driver_url
        with psycopg.connect(driver_url(url), autocommit=True) as connection:
            connection.execute("checkpoint")
        files = [path for path in Path(os.environ["TMPDIR"]).rglob("*") if path.is_file()]
        print([path for path in files if b"Clinic 17" in path.read_bytes()])
        sys.stdout.flush()
        kill()
    restore.admin.check = show
    restore.verify(settings, Path(place), key)
"""


def killed(what: str, data: Path, url: str, place: Path, temporary: Path | None = None) -> str:
    """Run ``what`` in a process that kills itself halfway. Return its output."""
    words = [sys.executable, "-c", KILLED, what, str(data), url, str(place)]
    environment = {**os.environ, **({"TMPDIR": str(temporary)} if temporary else {})}
    done = subprocess.run(words, check=False, capture_output=True, env=environment)  # noqa: S603 (our own script)
    assert done.returncode == -signal.SIGKILL, done.stderr
    return done.stdout.decode()


@pytest.mark.proves("REL-9.partial")
def test_killed_backup_is_not_listed(installation: Settings, url: str, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    killed("create", installation.data_dir, url, folder)
    (half,) = folder.glob(f"*{SUFFIX}.partial")
    assert list_backups(folder) == []
    with pytest.raises(BackupError, match=r"cut short|no backup"):
        list(pieces(half, KEY))
    backup = create(installation, url, folder, KEY)
    assert not half.exists()
    assert verify(installation, backup.path, KEY).faults == []


def test_killed_restore_can_be_repeated(
    installation: Settings, url: str, postgres: TestPostgres, tmp_path: Path
) -> None:
    backup = create(installation, url, tmp_path / "kept", KEY)
    target, elsewhere = postgres.new_database(BARE), Settings(data_dir=tmp_path / "elsewhere")
    killed("restore", elsewhere.data_dir, target, backup.path)
    assert current(target) is None
    assert restore(elsewhere, target, backup.path, KEY).replaced == []
    assert current(target) == newest()
    postgres.drop(target)


@pytest.mark.proves("REL-9.restore-killed")
def test_restore_killed_after_its_tables_is_completed(
    installation: Settings, url: str, postgres: TestPostgres, tmp_path: Path
) -> None:
    backup = create(installation, url, tmp_path / "kept", KEY)
    later = create(installation, url, tmp_path / "kept", KEY)
    target, elsewhere = postgres.new_database(BARE), Settings(data_dir=tmp_path / "elsewhere")
    for phase in ("before the migration", "after the migration", "before its event"):
        killed(f"restore, {phase}", elsewhere.data_dir, target, backup.path)
        with pytest.raises(BackupError, match="not empty"):
            restore(elsewhere, target, later.path, KEY)
    assert restore(elsewhere, target, backup.path, KEY).replaced == []
    assert run(target, "select count(*) from audit_events where key = 'backup.restore'") == [(1,)]
    with pytest.raises(BackupError, match="not empty"):
        restore(elsewhere, target, backup.path, KEY)
    postgres.drop(target)


def test_killed_restore_leaves_no_running_process(
    installation: Settings, url: str, postgres: TestPostgres, tmp_path: Path
) -> None:
    """`psql` is a separate process: it must not fill the database after the restore command was killed."""
    backup = create(installation, url, tmp_path / "kept", KEY)
    target, elsewhere, scratch = postgres.new_database(BARE), tmp_path / "elsewhere", tmp_path / "scratch"
    scratch.mkdir()
    words = [sys.executable, "-m", "careops_cli", "backup", "restore", str(backup.path)]
    settings = {
        "TMPDIR": str(scratch),
        "CAREOPS_DATA_DIR": str(elsewhere),
        "CAREOPS_DATABASE_URL": target,
        "CAREOPS_BACKUP_KEY": "11" * 32,
    }
    waiting = "select count(*) from pg_stat_activity where application_name = 'psql' and wait_event_type = 'Lock'"
    with psycopg.connect(driver_url(target)) as holding:
        holding.execute("create table clinics ()")  # creating a table with the same name waits for this transaction
        begun = subprocess.Popen(words, env={**os.environ, **settings})  # noqa: S603 (our own module)
        until(lambda: run(target, waiting) == [(1,)] or begun.poll() is not None, "tables are coming back")
        begun.kill()
        assert begun.wait() == -signal.SIGKILL
        holding.rollback()
    until(lambda: run(target, waiting.partition(" and wait")[0]) == [(0,)], "what it was doing has ended")
    assert run(target, TABLES) == [(0,)]
    assert list(scratch.iterdir()) == [], "nothing was unpacked"
    restore(Settings(data_dir=elsewhere), target, backup.path, KEY)
    assert current(target) == newest()
    postgres.drop(target)


def test_truncated_dump_leaves_no_table(
    installation: Settings, url: str, postgres: TestPostgres, tmp_path: Path
) -> None:
    backup = create(installation, url, tmp_path / "kept", KEY)
    dump = b"".join(piece for name, piece in pieces(backup.path, KEY) if name == DUMP)
    target = postgres.new_database(BARE)
    with pytest.raises(BackupError, match="pg_restore failed"):
        load(target, [dump[: len(dump) * 9 // 10]])
    assert run(target, TABLES) == [(0,)]

    def changed_meanwhile() -> Iterator[bytes]:
        yield dump
        raise BackupError("it was changed")

    with pytest.raises(BackupError, match="it was changed"):
        load(target, changed_meanwhile())
    ended = "select count(*) from pg_stat_activity where application_name = 'psql'"
    until(lambda: run(target, ended) == [(0,)], "psql has ended")
    assert run(target, TABLES) == [(0,)]
    postgres.drop(target)


SECRETS = (b"Clinic 17", b"a photo")


def readable(folder: Path) -> list[Path]:
    """Return the files below a folder that hold plain text of the backup."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [path for path in files if any(secret in path.read_bytes() for secret in SECRETS)]


@pytest.fixture
def temporary() -> Iterator[Path]:
    """A temporary folder for a killed process, readable for the user that runs PostgreSQL."""
    folder = Path(tempfile.mkdtemp(prefix="careops-test-"))
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.proves("REL-9.verify-killed")
@pytest.mark.parametrize("when", ["verify, half of the dump read", "verify, all tables back"])
def test_killed_verification_leaves_nothing_readable(
    installation: Settings, url: str, tmp_path: Path, temporary: Path, when: str
) -> None:
    backup = create(installation, url, tmp_path / "kept", KEY)
    output = killed(when, installation.data_dir, url, backup.path, temporary)
    if when == "verify, all tables back":
        assert "cluster" in output, "the scratch database could be read before the kill"
    until(lambda: not list(temporary.iterdir()), "the watcher has removed the scratch database")


@pytest.mark.proves("REL-9.restore-killed")
@pytest.mark.parametrize("when", ["restore, a file half written", "restore", "restore, half of the dump read"])
def test_killed_restore_leaves_nothing_readable_outside_the_data_folder(
    installation: Settings, url: str, postgres: TestPostgres, tmp_path: Path, temporary: Path, when: str
) -> None:
    backup = create(installation, url, tmp_path / "kept", KEY)
    target, elsewhere = postgres.new_database(BARE), tmp_path / "elsewhere"
    killed(when, elsewhere, target, backup.path, temporary)
    assert list(temporary.iterdir()) == []
    written = readable(elsewhere)
    assert {path.name for path in written} <= {"photo.jpg", "photo.jpg.restore.new"}
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in written)
    until(lambda: run(target, TABLES) == [(0,)], "no table has stayed")
    assert restore(Settings(data_dir=elsewhere), target, backup.path, KEY).replaced == []
    assert [path.name for path in readable(elsewhere)] == ["photo.jpg"]
    postgres.drop(target)


def test_verification_deletes_its_scratch_folder_at_the_end(
    installation: Settings, url: str, tmp_path: Path, temporary: Path
) -> None:
    """Folders left by a power failure are removed; those that a running command has locked are not."""
    backup = create(installation, url, tmp_path / "kept", KEY)
    left, used = temporary / f"{PREFIX}left", temporary / f"{PREFIX}used"
    for folder in (left, used):
        folder.mkdir()
        (folder / "lock").touch()
    with (used / "lock").open("r+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert verify(installation, backup.path, KEY, scratch=temporary).faults == []
    assert list(temporary.iterdir()) == [used]


def test_concurrent_backups_do_not_mix(installation: Settings, url: str, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    with (folder / ".lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(BackupError, match="Another backup"):
            create(installation, url, folder, KEY)
    first, second = (create(installation, url, folder, KEY) for _ in range(2))
    assert first.path != second.path
    assert len(list_backups(folder)) == 2


def test_backup_folder_inside_the_data_folder_is_excluded(installation: Settings, url: str, tmp_path: Path) -> None:
    folder = installation.data_dir / "backups"
    create(installation, url, folder, KEY)
    second = create(installation, url, folder, KEY)
    assert not [name for name, _ in pieces(second.path, KEY) if "backup" in name]

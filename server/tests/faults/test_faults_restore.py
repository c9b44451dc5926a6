"""Restore of a gigabyte from a backup, killed halfway and started again, as an operator does it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
from server.tests.faults.server_process import until

from careops_server.core.audit import admin
from careops_server.core.backup.archive import key_of
from careops_server.core.backup.create import create
from careops_server.core.configuration.dsn import driver_url
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.migrate import migrate
from careops_server.core.embedded_postgres.bootstrap import installed
from careops_server.core.embedded_postgres.server import LocalPostgres

GIGABYTE = 2**30
MAX_SECONDS = 300.0
KEY = "11" * 32
_MORE = """
    insert into audit_events (occurred_at, clinic_id, key, event_status, actor_name, actor_type, ip_address,
        description, parameters)
    select now() - n * interval '10 seconds', n % 997 + 1, 'patient.view_' || n % 30, 'SUCCESS', 'Member ' || n % 200,
        'staff', '203.0.113.' || n % 250, 'Something that happened in the app, the ' || md5(n::text),
        jsonb_build_object('n', n, 'what', md5((n + 1)::text))
    from generate_series(1, 200000) n
"""


def bytes_below(folder: Path) -> int:
    """Total size of the files below a folder, some of which may disappear during the count."""
    total = 0
    for where, _, names in os.walk(folder):
        for name in names:
            with suppress(FileNotFoundError):
                total += Path(where, name).stat().st_size
    return total


def restoring(folder: Path, backup: Path) -> subprocess.Popen[bytes]:
    """Start `careops backup restore` into a database below ``folder``."""
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("CAREOPS_")},
        "CAREOPS_DATA_DIR": str(folder / "data"),
        "CAREOPS_BACKUP_KEY": KEY,
    }
    scratch = folder / "scratch"
    scratch.mkdir(exist_ok=True)
    environment["TMPDIR"] = str(scratch)
    words = [sys.executable, "-m", "careops_cli", "backup", "restore", str(backup)]
    return subprocess.Popen(words, env=environment)  # noqa: S603 (our own module)


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that PostgreSQL's user can reach, with four gigabytes of free space."""
    folder = Path(tempfile.mkdtemp(prefix="careops-restored-"))
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.proves("REL-9.time")
@pytest.mark.long
def test_gigabyte_is_restored_within_five_minutes_after_a_killed_attempt(place: Path) -> None:
    before = Settings(data_dir=place / "before")
    with LocalPostgres(before.data_dir / "postgres", settings={"fsync": "off"}) as postgres:
        migrate(postgres.url)
        with psycopg.connect(driver_url(postgres.url), autocommit=True) as connection:
            size = "select pg_database_size(current_database()), (select count(*) from audit_events)"
            while (row := connection.execute(size).fetchall()[0])[0] < GIGABYTE:
                connection.execute(_MORE.encode())
        admin.seal(before, postgres.url)
        backup = create(before, postgres.url, place / "kept", key_of(KEY))

    target = place / "there"
    target.mkdir(mode=0o711)
    began = time.monotonic()
    first = restoring(target, backup.path)
    until(
        lambda: bytes_below(target / "data" / "postgres") > GIGABYTE // 2 or first.poll() is not None,
        "half of it has come back",
    )
    assert first.poll() is None, "it is killed in the middle"
    first.send_signal(signal.SIGKILL)
    first.wait()
    killed = time.monotonic()
    assert restoring(target, backup.path).wait() == 0
    done = time.monotonic()
    took = f"killed after {killed - began:.0f} s, back {done - killed:.0f} s later"
    print(f"{row[0] / GIGABYTE:.2f} GiB: {took}")  # noqa: T201 (measured)

    assert done - killed <= MAX_SECONDS
    after = Settings(data_dir=target / "data")
    with installed(after) as database, psycopg.connect(driver_url(database.owner_url)) as connection:
        # The restore added one event.
        assert connection.execute("select count(*) from audit_events").fetchall() == [(row[1] + 1,)]
        admin.seal(after, database.owner_url)
        assert admin.check(after, database.owner_url, None).proven
    assert not list((target / "scratch").iterdir()), "nothing readable of the killed one is left"

"""The embedded PostgreSQL: start, sharing, stop, and kill -9 of the server and of its starter."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path

import psycopg
import pytest

from careops_server.core.configuration.dsn import driver_url
from careops_server.core.embedded_postgres import credentials, processes
from careops_server.core.embedded_postgres.binaries import PostgresError, find_binaries
from careops_server.core.embedded_postgres.data_dir import choose
from careops_server.core.embedded_postgres.server import LocalPostgres

pytestmark = pytest.mark.slow

OWNER = """
import sys
from pathlib import Path
from careops_server.core.embedded_postgres.server import LocalPostgres
server = LocalPostgres(Path(sys.argv[1])).start()
print(server.pid, server.url, flush=True)
sys.stdin.read()
"""


def quick(folder: Path) -> LocalPostgres:
    """A PostgreSQL without fsync: its data need not survive a power failure."""
    return LocalPostgres(folder, settings={"fsync": "off"})


def until(true: Callable[[], bool], *, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.01)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def ask(url: str, question: str) -> object:
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        answer = connection.execute(question.encode())
        row = answer.fetchone() if answer.description else None
    return row and row[0]


def test_restart_keeps_the_data(data_folder: Path) -> None:
    with quick(data_folder) as server:
        assert ask(server.url, "create table kept (n int); insert into kept values (7)") is None
        assert ask(server.url, "select current_database()") == "careops"
    assert not server.ready()
    with server:
        assert ask(server.url, "select n from kept") == 7
        assert ask(server.url, "show listen_addresses") == ""
        assert ask(server.url, "show timezone") == "UTC"


def test_hindi_and_punjabi_have_trigrams_without_a_locale(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANG", "LC_ALL", "LC_CTYPE"):
        monkeypatch.delenv(name, raising=False)
    with quick(data_folder) as server:
        ask(server.url, "create extension pg_trgm")
        assert ask(server.url, "select show_trgm('ਰਾਮ') <> '{}' and show_trgm('राम') <> '{}'") is True
        assert ask(server.url, "select lower('ÀÉ')") == "àé"


def test_stop_can_be_repeated_and_closes_open_connections(data_folder: Path) -> None:
    server = quick(data_folder)
    server.stop()
    server.start()
    with closing(psycopg.connect(driver_url(server.url))) as connection:
        connection.execute("select 1")
        server.stop()
        server.stop()
    assert not (server.folder / "cluster" / "postmaster.pid").exists()


@pytest.mark.proves("FAULT-5.once")
def test_second_starter_shares_the_server_without_stopping_it(data_folder: Path) -> None:
    with quick(data_folder) as owner:
        with quick(data_folder) as guest:
            assert (owner.owned, guest.owned) == (True, False)
            assert guest.url == owner.url
        assert ask(owner.url, "select 1") == 1


def test_concurrent_first_starts_use_one_server(data_folder: Path) -> None:
    servers = [quick(data_folder) for _ in range(4)]
    # Keep the threads alive until the end, because a server stops with the thread that started it.
    done = threading.Barrier(len(servers) + 1)

    def run(server: LocalPostgres) -> None:
        server.start()
        done.wait()
        done.wait()
        server.stop()

    threads = [threading.Thread(target=run, args=[server]) for server in servers]
    for thread in threads:
        thread.start()
    done.wait(60)
    assert sum(server.owned for server in servers) == 1
    assert len({server.pid for server in servers}) == 1
    done.wait()
    for thread in threads:
        thread.join()


@pytest.mark.proves("FAULT-5.stops")
def test_server_ends_with_its_killed_owner(data_folder: Path) -> None:
    owner = subprocess.Popen([sys.executable, "-c", OWNER, data_folder], stdin=-1, stdout=-1, text=True)  # noqa: S603 (our own program)
    assert owner.stdin
    assert owner.stdout
    pid, url = owner.stdout.readline().split()
    with closing(psycopg.connect(driver_url(url))) as connection:
        connection.execute("select 1")
        owner.kill()
        owner.wait()
        until(lambda: not (data_folder / "cluster" / "postmaster.pid").exists())
    owner.stdin.close()
    owner.stdout.close()
    # PostgreSQL removes its pid file before it writes its last line.
    until(lambda: "database system is shut down" in (data_folder / "postgres.log").read_text())
    with LocalPostgres(data_folder) as server:
        assert server.pid != int(pid)


@pytest.mark.proves("FAULT-4")
def test_killed_server_recovers_at_the_next_start(data_folder: Path) -> None:
    server = LocalPostgres(data_folder).start()
    ask(server.url, "create table kept as select 7 as n")
    killed = server.pid
    os.kill(killed, signal.SIGKILL)
    until(lambda: not server.ready())
    server.start()
    assert server.pid != killed
    assert ask(server.url, "select n from kept") == 7
    server.stop()


@pytest.mark.proves("FAULT-4")
@pytest.mark.skipif(sys.platform != "linux", reason="zombies are detected in /proc")
def test_zombie_of_a_killed_server_does_not_prevent_a_start(data_folder: Path) -> None:
    first = LocalPostgres(data_folder).start()
    os.kill(first.pid, signal.SIGKILL)
    until(lambda: not first.ready())
    with LocalPostgres(data_folder) as second:
        assert ask(second.url, "select 1") == 1
    first.stop()


@contextmanager
def owner_process(folder: Path) -> Iterator[tuple[subprocess.Popen[str], int, str]]:
    """A process that owns a server, with the server's process id and URL; both are ended."""
    with subprocess.Popen([sys.executable, "-c", OWNER, folder], stdin=-1, stdout=-1, text=True) as owner:  # noqa: S603 (our own program)
        assert owner.stdout
        pid, url = owner.stdout.readline().split()
        try:
            yield owner, int(pid), url
        finally:
            owner.kill()
            with suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short waits for servers that do not end by themselves."""
    monkeypatch.setattr(processes, "GRACE_SECONDS", 0.2)
    monkeypatch.setattr(processes, "QUIT_SECONDS", 0.2)


@pytest.mark.proves("FAULT-4", "FAULT-5.stops")
@pytest.mark.skipif(sys.platform != "linux", reason="orphans are found in /proc")
@pytest.mark.usefixtures("hurried")
def test_orphan_that_cannot_stop_is_ended(data_folder: Path) -> None:
    with owner_process(data_folder) as (owner, pid, url):
        ask(url, "create table kept as select 7 as n")
        os.kill(pid, signal.SIGSTOP)  # like the hanging shutdown of PostgreSQL 18: no signal ends it but SIGKILL
        owner.kill()
        owner.wait()
        with LocalPostgres(data_folder) as server:
            assert server.pid != pid
            assert ask(server.url, "select n from kept") == 7


@pytest.mark.proves("FAULT-4")
@pytest.mark.skipif(sys.platform != "linux", reason="orphans are found in /proc")
@pytest.mark.usefixtures("hurried")
def test_backend_that_outlives_its_server_is_ended(data_folder: Path) -> None:
    with owner_process(data_folder) as (owner, pid, url), closing(psycopg.connect(driver_url(url))) as connection:
        backend = connection.info.backend_pid
        os.kill(backend, signal.SIGSTOP)
        os.kill(pid, signal.SIGKILL)
        owner.kill()
        owner.wait()
        with LocalPostgres(data_folder) as server:
            assert ask(server.url, "select 1") == 1
        until(lambda: not is_running(backend))


@pytest.mark.proves("FAULT-5.once")
@pytest.mark.skipif(sys.platform != "linux", reason="orphans are found in /proc")
@pytest.mark.usefixtures("hurried")
def test_server_of_a_living_owner_is_not_ended(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("careops_server.core.embedded_postgres.server.OLD_SERVER_SECONDS", 0.5)
    with owner_process(data_folder) as (_, pid, url):
        os.kill(pid, signal.SIGSTOP)
        with pytest.raises(PostgresError, match="already exists"):
            quick(data_folder).start()
        os.kill(pid, signal.SIGCONT)
        assert ask(url, "select 1") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="orphans are found in /proc")
def test_process_with_a_reused_id_is_not_ended(
    data_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "GRACE_SECONDS", 0.2)
    (cluster := data_folder / "cluster").mkdir(parents=True)
    named = Path(shutil.copy("/bin/sleep", tmp_path / "postgres"))
    in_folder = subprocess.Popen(["/bin/sleep", "60"], cwd=cluster)
    elsewhere = subprocess.Popen([named, "60"], cwd=tmp_path)  # noqa: S603 (a copy of sleep)
    # Processes that a shell starts in the background ignore SIGQUIT.
    quits = partial(signal.signal, signal.SIGQUIT, signal.SIG_DFL)
    matching = subprocess.Popen([named, "60"], cwd=cluster, preexec_fn=quits)  # noqa: S603 (a copy of sleep)
    pid_file = cluster / "postmaster.pid"
    try:
        pid_file.write_text(f"{in_folder.pid}\n{cluster}\n\n\n\n\n\nready\n")
        processes.end_orphans(cluster, lambda: False)
        assert matching.poll() is None, "a server that a person started"
        pid_file.write_text(f"{in_folder.pid}\n{cluster}\n\n\n\n\n\nstopping\n")
        processes.end_orphans(cluster, lambda: False)
        assert matching.wait() == -signal.SIGQUIT
        assert (in_folder.poll(), elsewhere.poll()) == (None, None)
    finally:
        for process in (in_folder, elsewhere, matching):
            process.kill()
            process.wait()


@pytest.mark.proves("FAULT-4")
def test_incomplete_first_start_is_repeated(data_folder: Path) -> None:
    (data_folder / "cluster.new").mkdir(parents=True)
    (data_folder / "cluster.new" / "PG_VERSION").write_text("18")
    with quick(data_folder) as server:
        assert ask(server.url, "select 1") == 1


@pytest.mark.proves("FAULT-4")
def test_start_that_was_killed_after_it_created_the_role_is_completed(data_folder: Path) -> None:
    with quick(data_folder):
        pass
    (data_folder / "cluster" / "pg_hba.conf").write_text("")
    (data_folder / "password-of-careops_server").unlink()
    with quick(data_folder) as server:
        assert ask(server.url, "select rolcanlogin from pg_roles where rolname = 'careops_server'") is True


@pytest.mark.proves("FAULT-4")
def test_setup_waits_for_the_session_of_a_killed_start(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with quick(data_folder) as server, ThreadPoolExecutor(1) as starter:
        monkeypatch.setattr(credentials, "_is_closed", lambda home: False)
        with psycopg.connect(driver_url(server.url), dbname="postgres", autocommit=True) as killed:
            monkeypatch.setenv("PGPASSWORD", killed.info.password)
            killed.execute("select pg_advisory_lock(%s)", [credentials.SETUP_LOCK])
            killed.execute("drop role careops_server")
            with killed.transaction():
                killed.execute("create role careops_server")
                place = Path(killed.info.host), killed.info.port
                setup = starter.submit(credentials.close, choose(data_folder), *place)
                until(lambda: ask(server.url, "select count(*) from pg_locks where not granted") == 1)
        setup.result()
        assert ask(server.url, "select rolcanlogin from pg_roles where rolname = 'careops_server'") is True


def test_socket_path_that_is_too_long_is_avoided(data_folder: Path) -> None:
    deep = data_folder / ("d" * 60) / ("e f" * 15)
    with quick(deep) as server:
        socket_folder = Path(str(ask(server.url, "show unix_socket_directories")))
        assert len(str(socket_folder)) < 60
        assert socket_folder.stat().st_mode & 0o077 == 0
    assert not socket_folder.exists()


def test_folder_with_blanks_and_signs_works(data_folder: Path) -> None:
    with quick(data_folder / "my data+100% ü") as server:
        assert ask(server.url, "select 1") == 1


def test_data_of_another_version_is_refused(data_folder: Path) -> None:
    (data_folder / "cluster").mkdir(parents=True)
    (data_folder / "cluster" / "PG_VERSION").write_text("9\n")
    with pytest.raises(PostgresError, match="made by PostgreSQL 9"):
        quick(data_folder).start()


def test_wrong_setting_is_reported_with_the_message_of_the_server(data_folder: Path) -> None:
    with quick(data_folder):  # creating the cluster takes seconds
        pass
    begun = time.monotonic()
    with pytest.raises(PostgresError, match="no_such_setting"):
        LocalPostgres(data_folder, settings={"no_such_setting": "1"}).start()
    assert time.monotonic() - begun < 8


def test_binaries_are_configurable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = find_binaries().folder
    monkeypatch.setenv("CAREOPS_PG_BIN", str(folder))
    assert find_binaries().folder == folder
    monkeypatch.setenv("CAREOPS_PG_BIN", str(tmp_path))
    with pytest.raises(PostgresError, match="holds no initdb"):
        find_binaries()

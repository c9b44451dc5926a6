"""Embedded PostgreSQL: a child process of one owner, shared by all other processes on the data folder.

The owner (`careops serve`, `careops db start`, a test run) starts and stops it; workers only connect. If the owner
dies, even by kill -9, the server shuts itself down (on Linux), and the next start ends one that does not. If the server
dies, the next start recovers it.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Self
from urllib.parse import quote

import psycopg

from careops_server.core.embedded_postgres.binaries import PostgresError, clean_environment
from careops_server.core.embedded_postgres.cluster import ensure_cluster, ensure_database
from careops_server.core.embedded_postgres.credentials import OWNER, SERVER, close, open_for_setup, password_of
from careops_server.core.embedded_postgres.data_dir import Home, choose
from careops_server.core.embedded_postgres.processes import OWNER as OWNER_SETTING
from careops_server.core.embedded_postgres.processes import QUIT_SECONDS, end_orphans, is_abandoned, signal_all
from careops_server.core.parent_death import die_with_parent

PORT: Final = 5432
"""Part of the socket's file name; nothing listens on TCP."""
DATABASE: Final = "careops"
START_SECONDS: Final = 120.0
"""Includes recovery after a crash, which replays the log."""
OLD_SERVER_SECONDS: Final = 25.0
"""Longest wait for another owner's server to end or to answer. It is longer than a stop takes."""
STOP_SECONDS: Final = 10.0
"""Longest wait for a shutdown that writes all data. After it, an immediate shutdown leaves that to the next start."""
_MAX_SOCKET_PATH_LENGTH: Final = 100
_BIGGEST_LOG: Final = 10 * 1024 * 1024
_SSL_REQUEST: Final = struct.pack("!ii", 8, 80877103)
_IN_THE_WAY: Final = ("already exists", "still in use")
_PASSING: Final = ("the database system is", "server closed the connection", "terminating connection")
"""Refusals of a server that starts, stops or recovers from a crash."""
_SETTINGS: Final = {
    "listen_addresses": "",
    "port": str(PORT),
    "unix_socket_permissions": "0700",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "max_connections": "200",
    "max_wal_size": "2GB",
    "random_page_cost": "1.1",
    "log_checkpoints": "off",
}


class LocalPostgres:
    """A PostgreSQL server on ``folder``, reached through a private socket.

    ``settings`` are additional server settings, such as ``{"fsync": "off"}`` for tests. Start it from a thread that
    lives as long as the server should: Linux treats the end of that thread as the owner's death.
    """

    def __init__(self, folder: Path, *, settings: Mapping[str, str] | None = None) -> None:
        self._data_dir = folder
        self._settings = {**_SETTINGS, **(settings or {})}
        self._home: Home | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._short_folder: Path | None = None
        self._proven = False

    def start(self) -> Self:
        """Start the server, or share the one that already runs on the folder. Raises ``PostgresError``."""
        try:
            self._home = choose(self._data_dir)
            with self._alone(self._home):
                self._start(self._home)
        except (OSError, psycopg.Error) as error:
            raise PostgresError(f"PostgreSQL in {self._data_dir} cannot be used: {error}") from error
        return self

    def _start(self, home: Home) -> None:
        if self._process is not None and not self._wait(self._process):
            self._process = None  # the server died
        deadline = time.monotonic() + START_SECONDS
        while not self._set_up(home, deadline):
            time.sleep(0.05)  # there is no notification when a server has recovered

    def _set_up(self, home: Home, deadline: float) -> bool:
        """Start the server if necessary, and create what is missing. Return False if it has to be tried again."""
        if not self._usable():
            ensure_cluster(home, durable=self._settings.get("fsync") != "off")
            open_for_setup(home)
            self._start_server(home)
        if self._proven:
            return True  # an existing database needs no room on a disk that may be full
        try:
            close(home, self._socket_folder(), PORT)
            ensure_database(home, self._socket_folder(), PORT, DATABASE)
        except psycopg.OperationalError as error:
            passing = any(sign in str(error) for sign in _PASSING) or not self._usable()
            if passing and time.monotonic() < deadline:
                return False
            self.stop()
            raise
        except BaseException:
            self.stop()
            raise
        self._proven = True
        return True

    def stop(self) -> None:
        """Shut the server down if this object started it. Open transactions are rolled back. Idempotent."""
        process, self._process, self._proven = self._process, None, False
        if process is not None:
            self._end(process)
        if self._short_folder is not None:
            shutil.rmtree(self._short_folder, ignore_errors=True)
            self._short_folder = None

    def ready(self) -> bool:
        """Return whether a server runs on the folder and answers."""
        if self._home is None:
            return False
        lines = self._pid_file()
        if len(lines) < 8 or lines[7].strip() != "ready":
            return False
        try:
            with socket.socket(socket.AF_UNIX) as probe:
                probe.settimeout(2)
                probe.connect(f"{lines[4]}/.s.PGSQL.{lines[3]}")
                # A TLS request is the only one answered without authentication.
                probe.sendall(_SSL_REQUEST)
                return probe.recv(1) in (b"N", b"S")
        except OSError:
            return False

    def _usable(self) -> bool:
        """Return whether the server answers and is not about to end because its owner was killed."""
        lines = self._pid_file()
        return self.ready() and not (lines and is_abandoned(int(lines[0])))

    @property
    def owned(self) -> bool:
        """True if this object started the server and will stop it."""
        return self._process is not None

    @property
    def died(self) -> bool:
        """True if the server that ``start`` found or started is gone. Costs no round trip."""
        if not self._proven:
            return False
        if self._process is not None:
            return self._process.poll() is not None
        lines = self._pid_file()
        return not lines or not _runs(int(lines[0]))

    @property
    def pid(self) -> int:
        """Process id of the server."""
        lines = self._pid_file()
        if not lines:
            raise PostgresError("no server runs on this folder")
        return int(lines[0])

    @property
    def folder(self) -> Path:
        """Actual data folder: the wanted one, or one below /var/lib/careops."""
        if self._home is None:
            raise PostgresError("start() comes first")
        return self._home.folder

    @property
    def url(self) -> str:
        """SQLAlchemy URL of the database ``careops`` for the owner role."""
        return self.url_of(DATABASE)

    @property
    def server_url(self) -> str:
        """SQLAlchemy URL of the database ``careops`` for the server role."""
        return self.url_of(DATABASE, role=SERVER)

    def url_of(self, database: str, *, role: str = OWNER) -> str:
        """Return the SQLAlchemy URL of a database of this server."""
        if self._home is None:
            raise PostgresError("start() comes first")
        host = quote(str(self._socket_folder()), safe="/")
        password = quote(password_of(self._home, role) or "", safe="")
        return f"postgresql+psycopg://{role}:{password}@/{quote(database, safe='')}?host={host}&port={PORT}"

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *error: object) -> None:
        self.stop()

    def _start_server(self, home: Home) -> None:
        deadline = time.monotonic() + OLD_SERVER_SECONDS
        while not self._usable():  # another owner's server may come up in between
            end_orphans(home.cluster, self._usable)
            said_before = _rotate_log(home.log)
            for lock in (home.cluster / "postmaster.pid", home.cluster / f".s.PGSQL.{PORT}.lock"):
                _pass_over_zombie(lock)
            self._process = self._spawn(home)
            if self._wait(self._process):
                return
            self._process = None
            output = home.log.read_bytes()[said_before:].decode("utf-8", "replace")
            if not any(sign in output for sign in _IN_THE_WAY) or time.monotonic() > deadline:
                raise PostgresError(f"PostgreSQL did not start; {home.log} ends with:\n{output[-2000:]}")
            time.sleep(0.1)

    def _spawn(self, home: Home) -> subprocess.Popen[bytes]:
        chosen = {
            "unix_socket_directories": str(self._choose_socket_folder(home)),
            OWNER_SETTING: str(os.getpid()),
            **self._settings,
        }
        if not _roomy_shared_memory():
            chosen.setdefault("dynamic_shared_memory_type", "mmap")
        options = [word for name, value in chosen.items() for word in ("-c", f"{name}={value}")]
        with home.log.open("ab") as log:
            # A helper program instead of preexec_fn would need a Python that the server's user can reach.
            return subprocess.Popen(  # noqa: S603 (a program found by find_binaries)
                [home.binaries.postgres, "-D", home.cluster, *options],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=home.cluster,
                env=clean_environment(),
                user=home.account.uid,
                group=home.account.gid,
                extra_groups=None if home.account.uid is None else [],
                umask=0o077,
                start_new_session=True,  # Ctrl-C in the terminal reaches the owner only
                # Immediate: an orderly shutdown during the recovery from a crash can hang (PostgreSQL 18).
                preexec_fn=die_with_parent(signal.SIGQUIT),
            )

    def _wait(self, process: subprocess.Popen[bytes]) -> bool:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if process.poll() is not None:
                return False
            if self.ready() and self.pid == process.pid:
                return True
            time.sleep(0.01)
        self._end(process)
        raise PostgresError(f"PostgreSQL was not ready within {START_SECONDS:.0f} s")

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        for number, seconds in ((signal.SIGINT, STOP_SECONDS), (signal.SIGQUIT, QUIT_SECONDS)):
            process.send_signal(number)
            try:
                process.wait(seconds)
            except subprocess.TimeoutExpired:
                continue
            return
        process.kill()
        process.wait()
        signal_all(self.folder / "cluster", signal.SIGKILL)

    def _choose_socket_folder(self, home: Home) -> Path:
        if len(os.fsencode(home.cluster)) + len(f"/.s.PGSQL.{PORT}.lock") <= _MAX_SOCKET_PATH_LENGTH:
            return home.cluster
        if self._short_folder is None:
            below = tempfile.gettempdir()
            self._short_folder = Path(tempfile.mkdtemp(prefix="careops-", dir=below if len(below) < 50 else "/tmp"))  # noqa: S108 (a new private folder)
            if home.account.uid is not None:
                os.chown(self._short_folder, home.account.uid, home.account.gid or home.account.uid)
        return self._short_folder

    def _socket_folder(self) -> Path:
        lines = self._pid_file()
        if len(lines) < 5:
            raise PostgresError("no server runs on this folder; start() comes first")
        return Path(lines[4])

    def _pid_file(self) -> list[str]:
        try:
            return (self.folder / "cluster" / "postmaster.pid").read_text("utf-8").splitlines()
        except (FileNotFoundError, PermissionError):
            return []

    @contextmanager
    def _alone(self, home: Home) -> Iterator[None]:
        """Lock the folder, so that two first starts do not set it up at the same time."""
        with (home.folder / "lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _pass_over_zombie(lock: Path) -> None:
    """Let a server start although its killed predecessor is a zombie, as happens below a container's plain PID 1.

    PostgreSQL takes any existing process for a running server, except its parent. Therefore this process's id is
    written to the file. ``postmaster.pid`` keeps its other lines, so PostgreSQL still refuses to start while a backend
    of the old server uses its memory.
    """
    try:
        first, other_lines = lock.read_text("utf-8").split("\n", 1)
        state = Path(f"/proc/{int(first)}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except (OSError, ValueError, IndexError):
        return
    if state == "Z":
        with lock.open("r+", encoding="utf-8") as file:
            file.truncate()
            file.write(f"{os.getpid()}\n{other_lines}")


def _rotate_log(log: Path) -> int:
    """Rotate the log if it is large. Return its size."""
    size = log.stat().st_size if log.exists() else 0
    if size > _BIGGEST_LOG:
        log.replace(log.with_suffix(".log.1"))
        return 0
    return size


def _roomy_shared_memory() -> bool:
    """Return whether /dev/shm is large enough for parallel queries. Containers often allow 64 MB, which fails under
    load.
    """
    return not Path("/dev/shm").exists() or shutil.disk_usage("/dev/shm").total >= 256 * 1024 * 1024  # noqa: S108 (read only)

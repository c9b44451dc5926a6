"""A full disk: changes fail with a clear message, reads still work, and free space restores normal operation.

Filling a real disk requires a small one, and so the permission to mount; without it only the reserve is tested.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import psycopg
import pytest
from server.tests.faults.cluster import CHEAP, Scene, new_key, new_phone, send, sign_up
from server.tests.faults.embedded_installation import whole_installation
from server.tests.faults.server_process import Served, until

from careops.calls.clinics import ListClinics
from careops_server.core.configuration.dsn import driver_url
from careops_server.core.embedded_postgres.server import LocalPostgres
from careops_server.testing.fault_proxy import FaultProxy

FULL = "The storage is full. Nothing was saved."
ROOT = [] if os.geteuid() == 0 else ["sudo", "-n"]


@contextmanager
def small_disk(mib: int) -> Iterator[Path]:
    """A disk of that size."""
    folder = Path(tempfile.mkdtemp(prefix="careops-disk-"))
    folder.chmod(0o711)
    mount = [*ROOT, "mount", "-t", "tmpfs", "-o", f"size={mib}m,mode=1777", "tmpfs", str(folder)]
    subprocess.run(mount, check=True, capture_output=True)  # noqa: S603 (a fixed command)
    try:
        yield folder
    finally:
        subprocess.run([*ROOT, "umount", "-l", str(folder)], check=True)  # noqa: S603 (a fixed command)
        folder.rmdir()


def can_mount() -> bool:
    """Return True if this machine allows mounting a small disk."""
    try:
        with small_disk(1):
            return True
    except (OSError, subprocess.CalledProcessError):
        return False


SMALL_DISKS = ["tmpfs"] if can_mount() else []


def fill(disk: Path, *, leave: int = 0) -> Path:
    """Fill the disk up to ``leave`` free bytes. Deleting the returned file frees the space."""
    ballast = disk / "ballast"
    with ballast.open("wb") as file:
        while True:
            size = shutil.disk_usage(disk).free - leave
            with suppress(OSError):  # the database writes in between
                os.posix_fallocate(file.fileno(), 0, size)
                return ballast


def assert_full(answer: httpx.Response) -> None:
    """Assert that the error names the storage."""
    assert answer.status_code == 503
    assert answer.json()["errors"][0]["title"] == FULL
    assert int(answer.headers["retry-after"]) >= 1


@pytest.mark.proves("FAULT-10.refused", "FAULT-10.reads", "FAULT-10.restored")
def test_changes_stop_before_the_disk_is_full() -> None:
    folder = Path(tempfile.mkdtemp(prefix="careops-fault-"))
    folder.chmod(0o711)
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder)
        scene = stack.enter_context(whole_installation(folder))
        scene.served.stop()
        scene.served.settings["CAREOPS_RESERVE_MIB"] = str(10**9)
        scene.served.start()
        phone, key = new_phone(), new_key()
        assert_full(send(scene.http(), sign_up(phone), key))
        assert send(scene.http(), ListClinics()).status_code == 200
        scene.served.stop()
        del scene.served.settings["CAREOPS_RESERVE_MIB"]
        scene.served.start()
        assert send(scene.http(), sign_up(phone), key).status_code == 200
        scene.reckon([phone])


@pytest.mark.proves("FAULT-10.refused", "FAULT-10.reads", "FAULT-10.restored")
@pytest.mark.parametrize("disk", SMALL_DISKS)
def test_full_disk_stops_changes_only(disk: str) -> None:
    with small_disk(500) as folder, whole_installation(folder) as scene:
        client, phone, key = scene.http(), new_phone(), new_key()
        assert scene.served.ready()
        ballast = fill(folder, leave=20 * 2**20)
        until(lambda: send(client, sign_up(new_phone()), new_key()).status_code == 503, "changes are refused")
        assert_full(send(client, sign_up(phone), key))
        assert send(client, ListClinics()).status_code == 200
        assert not scene.served.ready()
        assert scene.served.alive()
        ballast.unlink()
        until(lambda: send(client, sign_up(phone), key).status_code == 200, "changes are taken again")
        assert scene.served.ready()
        scene.reckon([phone])


@pytest.mark.proves("FAULT-10.panic")
@pytest.mark.parametrize("disk", SMALL_DISKS)
def test_database_recovers_from_a_full_disk_when_space_is_free(disk: str) -> None:
    with small_disk(500) as folder, whole_installation(folder) as scene:
        client, phone = scene.http(), new_phone()
        assert send(client, sign_up(phone), new_key()).status_code == 200
        until(lambda: len(scene.served.settled_workers()) == 1, "the worker settled")
        workers, postgres = scene.served.workers(), scene.served.postgres()
        with psycopg.connect(driver_url(scene.postgres.url), autocommit=True) as connection:
            ballast = fill(folder)
            with pytest.raises(psycopg.Error):
                connection.execute("checkpoint")  # happens by itself every five minutes
        until(lambda: not postgres.is_running(), "PostgreSQL gave up")
        until(lambda: scene.served.log.read_text().count("cannot start PostgreSQL") >= 3, "it was tried again")
        assert send(client, ListClinics()).status_code == 503
        ballast.unlink()
        until(scene.served.ready, "well again without anybody's help")
        assert scene.served.workers() == workers, "no worker had to be replaced"
        scene.reckon([phone])


@pytest.mark.proves("FAULT-10.refused", "FAULT-10.reads", "FAULT-10.restored")
@pytest.mark.parametrize("disk", SMALL_DISKS)
def test_full_disk_of_a_remote_database_is_reported(disk: str) -> None:
    with ExitStack() as stack:
        folder = stack.enter_context(small_disk(300))
        postgres = stack.enter_context(LocalPostgres(folder / "postgres", settings={"fsync": "off"}))
        url = driver_url(postgres.url)
        served = Served(Path(tempfile.mkdtemp(prefix="careops-log-")) / "data", {**CHEAP, "CAREOPS_WORKERS": "1"})
        served.settings["CAREOPS_DATABASE_URL"] = url
        stack.callback(shutil.rmtree, served.folder.parent)
        stack.callback(served.stop)
        served.start()
        scene = Scene(postgres, "careops", FaultProxy(("127.0.0.1", 1)), served)
        stack.callback(scene.close)
        scene.set()
        client, acknowledged = scene.http(), []
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("checkpoint")
        ballast = fill(folder)
        for _ in range(200):  # a few rows still fit into existing pages
            phone = new_phone()
            answer = send(client, sign_up(phone), new_key())
            if answer.status_code != 200:
                break
            acknowledged.append(phone)
        assert_full(answer)
        assert send(client, ListClinics()).status_code == 200
        ballast.unlink()
        until(lambda: send(client, sign_up(phone), new_key()).status_code == 200, "changes are taken again")
        scene.reckon([*acknowledged, phone])

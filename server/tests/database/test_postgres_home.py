"""User and data folder of the embedded PostgreSQL."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from careops_server.core.embedded_postgres import data_dir
from careops_server.core.embedded_postgres.binaries import PostgresError, find_binaries
from careops_server.core.embedded_postgres.data_dir import (
    NOBODY,
    ServerAccount,
    account_for,
    choose,
    folder_for,
    reachable,
)
from careops_server.core.embedded_postgres.server import LocalPostgres

pytestmark = pytest.mark.slow

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can switch to another user")
needs_user = pytest.mark.skipif(os.geteuid() == 0, reason="root can read everything")
nobody = ServerAccount(NOBODY, NOBODY)


@pytest.fixture
def refuge(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = data_folder.parent / "refuge"
    monkeypatch.setattr(data_dir, "REFUGE", folder)
    return folder


def modes(path: Path) -> list[tuple[int, int]]:
    return [(folder.stat().st_mode, folder.stat().st_uid) for folder in path.parents]


def test_reachability_checks_every_parent_folder(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    folder.mkdir(parents=True)
    (tmp_path / "a").chmod(0o700)
    assert not reachable(folder, ServerAccount(os.getuid() + 1, os.getgid() + 1))


def test_ordinary_user_runs_postgresql_in_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", os.getuid if os.getuid() else lambda: 12345)
    assert account_for(tmp_path) == ServerAccount()
    assert folder_for(tmp_path / "new", ServerAccount()) == tmp_path / "new"


def test_folder_of_another_user_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    with pytest.raises(PostgresError, match="belongs to another user"):
        folder_for(tmp_path, ServerAccount())


@needs_root
def test_root_below_a_private_folder_uses_another_folder(data_folder: Path, refuge: Path) -> None:
    data_folder.mkdir(mode=0o700)
    folder = data_folder / "project" / "data"
    before = modes(folder.parent)
    with LocalPostgres(folder, settings={"fsync": "off"}) as server:
        assert server.folder.parent == refuge
        assert server.owned
    assert modes(folder.parent) == before
    with LocalPostgres(folder, settings={"fsync": "off"}) as server:
        assert server.folder.parent == refuge


@needs_root
def test_data_is_not_moved_when_the_path_becomes_readable(data_folder: Path, refuge: Path) -> None:
    data_folder.mkdir(mode=0o700)
    with LocalPostgres(data_folder / "data", settings={"fsync": "off"}) as server:
        lies = server.folder
    data_folder.chmod(0o755)
    assert folder_for(data_folder / "data", nobody) == lies


@needs_root
def test_binaries_in_a_private_folder_are_copied_once(
    data_folder: Path, refuge: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    private = data_folder.parent / "private"
    private.mkdir(mode=0o700)
    original = find_binaries()
    copy = original.copied_below(private, uid=0, gid=0)
    monkeypatch.setattr(data_dir, "find_binaries", lambda: copy)
    with LocalPostgres(data_folder, settings={"fsync": "off"}) as server:
        assert server.owned
    first = choose(data_folder).binaries
    assert first.folder.is_relative_to(refuge)
    assert first.postgres.stat().st_uid == NOBODY
    assert stat.S_IMODE(private.stat().st_mode) == 0o700
    assert choose(data_folder).binaries == first


@needs_root
def test_root_runs_data_of_a_user_as_that_user(data_folder: Path) -> None:
    (data_folder / "cluster").mkdir(parents=True)
    version = data_folder / "cluster" / "PG_VERSION"
    version.write_text("18")
    os.chown(version, 1234, 1234)
    assert account_for(data_folder) == ServerAccount(1234, 1234)

"""Clusters created once and copied: safe for concurrent processes, and recreated when outdated."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from careops_server.core.configuration.dsn import driver_url
from careops_server.testing import cluster_cache as module
from careops_server.testing.cluster_cache import prepared
from careops_server.testing.postgres import EMPTY, TestPostgres

pytestmark = pytest.mark.slow


class Maker:
    """Creates a cluster with one file that counts how often it was created."""

    def __init__(self, store: Path) -> None:
        self.store = store
        self.count = 0

    def __call__(self, place: Path) -> None:
        self.count += 1
        place.mkdir()
        (place / "PG_VERSION").write_text(str(self.count))

    def content_of_copy(self, name: str = "world") -> str:
        """Return the content of a copy of the cluster."""
        with prepared(name, self, store=self.store) as cluster:
            return (cluster / "PG_VERSION").read_text()


@pytest.fixture
def maker(tmp_path: Path) -> Maker:
    return Maker(tmp_path / "store")


def test_concurrent_requests_share_one_template(maker: Maker) -> None:
    together = threading.Barrier(8)

    def want(_: int) -> str:
        together.wait()
        return maker.content_of_copy()

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(want, range(8))) == {"1"}


def test_each_template_is_separate(maker: Maker) -> None:
    contents = [maker.content_of_copy(name) for name in ("empty", "world", "empty")]
    assert contents == ["1", "2", "1"]


def test_template_older_than_half_an_hour_is_rebuilt(maker: Maker) -> None:
    maker.content_of_copy()
    (folder,) = maker.store.glob("world-*")
    os.utime(folder, (0, 0))
    assert maker.content_of_copy() == "2"
    assert len(list(maker.store.glob("world-*"))) == 1


def test_changed_code_rebuilds_the_template(maker: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    maker.content_of_copy()
    monkeypatch.setattr(module, "_sources", lambda: "changed")
    assert maker.content_of_copy() == "2"


def test_incomplete_template_is_not_used(maker: Maker) -> None:
    def fails(place: Path) -> None:
        place.mkdir()
        raise OSError("no room")

    with pytest.raises(OSError, match="no room"), prepared("world", fails, store=maker.store):
        pass
    assert maker.content_of_copy() == "1"


def test_folder_writable_by_others_is_refused(maker: Maker) -> None:
    maker.store.mkdir(mode=0o755)
    with pytest.raises(PermissionError, match="remove it"):
        maker.content_of_copy()


def test_two_copies_are_independent() -> None:
    with TestPostgres() as first, TestPostgres() as other:
        for server, name in ((first, "Reader"), (other, "Writer")):
            with psycopg.connect(driver_url(server.new_database(EMPTY)), autocommit=True) as connection:
                assert connection.execute("select count(*) from spec_modules").fetchone() == (0,)
                connection.execute("insert into spec_modules (id, name) values (1, %s)", [name])

"""Certificates of the demo data: drawn once, stored like uploads, and unique except for the one intended pair."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path
from typing import Final

import psycopg
import pytest
from PIL import Image

from careops.errors import Unavailable
from careops_server.core.configuration.dsn import driver_url
from careops_server.core.configuration.settings import Settings
from careops_server.core.storage.image_worker import difference_hash
from careops_server.core.storage.local import LocalStore
from careops_server.core.storage.object_keys import Key
from careops_server.demo import add_certificates, certificates, create_demo_data

pytestmark = pytest.mark.slow

LINKED: Final = "select reg_photo_url, reg_photo_look from doctors where reg_photo_url is not null order by id desc"
ALIKE: Final = """
    select count(*) from doctors a join doctors b on b.id > a.id
    where bit_count(cast(a.reg_photo_look # b.reg_photo_look as bit(64))) <= 4
"""

WITHOUT: Final = """
    select count(*) from doctors where verified and reg_photo_url is null
    and id > (select min(id) from doctors where reg_photo_url is not null)
"""
OWN: Final = """
    update doctors set reg_photo_url = 'certificates/own.jpg' where id = (select max(id) from doctors) returning 1
"""


@pytest.fixture
def world(url: str) -> str:
    create_demo_data(url, size=20, trail=False)
    return url


def rows(url: str, question: str) -> list[tuple[object, ...]]:
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        return connection.execute(question.encode()).fetchall()


def pictures(settings: Settings, url: str) -> dict[str, tuple[Image.Image, object]]:
    """Opened image of each doctor's certificate, and its stored perceptual hash."""
    store = LocalStore(settings)
    opened: dict[str, tuple[Image.Image, object]] = {}
    for written, look in rows(url, LINKED):
        key = Key.read(str(written))
        assert (str(key), key and key.pending) == (written, False)
        content = asyncio.run(store.read(key)) if key else None
        assert content, f"there is no file {written}"
        picture = Image.open(io.BytesIO(content))
        assert picture.format == (key.kind.upper() if key else None)
        opened[str(written)] = (picture, look)
    return opened


def test_certificates_are_readable_and_created_once(
    world: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certificates, "MOST", 12)
    settings = Settings(data_dir=tmp_path)
    assert add_certificates(world, settings)
    opened = pictures(settings, world)
    assert 4 < len(opened) <= 12
    for picture, look in opened.values():
        assert isinstance(look, int)
        assert (difference_hash(picture) ^ look).bit_count() <= 2, "noted as an upload would be"
    assert rows(world, ALIKE) == [(1,)], "two brought the same picture, and nobody else is taken for another"
    assert rows(world, WITHOUT) == [(0,)], "the newest who are verified have one"
    assert not add_certificates(world, settings)
    assert rows(world, "update doctors set reg_photo_url = null returning 1")
    assert not add_certificates(world, settings), "what somebody deleted stays deleted"


def test_equal_seed_draws_equal_certificates(world: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificates, "MOST", 3)
    settings = Settings(data_dir=tmp_path)
    assert rows(world, OWN)
    assert add_certificates(world, settings, seed=7)
    first = rows(world, LINKED)
    assert first[0] == ("certificates/own.jpg", None), "who has a certificate keeps it"
    create_demo_data(world, size=20, trail=False, replace=True)
    assert rows(world, OWN)
    assert add_certificates(world, settings, seed=7)
    assert rows(world, LINKED) == first


def test_unwritable_store_leaves_no_links(world: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Away(LocalStore):
        async def write(self, key: Key, content: bytes) -> None:
            raise Unavailable("away")

    monkeypatch.setattr(certificates, "MOST", 3)
    settings = Settings(data_dir=tmp_path)
    with monkeypatch.context() as for_now:
        for_now.setattr(certificates, "create_store", Away)
        with pytest.raises(Unavailable):
            add_certificates(world, settings)
    assert rows(world, LINKED) == []
    assert add_certificates(world, settings), "the next time they are missing still"


def test_only_demo_data_receives_certificates(url: str, tmp_path: Path) -> None:
    assert not add_certificates(url, Settings(data_dir=tmp_path))
    assert rows(url, "select count(*) from world_makers") == [(0,)]

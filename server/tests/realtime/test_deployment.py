"""A new build of the console is announced once, by the first worker that starts with it."""

from __future__ import annotations

from pathlib import Path

import pytest
from server.tests.support.stage import Stage

from careops_server.core.http.static_files import build_of
from careops_server.core.realtime.new_build import announce_build

pytestmark = pytest.mark.own


async def test_changed_build_is_announced_once(stage: Stage) -> None:
    for build in ("first", "first", "", "second", "second", "first"):
        await announce_build(stage.services.database, build)
    rows = await stage.rows("select data from realtime_events where event = 'deployment' order by id")
    assert [row["data"] for row in rows] == [{"build": "second"}, {"build": "first"}]


def test_build_is_named_by_its_page(tmp_path: Path) -> None:
    assert build_of(tmp_path) == ""
    page = tmp_path / "index.html"
    page.write_text('<script src="/assets/a1.js"></script>')
    first = build_of(tmp_path)
    page.write_text('<script src="/assets/b2.js"></script>')
    assert len(first) == 12
    assert first != build_of(tmp_path)

"""In-process caches: limited in size and lifetime."""

from __future__ import annotations

import pytest

from careops_server.core.cache import lru
from careops_server.core.cache.lru import LruCache

pytestmark = pytest.mark.own


def test_the_least_recently_used_goes_first() -> None:
    kept = LruCache[int](most=2)
    for number, key in enumerate("abc"):
        kept.set(key, number)
        kept.get("a")
    assert [kept.get(key) for key in "abc"] == [0, None, 2]
    kept.delete("a")
    kept.delete("a")
    assert kept.get("a") is None


@pytest.mark.proves("REL-11")
def test_together_they_weigh_so_much_at_most() -> None:
    kept = LruCache[str](most=10)
    kept.set("light", "1", weight=4)
    kept.set("other", "2", weight=6)
    kept.set("light", "3", weight=5)
    assert (kept.get("light"), kept.get("other")) == ("3", None)
    kept.set("heavy", "4", weight=11)
    assert (kept.get("light"), kept.get("heavy")) == ("3", None)
    kept.set("other", "5", weight=5)
    assert (kept.get("light"), kept.get("other")) == ("3", "5")


def test_nothing_is_kept_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = LruCache[int](most=2)
    kept.set("a", 1)
    monkeypatch.setattr(lru, "SECONDS", -1.0)
    assert kept.get("a") is None

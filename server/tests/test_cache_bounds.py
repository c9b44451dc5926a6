"""In-process caches: limited in size and lifetime."""

from __future__ import annotations

import pytest

from careops_server.core.cache import lru
from careops_server.core.cache.lru import LruCache

pytestmark = pytest.mark.own


def test_least_recently_used_entry_is_evicted_first() -> None:
    cache = LruCache[int](most=2)
    for number, key in enumerate("abc"):
        cache.set(key, number)
        cache.get("a")
    assert [cache.get(key) for key in "abc"] == [0, None, 2]
    cache.delete("a")
    cache.delete("a")
    assert cache.get("a") is None


@pytest.mark.proves("REL-11.cache")
def test_total_weight_is_limited() -> None:
    cache = LruCache[str](most=10)
    cache.set("light", "1", weight=4)
    cache.set("other", "2", weight=6)
    cache.set("light", "3", weight=5)
    assert (cache.get("light"), cache.get("other")) == ("3", None)
    cache.set("heavy", "4", weight=11)
    assert (cache.get("light"), cache.get("heavy")) == ("3", None)
    cache.set("other", "5", weight=5)
    assert (cache.get("light"), cache.get("other")) == ("3", "5")


def test_entries_expire(monkeypatch: pytest.MonkeyPatch) -> None:
    cache = LruCache[int](most=2)
    cache.set("a", 1)
    monkeypatch.setattr(lru, "SECONDS", -1.0)
    assert cache.get("a") is None

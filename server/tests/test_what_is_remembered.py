"""In-process caches: limited in size and lifetime."""

from __future__ import annotations

import pytest

from careops_server.core.cache import lru
from careops_server.core.cache.lru import Recollection

pytestmark = pytest.mark.own


def test_the_least_recently_used_goes_first() -> None:
    kept = Recollection[int](most=2)
    for number, key in enumerate("abc"):
        kept.keep(key, number)
        kept.of("a")
    assert [kept.of(key) for key in "abc"] == [0, None, 2]
    kept.forget("a")
    kept.forget("a")
    assert kept.of("a") is None


@pytest.mark.proves("REL-11")
def test_together_they_weigh_so_much_at_most() -> None:
    kept = Recollection[str](most=10)
    kept.keep("light", "1", weight=4)
    kept.keep("other", "2", weight=6)
    kept.keep("light", "3", weight=5)
    assert (kept.of("light"), kept.of("other")) == ("3", None)
    kept.keep("heavy", "4", weight=11)
    assert (kept.of("light"), kept.of("heavy")) == ("3", None)
    kept.keep("other", "5", weight=5)
    assert (kept.of("light"), kept.of("other")) == ("3", "5")


def test_nothing_is_kept_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Recollection[int](most=2)
    kept.keep("a", 1)
    monkeypatch.setattr(lru, "SECONDS", -1.0)
    assert kept.of("a") is None

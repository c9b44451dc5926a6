"""Progress of a run."""

from __future__ import annotations

import time

import pytest

from careops.bulk import Outcome, Progress


def test_remaining_time_ignores_an_outage(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    progress = Progress(total=1_000)
    for _ in range(20):
        now[0] += 0.1
        progress.count(Outcome.DONE)
    assert progress.rate == pytest.approx(10)
    now[0] += 600  # the platform was unavailable
    assert (progress.rate, progress.seconds_left) == (0, None)
    for _ in range(50):
        now[0] += 0.1
        progress.count(Outcome.DONE)
    assert progress.rate == pytest.approx(10, rel=0.1)
    assert progress.seconds_left == pytest.approx(93, rel=0.1)

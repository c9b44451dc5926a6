"""Waiting for an unavailable platform before a run."""

from __future__ import annotations

import time

import pytest

from careops.errors import NotFound, Unavailable
from careops_cli.bulk.retry import with_retry


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Record the waits on a fake clock."""
    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", waited.append)
    monkeypatch.setattr(time, "monotonic", lambda: sum(waited))
    return waited


def test_outage_at_the_beginning_is_retried(waits: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    refusals = [Unavailable(), Unavailable(), Unavailable()]

    def ask() -> str:
        if refusals:
            raise refusals.pop()
        return "Lab Reports"

    assert with_retry(ask, 60) == "Lab Reports"
    assert waits == [0.5, 1, 2]
    assert capsys.readouterr().err.count("waiting: The service is busy") == 1


def test_retries_end_and_other_errors_are_not_retried(waits: list[float]) -> None:
    def busy() -> str:
        raise Unavailable

    def unknown() -> str:
        raise NotFound

    with pytest.raises(Unavailable):
        with_retry(busy, 60)
    assert 40 < sum(waits) <= 60
    waits.clear()
    with pytest.raises(NotFound):
        with_retry(unknown, 60)
    assert waits == []

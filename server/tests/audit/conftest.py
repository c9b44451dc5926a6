"""Fixed clock for the audit log tests."""

from __future__ import annotations

import pytest
from server.tests.audit.trail import NOW

from careops_server.core.audit import days


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """One second before midnight in India."""
    monkeypatch.setattr(days, "now", lambda: NOW)

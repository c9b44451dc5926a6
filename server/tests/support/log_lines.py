"""Lines of the log in tests."""

from __future__ import annotations

import json
from typing import Any

import pytest

from careops_server.core.observability.logs import JsonFormatter


def read_log_lines(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    """Return the captured events, parsed from their JSON lines."""
    return [json.loads(JsonFormatter().format(record)) for record in caplog.records]

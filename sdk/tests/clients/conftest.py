"""A platform for each test."""

from __future__ import annotations

import pytest
from sdk.tests.clients.client_platform import Platform


@pytest.fixture
def platform() -> Platform:
    return Platform()

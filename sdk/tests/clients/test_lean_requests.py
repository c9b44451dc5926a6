"""Cost of a request."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from httpcore._synchronization import current_async_library

from careops import AsyncCareOps


async def test_request_imports_no_module(monkeypatch: pytest.MonkeyPatch) -> None:
    await AsyncCareOps().close()  # imports the transport
    looked_for: list[str] = []

    class Finder:
        def find_spec(self, name: str, *arguments: Any) -> None:
            looked_for.append(name)

    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])
    assert current_async_library() == "asyncio"
    assert looked_for == []

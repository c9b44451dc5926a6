"""Cost of a request."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import Any

import pytest
from httpcore._synchronization import current_async_library

from careops import AsyncCareOps


async def test_a_library_that_is_not_installed_is_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    await AsyncCareOps().close()  # imports the transport, which disables the search
    looked_for: list[str] = []

    class Finder:
        def find_spec(self, name: str, *rest: Any) -> None:
            looked_for.append(name)

    there = find_spec("sniffio") is not None
    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])
    assert current_async_library() == "asyncio"
    assert there or looked_for == []

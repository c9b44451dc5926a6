"""What is sheltered gives way to what people wait for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from careops_server.shelter import sheltered_file

_TELLS = """
import os
import time
from pathlib import Path
end = time.monotonic() + 10
while os.nice(0) < 10 and time.monotonic() < end:
    time.sleep(0.01)
print(os.nice(0), Path("/proc/self/autogroup").read_text().strip())
"""
_LIMITS_ITSELF = f"from careops_server.shelter import limit; limit(memory=2**30, seconds=10)\n{_TELLS}"


_SHARED = Path("/proc/self/autogroup")
pytestmark = pytest.mark.skipif(not _SHARED.exists(), reason="processors are not shared by session here")


def test_it_gives_way_where_processors_are_shared_by_session_too() -> None:
    told = subprocess.run(  # noqa: S603 (our own program)
        [sys.executable, "-c", _LIMITS_ITSELF], capture_output=True, text=True, check=True, start_new_session=True
    ).stdout.split()
    assert int(told[0]) >= 10
    assert told[-2:] == ["nice", "10"]


async def test_it_gives_way_before_its_own_code_is_loaded(tmp_path: Path) -> None:
    """A picture took a third of its time before it said that it can wait, and the list waited with it."""
    (tmp_path / "given").write_bytes(b"")
    with (tmp_path / "given").open("rb") as given, (tmp_path / "told").open("wb") as told:
        assert await sheltered_file([sys.executable, "-c", _TELLS], given=given, made=told, seconds=20)
    assert int((tmp_path / "told").read_text().split()[0]) >= 10

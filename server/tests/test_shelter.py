"""What is sheltered gives way to what people wait for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

_TELLS = """
import os
from pathlib import Path
from careops_server.shelter import limit
limit(memory=2**30, seconds=10)
print(os.nice(0), Path("/proc/self/autogroup").read_text().strip())
"""


@pytest.mark.skipif(not Path("/proc/self/autogroup").exists(), reason="processors are not shared by session here")
def test_it_gives_way_where_processors_are_shared_by_session_too() -> None:
    told = subprocess.run(  # noqa: S603 (our own program)
        [sys.executable, "-c", _TELLS], capture_output=True, text=True, check=True, start_new_session=True
    ).stdout.split()
    assert int(told[0]) >= 10
    assert told[-2:] == ["nice", "10"]

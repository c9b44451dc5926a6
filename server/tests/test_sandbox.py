"""Sandboxed subprocesses yield to interactive requests."""

from __future__ import annotations

import asyncio
import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

from careops.errors import Unavailable
from careops_server.core.sandbox import TurnQueue, run_sandboxed_file

_LIMITS_ITSELF = """
import os
from pathlib import Path
from careops_server.core.sandbox import set_limits
set_limits(memory=2**30, seconds=10)
print(os.nice(0), Path("/proc/self/autogroup").read_text().strip())
"""
_TELLS = "import os, sys; sys.stdin.read(); print(os.nice(0))"


@pytest.mark.skipif(not Path("/proc/self/autogroup").exists(), reason="requires autogroup scheduling")
def test_parser_has_low_priority_in_another_session() -> None:
    output = subprocess.run(  # noqa: S603 (our own program)
        [sys.executable, "-c", _LIMITS_ITSELF], capture_output=True, text=True, check=True, start_new_session=True
    ).stdout.split()
    assert int(output[0]) >= 10
    assert output[-2:] == ["nice", "10"]


def test_parser_never_has_a_higher_priority_than_the_server() -> None:
    """If the server itself runs at low priority, its subprocesses never get a higher one."""
    program = (
        "import os; os.nice(15); from careops_server.core.sandbox import set_limits;"
        "set_limits(memory=2**30, seconds=10)"
    )
    output = subprocess.run(  # noqa: S603 (our own program)
        [sys.executable, "-c", f"{program}; print(os.nice(0))"], capture_output=True, text=True, check=True
    ).stdout
    assert int(output) >= 15


async def test_parsers_run_one_at_a_time_over_all_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    first, elsewhere = TurnQueue(tmp_path), TurnQueue(tmp_path)
    order: list[str] = []

    async def work_elsewhere() -> None:
        async with elsewhere.acquire("user:1"):
            order.append("elsewhere")

    async with first.acquire("user:1"):
        working = asyncio.create_task(work_elsewhere())
        (seat,) = (tmp_path / name for name in os.listdir(tmp_path))
        with seat.open("wb") as lock_file, pytest.raises(BlockingIOError):
            fcntl.flock(lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        order.append("here")
    await working
    assert order == ["here", "elsewhere"]


async def test_accounts_are_served_alternately(tmp_path: Path) -> None:
    """Many pictures of one account do not delay the single picture of another."""
    turn, order = TurnQueue(tmp_path), list[str]()

    async def work(name: str) -> None:
        async with turn.acquire(name.partition(" ")[0]):
            order.append(name)

    async with turn.acquire("user:1"):
        names = [*(f"user:1 {number}" for number in range(16)), "user:2 a", "user:2 b", "user:3 a"]
        waiting = [asyncio.create_task(work(name)) for name in names]
        await asyncio.sleep(0)
        waiting[1].cancel()
    await asyncio.wait(waiting)
    assert order[:6] == ["user:1 0", "user:2 a", "user:3 a", "user:1 2", "user:2 b", "user:1 3"]
    assert len(order) == len(names) - 1
    async with asyncio.timeout(5), turn.acquire("user:4"):
        pass


async def test_full_disk_does_not_prevent_parsing(tmp_path: Path) -> None:
    (tmp_path / "spool").write_text("where the folder should be")
    async with TurnQueue(tmp_path / "spool").acquire("user:1"):
        pass


async def test_parser_has_low_priority_before_its_code_is_loaded(tmp_path: Path) -> None:
    """Regression: the subprocess ran at normal priority until its code was loaded, a third of its time."""
    read_end, held = os.pipe()
    with os.fdopen(read_end, "rb") as source, (tmp_path / "told").open("wb") as output:
        words = [sys.executable, "-c", _TELLS]
        running = asyncio.create_task(run_sandboxed_file(words, source=source, output=output, seconds=20))
        await asyncio.sleep(0)  # the first step of the task starts the subprocess
        os.close(held)
        await running
    assert int((tmp_path / "told").read_text()) >= 10


async def test_parser_without_cpu_time_ends_with_a_temporary_error(tmp_path: Path) -> None:
    """A timeout without CPU time does not prove that the file is bad, so the error is temporary."""
    read_end, held = os.pipe()
    with os.fdopen(read_end, "rb") as source, os.fdopen(held, "wb"), (tmp_path / "told").open("wb") as output:
        with pytest.raises(Unavailable) as refused:
            await run_sandboxed_file([sys.executable, "-c", _TELLS], source=source, output=output, seconds=0.1)
    assert refused.value.retry_after == 5
    assert (tmp_path / "told").read_bytes() == b""

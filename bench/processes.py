"""Processes under measurement: cost, start and stop."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil  # type: ignore[import-untyped,unused-ignore]

START_SECONDS = 180.0


def cpu_seconds(*roots: int) -> float:
    """Return the CPU time of process trees, including ended children."""
    total = 0.0
    for root in roots:
        for process in _tree(root):
            with suppress(psutil.NoSuchProcess):
                times = process.cpu_times()
                total += times.user + times.system + times.children_user + times.children_system
    return total


def memory_bytes(root: int) -> tuple[int, int]:
    """Return the memory of a process tree: the sum of resident sizes, and with shared pages counted once (PSS)."""
    resident = proportional = 0
    for process in _tree(root):
        with suppress(psutil.NoSuchProcess):
            info = process.memory_full_info()
            resident += info.rss
            proportional += info.pss
    return resident, proportional


def largest_megabytes(root: int) -> float:
    """Return the memory of the largest process of a tree in PSS megabytes."""
    return max(process.memory_full_info().pss / 2**20 for process in _tree(root))


@contextmanager
def growing(root: int) -> Iterator[Callable[[], float]]:
    """Return the largest growth of a process of the tree in megabytes.

    Ignores processes that start during the block.
    """
    began = {process.pid: _status(process.pid, "VmRSS") for process in _tree(root)}
    for pid in began:
        Path(f"/proc/{pid}/clear_refs").write_text("5")  # reset the peak to the current size
    yield lambda: max(_status(pid, "VmHWM") - was for pid, was in began.items())


def free_port() -> int:
    """Return an unused port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running(
    words: Sequence[str | Path],
    *,
    port: int,
    environment: Mapping[str, str],
    log: Path,
    folder: Path | None = None,
    path: str = "/live",
) -> Iterator[int]:
    """Run a server during the block; yields its process id once it answers."""
    with log.open("ab") as file:
        process = subprocess.Popen(
            words, env=dict(environment), stdin=subprocess.DEVNULL, stdout=file, stderr=file, cwd=folder
        )
        try:
            wait_for_answer(process, port, path, log)
            yield process.pid
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def wait_for_answer(process: subprocess.Popen[bytes], port: int, path: str, log: Path) -> None:
    """Wait until the server answers anything but "not ready"."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"{process.args!r} ended at once; {log} says:\n{log.read_text()[-2000:]}")
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=5) as probe:
            probe.sendall(f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n".encode())
            if (reply := probe.recv(100)) and b" 503 " not in reply:
                return
        time.sleep(0.01)
    raise RuntimeError(f"{process.args!r} did not answer within {START_SECONDS:.0f} s")


def run_with_input(words: Sequence[str], *, stdin: str, folder: Path, seconds: float = 1800) -> str:
    """Run a program with an input. Return its output, or its last error lines. Its modules are compiled once."""
    apart = ("CAREOPS_", "PYTHONDONTWRITEBYTECODE")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(apart)}
    done = subprocess.run(
        words, input=stdin, env=environment, cwd=folder, capture_output=True, text=True, check=False, timeout=seconds
    )
    if done.returncode:
        raise RuntimeError(f"{Path(words[0]).name} {Path(words[1]).name} failed: {done.stderr[-800:]}")
    return done.stdout


def _status(pid: int, name: str) -> float:
    """Return a figure of a process in megabytes, or None if it has ended."""
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/status").read_text().partition(f"{name}:")[2].split()[0]) / 1024
    return 0.0


def _tree(root: int) -> list[psutil.Process]:
    try:
        parent = psutil.Process(root)
        return [parent, *parent.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []

"""Runner of the code blocks of a page of the documentation, in a shell on a terminal, as a reader runs them."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
_BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
_CONTROLS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
_ROWS, _COLUMNS = 40, 100
_MARK = "@@end-of-command@@"


@dataclass(frozen=True)
class Block:
    """Code block of a page: ``sh`` (commands), ``console`` (commands with their output), or a file with its name."""

    language: str
    file: str
    text: str
    line: int


@dataclass(frozen=True)
class Step:
    """Command of a console block, with the output that the page shows."""

    command: str
    shown: list[str]
    line: int


@dataclass(frozen=True)
class Outcome:
    """Output and exit code of a command."""

    lines: list[str]
    code: int


def blocks(page: str) -> list[Block]:
    """Return the code blocks of a page below ``docs/``, in order."""
    text = (DOCS / page).read_text("utf-8")
    return [
        Block(match[1], match[2] or "", match[3], text.count("\n", 0, match.start()) + 1)
        for match in _BLOCK.finditer(text)
    ]


def steps(block: Block) -> list[Step]:
    """Return the commands of a console block. A line without ``$`` is output of the command above it."""
    steps_read: list[Step] = []
    for number, line in enumerate(block.text.splitlines(), block.line + 1):
        if line.startswith("$ "):
            steps_read.append(Step(line[2:], [], number))
        else:
            steps_read[-1].shown.append(line)
    return steps_read


def run_in_terminal(
    commands: list[str], folder: Path, environment: Mapping[str, str], *, seconds: float = 300
) -> list[Outcome]:
    """Run commands one after another in one shell on a terminal of 100 columns."""
    script = "".join(f"{command}\nprintf '\\n{_MARK}%s\\n' $?\n" for command in commands)
    output = _run(script, folder, environment, seconds)
    outcomes = []
    parts = re.split(rf"\n{_MARK}(\d+)\n", _as_seen(output))
    for text, code in zip(parts[::2], parts[1::2], strict=False):
        outcomes.append(Outcome([line.rstrip() for line in text.splitlines() if line.strip()], int(code)))
    return outcomes


def matches(shown: list[str], printed: list[str]) -> bool:
    """Return True if the output is as shown. ``…`` alone stands for any lines."""
    shown = [line.rstrip() for line in shown if line.strip()]
    if not shown or shown[0] != "…":
        return shown == printed if not shown else printed[:1] == shown[:1] and matches(shown[1:], printed[1:])
    return any(matches(shown[1:], printed[start:]) for start in range(len(printed) + 1))


def _run(script: str, folder: Path, environment: Mapping[str, str], seconds: float) -> str:
    reader, writer = pty.openpty()
    fcntl.ioctl(writer, termios.TIOCSWINSZ, struct.pack("HHHH", _ROWS, _COLUMNS, 0, 0))
    process = subprocess.Popen(  # noqa: S603 (commands of our pages)
        ["/bin/bash", "-c", script],
        cwd=folder,
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        stdout=writer,
        stderr=writer,
        start_new_session=True,
    )
    os.close(writer)
    try:
        return b"".join(_pieces(reader, time.monotonic() + seconds)).decode()
    finally:
        process.kill()
        process.wait()
        os.close(reader)


def _pieces(reader: int, until: float) -> Iterator[bytes]:
    while select.select([reader], [], [], max(0.0, until - time.monotonic()))[0]:
        try:
            piece = os.read(reader, 65_536)
        except OSError:  # Linux reports the end of a terminal as an error
            return
        if not piece:
            return
        yield piece
    raise TimeoutError("the commands of the page take too long")


def _as_seen(output: str) -> str:
    """Return the output without colours, and without the progress that later output of the same line replaces."""
    lines = output.replace("\r\n", "\n").split("\n")
    return "\n".join(_CONTROLS.sub("", re.split(r"\r|\x1b\[K", line)[-1]) for line in lines)

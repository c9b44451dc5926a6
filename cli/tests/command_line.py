"""``careops`` as a function: what it is given and what comes of it."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Run:
    """What became of one command line."""

    code: int
    out: str
    err: str


class CareOpsCommand(Protocol):
    """``careops(...)`` of the tests."""

    def __call__(self, *arguments: str, stdin: str | None = None, terminal: bool = False) -> Run: ...


class Terminal(io.StringIO):
    """A stdout or stdin somebody sits in front of."""

    def isatty(self) -> bool:
        return True

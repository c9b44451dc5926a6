"""``careops`` as a function."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Run:
    """Result of one command line."""

    code: int
    out: str
    err: str


class CareOpsCommand(Protocol):
    """Type of the fixture ``careops``."""

    def __call__(self, *arguments: str, stdin: str | None = None, terminal: bool = False) -> Run: ...


class Terminal(io.StringIO):
    """Stdout or stdin that is a terminal."""

    def isatty(self) -> bool:
        return True

"""Result of a diagnostic check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "warn", "fail"]


@dataclass(frozen=True)
class Finding:
    """Result of one check. ``advice`` says how to fix a problem."""

    check: str
    state: State
    found: str
    advice: str = ""

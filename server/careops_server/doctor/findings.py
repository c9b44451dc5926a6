"""What is found about one thing, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "warn", "fail"]


@dataclass(frozen=True)
class Finding:
    """How one thing is. ``advice`` says what to do, where something is to be done."""

    check: str
    state: State
    found: str
    advice: str = ""

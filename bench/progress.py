"""Progress messages for the person at the terminal."""

from __future__ import annotations

import sys


def say(words: str) -> None:
    """Write a line to standard error."""
    sys.stderr.write(f"bench: {words}\n")
    sys.stderr.flush()

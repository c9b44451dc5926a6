"""What the person who waits is told."""

from __future__ import annotations

import sys


def say(words: str) -> None:
    """A line on standard error."""
    sys.stderr.write(f"bench: {words}\n")
    sys.stderr.flush()

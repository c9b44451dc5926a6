"""Which revision of the schema this code needs, without the memory that Alembic takes."""

from __future__ import annotations

from functools import cache
from pathlib import Path

VERSIONS = Path(__file__).parent / "versions"


@cache
def newest() -> str:
    """The revision this code needs. A migration's file begins with its number, and they count upwards."""
    return max(file.name.partition("_")[0] for file in VERSIONS.glob("[0-9]*.py"))

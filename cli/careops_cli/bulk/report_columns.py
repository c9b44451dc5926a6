"""Columns of all bulk reports."""

from __future__ import annotations

REPORT = ("row", "target", "outcome", "reason")
"""Columns, in order."""

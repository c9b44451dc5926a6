"""Columns of every report of a bulk run."""

from __future__ import annotations

REPORT = ("row", "target", "outcome", "reason")
"""The columns, in order."""

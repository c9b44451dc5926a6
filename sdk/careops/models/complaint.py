"""Reasons why a change was refused."""

from __future__ import annotations

from careops.contract import Model


class Complaint(Model):
    """Reason why a target was refused."""

    source: str
    """Parameter that it concerns; empty if it concerns none."""
    title: str
    """Description of the problem, a sentence."""
    code: str | None = None
    """Stable error code; null if it is unknown."""
    detail: str | None = None
    """Further details; null if there are none."""

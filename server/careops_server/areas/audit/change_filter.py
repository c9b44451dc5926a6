"""Audit events that change no record: openings, claims, presence, drafts and sessions."""

from __future__ import annotations

from typing import Final

BOOKKEEPING_KEYS: Final = (
    "change_request.read",
    "draft.forget",
    "draft.keep",
    "layout.save",
    "mention.read",
    "news_feed.preview",
    "patient.view",
    "presence.announce",
    "presence.end",
    "recent.forget",
    "recent.keep",
    "release_note.read",
    "report.view",
    "session.confirm",
    "session.end",
    "session.end_others",
    "session.refresh",
    "session.sign_in",
    "session.sign_out",
    "today.claim",
    "today.claim_next",
    "today.release",
    "upload.presign",
    "user.sign_in",
    "user.sign_out",
)
"""Keys of events that ``changes_only`` leaves out of lists, counts and timelines."""


def is_change(column: str) -> str:
    """Return the SQL condition that the event key in ``column`` is none of them, as constants for reusable plans."""
    return f"{column} not in {BOOKKEEPING_KEYS}"

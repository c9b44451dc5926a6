"""Kinds of records, and groups of entries of a timeline. A small module, because every command imports it."""

from __future__ import annotations

from typing import Final, Literal, get_args

RecordKind = Literal["clinic", "doctor", "user", "pharmacy", "lab", "campaign", "referral"]
"""Kinds of records that have a timeline and follow-ups."""
RECORD_KINDS: Final[tuple[RecordKind, ...]] = get_args(RecordKind)

NoteKind = Literal["clinic", "doctor", "user", "pharmacy", "lab", "campaign", "referral", "change_request"]
"""Kinds of records that have notes."""
NOTE_KINDS: Final[tuple[NoteKind, ...]] = get_args(NoteKind)

ScreenKind = Literal["clinic", "doctor", "user", "pharmacy", "lab"]
"""Kinds of records with their own screen."""
SCREEN_KINDS: Final[tuple[ScreenKind, ...]] = get_args(ScreenKind)

LiveKind = Literal[
    RecordKind,
    "payment",
    "promo_code",
    "follow_up",
    "news_article",
    "release_note",
    "university",
    "care_city",
]
"""Kinds of records on the realtime channel ``records``."""
LIVE_KINDS: Final[tuple[LiveKind, ...]] = get_args(LiveKind)

EntryGroup = Literal["people", "money", "modules", "notes", "other"]
"""Groups of entries."""
ENTRY_GROUPS: Final[tuple[EntryGroup, ...]] = get_args(EntryGroup)

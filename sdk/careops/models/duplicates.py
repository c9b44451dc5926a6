"""Duplicates of articles."""

from __future__ import annotations

from datetime import date

from careops.contract import Model


class Duplicate(Model):
    """Article with the same or nearly the same content as another."""

    article_id: int | None = None
    """Id of the checked article; null for an article that is not saved yet."""
    id: int
    """Id of the duplicate."""
    name: str | None = None
    """Heading of the duplicate; null if there is none."""
    news_date: date
    """Day of the duplicate, at most 14 days apart."""
    source_name: str | None = None
    """Original publisher; null if unknown."""
    published: bool
    """True if doctors see it."""
    same_address: bool
    """True if both have the same source address; otherwise their headings are the same, or nearly so."""

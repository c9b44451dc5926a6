"""What is told of articles that say the same as another one, or nearly so."""

from __future__ import annotations

from datetime import date

from careops.contract import Model


class Twin(Model):
    """An article that says the same as one that was asked about, or nearly so."""

    article_id: int | None = None
    """The one that was asked about; null when it was described and not named."""
    id: int
    """What identifies the twin."""
    name: str | None = None
    """The twin's heading; null when it has none."""
    news_date: date
    """The day it is of, 14 days away at most."""
    source_name: str | None = None
    """Who published it first; null when nobody said."""
    published: bool
    """Whether doctors see it."""
    same_address: bool
    """Whether both have one source address; else their headings are the same, or nearly so."""

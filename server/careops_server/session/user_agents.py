"""Which browser and system a program says it is, in a word each (decision 201)."""

from __future__ import annotations

from typing import Final

from careops.calls.session import PROGRAMS

# Every browser says that it is several others as well: the first that is found is the one that it is.
_BROWSERS: Final = (
    ("careops-sdk/", PROGRAMS),
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)


def browser_of(user_agent: str) -> str | None:
    """The browser; None when it is none we know."""
    return next((name for sign, name in _BROWSERS if sign in user_agent), None)


def system_of(user_agent: str) -> str | None:
    """What it runs on; None when it does not say."""
    return next((name for sign, name in _SYSTEMS if sign in user_agent), None)

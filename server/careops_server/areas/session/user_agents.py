"""Names of browsers and systems from user agents, one word each (decision 201)."""

from __future__ import annotations

from typing import Final

from careops.calls.session import PROGRAMS

# Every browser also claims to be others, so the first match counts.
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
    """Return the browser, None if unknown."""
    return next((name for sign, name in _BROWSERS if sign in user_agent), None)


def system_of(user_agent: str) -> str | None:
    """Return the operating system, None if unknown."""
    return next((name for sign, name in _SYSTEMS if sign in user_agent), None)

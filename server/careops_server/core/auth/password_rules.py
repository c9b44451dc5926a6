"""Password strength: zxcvbn with words related to the user (SEC-06)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from typing import Final

from careops.error_codes import title_of
from careops.errors import InvalidInput

MIN_GUESSES_LOG10: Final = 10.0
"""Logarithm of the guesses that an offline attacker would need. zxcvbn's highest score starts there."""
JUDGED: Final = 50
"""Characters that are judged. Further ones make a password only stronger, and the time grows with the square of the
length.
"""
OURS: Final = ("careops", "demo-world-password", "world", "demo", "clinic", "hospital", "doctor", "admin")
"""Words related to this software, and the published password of the demo data."""
_PLAIN: Final = str.maketrans("@$!|+%([{<", "asiitxcccc")
"""Characters that stand for letters, mapped to one letter each. zxcvbn would try every combination of their
meanings.
"""

EASY: Final = title_of("password_easy")
COMMON: Final = title_of("password_common")
OWN_WORDS: Final = title_of("password_personal")
REPEATED: Final = title_of("password_repeats")


async def check_strength(password: str, *, about: Iterable[str | None] = (), source: str = "password") -> None:
    """Raise ``InvalidInput`` with the reason if a password is easy to guess. ``about`` is data of its owner: name,
    phone, mail, clinic.
    """
    reason = await asyncio.to_thread(too_easy, password, about)
    if reason is not None:
        raise InvalidInput(reason, source=source)


def too_easy(password: str, about: Iterable[str | None] = ()) -> str | None:
    """Return the reason why a password is easy to guess, None if it is strong enough."""
    # Imported here, because its word lists take 12 MB and most workers never see a new password.
    from zxcvbn import zxcvbn

    own = own_words(about)
    judged = zxcvbn(password[:JUDGED].translate(_PLAIN), [*own, *OURS])
    if judged["guesses_log10"] >= MIN_GUESSES_LOG10:
        return None
    matches = judged["sequence"]
    if any(match.get("dictionary_name") == "user_inputs" and match["matched_word"] in own for match in matches):
        return OWN_WORDS
    if any(match["pattern"] == "repeat" for match in matches):
        return REPEATED
    return COMMON if any(match["pattern"] == "dictionary" for match in matches) else EASY


def own_words(about: Iterable[str | None]) -> list[str]:
    """Return the words related to the user: each text, its words, and those joined."""
    words_found: dict[str, None] = {}
    for fact in about:
        text = (fact or "").casefold().strip().translate(_PLAIN)
        words = re.findall(r"\w+", text)
        words_found |= dict.fromkeys(word for word in (text, *words, "".join(words)) if len(word) >= 3)
    return list(words_found)

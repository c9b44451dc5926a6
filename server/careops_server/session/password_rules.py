"""Which passwords are too easy to guess: judged by zxcvbn, with the words of whoever it belongs to (SEC-06)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from typing import Final

from careops.errors import InvalidInput

LEAST_GUESSES_LOG10: Final = 10.0
"""What a patient attacker with a stolen hash would have to try; zxcvbn's best of five marks begins there."""
JUDGED: Final = 50
"""Characters looked at: what follows only makes it harder, and judging takes time by the square of the length."""
OURS: Final = ("careops", "demo-world-password", "world", "demo", "clinic", "hospital", "doctor", "admin")
"""Words that everybody knows who knows this software, and the password of its demo world."""
_PLAIN: Final = str.maketrans("@$!|+%([{<", "asiitxcccc")
"""Signs that stand for letters, read as one letter each: zxcvbn would try every combination of what they may mean."""

EASY: Final = "This password is too easy to guess. Please choose another one."
COMMON: Final = "This password is made of very common ones. Please choose another one."
OWN_WORDS: Final = "This password is made of your name, number or address. Please choose another one."
REPEATED: Final = "This password repeats itself. Please choose another one."


async def refuse_guessable(password: str, *, about: Iterable[str | None] = (), source: str = "password") -> None:
    """Raise ``InvalidInput`` with the reason. ``about`` is what is known of its owner: name, phone, mail, clinic."""
    reason = await asyncio.to_thread(too_easy, password, about)
    if reason is not None:
        raise InvalidInput(reason, source=source)


def too_easy(password: str, about: Iterable[str | None] = ()) -> str | None:
    """Why the password is too easy to guess; None when it is not."""
    # Imported here: its word lists take 12 MB, and most workers never see a new password.
    from zxcvbn import zxcvbn

    own = own_words(about)
    judged = zxcvbn(password[:JUDGED].translate(_PLAIN), [*own, *OURS])
    if judged["guesses_log10"] >= LEAST_GUESSES_LOG10:
        return None
    found = judged["sequence"]
    if any(match.get("dictionary_name") == "user_inputs" and match["matched_word"] in own for match in found):
        return OWN_WORDS
    if any(match["pattern"] == "repeat" for match in found):
        return REPEATED
    return COMMON if any(match["pattern"] == "dictionary" for match in found) else EASY


def own_words(about: Iterable[str | None]) -> list[str]:
    """What somebody who knows the person would try first: each text, its words, and those joined."""
    found: dict[str, None] = {}
    for known in about:
        whole = (known or "").casefold().strip().translate(_PLAIN)
        words = re.findall(r"\w+", whole)
        found |= dict.fromkeys(word for word in (whole, *words, "".join(words)) if len(word) >= 3)
    return list(found)

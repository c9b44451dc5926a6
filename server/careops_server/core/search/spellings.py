"""Regular expressions for the correct spellings of one word in Devanagari or Gurmukhi.

A nasal before a consonant is written with a sign (केंद्र) or with the nasal of the consonant's class (केन्द्र), and fonts
and keyboards add joiners after a virama. Texts are stored as typed, so a search allows each spelling (decision 752).
"""

from __future__ import annotations

import re
from typing import Final

JOINERS: Final = "\u200c\u200d"
"""Characters without width that choose the form of a letter."""
_VIRAMAS: Final = "्੍"
_CLASSES: Final = {
    "ङਙ": "कखगघਕਖਗਘ",
    "ञਞ": "चछजझਚਛਜਝ",
    "णਣ": "टठडढਟਠਡਢ",
    "नਨ": "तथदधसशषहਤਥਦਧਸਹ",
    "मਮ": "पफबभਪਫਬਭ",
}
"""Nasals, with the consonants before which a sign can replace them."""
_NASALS_BEFORE: Final = {
    consonant: frozenset(f"{nasals}नਨ" if nasals != "मਮ" else nasals)
    for nasals, consonants in _CLASSES.items()
    for consonant in consonants
}
"""Nasals before each consonant. The dental one is often typed before consonants of other classes (पन्जाब)."""
_CONSONANTS: Final = "".join(_NASALS_BEFORE)
_WRITTEN_NASAL: Final = re.compile(f"([ङञणनमਙਞਣਨਮ])[{_VIRAMAS}](?=([{_CONSONANTS}]))")
_SIGNS: Final = {"ँ": "ं", "ਁ": "ਂ", "ੰ": "ਂ"}
_SIGN_OF: Final = {"ं": "[ंँ]", "ਂ": "[ਂਁੰ]"}
NASAL_BEFORE_CONSONANT: Final = re.compile(f"[ंਂ](?=[{_CONSONANTS}])")
"""A nasal in a word of ``uniform_spelling`` that can be written in several ways."""
_UNIFORM: Final = str.maketrans({**_SIGNS, **dict.fromkeys(JOINERS)})


def uniform_spelling(word: str) -> str:
    """Return a word without joiners, with one sign for the nasals that can be written as signs."""
    return _WRITTEN_NASAL.sub(_sign_for, word.translate(_UNIFORM))


def spellings(words: str) -> str | None:
    """Return the expression for lowercase text that contains the words in order; None if it has one spelling only."""
    uniform = uniform_spelling(words)
    if uniform == words and not any(sign in uniform for sign in (*_SIGN_OF, *_VIRAMAS)):
        return None
    return ".*".join(map(_expression, uniform.split()))


def _sign_for(written: re.Match[str]) -> str:
    nasal, consonant = written.groups()
    if nasal not in _NASALS_BEFORE[consonant]:
        return written[0]
    return "ं" if nasal < "਀" else "ਂ"


def _expression(word: str) -> str:
    parts = []
    for place, character in enumerate(word):
        following = word[place + 1 : place + 2]
        if (sign := _SIGN_OF.get(character)) is not None:
            nasals = "".join(sorted(_NASALS_BEFORE.get(following, ())))
            parts.append(f"(?:{sign}|[{nasals}][{_VIRAMAS}][{JOINERS}]?)" if nasals else sign)
        elif character in _VIRAMAS:
            parts.append(f"{character}[{JOINERS}]?")
        else:
            parts.append(re.escape(character))
    return "".join(parts)

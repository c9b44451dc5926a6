"""Search for words among names in Devanagari or Gurmukhi.

This is the counterpart of ``sounds``. A name in these scripts is stored with its consonants (शर्मा and ਸ਼ਰਮਾ as
'srm'), and a search term becomes a regular expression for them. Latin names have no consonants stored, so tables of
them are searched as fast as before (decision 263).
"""

from __future__ import annotations

import re
import unicodedata
from itertools import accumulate
from typing import Final

from careops_server.core.search.phonetics import MAX_SOUNDS
from careops_server.core.search.spellings import JOINERS, NASAL_BEFORE_CONSONANT, uniform_spelling

FEWEST: Final = 2
"""Minimum of consonants, or of a vowel and one consonant. Shorter terms match the beginning of half of all names."""
_KEPT: Final = {
    "k": "कखਕਖ",
    "g": "गघਗਘ",
    "c": "चछਚਛ",
    "j": "जझਜਝ",
    "t": "टठतथਟਠਤਥ",
    "x": "डढਡਢੜ",
    "d": "दधਦਧ",
    "n": "नणङञਨਣਙਞ",
    "p": "पਪ",
    "f": "फਫ",
    "b": "बभਬਭ",
    "m": "मਮ",
    "y": "यਯ",
    "r": "रऋृਰ",
    "l": "लळਲ",
    "v": "वਵ",
    "s": "शषसਸ",
    "h": "हਹ",
    "a": "अआइईउऊएऐओऔऑऍਅਆਇਈਉਊਏਐਓਔ",
}
"""Latin letter for each character. ``x`` stands for letters that are transcribed as d or r, ``a`` for an initial vowel.
"""
_LETTER_OF: Final = {character: letter for letter, those in _KEPT.items() for character in those}
_CODES: Final = (*range(0x0900, 0x0980), *range(0x0A00, 0x0A80))
# A letter with a dot below (nukta) counts as the letter without it.
_PLAIN: Final = {code: _LETTER_OF.get(unicodedata.normalize("NFD", chr(code))[0]) for code in _CODES}
_ASCII: Final = re.compile("[!-~]+")
_INSIDE: Final = re.compile("([a-z])[ay]+")
_DROPPED: Final = {**_PLAIN, **dict.fromkeys(map(ord, JOINERS))}
_VOWELS: Final = "aeiouy"
# Latin spelling (first match wins), expression for the stored consonants, and whether the sound is always stored.
_SPELT: Final[tuple[tuple[str, str, bool], ...]] = (
    ("ksh", "k+s+", True),
    ("chh", "c+", True),
    ("ng(?![aeiouy])h?", "n*[gh]+", True),
    ("gy", "(?:g+|jn+)", True),
    ("gn|jn", "(?:g+n+|jn+)", True),
    ("ch", "c+h?", True),
    ("ph|f+", "f+", True),
    ("sh+|s+h?", "s+", True),
    ("c+(?=[eiy])", "[sc]+", True),
    ("[ckq]+h?", "k+h?", True),
    ("g+(?=[ei])", "[gj]+h?", True),
    ("g+h?", "g+h?", True),
    ("[jz]+h?", "[jy]+h?", True),
    ("t+h?", "t+h?", True),
    ("d+h?", "[dx]+h?", True),
    ("b+h?", "[bv]+h?", True),
    ("p+", "p+h?", True),
    ("x", "(?:k+s+|j+|s+)", True),
    ("v+h?", "v+h?", True),
    (r"(?<!^)w+(?![aeiou])|(?<=[a-z])(?<![aeiouy])w", "v?", False),
    ("w+h?", "v+h?", True),
    ("r+h?", "[rx]+h?", True),
    ("l+h?", "l+h?", True),
    ("m+(?=[bp])", "m*", False),
    ("m+h?", "m+h?", True),
    ("n+(?![aeiouyn]|$)", "n*", False),
    ("n+h?", "n+h?", True),
    ("h(?![aeiouy]|$)", "h?", False),
    ("h", "h+", True),
)
_SILENT_AT_THE_END: Final = ("n", "h")
"""Final letters that may be silent: ढिल्लों is Dhillon, and सारा Sarah."""
_LATIN: Final = re.compile("|".join(f"({spelt})" for spelt, _, _ in _SPELT))


def among_consonants(words: str) -> str | None:
    """Return the regular expression for the ``consonants_of`` text that contains the words in order, typed in any of
    the three scripts. None if the words have too few sounds.
    """
    sounds = [_latin(word) if word.isascii() else _ours(word) for word in words.split()]
    # The blank before each stored word gives two consonants a trigram, which ``\m`` does not.
    patterns = [f" {sound}" for sound in sounds if sound is not None]
    return "[a-z]* *".join(patterns) if patterns and len(patterns) == len(sounds) else None


def consonants_of(text: str) -> str:
    """Return the stored consonants of lowercase text in another script, like ``consonants_of`` in the database."""
    return " " + _INSIDE.sub(r"\1", _ASCII.sub(" ", text).translate(_DROPPED))


def _latin(word: str) -> str | None:
    if not word.isalpha():
        return None
    parts = ["[ay]"] if word[0] in _VOWELS else []
    count = len(parts)
    for spelt in _LATIN.finditer(word):
        _, sounds, sure = _SPELT[(spelt.lastindex or 1) - 1]
        if count >= FEWEST and spelt[0] in _SILENT_AT_THE_END and spelt.end() == len(word):
            continue
        parts.append(sounds)
        count += sure
        if count == MAX_SOUNDS:
            break
    return "".join(parts) if count >= FEWEST else None


def _ours(word: str) -> str | None:
    # A nasal before a consonant is stored only if it is written as a letter.
    pieces = [consonants_of(piece).strip() for piece in NASAL_BEFORE_CONSONANT.split(uniform_spelling(word))]
    letters = "".join(pieces)
    if not letters.isascii() or not letters.isalpha() or len(letters) < FEWEST:
        return None
    expressions = [f"{letter}+" for letter in letters[:MAX_SOUNDS]]
    if letters[0] in "ay":
        expressions[0] = "[ay]"
    places = accumulate(map(len, pieces[:-1]))
    for place in places:
        if place < len(expressions):
            expressions[place] = f"[nm]*{expressions[place]}"
    return "".join(expressions)

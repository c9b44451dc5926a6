"""Regular expressions for the Latin spellings of words in Devanagari or Gurmukhi.

Names are stored as typed, nearly all in Latin letters, and each has several spellings: शर्मा is Sharma or Sarma,
लुधियाना Ludhiana or Ludhiyana. Therefore the search does not use one transliteration but the common part of all: the
consonants in order, each in its usual spellings, with any vowels between them (decision 211).
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from careops_server.core.search.spellings import uniform_spelling

MAX_SOUNDS: Final = 24
"""Sounds of a word that are compared; further ones are ignored."""
_FEWEST: Final = 2
"""One sound alone matches the beginning of half of all names."""
_BETWEEN: Final = "[aeiouyh]*"
_NASALS: Final = "ंँੰਂਁ"
_CONSONANTS: Final = {
    "क": "[kcq]+",
    "ख": "[kc]+",
    "ग": "g+",
    "घ": "g+",
    "ङ": "n+",
    "च": "c+",
    "छ": "c+",
    "ज": "[jz]+",
    "झ": "[jz]+",
    "ञ": "n+",
    "ट": "t+",
    "ठ": "t+",
    "ड": "[dr]+",
    "ढ": "[dr]+",
    "ण": "n+",
    "त": "t+",
    "थ": "t+",
    "द": "d+",
    "ध": "d+",
    "न": "n+",
    "प": "p+",
    "फ": "(?:p+h|f+)",
    "ब": "b+",
    "भ": "b+",
    "म": "m+",
    "य": "[yij]?",
    "र": "r+",
    "ल": "l+",
    "व": "[vwb]+",
    "श": "s+",
    "ष": "s+",
    "स": "s+",
    "ह": "h",
    "ऋ": "r+",
    "ृ": "r+",
    "ळ": "l+",
}
_VOWELS: Final = frozenset("अआइईउऊएऐओऔऑऍ")
_ROUND: Final = frozenset("उऊओऔ")
_VIRAMA: Final = "्"
_NUKTA: Final = "़"
_TOGETHER: Final = {"क्ष": "(?:[kc]+h*s+|x+)", "ज्ञ": "(?:[gj]+|[jg]n+)"}
_SOUND: Final = re.compile("|".join([*_TOGETHER, "."]), re.DOTALL)
_TO_DEVANAGARI: Final = 0x0A00 - 0x0900
_DIGIT: Final = re.compile(r"\d")


def sounding(words: str) -> str | None:
    """Return the expression for lowercase text, None if there is no word in these scripts or it has too few sounds."""
    if not any("ऀ" <= character <= "੿" for character in words):
        return None
    sounds = [_word(word) for word in words.split()]
    known_sounds = [sound for sound in sounds if sound is not None]
    return "[a-z]* +".join(known_sounds) if known_sounds and len(known_sounds) == len(sounds) else None


def _word(word: str) -> str | None:
    parts: list[str] = []
    count, joined = 0, False
    for sound in _SOUND.findall(_in_devanagari(uniform_spelling(word.lower()))):
        spelt = _TOGETHER.get(sound) or _CONSONANTS.get(sound)
        if sound in _NASALS:
            parts.append("[nm]?g?")
        elif sound in _VOWELS and not parts:
            count += 1
            parts.append("[aeiou]+")
        elif sound in _ROUND:
            parts.append("w?")  # टाउन is Town
        elif spelt is not None:
            # A doubled letter is often written once: दिल्ली is Delhi.
            if not (joined and parts and parts[-1] == spelt):
                count += spelt != _CONSONANTS["य"]
                parts.append(spelt)
        elif sound.isascii() and sound.isalnum():
            count += 1
            parts.append(sound)
        joined = sound == _VIRAMA or (joined and sound == _NUKTA)
        if count == MAX_SOUNDS:
            break
    return rf"\m{_BETWEEN.join(parts)}" if count >= _FEWEST else None


def _in_devanagari(word: str) -> str:
    """Map Gurmukhi to the Devanagari letters at the same code positions, and digits to ASCII."""
    moved = "".join(
        chr(ord(character) - _TO_DEVANAGARI) if "ਅ" <= character <= "੯" else character for character in word
    )
    plain = _DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), moved)
    return unicodedata.normalize("NFD", plain)

"""Search terms as LIKE patterns.

Staff with a caller on the line paste a phone number in any format, words in any order, with extra blanks or commas, or
type a name in its script (शर्मा, ਸ਼ਰਮਾ). Text that contains the typed term always matches. Other matches contain all of
its words or their sounds, or its number.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from careops_server.core.search.phonetic_keys import among_consonants
from careops_server.core.search.phonetics import sounding
from careops_server.core.search.spellings import spellings

MAX_WORDS: Final = 6
"""Longer terms search for the rest as one phrase."""
WHOLE: Final = "__whole"
"""Suffix of the parameter with the whole term. It only orders: texts that contain it come first."""
NUMBER: Final = "__number"
"""Suffix of the parameter with a phone number's digits, an alternative to the typed term."""
SOUNDS: Final = "__sounds"
"""Suffix of the parameter with the sound of a word in another script, an alternative to the word."""
ALIKE: Final = "__alike"
"""Suffix of the parameter with the table's words that sound like a word in another script, as joined patterns. It
replaces the sound.
"""
SCRIPTS: Final = "__scripts"
"""Suffix of the parameter with a word's stored form in other scripts, an alternative to the word."""
SPELLINGS: Final = "__spellings"
"""Suffix of the parameter with the spellings of a word in another script, an alternative to the word."""
NEARLY: Final = "__nearly"
"""Suffix of the parameter with corrections of a mistyped word, as joined patterns. It is one text, because it is part
of the cache key of an answer.
"""
_HEARD: Final = (SOUNDS, SCRIPTS)
_BESIDES: Final = (WHOLE, NUMBER, ALIKE, SPELLINGS, *_HEARD)
_BETWEEN: Final = "\x1f"
TermExpansions = Mapping[str, Sequence[str]]
"""Typed words in lowercase with their alternatives."""
AS_TYPED: Final[TermExpansions] = {}
"""No alternatives."""
_NOTHING: Final = "$."
_SPELT_NUMBER: Final = re.compile(r"[+(]{0,2}\d[\d\s().\u2010-\u2015-]{4,}")
_PREFIX: Final = re.compile(r"^(?:0*91|0+)(?=\d{10}$)")
_QUOTES: Final = "'’‘‛ʼ`´′\"“”„‟″«»"
_AROUND_WORDS: Final = f".,;:{_QUOTES}"
_ANY_CHARACTER: Final = str.maketrans(dict.fromkeys(_QUOTES, "_"))
_MIN_LETTERS_AROUND_QUOTES: Final = 3
"""Minimum of characters beside the quotes in a term; "o'b" would match every o and b with a character between."""


def containing(term: str | None) -> str | None:
    """Return a pattern for lowercase text that contains the term literally, None for no term."""
    if not term:
        return None
    escaped = term.lower().replace("\\", "\\\\").replace("%", r"\%").replace("_", r"\_")
    # Devices replace ' with ’ automatically. Any character matches; an index finds the letters around it.
    if sum(character not in _QUOTES for character in term) >= _MIN_LETTERS_AROUND_QUOTES:
        escaped = escaped.translate(_ANY_CHARACTER)
    return f"%{escaped}%"


def _containing_words(words: str) -> str:
    """Return a pattern for text that contains the words in order, with anything between them."""
    return (containing(words) or "").replace(" ", "%")


def patterns(
    name: str,
    term: str | None,
    corrections: TermExpansions = AS_TYPED,
    *,
    phonetic: TermExpansions = AS_TYPED,
    by_sound: bool = True,
) -> dict[str, str]:
    """Return a search's parameters by the names that ``condition`` and ``exact_first`` use; none for no term.

    ``phonetic`` are the table's words that sound like words in other scripts, if known. ``by_sound`` is
    for names, which are short; prose would match almost any sound.
    """
    terms = _patterns(name, term, corrections, phonetic)
    if not terms:
        return terms
    if not by_sound:
        return {each: value for each, value in terms.items() if not each.endswith(_HEARD)}
    # Consonants find each spelling, and by an index; an expression with joiners reads the whole table.
    spare = {each.removesuffix(SCRIPTS) + SPELLINGS for each in terms if each.endswith(SCRIPTS)}
    return {each: value for each, value in terms.items() if each not in spare}


def _patterns(name: str, term: str | None, corrections: TermExpansions, phonetic: TermExpansions) -> dict[str, str]:
    if not term or not (pattern := containing(term)):
        return {}
    if number := _number(term):
        return {name: pattern} if number == term else {name: pattern, name + NUMBER: f"%{number}%"}
    each = words_in(term)
    if not corrections and (each == [term.lower()] or not each):
        return {name: pattern, **_sounds(name, term.lower(), phonetic)}
    several: dict[str, str] = {}
    for place, word in enumerate(each, start=1):
        parameter = name if place == 1 else f"{name}__{place}"
        if (instead := corrections.get(word)) is None:
            several |= {parameter: _containing_words(word), **_sounds(parameter, word, phonetic)}
        else:  # in a search of several words, each may also appear as typed, inside another word
            several[parameter + NEARLY] = _any_of(instead if len(each) == 1 else (word, *instead))
    return several if corrections else {**several, name + WHOLE: pattern}


def words_in(term: str) -> list[str]:
    """Return the lowercase words of a search. A match contains all of them."""
    words = [word.strip(_AROUND_WORDS) or word for word in term.lower().split()]
    last_word = " ".join(words[MAX_WORDS - 1 :])
    return [*words[: MAX_WORDS - 1], last_word] if last_word else words


def conditions(text: Mapping[str, str], names: Collection[str]) -> list[str]:
    """Return the SQL conditions for the parameters among ``names`` that search one of the texts."""
    clauses = []
    for searched in sorted(text):
        words = [name for name in sorted(names) if name.partition("__")[0] == searched and not name.endswith(_BESIDES)]
        typed = [_ways(text[searched], word, names) for word in words]
        consonants = _consonants_of(text[searched])
        by_sound = [[f"{consonants} ~ :{word}{SCRIPTS}"] if word + SCRIPTS in names else [] for word in words]
        by_consonants = [way for ways in by_sound for way in ways]
        if len(words) == 1 or not by_consonants:
            clauses += [_either([*ways, *sounds]) for ways, sounds in zip(typed, by_sound, strict=True)]
        else:
            # Not word by word: for several words that are each found by two indexes, PostgreSQL uses the indexes for
            # the first word only. Text with words in another script is found by their consonants; its other words use
            # no index.
            beside = [_ways(f"({text[searched]} || '')", word, names) for word in words]
            either = [_either([*ways, *sounds]) for ways, sounds in zip(beside, by_sound, strict=True)]
            clauses.append(_either([_all(map(_either, typed)), _all([_either(by_consonants), *either])]))
    return clauses


def _ways(text: str, word: str, names: Collection[str]) -> list[str]:
    """Return the SQL of each way to find a word in Latin letters."""
    if word.endswith(NEARLY):
        return [_like_any(text, word)]
    ways = [f"{text} like :{word}"]
    if word + NUMBER in names:
        ways.append(f"{text} like :{word}{NUMBER}")
    if word + SPELLINGS in names:
        ways.append(f"{text} ~ :{word}{SPELLINGS}")
    if word + SOUNDS in names:
        ways.append(f"{text} ~ :{word}{SOUNDS}")
    if word + ALIKE in names:
        ways.append(_like_any(text, word + ALIKE))
    return ways


def _like_any(text: str, name: str) -> str:
    return f"{text} like any(string_to_array(:{name}, chr({ord(_BETWEEN)})))"


def _either(ways: Sequence[str]) -> str:
    return ways[0] if len(ways) == 1 else f"({' or '.join(ways)})"


def _all(conditions: Iterable[str]) -> str:
    every = list(conditions)
    return every[0] if len(every) == 1 else f"({' and '.join(every)})"


def _consonants_of(text: str) -> str:
    """Return SQL for the consonants, stored for each text that has a search index (migration 0277)."""
    of, dot, column = text.rpartition(".")
    return f"{of}.search_consonants" if dot and column == "search_text" else f"consonants_of({text})"


def exact_first(text: Mapping[str, str], names: Collection[str], order: str) -> str:
    """Return the order, preceded by matches of the whole term if several words are searched."""
    exact = [f"({text[name]} like :{name}{WHOLE}) desc" for name in sorted(text) if name + WHOLE in names]
    return ", ".join([*exact, order])


def sounding_or_containing(name: str, term: str) -> dict[str, str]:
    """Return regular expressions for a few lowercase texts: one for texts that contain the term or sound like
    it, by ``name``, and one for their consonants, by ``name`` with ``_in_scripts``.
    """
    ways = (re.escape(term.lower()), spellings(term.lower()), sounding(term))
    either = "|".join(expression for expression in ways if expression)
    return {name: either, f"{name}_in_scripts": among_consonants(term.lower()) or _NOTHING}


def _sounds(name: str, word: str, phonetic: TermExpansions) -> dict[str, str]:
    values = {name + SCRIPTS: among_consonants(word), name + SPELLINGS: spellings(word)}
    if word in phonetic:
        values[name + ALIKE] = _any_of(phonetic[word])
    else:
        values[name + SOUNDS] = sounding(word)
    return {each: expression for each, expression in values.items() if expression}


def _any_of(words: Sequence[str]) -> str:
    return _BETWEEN.join(_containing_words(word) for word in words)


def _number(term: str) -> str | None:
    """Return the digits of a phone number in stored form: without blanks, dashes, +91, 0091 or the trunk zero."""
    if not _SPELT_NUMBER.fullmatch(term.strip()):
        return None
    digits = "".join(str(unicodedata.decimal(character)) for character in term if character.isdecimal())
    if "+" in term and digits.startswith("91"):
        return digits[2:]
    return _PREFIX.sub("", digits)

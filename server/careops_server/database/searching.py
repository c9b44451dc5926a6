"""What a search looks for, as LIKE patterns.

Somebody with a caller on the line pastes what they have: a phone number in any spelling, words in any order, two
blanks, a comma too many; or they write a name as they would, शर्मा, ਸ਼ਰਮਾ. Whatever contains the term as it was typed is
always found; what else is found contains all of its words or their sounds, or its number.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from careops_server.database.consonants import among_consonants
from careops_server.database.sounds import sounding

MOST_WORDS: Final = 6
"""What comes after so many words is looked for in one piece."""
WHOLE: Final = "__whole"
"""Ends the name of the parameter that holds the whole term: what contains it comes first, it leaves nothing out."""
NUMBER: Final = "__number"
"""Ends the name of the parameter that holds a phone number's digits; they do instead of the term as it was typed."""
SOUNDS: Final = "__sounds"
"""Ends the name of the parameter that holds what a word of another script sounds like; it does instead of the word."""
ALIKE: Final = "__alike"
"""Ends the name of the parameter that holds the words of a table that sound like a word of another script, one pattern
behind the other; they do instead of its sound."""
SCRIPTS: Final = "__scripts"
"""Ends the name of the parameter that holds what a word is kept as in other scripts; it does instead of the word."""
NEARLY: Final = "__nearly"
"""Ends the name of the parameter that holds what a mistyped word is meant for, one pattern behind the other: one text,
as it is a part of what an answer is remembered by."""
_HEARD: Final = (SOUNDS, SCRIPTS)
_BESIDES: Final = (WHOLE, NUMBER, ALIKE, *_HEARD)
_BETWEEN: Final = "\x1f"
Meant = Mapping[str, Sequence[str]]
"""Words that were typed, in lowercase, and those that do instead of each."""
AS_TYPED: Final[Meant] = {}
"""Nothing does instead."""
_NOTHING: Final = "$."
_SPELT_NUMBER: Final = re.compile(r"[+(]{0,2}\d[\d\s().\u2010-\u2015-]{4,}")
_PREFIX: Final = re.compile(r"^(?:0*91|0+)(?=\d{10}$)")
_QUOTES: Final = "'’‘‛ʼ`´′\"“”„‟″«»"
_AROUND_WORDS: Final = f".,;:{_QUOTES}"
_ANY_CHARACTER: Final = str.maketrans(dict.fromkeys(_QUOTES, "_"))
_FEWEST_AROUND_QUOTES: Final = 3
"""Characters beside its quotes that a term needs; "o'b" would find every o and b with something between."""


def containing(term: str | None) -> str | None:
    """A pattern for lowercase text that contains the term, whatever characters are in it; None for no term."""
    if not term:
        return None
    escaped = term.lower().replace("\\", "\\\\").replace("%", r"\%").replace("_", r"\_")
    # Devices write ’ for ' by themselves. Any character does: an index finds the letters around it.
    if sum(character not in _QUOTES for character in term) >= _FEWEST_AROUND_QUOTES:
        escaped = escaped.translate(_ANY_CHARACTER)
    return f"%{escaped}%"


def _containing_words(words: str) -> str:
    """A pattern for text that contains a word, or several in their order with anything between them."""
    return (containing(words) or "").replace(" ", "%")


def patterns(
    name: str, term: str | None, meant: Meant = AS_TYPED, *, heard: Meant = AS_TYPED, by_sound: bool = True
) -> dict[str, str]:
    """The parameters of a search, by the names that ``condition`` and ``exact_first`` know; none for no term.

    ``heard`` are the words of the table that sound like those of another script, where that is known (``spelling``).
    ``by_sound`` is right for names, which are short; in prose a sound is heard everywhere.
    """
    found = _patterns(name, term, meant, heard)
    return found if by_sound else {each: value for each, value in found.items() if not each.endswith(_HEARD)}


def _patterns(name: str, term: str | None, meant: Meant, heard: Meant) -> dict[str, str]:
    if not term or not (whole := containing(term)):
        return {}
    if number := _number(term):
        return {name: whole} if number == term else {name: whole, name + NUMBER: f"%{number}%"}
    each = words_in(term)
    if meant:
        return _nearly(name, each, meant, heard)
    if [term.lower()] == each or not each:
        return {name: whole, **_sounds(name, term.lower(), heard)}
    several: dict[str, str] = {}
    for place, word in enumerate(each, start=1):
        one = name if place == 1 else f"{name}__{place}"
        several |= {one: _containing_words(word), **_sounds(one, word, heard)}
    return {**several, name + WHOLE: whole}


def words_in(term: str) -> list[str]:
    """The words of a search in lowercase, each of which has to be there."""
    found = [word.strip(_AROUND_WORDS) or word for word in term.lower().split()]
    rest = " ".join(found[MOST_WORDS - 1 :])
    return [*found[: MOST_WORDS - 1], rest] if rest else found


def conditions(text: Mapping[str, str], names: Collection[str]) -> list[str]:
    """The SQL that says so, for the parameters among ``names`` that look for something in one of the texts."""
    found = []
    for searched in sorted(text):
        words = [name for name in sorted(names) if name.partition("__")[0] == searched and not name.endswith(_BESIDES)]
        typed = [_ways(text[searched], word, names) for word in words]
        kept = _consonants_of(text[searched])
        heard = [[f"{kept} ~ :{word}{SCRIPTS}"] if word + SCRIPTS in names else [] for word in words]
        by_consonants = [way for ways in heard for way in ways]
        if len(words) == 1 or not by_consonants:
            found += [_either([*ways, *more]) for ways, more in zip(typed, heard, strict=True)]
        else:
            # Not word by word: of words that each are found in two indexes, PostgreSQL asks for the first one only.
            # Whatever holds one in another script is looked for by that, and its other words are no index's matter.
            beside = [_ways(f"({text[searched]} || '')", word, names) for word in words]
            either = [_either([*ways, *more]) for ways, more in zip(beside, heard, strict=True)]
            found.append(_either([_all(map(_either, typed)), _all([_either(by_consonants), *either])]))
    return found


def _ways(text: str, word: str, names: Collection[str]) -> list[str]:
    """The SQL of each way to find a word where it stands in our own letters."""
    if word.endswith(NEARLY):
        return [_like_any(text, word)]
    ways = [f"{text} like :{word}"]
    if word + NUMBER in names:
        ways.append(f"{text} like :{word}{NUMBER}")
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
    """Kept beside each text that is searched by an index (migration 0277)."""
    of, dot, column = text.rpartition(".")
    return f"{of}.search_consonants" if dot and column == "search_text" else f"consonants_of({text})"


def exact_first(text: Mapping[str, str], names: Collection[str], order: str) -> str:
    """The order, behind whether the whole term stands there as it was typed, where words are looked for one by one."""
    exact = [f"({text[name]} like :{name}{WHOLE}) desc" for name in sorted(text) if name + WHOLE in names]
    return ", ".join([*exact, order])


def sounding_or_containing(name: str, term: str) -> dict[str, str]:
    """Expressions for few lowercase texts: ``NAME`` for those that contain the term or sound like it,
    ``NAME_in_scripts`` for their consonants."""
    heard = (re.escape(term.lower()), sounding(term))
    either = "|".join(expression for expression in heard if expression)
    return {name: either, f"{name}_in_scripts": among_consonants(term.lower()) or _NOTHING}


def _nearly(name: str, each: Sequence[str], meant: Meant, heard: Meant) -> dict[str, str]:
    """Of several words each may also stand there as it was typed, inside another one. A single one did not."""
    several: dict[str, str] = {}
    for place, word in enumerate(each, start=1):
        one = name if place == 1 else f"{name}__{place}"
        instead = meant.get(word)
        if instead is None:
            several |= {one: _containing_words(word), **_sounds(one, word, heard)}
        else:
            looked_for = instead if len(each) == 1 else (word, *instead)
            several[one + NEARLY] = _any_of(looked_for)
    return several


def _sounds(name: str, word: str, heard: Meant) -> dict[str, str]:
    found = {name + SCRIPTS: among_consonants(word)}
    if word in heard:
        found[name + ALIKE] = _any_of(heard[word])
    else:
        found[name + SOUNDS] = sounding(word)
    return {each: expression for each, expression in found.items() if expression}


def _any_of(words: Sequence[str]) -> str:
    return _BETWEEN.join(_containing_words(word) for word in words)


def _number(term: str) -> str | None:
    """The digits that a phone number is kept as: without blanks, dashes, +91, 0091 or the zero of the trunk."""
    if not _SPELT_NUMBER.fullmatch(term.strip()):
        return None
    digits = "".join(str(unicodedata.decimal(character)) for character in term if character.isdecimal())
    if "+" in term and digits.startswith("91"):
        return digits[2:]
    return _PREFIX.sub("", digits)

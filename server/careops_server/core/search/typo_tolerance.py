"""Search words of tables, stored by triggers, for typing errors and for words by sound.

A search scans the distinct words of a table, not its rows: some ten thousand for 100,000 clinics. Only words that share
a half with the typed word are read, because one error leaves the other half intact (decision 213).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import text

from careops_server.core.database.connection import Connection
from careops_server.core.search.phonetic_keys import consonants_of
from careops_server.core.search.phonetics import sounding
from careops_server.core.search.terms import AS_TYPED, TermExpansions, words_in

FEWEST: Final = 4
"""Shortest word that is corrected. One error turns a shorter word into too many others."""
MOST: Final = 24
"""Longest stored word."""
MAX_CORRECTIONS: Final = 5
"""Corrections per word."""
MAX_NAMED_CORRECTIONS: Final = 8
"""Corrections in an answer, which names them in a header."""
MAX_SOUND_MATCHES: Final = 50
"""Words that sound like a word in another script. If there are more, the search uses the sound."""
_MIN_CONSONANTS: Final = 3
"""Minimum of consonants, because no shorter words are stored."""
_COMPARED: Final = 2_000
_TABLE: Final = "search_words"
# For each word: the word, and words of nearly its length with the same first or last half.
_NEAR: Final = text(f"""
    select json_object_agg(t.word, array(
        (select w.word from {_TABLE} w, generate_series(t.letters - 1, t.letters + 1) n
        where w.source = :source and w.letters = n and w.word >= t.first collate "C"
            and w.word < (t.first || :last) collate "C" limit {_COMPARED})
        union
        (select w.word from {_TABLE} w, generate_series(t.letters - 1, t.letters + 1) n
        where w.source = :source and w.letters = n and w.backwards >= t.behind collate "C"
            and w.backwards < (t.behind || :last) collate "C" limit {_COMPARED})
        union
        (select w.word from {_TABLE} w where w.source = :source and w.letters = t.letters
            and w.word = t.swapped collate "C")
    ))
    from unnest(cast(:words as text[]), cast(:letters as int[]), cast(:firsts as text[]), cast(:behinds as text[]),
                cast(:swaps as text[])) t (word, letters, first, behind, swapped)
""")

_HEARD: Final = text(f"""
    select coalesce(json_object_agg(t.word, array(
        select distinct w.word from {_TABLE} w where w.source = :source and w.word ~ t.sound
        limit {MAX_SOUND_MATCHES + 1}
    )), '{{}}')
    from unnest(cast(:words as text[]), cast(:sounds as text[])) t (word, sound)
""")


async def phonetic_terms(connection: Connection, source: str, term: str | None) -> TermExpansions:
    """Return the table's words that sound like the search's words in Devanagari or Gurmukhi.

    An index finds them as written at once, but helps little with a sound.
    """
    sounds = {word: sound for word in words_in(term or "") if (sound := _sound_of(word))}
    if not sounds:
        return AS_TYPED
    values = {"source": source, "words": list(sounds), "sounds": list(sounds.values())}
    (terms,) = (await connection.execute(_HEARD, values)).one_row()
    return {word: sorted(alike) for word, alike in terms.items() if len(alike) <= MAX_SOUND_MATCHES}


def _sound_of(word: str) -> str | None:
    sound = sounding(word)
    if sound is None or len(consonants_of(word).strip()) < _MIN_CONSONANTS:
        return None
    return sound.replace(r"\m", "^", 1)


async def corrected_terms(connection: Connection, source: str, term: str | None) -> TermExpansions:
    """Return corrections for a search without matches: the table's words one typing error away, most likely first.

    Words that the table contains are not corrected, unless it contains all of them.
    """
    typed = [word for word in dict.fromkeys(words_in(term or "")) if word.isalpha() and FEWEST <= len(word) <= MOST]
    if not typed:
        return AS_TYPED
    half = [len(word) // 2 for word in typed]
    values = {
        "source": source,
        "last": "\U0010ffff",
        "words": typed,
        "letters": list(map(len, typed)),
        "firsts": [word[:middle] for word, middle in zip(typed, half, strict=True)],
        "behinds": [word[: middle - 1 : -1] for word, middle in zip(typed, half, strict=True)],
        "swaps": [_swapped(word, middle) for word, middle in zip(typed, half, strict=True)],
    }
    (near,) = (await connection.execute(_NEAR, values)).one_row()
    unknown = [word for word in typed if word not in near[word]] or typed
    corrected = {word: _likeliest(word, near[word]) for word in unknown}
    return {word: instead for word, instead in corrected.items() if instead}


def corrections(spelt: TermExpansions) -> tuple[str, ...]:
    """Return the corrections for the answer, the most likely of each word first."""
    words = dict.fromkeys(word for instead in spelt.values() for word in instead)
    return tuple(words)[:MAX_NAMED_CORRECTIONS]


def is_slip(typed: str, word: str) -> bool:
    """Return whether two words differ by one extra, missing or wrong letter, or by two swapped neighbours."""
    if typed == word or abs(len(typed) - len(word)) > 1:
        return False
    same = next((at for at, (letter, other) in enumerate(zip(typed, word, strict=False)) if letter != other), None)
    if same is None:
        return True
    typed_tail, other = typed[same:], word[same:]
    if len(typed_tail) != len(other):
        return typed_tail[1:] == other or typed_tail == other[1:]
    return typed_tail[1:] == other[1:] or (typed_tail[:2] == other[1::-1] and typed_tail[2:] == other[2:])


def _swapped(word: str, at: int) -> str:
    """Swap the letters at the middle, the only error that changes both halves."""
    return word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :]


def _likeliest(typed: str, near: Sequence[str]) -> tuple[str, ...]:
    """Return the most likely words. The first letter is seldom wrong, and swapped letters are more frequent than wrong
    ones.
    """
    slips = [word for word in near if is_slip(typed, word)]
    slips.sort(key=lambda word: (word[0] != typed[0], sorted(word) != sorted(typed), word))
    return tuple(slips[:MAX_CORRECTIONS])

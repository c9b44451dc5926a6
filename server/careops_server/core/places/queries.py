"""SQL of places: prefix search word by word, with correction of typing errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from sqlalchemy import TextClause, text

from careops.calls.places import Place
from careops_server.core.database.connection import Connection

_LOOKED_AT: Final = 300
"""Candidates that are ranked; whole cities and large offices come first."""
_COMPARED: Final = 3_000
_LOADED = text("select exists (select from places)")
_HAS_TRIGRAMS = text("select exists (select from pg_extension where extname = 'pg_trgm')")
# For each typed word: the word if another begins with it, else the nearest words with the same sound. Compared by
# bytes, because LIKE uses no index for a pattern from a row.
_MEANT = text("""
    select t.word as typed, case
        when exists (select from place_words w where w.word ~>=~ t.word and w.word ~<~ (t.word || :last))
            then array[t.word]
        when t.sound = '' then '{}'
        else array(
            select w.word from place_words w
            where w.sound ~>=~ t.sound
              and w.sound ~<~ (t.sound || case when length(t.sound) > 2 then :last else chr(1) end)
              and similarity(w.word, t.word) > 0.25
            order by similarity(w.word, t.word) desc, w.places desc, w.word limit 3
        ) end as corrections
    from unnest(cast(:words as text[]), cast(:sounds as text[])) with ordinality t (word, sound, number)
    order by t.number
""")
# Words that sound like one in another script: the most frequent complete matches, and longer words.
_SOUNDING = text("""
    select t.word as typed, array(
        select f.word from (
            select w.word, w.places, w.ends, row_number() over (partition by w.ends order by w.places desc, w.word)
            from (select word, places, word ~ (t.pattern || '[aeiouyh]*$') as ends
                  from place_words where word ~ t.pattern) w
        ) f where f.row_number <= 3 order by f.ends desc, f.row_number
    ) as spellings
    from unnest(cast(:words as text[]), cast(:patterns as text[])) t (word, pattern)
""")
_NEAREST = text("""
    select w.word from place_words w where w.word % :word
    order by similarity(w.word, :word) desc, w.places desc, w.word limit 3
""")


async def loaded(connection: Connection) -> bool:
    """Return whether the places are loaded."""
    return bool((await connection.execute(_LOADED)).scalar_one())


async def find(connection: Connection, words: Sequence[Sequence[str]], limit: int) -> list[Place]:
    """Return places in which every word, or an alternative of it, is the beginning of a word."""
    short = sum(len(alternatives[0]) for alternatives in words) < 3
    statement = _find_statement(tuple(len(alternatives) for alternatives in words), cities_only=short)
    values: dict[str, object] = {"limit": limit, "first": f" {words[0][0]}", "phrase": _phrase(words)}
    for number, alternatives in enumerate(words):
        values |= {f"w{number}_{other}": f"% {word}%" for other, word in enumerate(alternatives)}
    rows = (await connection.execute(statement, values)).mappings()
    return [Place.model_validate(row) for row in rows]


def _phrase(words: Sequence[Sequence[str]]) -> str:
    return "".join(f" {alternatives[0]}" for alternatives in words)


@cache
def _find_statement(shape: tuple[int, ...], *, cities_only: bool) -> TextClause:
    conditions = [
        "(" + " or ".join(f"search like :w{number}_{other}" for other in range(count)) + ")"
        for number, count in enumerate(shape)
    ]
    if cities_only:
        conditions.append("locality is null")
    return text(f"""
        select locality, city, state, zipcode, latitude, longitude
        from (select * from places where {" and ".join(conditions)} limit {_LOOKED_AT}) p
        order by locality is null desc, starts_with(search, :phrase) desc, starts_with(search, :first) desc, id
        limit :limit
    """)


async def find_most(connection: Connection, words: Sequence[Sequence[str]], *, needed: int, limit: int) -> list[Place]:
    """Return places with the needed word, ranked by the number of other matching words."""
    statement = _find_most_statement(tuple(len(alternatives) for alternatives in words), needed)
    values: dict[str, object] = {"limit": limit}
    for number, alternatives in enumerate(words):
        values |= {f"w{number}_{other}": f"% {word}%" for other, word in enumerate(alternatives)}
    rows = (await connection.execute(statement, values)).mappings()
    return [Place.model_validate(row) for row in rows]


@cache
def _find_most_statement(shape: tuple[int, ...], needed: int) -> TextClause:
    has = [
        "(" + " or ".join(f"search like :w{number}_{other}" for other in range(count)) + ")"
        for number, count in enumerate(shape)
    ]
    others = " + ".join(f"cast({condition} as integer)" for condition in has)
    return text(f"""
        select locality, city, state, zipcode, latitude, longitude
        from (select * from places where {has[needed]} limit {_COMPARED}) p
        order by {others} desc, locality is null desc, id
        limit :limit
    """)


async def latin_spellings(connection: Connection, sounds: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the Latin spellings of words in other scripts, by their sounds; an empty list if there are no matches."""
    if not sounds:
        return {}
    values = {"words": list(sounds), "patterns": list(sounds.values())}
    return {row.typed: list(row.spellings) for row in await connection.execute(_SOUNDING, values)}


async def corrected_words(connection: Connection, words: Sequence[str], sounds: Sequence[str]) -> list[list[str]]:
    """Return the alternatives of each word. Unknown words are left out."""
    if not (await connection.execute(_HAS_TRIGRAMS)).scalar_one():
        return [[word] for word in words]
    values = {"words": list(words), "sounds": list(sounds), "last": "\U0010ffff"}
    rows = (await connection.execute(_MEANT, values)).mappings()
    alternatives_of = [list(row["corrections"]) for row in rows]
    unknown = [
        number for number, alternatives in enumerate(alternatives_of) if not alternatives and len(words[number]) > 3
    ]
    # Numbers are not corrected, and only one word may be compared with all others, to limit the cost.
    if len(unknown) == 1 and words[unknown[0]].isalpha():
        nearest = await connection.execute(_NEAREST, {"word": words[unknown[0]]})
        alternatives_of[unknown[0]] = list(nearest.scalars())
    return [alternatives for alternatives in alternatives_of if alternatives]

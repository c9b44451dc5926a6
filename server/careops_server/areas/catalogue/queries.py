"""SQL of the catalogues. They are small, so searches scan them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, get_args

from sqlalchemy import TextClause, text

from careops.calls.catalogue import CatalogueEntry, CatalogueIndex
from careops_server.core.database.connection import Connection

# Words in search form: lowercase, with one blank before each.
_WORDS: Final = "' ' || regexp_replace(lower(name), '[^[:alnum:]]+', ' ', 'g')"
_FORMS: Final = {
    "match_phrase_prefix": "strpos(words, ' ' || :term) > 0",
    "match": "string_to_array(trim(words), ' ') && string_to_array(:term, ' ')",
}


def _statement(table: str, condition: str) -> TextClause:
    return text(f"""
        select id, name from (select id, name, {_WORDS} as words from {table}) entries
        where {condition}
        order by not starts_with(words, ' ' || :term), length(name), name, id limit :size
    """)


_STATEMENTS: Mapping[tuple[CatalogueIndex, str], TextClause] = {
    (index, form): _statement(index, condition)
    for index in get_args(CatalogueIndex)
    for form, condition in _FORMS.items()
}
_NUMBERS: Mapping[CatalogueIndex, TextClause] = {
    index: text(f"select name, id from {index} where name = any(:names)") for index in get_args(CatalogueIndex)
}
_COUNT = text("""
    insert into search_counts as c (ip_address, minute, used) values (:ip_address, date_trunc('minute', now()), 1)
    on conflict (ip_address, minute) do update set used = c.used + 1
    returning used, cast(60 - extract(second from now()) as float8) as seconds_left
""")
_FORGET = text("delete from search_counts where minute < now() - interval '5 minutes'")


async def search(
    connection: Connection, index: CatalogueIndex, *, form: str, term: str, size: int
) -> list[CatalogueEntry]:
    """Return entries whose name contains the words in order, the last one possibly incomplete; or any of the words."""
    words = " ".join(re.findall(r"[^\W_]+", term.lower()))
    if not words:
        return []
    rows = (await connection.execute(_STATEMENTS[index, form], {"term": words, "size": size})).mappings()
    return [CatalogueEntry.model_validate(row) for row in rows]


async def numbers_of(connection: Connection, index: CatalogueIndex, names: Sequence[str]) -> dict[str, int]:
    """Return the numbers of entries by name. Unknown names are left out."""
    rows = await connection.execute(_NUMBERS[index], {"names": list(names)})
    return {str(name): int(number) for name, number in rows}


async def count_search(connection: Connection, ip_address: str) -> tuple[int, float]:
    """Count a search of the address. Return the number within this minute and the seconds until it ends."""
    used, seconds_left = (await connection.execute(_COUNT, {"ip_address": ip_address})).one_row()
    if used == 1:
        await connection.execute(_FORGET)
    return used, seconds_left

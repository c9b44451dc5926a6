"""SQL of promo codes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from careops.calls.promo_codes import FindPromoCodes, ListPromoCodes, PromoCode
from careops.contract import Page, RawJson
from careops_server.core.database.connection import Connection
from careops_server.core.queries.list_query import ListQuery
from careops_server.core.queries.row_updates import Diff, LockedRow, UpdatableTable

_CODES = ListQuery(PromoCode, "promo_codes p")
# The key is the name without its blanks, so that "diwali26" finds "DIWALI 26".
_FOUND = ListQuery(
    PromoCode, "promo_codes p", contains={"search_text": "lower(p.promo_code_name) || ' ' || p.name_key"}
)
CODE: Final = UpdatableTable(
    "promo_codes",
    frozenset({"promo_code_name", "single_use", "expiry", "discount_amount", "discount_percentage"}),
    also=frozenset({"times_used"}),
)
_CREATE = text("""
    insert into promo_codes (promo_code_name, single_use, expiry, discount_amount, discount_percentage)
    values (:promo_code_name, :single_use, :expiry, :discount_amount, :discount_percentage)
    on conflict (name_key) do nothing returning id
""")
_DELETE = text("""
    delete from promo_codes where id = :id
    returning promo_code_name, single_use, expiry, discount_amount, discount_percentage, times_used
""")


async def list_promo_codes(connection: Connection, call: ListPromoCodes) -> RawJson[Page[PromoCode]]:
    """Return one page, newest first."""
    return await _CODES.page(connection, call)


async def find_promo_codes(connection: Connection, call: FindPromoCodes) -> RawJson[Page[PromoCode]]:
    """Return one page of the codes that match, newest first."""
    return await _FOUND.page(connection, call)


async def read_promo_code(connection: Connection, code_id: int) -> PromoCode | None:
    """Return a promo code, None if there is no such code."""
    return await _CODES.one(connection, code_id)


async def create_promo_code(connection: Connection, values: Mapping[str, Any]) -> int | None:
    """Create a promo code and return its id, None if the name is taken."""
    code_id: int | None = (await connection.execute(_CREATE, values)).scalar_one_or_none()
    return code_id


async def change_promo_code(connection: Connection, code: LockedRow, wanted: Mapping[str, Any]) -> Diff | None:
    """Set the fields that differ. Return None if the name is taken, even by a concurrent change."""
    try:
        async with connection.begin_nested():
            return await code.set(connection, wanted)
    except IntegrityError:
        return None


async def delete_promo_code(connection: Connection, code_id: int) -> Mapping[str, Any] | None:
    """Delete a promo code. Return its previous values, None if there is no such code."""
    row = (await connection.execute(_DELETE, {"id": code_id})).mappings().one_or_none()
    return None if row is None else dict(row)

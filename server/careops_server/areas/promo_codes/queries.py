"""SQL of promo codes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from careops.calls.promo_codes import NO_CODE, PromoCode
from careops_server.core.database import tables
from careops_server.core.database.connection import Connection
from careops_server.core.database.row_statements import insert_row
from careops_server.core.queries.list_query import ListQuery
from careops_server.core.queries.references import Reference
from careops_server.core.queries.row_updates import UpdatableTable

CODES: Final = ListQuery(PromoCode, "promo_codes p")
# The key is the name without its blanks, so that "diwali26" finds "DIWALI 26".
FOUND_CODES: Final = ListQuery(
    PromoCode, "promo_codes p", contains={"search_text": "lower(p.promo_code_name) || ' ' || p.name_key"}
)
CODE_REF: Final = Reference("promo_codes", "code_id", NO_CODE)
CODE: Final = UpdatableTable(
    tables.promo_codes,
    frozenset({"promo_code_name", "single_use", "expiry", "discount_amount", "discount_percentage"}),
    also=frozenset({"times_used"}),
)
_CREATE = insert_row(
    tables.promo_codes,
    "promo_code_name single_use expiry discount_amount discount_percentage",
    unique="name_key",
    returning="id",
)


async def create_promo_code(connection: Connection, values: Mapping[str, Any]) -> int | None:
    """Create a promo code and return its id, None if the name is taken."""
    return (await connection.execute(_CREATE, values)).scalar_one_or_none(int)

"""Handlers of promo codes."""

from __future__ import annotations

from datetime import date
from typing import Any

from careops.calls import promo_codes as calls
from careops.contract import Created, Empty
from careops.errors import Conflict, InvalidInput
from careops.india_time import today
from careops_server.areas.promo_codes import queries
from careops_server.core.context import Context
from careops_server.core.pipeline.etags import check_if_match
from careops_server.core.queries.records import delete_or_404, lock_or_404, read_or_404

_DISCOUNT = ("discount_amount", "discount_percentage")
list_promo_codes = queries.CODES.handle
find_promo_codes = queries.FOUND_CODES.handle


async def read_promo_code(call: calls.ReadPromoCode, context: Context) -> calls.PromoCode:
    """Return a promo code."""
    return await read_or_404(context.connection, queries.CODES, queries.CODE_REF, call.code_id)


async def create_promo_code(call: calls.CreatePromoCode, context: Context) -> Created:
    """Create a promo code."""
    _check_expiry(call.expiry)
    values = _values(call)
    code_id = await queries.create_promo_code(context.connection, values)
    if code_id is None:
        raise Conflict(calls.NAME_TAKEN, source="promo_code_name")
    context.changed("promo_code", code_id, after=values)
    return Created(id=code_id)


async def update_promo_code(call: calls.UpdatePromoCode, context: Context) -> Empty:
    """Set the fields that differ, under the code's lock. The expiry is validated only if it changes (B-56)."""
    code = await lock_or_404(context.connection, queries.CODE, queries.CODE_REF, call.code_id)
    await check_if_match(call, context, read_promo_code)
    values = _values(call)
    differing = code.changed_values(values)
    if "expiry" in differing:
        _check_expiry(call.expiry)
    if code["times_used"] and (changed := [name for name in _DISCOUNT if name in differing]):
        raise Conflict(calls.USED, source=changed[0])
    difference = await code.set_unique(context.connection, values, taken=calls.NAME_TAKEN, source="promo_code_name")
    context.changed("promo_code", call.code_id, **difference)
    return Empty()


async def delete_promo_code(call: calls.DeletePromoCode, context: Context) -> Empty:
    """Delete a promo code."""
    was = await delete_or_404(context.connection, queries.CODE, queries.CODE_REF, call.code_id)
    context.changed("promo_code", call.code_id, before=was)
    return Empty()


def _values(code: calls.CodeBody) -> dict[str, Any]:
    """Return the columns of a promo code. The discount that is not given becomes null."""
    return code.model_dump(include=set(calls.CodeBody.model_fields))


def _check_expiry(expiry: date) -> None:
    if expiry <= today():
        raise InvalidInput(calls.TOO_EARLY, source="expiry")

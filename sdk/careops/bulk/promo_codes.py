"""Bulk import of promo codes from a table. Each code is identified by its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, Never

from pydantic import ValidationError

from careops.bulk.changes import Change
from careops.bulk.prefetch import iterate
from careops.bulk.table_reader import Source
from careops.bulk.tables import Cells, TableLayout, read_table, row_error, text_of, why_unusable
from careops.bulk.targets import Found, InvalidRow, Target
from careops.calls.promo_codes import CreatePromoCode, ListPromoCodes, PromoCode, UpdatePromoCode
from careops.constants import MAX_PAGE_SIZE

if TYPE_CHECKING:
    from careops.bulk.backoff import Backoff
    from careops.bulk.row_store import RowStore
    from careops.client.sync_client import AsyncCareOps
    from careops.contract import Call

PROMO_CODES = TableLayout(
    {
        "promo_code_name": ("name", "promo_code_name", "promo_code", "code"),
        "expiry": ("expiry", "expire_by", "expire_by_date"),
        "single_use": ("single_use",),
        "discount_percentage": ("percent", "discount_percentage"),
        "discount_amount": ("amount", "discount_amount", "rupees"),
        "discount": ("discount",),
    },
    optional=frozenset({"discount_percentage", "discount_amount", "discount"}),
)
_ANSWERS: Final = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
_FIELDS: Final = ("single_use", "expiry", "discount_amount", "discount_percentage")


@dataclass(frozen=True)
class ImportPromoCodes(Change[Never]):
    """Create promo codes and change existing ones. Names ignore case and blanks."""

    makes = (CreatePromoCode, UpdatePromoCode)
    command: ClassVar[str] = "promo-codes import"

    @property
    def fingerprint(self) -> Mapping[str, Any]:
        return {}

    async def call(self, client: AsyncCareOps, target: Target) -> Call[Any]:
        there = await _find_by_name(client, str(target.key))
        if there is None:
            return CreatePromoCode.model_validate({"promo_code_name": target.key, **_discount_and_rest(target)})
        named = {"code_id": there.id, "promo_code_name": there.promo_code_name}
        return UpdatePromoCode.model_validate({**named, **_discount_and_rest(target)})

    async def prefetch(self, client: AsyncCareOps, pace: Backoff, store: RowStore, *, every_target: bool) -> None:
        """Read the complete list once: it has hundreds of codes, so this is cheaper than one request per row."""
        async with aclosing(iterate(client, pace, ListPromoCodes())) as pages:
            async for page in pages:
                told = [Target(0, there.promo_code_name, _fields(there)) for there in page.items]
                store.set_state_exactly(told, as_wanted=True)

    async def check(self, client: AsyncCareOps, target: Target) -> bool:
        """Return True if a code of this name with this discount, day and use exists."""
        there = await _find_by_name(client, str(target.key))
        return there is not None and _fields(there) == dict(target.fields)

    def describe(self, target: Target) -> str:
        percent, amount = target.fields["discount_percentage"], target.fields["discount_amount"]
        discount = f"₹{amount}" if percent is None else f"{percent}%"
        return f"{discount} off until {target.fields['expiry']}"


def read_promo_codes(source: Source) -> Iterator[Found]:
    """Read promo codes from a table with the columns name, expiry and single_use, and percent, amount or discount.

    ``discount`` has the format of the list of codes: ``10%`` or an amount in rupees.
    """
    return read_table(source, PROMO_CODES, promo_code)


def promo_code(row: int, cells: Cells) -> Found:
    """Parse and validate the promo code in a row of a table."""
    name = text_of(cells.get("promo_code_name"))
    if reason := why_unusable(cells, "discount_percentage", "discount_amount"):
        return InvalidRow(row, name, reason)
    said = {field: text_of(cells.get(field)) or None for field in PROMO_CODES.columns}
    discount = said.pop("discount")
    if discount and not (said["discount_percentage"] or said["discount_amount"]):
        field = "discount_percentage" if discount.endswith("%") else "discount_amount"
        said[field] = discount.removesuffix("%").removesuffix(".00").strip()
    use = (said["single_use"] or "").casefold()
    if use and use not in _ANSWERS:
        return InvalidRow(row, name, f"{use!r} is neither yes nor no")
    try:
        call = CreatePromoCode.model_validate({**said, "single_use": _ANSWERS.get(use)})
    except ValidationError as error:
        return row_error(row, name, error)
    told = call.model_dump(mode="json")
    return Target(row, call.promo_code_name, {field: told[field] for field in _FIELDS})


def _discount_and_rest(target: Target) -> dict[str, Any]:
    """Return the one discount that is given, and the other fields."""
    return {name: value for name, value in target.fields.items() if value is not None}


def _fields(there: PromoCode) -> dict[str, Any]:
    amount = there.discount_amount
    return {
        "single_use": there.single_use,
        "expiry": there.expiry.isoformat(),
        "discount_amount": None if amount is None else int(amount),
        "discount_percentage": there.discount_percentage,
    }


def _key(name: str) -> str:
    return "".join(name.split()).lower()


async def _find_by_name(client: AsyncCareOps, name: str) -> PromoCode | None:
    async for there in client.each(ListPromoCodes(perpage=MAX_PAGE_SIZE)):
        if _key(there.promo_code_name) == _key(name):
            return there
    return None

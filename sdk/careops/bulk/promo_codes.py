"""Bulk import of promo codes from a table. Each code is identified by its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from careops.bulk.table_import import Parsed, RowError, Upsert
from careops.bulk.tables import Cells, TableLayout, text_of
from careops.bulk.targets import Target
from careops.calls.promo_codes import CreatePromoCode, ListPromoCodes, PromoCode, UpdatePromoCode
from careops.constants import MAX_PAGE_SIZE

_ANSWERS: Final = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
_FIELDS: Final = ("single_use", "expiry", "discount_amount", "discount_percentage")


class ImportPromoCodes(Upsert[PromoCode]):
    """Create promo codes and change existing ones. Names ignore case and blanks.

    The discount of a row is ``percent`` or ``amount``, or ``discount`` in the format of the list of codes: ``10%`` or
    an amount in rupees.
    """

    command = "promo-codes import"
    layout = TableLayout(
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
    key, rounded = "promo_code_name", ("discount_percentage", "discount_amount")
    makes = (CreatePromoCode, UpdatePromoCode)
    create, update, complete_list = CreatePromoCode, UpdatePromoCode, ListPromoCodes

    @classmethod
    def parse(cls, cells: Cells) -> Parsed:
        values = {field: text_of(cells.get(field)) or None for field in cls.layout.columns}
        discount = values.pop("discount")
        if discount and not (values["discount_percentage"] or values["discount_amount"]):
            field = "discount_percentage" if discount.endswith("%") else "discount_amount"
            values[field] = discount.removesuffix("%").removesuffix(".00").strip()
        use = (values["single_use"] or "").casefold()
        if use and use not in _ANSWERS:
            raise RowError(f"{use!r} is neither yes nor no")
        call = CreatePromoCode.model_validate({**values, "single_use": _ANSWERS.get(use)})
        body = call.model_dump(mode="json")
        return call.promo_code_name, {field: body[field] for field in _FIELDS}

    def candidates(self, target: Target) -> ListPromoCodes:
        return ListPromoCodes(perpage=MAX_PAGE_SIZE)

    def is_same(self, record: PromoCode, target: Target) -> bool:
        return _key(record.promo_code_name) == _key(str(target.key))

    def create_values(self, target: Target) -> Mapping[str, Any]:
        return {"promo_code_name": target.key, **_discount(target)}

    def update_values(self, record: PromoCode, target: Target) -> Mapping[str, Any]:
        return {"code_id": record.id, "promo_code_name": record.promo_code_name, **_discount(target)}

    def is_satisfied(self, record: PromoCode, target: Target) -> bool:
        return _fields(record) == dict(target.fields)

    def satisfied_targets(self, record: PromoCode) -> Iterable[Target]:
        return (Target(0, record.promo_code_name, _fields(record)),)

    def describe(self, target: Target) -> str:
        percent, amount = target.fields["discount_percentage"], target.fields["discount_amount"]
        discount = f"₹{amount}" if percent is None else f"{percent}%"
        return f"{discount} off until {target.fields['expiry']}"


read_promo_codes = ImportPromoCodes.read


def _discount(target: Target) -> dict[str, Any]:
    """Return the one discount that is given, and the other fields."""
    return {name: value for name, value in target.fields.items() if value is not None}


def _fields(code: PromoCode) -> dict[str, Any]:
    amount = code.discount_amount
    return {
        "single_use": code.single_use,
        "expiry": code.expiry.isoformat(),
        "discount_amount": None if amount is None else int(amount),
        "discount_percentage": code.discount_percentage,
    }


def _key(name: str) -> str:
    return "".join(name.split()).lower()

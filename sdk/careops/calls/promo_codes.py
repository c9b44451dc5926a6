"""Promo codes: discounts on the platform's billing until a day. Spec: B 2, B 3, B 5, B 7, B 8."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Final, Self

from pydantic import BaseModel, BeforeValidator, Field, model_validator

from careops.constants import MAX_NAME_LENGTH
from careops.contract import BILLING, Call, Created, Empty, Example, Model, Page, PageParams
from careops.contract.envelopes import CREATED, array_in, object_in, one_page
from careops.contract.fields import Day, Id, Rupees, Text, TypedText, required, strict_int
from careops.contract.resource import ClientT, Resource, each_row, method
from careops.contract.routes import Delete, Get, ListedBy, Post, Put
from careops.error_codes import title_of

NO_CODE: Final = title_of("promo_code_not_found")
NAME_TAKEN: Final = title_of("promo_code_name_taken")
TOO_EARLY: Final = title_of("promo_code_expiry_too_early")
USED: Final = title_of("promo_code_used")
_LISTED: Final = ListedBy("FindPromoCodes", "code_id")
_BODY = {"promo_code_name": "DIWALI26", "single_use": True, "expiry": "2099-11-08", "discount_percentage": 20}


Percent = Annotated[int, Field(ge=1, le=100), BeforeValidator(strict_int)]
WholeRupees = Annotated[int, Field(ge=1, le=1_000_000), BeforeValidator(strict_int)]


class PromoCode(Model):
    """Promo code with exactly one of the two discounts."""

    id: int
    """Id of the promo code."""
    promo_code_name: str
    """Code that users type; unique regardless of case and blanks."""
    single_use: bool
    """True if each user may use it only once."""
    expiry: date
    """Last day on which it is valid, in India."""
    created_at: datetime
    """Time of creation, in UTC."""
    discount_percentage: int | None = None
    """Discount in percent; null if the discount is an amount."""
    discount_amount: Rupees | None = None
    """Discount in rupees; null if the discount is a percentage."""
    times_used: int = 0
    """Number of uses by all users; an addition of careops, 0 if the platform does not return it."""


class ListPromoCodes(PageParams, Call[Page[PromoCode]]):
    """List promo codes, including expired ones, newest first. Spec: B 2, B 7 (B-17)."""

    route = Get(
        "/admin/billing_promo_codes", access=BILLING, answer=array_in("data.billing_promo_codes", counts="data")
    )
    example = Example(
        call={},
        answer=one_page(
            {"id": 5, **_BODY, "created_at": "2026-09-14T04:05:00Z", "discount_amount": None, "times_used": 0}
        ),
    )


class FindPromoCodes(PageParams, Call[Page[PromoCode]]):
    """List promo codes whose name matches, newest first. Our own addition: the documented list has no search (S-6)."""

    route = Get(
        "/careops/promo_codes",
        access=BILLING,
        forwarded=True,
        answer=array_in("data.billing_promo_codes", counts="data"),
    )
    example = Example(
        call={"search_text": "diwali"}, answer=one_page({"id": 5, **_BODY, "created_at": "2026-09-14T04:05:00Z"})
    )

    search_text: Text | None = None
    """Words to look for in the name, with or without its blanks."""


class CodeBody(BaseModel):
    """Fields of a new or changed promo code: one discount, in percent or in rupees."""

    promo_code_name: Annotated[
        str, TypedText(MAX_NAME_LENGTH, at_least=1), required(title_of("promo_code_name_required"))
    ]
    """Code that users type; unique regardless of case and blanks."""
    single_use: Annotated[bool, required(title_of("single_use_required"))]
    """True if each user may use it only once."""
    expiry: Annotated[Day, required(title_of("required", what="Expire by date"))]
    """Last valid day, YYYY-MM-DD, in India; a new or changed day must be after today (B-56)."""
    discount_amount: WholeRupees | None = None
    """Discount in whole rupees; the percentage becomes null (B-55)."""
    discount_percentage: Percent | None = None
    """Discount in percent; the amount becomes null (B-55)."""

    @model_validator(mode="before")
    @classmethod
    def _missing_is_null(cls, data: Any) -> Any:
        """Treat a missing field as empty, so that both give the same message (B 5)."""
        defaults = {"promo_code_name": None, "single_use": None, "expiry": None}
        return {**defaults, **data} if isinstance(data, dict) else data

    @model_validator(mode="after")
    def _one_discount(self) -> Self:
        if self.discount_amount is None and self.discount_percentage is None:
            raise ValueError(title_of("required", what="Discount"))
        if self.discount_amount is not None and self.discount_percentage is not None:
            raise ValueError(title_of("discount_ambiguous"))
        return self


class CreatePromoCode(CodeBody, Call[Created]):
    """Create a promo code. Spec: B 5, B 7 (B-55, B-57, B-106)."""

    route = Post("/admin/billing_promo_codes", access=BILLING, answer=CREATED, event="promo_code.create")
    example = Example(call=_BODY, answer={"id": 4})


class ReadPromoCode(Call[PromoCode]):
    """Return one promo code. Our own addition (S-6)."""

    route = Get(
        "/careops/promo_codes/{code_id}",
        access=BILLING,
        forwarded=True,
        answer=object_in("data"),
        versioned=tuple(CodeBody.model_fields),
    )
    example = Example(call={"code_id": 5}, answer={"id": 5, **_BODY, "created_at": "2026-09-14T04:05:00Z"})

    code_id: Id
    """Id of the promo code."""


class UpdatePromoCode(CodeBody, Call[Empty]):
    """Replace a promo code, also an expired one. A used code keeps its discount. Spec: B 5, B 7 (B-56, B-57, B-106)."""

    route = Put(
        "/admin/billing_promo_codes/{code_id}",
        access=BILLING,
        event="promo_code.update",
        against=ReadPromoCode,
        listed_by=_LISTED,
    )
    undoable = True
    example = Example(call={"code_id": 5, **_BODY}, answer={})

    code_id: Id
    """Id of the promo code."""


class DeletePromoCode(Call[Empty]):
    """Delete a promo code permanently. Payments made with it are unchanged. Spec: B 2, B 7."""

    route = Delete("/admin/billing_promo_codes/{code_id}", access=BILLING, event="promo_code.delete", listed_by=_LISTED)
    example = Example(call={"code_id": 5}, answer={})

    code_id: Id
    """Id of the promo code."""


class PromoCodes(Resource[ClientT]):
    """``client.promo_codes``: discounts on the platform's billing."""

    list = method(ListPromoCodes)
    each = each_row(ListPromoCodes)
    find = method(FindPromoCodes)
    read = method(ReadPromoCode)
    create = method(CreatePromoCode)
    update = method(UpdatePromoCode)
    delete = method(DeletePromoCode)

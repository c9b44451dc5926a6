"""Bulk import of payments from a table. Each payment is identified by its two Razorpay ids."""

from __future__ import annotations

from contextlib import aclosing
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from careops.bulk.prefetch import iterate
from careops.bulk.table_import import Import, Parsed, clinic_of_row
from careops.bulk.tables import Cells, TableLayout, text_of
from careops.bulk.targets import Key, Target
from careops.calls.payments import RECORDED, AddManualPayment, ListPayments, Payment
from careops.constants import MAX_PAGE_SIZE
from careops.errors import InvalidResponse, NotFound, ServerError
from careops.razorpay import doubts

if TYPE_CHECKING:
    from careops.bulk.backoff import Backoff
    from careops.bulk.row_store import RowStore
    from careops.client.sync_client import AsyncCareOps
    from careops.contract import Call


class AddPayments(Import):
    """Record payments. A payment already recorded for this clinic with this order needs no change."""

    command = "payments add-manual"
    layout = TableLayout(
        {
            "clinic_id": ("clinic_id", "clinic"),
            "razorpay_payment_id": ("payment_id", "razorpay_payment_id", "payment"),
            "razorpay_order_id": ("order_id", "razorpay_order_id", "order"),
        }
    )
    key = "razorpay_payment_id"
    makes = (AddManualPayment,)

    @classmethod
    def parse(cls, cells: Cells) -> Parsed:
        ids = {name: text_of(cells.get(name)) for name in ("razorpay_payment_id", "razorpay_order_id")}
        call = AddManualPayment.model_validate({"clinic_id": clinic_of_row(cells), **ids})
        return call.razorpay_payment_id, {"clinic_id": call.clinic_id, "razorpay_order_id": call.razorpay_order_id}

    async def call(self, client: AsyncCareOps, target: Target) -> Call[Any]:
        return AddManualPayment(razorpay_payment_id=str(target.key), **target.fields)

    async def prefetch(self, client: AsyncCareOps, pace: Backoff, store: RowStore, *, every_target: bool) -> None:
        """Read the payments of each clinic once, rather than once per payment.

        If the payments of a clinic cannot be read, they stay unknown and each row reports the reason. A dry run detects
        a conflicting record only if it belongs to a clinic of the table; the platform checks all clinics.
        """
        for clinic in store.unknown_by("clinic_id"):
            try:
                async with aclosing(iterate(client, pace, ListPayments(clinic_id=int(clinic)))) as pages:
                    async for page in pages:
                        recorded = [_target(payment, clinic) for payment in page.items]
                        store.set_state_exactly(recorded, as_wanted=True)
                        for each in recorded if every_target else ():
                            store.fail_conflicting(each, f"{RECORDED}: for clinic {clinic}")
            except (NotFound, ServerError, InvalidResponse):
                continue
            store.set_state_where("clinic_id", clinic, as_wanted=False)

    async def check(self, client: AsyncCareOps, target: Target) -> bool:
        """Read the clinic's payments until this one is found. The order is newest first, so recent payments are found
        early."""
        call = ListPayments(clinic_id=target.fields["clinic_id"], perpage=MAX_PAGE_SIZE)
        async for payment in client.each(call):
            if payment.razorpay_payment_id == target.key:
                return bool(payment.razorpay_order_id == target.fields["razorpay_order_id"])
        return False

    def describe(self, target: Target) -> str:
        odd = doubts(str(target.key), target.fields["razorpay_order_id"], now=datetime.now(UTC))
        return "; ".join([f"payment of clinic {target.fields['clinic_id']}", *odd])


read_payments = AddPayments.read


def _target(payment: Payment, clinic: Key) -> Target:
    fields = {"clinic_id": clinic, "razorpay_order_id": payment.razorpay_order_id}
    return Target(0, payment.razorpay_payment_id or "", fields)

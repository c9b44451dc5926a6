"""SQL of payments. The list is one statement: the page from an index, its total from daily rollups."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import text

from careops.calls import payments as calls
from careops.error_codes import Title, title_of
from careops_server.areas.clinics.reference import CLINIC
from careops_server.core.database.connection import Connection
from careops_server.core.queries.counters import counter_sql
from careops_server.core.queries.json_select import one_object
from careops_server.core.queries.list_query import Filters, ListQuery, TotalSql
from careops_server.core.queries.records import select_or_404
from careops_server.core.queries.references import Reference

_DAYS: Mapping[str, str] = {
    "payment_type": "d.payment_type = :payment_type",
    "start_date": "d.day >= :start_date",
    "end_date": "d.day <= :end_date",
}
_PAYMENTS: Mapping[str, str] = {
    "payment_type": "p.payment_type = :payment_type",
    "start_date": "p.created_at >= cast(cast(:start_date as date) as timestamp) at time zone 'Asia/Kolkata'",
    "end_date": "p.created_at < cast(cast(:end_date as date) + 1 as timestamp) at time zone 'Asia/Kolkata'",
}


def _total_from_rollups(filters: Filters) -> TotalSql:
    """Return SQL for a total. Filters select whole days, so the daily rollups give an exact sum."""
    days = " and ".join(["d.clinic_id = :clinic_id", *(_DAYS[name] for name in sorted(filters))])
    return text(f"(select cast(coalesce(sum(d.total), 0) as bigint) from payment_days d where {days})")


PAYMENTS: Final = ListQuery(
    calls.Payment,
    "payments p",
    base_filter="p.clinic_id = :clinic_id",
    where=_PAYMENTS,
    order="p.created_at desc",
    parent=CLINIC,
    total=_total_from_rollups,
)


def _has_reference(table: str) -> str:
    """Return a condition: the reference is a payment or order id, or its last six characters, in any case."""
    columns = (f"{table}.razorpay_payment_id", f"{table}.razorpay_order_id")
    matches = [f"lower({value}) = lower(:reference)" for column in columns for value in (column, f"right({column}, 6)")]
    return " or ".join(matches)


_CLINIC_NAME: Final = {"clinic_name": "(select c.name from clinics c where c.id = p.clinic_id)"}
ALL_PAYMENTS: Final = ListQuery(
    calls.PaymentOfClinic,
    "payments p",
    read=_CLINIC_NAME,
    where={
        "reference": f"({_has_reference('p')} or lower(p.order_id) = lower(:reference))",
        "status": "p.billing_payment_status = any(:status)",
        "clinic_id": "p.clinic_id = :clinic_id",
        "start_date": _PAYMENTS["start_date"],
        "end_date": _PAYMENTS["end_date"],
    },
    order="p.created_at desc",
    total=counter_sql("payments", also={"status": "t.dimension = 'status' and t.key = any(:status)"}),
)
_KNOWN: Final = Reference("payments", "payment_id", calls.NO_PAYMENT)
_ONE: Final = text(f"select {one_object(calls.PaymentDetail, 'payments p', read=_CLINIC_NAME, where='p.id = :id')}")
_ADD = text("""
    insert into payments (clinic_id, razorpay_payment_id, razorpay_order_id, description, billing_payment_status,
                          added_by)
    values (:clinic_id, :razorpay_payment_id, :razorpay_order_id, :description, 'pending', :added_by)
    on conflict (razorpay_payment_id) do nothing returning id
""")
_RECORDED = text("""
    select c.name as what, c.id as count from payments p join clinics c on c.id = p.clinic_id
    where p.razorpay_payment_id = :razorpay_payment_id
""")

_OF_CLINICS = f"""
    select 'payment' as kind, p.id, p.clinic_id, cast(null as bigint) as user_id, c.name, p.created_at
    from payments p join clinics c on c.id = p.clinic_id
    where {_has_reference("p")}
"""
_OF_USERS = f"""
    select 'subscription', s.id, null, s.user_id, u.name, s.created_at
    from billing_subscriptions s join users u on u.id = s.user_id
    where {_has_reference("s")}
    union all
    select 'invoice', b.id, null, b.user_id, u.name, b.created_at
    from billing_payments b join users u on u.id = b.user_id
    where b.invoices @> cast(:invoice as jsonb) or b.invoices @> cast(:in_capitals as jsonb)
"""
_NEWEST = "order by created_at desc, kind, id desc limit 50"
_FIND = text(f"{_OF_CLINICS} {_NEWEST}")
_FIND_ALL = text(f"{_OF_CLINICS} union all {_OF_USERS} {_NEWEST}")


async def find_payments(connection: Connection, reference: str, *, of_users: bool) -> list[calls.FoundPayment]:
    """Return where a payment id, order id or invoice number is recorded; subscriptions only if ``of_users``."""
    values = {"reference": reference}
    if of_users:
        # Invoice numbers are in capitals; a number of another form is found as it is.
        values["invoice"] = json.dumps([{"unique_id": reference}])
        values["in_capitals"] = json.dumps([{"unique_id": reference.upper()}])
    rows = await connection.execute(_FIND_ALL if of_users else _FIND, values)
    return [calls.FoundPayment(**row) for row in rows.mappings()]


async def read_payment(connection: Connection, payment_id: int) -> calls.PaymentDetail:
    """Return one payment. Raises ``NotFound``."""
    return await select_or_404(connection, _ONE, calls.PaymentDetail, _KNOWN, id=payment_id)


async def add_manual_payment(connection: Connection, call: calls.AddManualPayment, *, added_by: int) -> int | None:
    """Record a payment and return its id, None if it is already recorded, even by a concurrent request."""
    values: dict[str, Any] = {**call.model_dump(), "description": calls.BY_HAND, "added_by": added_by}
    return (await connection.execute(_ADD, values)).scalar_one_or_none(int)


async def recorded(connection: Connection, razorpay_payment_id: str) -> Title | None:
    """Return for which clinic a payment is recorded, as a sentence."""
    row = (await connection.execute(_RECORDED, {"razorpay_payment_id": razorpay_payment_id})).mappings().one_or_none()
    return None if row is None else title_of("payment_of_clinic", **row)

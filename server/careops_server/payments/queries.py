"""The SQL of payments. The list is one statement: the page from an index, its total from the kept days."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncConnection

from careops.calls.payments import AddManualPayment, ListPayments, Payment
from careops.contract import Page, Written
from careops_server.database.rows import fetch_row, moment, written_page

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
_ADD = text("""
    insert into payments (clinic_id, razorpay_payment_id, razorpay_order_id, description, billing_payment_status,
                          added_by)
    values (:clinic_id, :razorpay_payment_id, :razorpay_order_id, 'Added manually', 'pending', :added_by)
    on conflict (razorpay_payment_id) do nothing returning id
""")
_RECORDED = text("""
    select c.id as clinic_id, c.name as clinic_name from payments p join clinics c on c.id = p.clinic_id
    where p.razorpay_payment_id = :razorpay_payment_id
""")


@dataclass(frozen=True)
class Recorded:
    """Where a payment was recorded before."""

    clinic_id: int
    clinic_name: str


async def list_payments(connection: AsyncConnection, call: ListPayments) -> Written[Page[Payment]] | None:
    """One page, newest first, and the exact number of payments that match; None when there is no such clinic."""
    given = call.model_dump(include={"payment_type", "start_date", "end_date"}, exclude_none=True)
    values = {**given, "clinic_id": call.clinic_id, "limit": call.perpage, "offset": call.offset}
    known, total, found = await fetch_row(connection, _list_statement(frozenset(given)), values)
    if not known:
        return None
    return written_page(found, total=total, perpage=call.perpage)


@cache
def _list_statement(filters: frozenset[str]) -> TextClause:
    """The statement for a combination of filters; built once each."""
    days = " and ".join(["d.clinic_id = :clinic_id", *(_DAYS[name] for name in sorted(filters))])
    payments = " and ".join(["p.clinic_id = :clinic_id", *(_PAYMENTS[name] for name in sorted(filters))])
    return text(f"""
        with page as materialized (
            select p.* from payments p where {payments} order by p.created_at desc, p.id desc
            limit :limit offset :offset
        )
        select exists (select from clinics where id = :clinic_id) as known,
               (select cast(coalesce(sum(d.total), 0) as bigint) from payment_days d where {days}) as total,
               coalesce(cast((
                   select json_agg(json_build_object(
                       'id', p.id, 'order_id', p.order_id, 'razorpay_payment_id', p.razorpay_payment_id,
                       'razorpay_order_id', p.razorpay_order_id, 'description', p.description,
                       'created_at', {moment("p.created_at")}, 'contact', p.contact, 'email', p.email,
                       'amount', trim_scale(p.amount), 'method', p.method,
                       'billing_payment_status', p.billing_payment_status
                   ) order by p.created_at desc, p.id desc) from page p
               ) as text), '[]') as found
    """)  # noqa: S608 (constants)


async def add_manual_payment(connection: AsyncConnection, call: AddManualPayment, *, added_by: int) -> int | None:
    """The new payment's id; None when that payment is recorded already, or is just being recorded by somebody else."""
    values: dict[str, Any] = {**call.model_dump(), "added_by": added_by}
    payment_id: int | None = (await connection.execute(_ADD, values)).scalar_one_or_none()
    return payment_id


async def recorded(connection: AsyncConnection, razorpay_payment_id: str) -> Recorded | None:
    """Where that payment is recorded."""
    row = (await connection.execute(_RECORDED, {"razorpay_payment_id": razorpay_payment_id})).mappings().one_or_none()
    return None if row is None else Recorded(**row)

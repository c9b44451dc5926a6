"""SQL of plans, subscriptions and their payments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import TextClause, text

from careops.calls.subscriptions import AddManualSubscription, BillingPayment
from careops.error_codes import Title, title_of
from careops.models.billing import BillingPlan
from careops_server.areas.users.reference import USER
from careops_server.core.database.connection import Connection
from careops_server.core.queries.list_query import ListQuery

PLANS: Final = ListQuery(
    BillingPlan, "billing_plans p", where={"plan_type": "p.plan_type = :plan_type"}, order="p.amount"
)
PAYMENTS: Final = ListQuery(
    BillingPayment,
    "billing_payments p",
    base_filter="p.user_id = :user_id",
    order="p.created_at desc",
    parent=USER,
)
# One subscription of a user at a time; concurrent ones would start on the same day.
_HOLD = text("select true from users where id = :user_id for no key update")


def _recorded_by(column: str) -> TextClause:
    """Return SQL that finds a recorded payment or order, among payments of clinics and subscriptions of users."""
    return text(f"""
        select 'payment_of_clinic' as code, c.name as what, c.id as count
        from payments p join clinics c on c.id = p.clinic_id
        where p.{column} = :{column}
        union all
        select 'payment_of_user', u.name, u.id
        from billing_subscriptions s join users u on u.id = s.user_id
        where s.{column} = :{column}
        limit 1
    """)


_RECORDED = _recorded_by("razorpay_payment_id")
# One order pays for one subscription. Only ids in Razorpay's format count: others are notes such as "cash".
_HOLD_ORDER = text("select pg_advisory_xact_lock(hashtextextended('razorpay order', hashtext(:razorpay_order_id)))")
_ORDER_RECORDED = _recorded_by("razorpay_order_id")
# Calendar months in India, regardless of the server's time zone.
_ADD = text("""
    with plan as (
        select p.*, p.interval * cast(case p.period
            when 'daily' then '1 day' when 'weekly' then '7 days' when 'monthly' then '1 month'
            when 'quarterly' then '3 months' else '1 year' end as interval) as lasts
        from billing_plans p where p.id = :billing_plan_id
    ), begins as (
        select greatest(now(), max(s.expire_by)) as at from billing_subscriptions s
        where s.user_id = :user_id and s.cancelled_at is null
    ), made as (
        insert into billing_subscriptions (user_id, billing_plan_id, starts_at, expire_by, razorpay_payment_id,
                                           razorpay_order_id, gstin, added_by)
        select :user_id, plan.id, begins.at,
            (begins.at at time zone 'Asia/Kolkata' + plan.lasts) at time zone 'Asia/Kolkata',
            :razorpay_payment_id, :razorpay_order_id, :gstin, :added_by
        from plan, begins
        on conflict (razorpay_payment_id) do nothing returning id, starts_at, expire_by
    ), paid as (
        insert into billing_payments (user_id, description, current_start, current_end, amount)
        select :user_id, plan.name, made.starts_at, made.expire_by, plan.amount from made, plan
    )
    select (select count(*) from plan) as plans, (select id from made) as id,
        (select starts_at from made) as starts_at, (select expire_by from made) as expire_by
""")


@dataclass(frozen=True)
class Added:
    """Result: ``plans`` is 0 for an unknown plan, ``id`` is missing if the payment was recorded."""

    plans: int
    id: int | None
    starts_at: object
    expire_by: object


async def lock_subscriptions(connection: Connection, user_id: int) -> None:
    """Lock a user's subscriptions until the transaction ends. Raises ``NotFound``."""
    if (await connection.execute(_HOLD, {"user_id": user_id})).scalar_one_or_none() is None:
        raise USER.not_found()


async def recorded(connection: Connection, razorpay_payment_id: str) -> Title | None:
    """Return for which clinic or user a payment is recorded, as a sentence."""
    return await _recorded(connection, _RECORDED, {"razorpay_payment_id": razorpay_payment_id})


async def recorded_order(connection: Connection, razorpay_order_id: str) -> Title | None:
    """Return for which clinic or user an order is recorded, as a sentence. Locks the order until the transaction
    ends.
    """
    values = {"razorpay_order_id": razorpay_order_id}
    await connection.execute(_HOLD_ORDER, values)
    return await _recorded(connection, _ORDER_RECORDED, values)


async def _recorded(connection: Connection, statement: TextClause, values: Mapping[str, str]) -> Title | None:
    row = (await connection.execute(statement, values)).mappings().one_or_none()
    return title_of(**row) if row else None


async def add_manual(connection: Connection, call: AddManualSubscription, *, added_by: int) -> Added:
    """Add a subscription and its payment to the user."""
    values = {**call.model_dump(), "gstin": call.gstin or None, "added_by": added_by}
    return Added(**(await connection.execute(_ADD, values)).mappings().one_row())

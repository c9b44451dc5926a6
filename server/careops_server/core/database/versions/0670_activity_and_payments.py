"""Indexes and counters of the lists across clinics: actions of staff, and payments.

The index of actions is partial: events of the platform's apps cost nothing.
"""

from __future__ import annotations

from alembic import op

revision = "0670"
down_revision = "0640"


def upgrade() -> None:
    """Create the indexes, and count the payments by status."""
    op.execute("""
        create index ix_audit_events_staff on audit_events (actor_id, occurred_at, id) include (key, event_status)
        where actor_type in ('super_admin', 'customer_care', 'billing_admin')
    """)
    op.execute("create index ix_payments_created_at_id on payments (created_at, id)")
    op.execute("""
        create index ix_payments_billing_payment_status_created_at_id
        on payments (billing_payment_status, created_at, id)
    """)
    for column in ("razorpay_payment_id", "razorpay_order_id", "order_id"):
        op.execute(f"create index ix_payments_lower_{column} on payments (lower({column}))")
    for column in ("razorpay_payment_id", "razorpay_order_id"):
        op.execute(f"create index ix_billing_subscriptions_lower_{column} on billing_subscriptions (lower({column}))")
    _create_counters("payments", {"status": "r.billing_payment_status"})


def downgrade() -> None:
    """Drop them."""
    for event in ("insert", "update", "delete", "truncate"):
        op.execute(f"drop trigger totals_on_{event} on payments")
        op.execute(f"drop function keep_payments_totals_on_{event}()")
    op.execute("drop table payments_totals")
    for index in (
        *("audit_events_staff", "payments_created_at_id", "payments_billing_payment_status_created_at_id"),
        *("payments_lower_razorpay_payment_id", "payments_lower_razorpay_order_id", "payments_lower_order_id"),
        *("billing_subscriptions_lower_razorpay_payment_id", "billing_subscriptions_lower_razorpay_order_id"),
    ):
        op.execute(f"drop index ix_{index}")


def _create_counters(table: str, dimensions: dict[str, str]) -> None:
    """Create ``TABLE_totals`` with the triggers that maintain it, and count the rows."""
    every = {"all": "''", **dimensions}
    values = ", ".join(f"('{name}', coalesce(cast({sql} as text), ''))" for name, sql in every.items())
    op.execute(f"""
        create table {table}_totals (
            dimension text,
            key text,
            shard smallint,
            total bigint not null,
            constraint pk_{table}_totals primary key (dimension, key, shard)
        ) with (fillfactor = 50)
    """)
    op.execute(_count(table, values, f"select 1 as n, r.* from {table} r"))
    for event, sides in {"insert": ("new",), "update": ("old", "new"), "delete": ("old",)}.items():
        rows = " union all ".join(f"select {1 if side == 'new' else -1} as n, * from {side}_rows" for side in sides)
        referencing = " ".join(f"{side} table as {side}_rows" for side in sides)
        _create_counter_trigger(table, event, _count(table, values, rows), f"referencing {referencing}")
    _create_counter_trigger(table, "truncate", f"delete from {table}_totals", "")


def _create_counter_trigger(table: str, event: str, body: str, referencing: str) -> None:
    name = f"keep_{table}_totals_on_{event}"
    op.execute(f"""
        create or replace function {name}() returns trigger language plpgsql as $$
        begin {body}; return null; end $$
    """)
    op.execute(f"""
        create trigger totals_on_{event} after {event} on {table} {referencing}
        for each statement execute function {name}()
    """)


def _count(table: str, values: str, rows: str) -> str:
    return f"""
        insert into {table}_totals as t (dimension, key, shard, total)
        select d.dimension, d.key, pg_backend_pid() % 16, sum(r.n)
        from ({rows}) r cross join lateral (values {values}) d (dimension, key)
        group by 1, 2 having sum(r.n) <> 0 order by 1, 2
        on conflict (dimension, key, shard) do update set total = t.total + excluded.total
    """

"""Today: claims and snoozes of items, and the indexes of the sources.

No foreign keys to users or sessions: a claim of an ended session does not count, and names stay as they were.
"""

from __future__ import annotations

from alembic import op

revision = "0660"
down_revision = "0670"

_INDEXES = {
    "ix_doctors_waiting": (
        "doctors (created_at, id) where not verified and status = 'joined' and reg_photo_url is not null"
    ),
    "ix_doctors_invited": "doctors (created_at, id) where status = 'invited'",
    "ix_payments_unpaid": "payments (created_at, id) where billing_payment_status in ('pending', 'failed')",
    "ix_billing_subscriptions_ending": "billing_subscriptions (expire_by, id) where cancelled_at is null",
    "ix_referrals_without_appointment": "referrals (created_at, id) where appointment_count = 0",
    "ix_ad_campaigns_active_end_time": "ad_campaigns (end_time, id) where active and end_time is not null",
    "ix_change_requests_open": "change_requests (created_at, id) where status = 'open'",
    "ix_broadcast_proposals_waiting": "broadcast_proposals (asked_at, id) where decided_at is null",
    "ix_news_feeds_md5": "news_feeds (md5(name))",
    "ix_news_feeds_failing": "news_feeds (fetched_at) where problem is not null",
}


def upgrade() -> None:
    """Create the tables and the indexes."""
    op.execute("""
        create table today_claims (
            source text not null,
            record_id text not null,
            user_id bigint not null,
            user_name text not null,
            session_id uuid not null,
            leased_until timestamptz not null,
            constraint pk_today_claims primary key (source, record_id)
        )
    """)
    op.execute("create index ix_today_claims_session on today_claims (session_id)")
    op.execute("create index ix_today_claims_leased_until on today_claims (leased_until)")
    op.execute("""
        create table today_snoozes (
            source text not null,
            record_id text not null,
            until date not null,
            user_id bigint not null,
            user_name text not null,
            snoozed_at timestamptz not null default now(),
            constraint pk_today_snoozes primary key (source, record_id)
        )
    """)
    op.execute("create index ix_today_snoozes_until on today_snoozes (until)")
    for name, index in _INDEXES.items():
        op.execute(f"create index {name} on {index}")


def downgrade() -> None:
    """Drop them."""
    for name in _INDEXES:
        op.execute(f"drop index {name}")
    op.execute("drop table today_snoozes")
    op.execute("drop table today_claims")

"""Approval policies, freeze periods, and emergency applications of change requests."""

from __future__ import annotations

from alembic import op

revision = "0600"
down_revision = "0611"

_DEFAULTS = (
    *(
        (call, "targets", "", 50, ("super_admin", "billing_admin", "customer_care"))
        for call in ("ActivateSpecModule", "DeactivateSpecModule", "UpdateClinicSettings")
    ),
    *(
        (call, "field", "discount_percentage", 30, ("super_admin", "billing_admin"))
        for call in ("CreatePromoCode", "UpdatePromoCode")
    ),
    *((call, "always", "", None, ("super_admin",)) for call in ("DeleteClinicAdmin", "DeleteAllDevices")),
    ("UpdateUser", "staff_blocked", "", None, ("super_admin",)),
    *((call, "devices", "", 500, ("super_admin",)) for call in ("SendWebUpgrade", "SendRelogin")),
)
"""Call, condition, field, threshold and roles. Only those of broadcasts are on, and only in a new installation."""


def upgrade() -> None:
    """Add the tables, the policies of a revision, and the shipped policies."""
    op.execute("""
        create table approval_policies (
            call text not null,
            condition text not null,
            field text not null default '',
            at_least bigint,
            approvals integer not null,
            roles text[] not null,
            authors_may_approve boolean not null,
            enabled boolean not null,
            constraint pk_approval_policies primary key (call, condition, field),
            constraint ck_approval_policies_condition
                check (condition in ('always', 'targets', 'field', 'staff_blocked', 'devices')),
            constraint ck_approval_policies_approvals check (approvals > 0 and cardinality(roles) > 0)
        )
    """)
    for call, condition, field, at_least, roles in _DEFAULTS:
        enabled = "not exists (select from users)" if condition == "devices" else "false"
        op.execute(f"""
            insert into approval_policies values (
                '{call}', '{condition}', '{field}', {at_least or "null"}, 1, array{list(roles)}, false, {enabled}
            )
        """)
    op.execute("""
        create table approval_counts (
            account text not null,
            call text not null,
            counted_at timestamptz not null,
            targets integer not null,
            constraint pk_approval_counts primary key (account, call, counted_at)
        )
    """)
    op.execute("""
        create table freeze_periods (
            id bigint generated always as identity,
            starts_at timestamptz not null,
            ends_at timestamptz not null,
            reason text not null,
            constraint pk_freeze_periods primary key (id),
            constraint ck_freeze_periods_ends_at check (ends_at > starts_at)
        )
    """)
    op.execute("alter table change_request_revisions add column policies jsonb not null default '[]'")
    op.execute("""
        create table change_request_bypasses (
            request_id bigint not null,
            job_id bigint not null,
            revision integer not null,
            user_id bigint not null,
            user_name text not null,
            reason text not null,
            bypassed_at timestamptz not null default clock_timestamp(),
            reviewed_by_id bigint,
            reviewed_by text,
            reviewed_at timestamptz,
            comment text,
            constraint pk_change_request_bypasses primary key (request_id, job_id),
            constraint fk_change_request_bypasses_revision foreign key (request_id, revision)
                references change_request_revisions (request_id, revision)
        )
    """)
    op.execute(
        "create index ix_change_request_bypasses_owed on change_request_bypasses (bypassed_at) "
        "where reviewed_at is null"
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("change_request_bypasses", "freeze_periods", "approval_counts", "approval_policies"):
        op.execute(f"drop table {table}")
    op.execute("alter table change_request_revisions drop column policies")

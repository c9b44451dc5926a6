"""Audit events: append-only, one partition per month (UTC)."""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Apply."""
    op.execute("""
        create table audit_events (
            occurred_at timestamptz not null default now(),
            id uuid not null default new_id(),
            clinic_id bigint,
            key text not null,
            event_status text not null,
            actor_id bigint,
            actor_name text,
            actor_type text,
            patient_name text,
            resource_type text,
            resource_id text,
            request_id text,
            ip_address text,
            user_agent text,
            description text,
            before jsonb,
            after jsonb,
            parameters jsonb,
            constraint pk_audit_events primary key (occurred_at, id),
            constraint ck_audit_events_event_status check (event_status in ('SUCCESS', 'FAILED'))
        ) partition by range (occurred_at)
    """)
    op.execute("create index ix_audit_events_clinic_id_occurred_at on audit_events (clinic_id, occurred_at desc)")
    op.execute("""
        create function refuse_audit_change() returns trigger language plpgsql as $$
        begin
            raise exception 'audit events are never changed or removed (% on %)', lower(tg_op), tg_table_name
                using errcode = 'insufficient_privilege';
        end $$
    """)
    op.execute("""
        create trigger append_only before update or delete on audit_events
        for each row execute function refuse_audit_change()
    """)
    op.execute("""
        create trigger append_only_truncate before truncate on audit_events
        for each statement execute function refuse_audit_change()
    """)
    op.execute("create table audit_events_other partition of audit_events default")
    op.execute("""
        create trigger append_only_truncate before truncate on audit_events_other
        for each statement execute function refuse_audit_change()
    """)
    op.execute("""
        create function ensure_audit_partitions() returns integer language plpgsql as $$
        declare
            this_month timestamp := date_trunc('month', now() at time zone 'UTC');
            month timestamp;
            name text;
            made integer := 0;
        begin
            for month in
                select generate_series(this_month - interval '24 months', this_month + interval '12 months', '1 month')
            loop
                name := 'audit_events_' || to_char(month, 'YYYY_MM');
                continue when to_regclass(name) is not null;
                begin
                    execute format(
                        'create table %I partition of audit_events for values from (%L) to (%L)',
                        name, month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC'
                    );
                    execute format(
                        'create trigger append_only_truncate before truncate on %I '
                        'for each statement execute function refuse_audit_change()', name
                    );
                    made := made + 1;
                exception when check_violation then
                    raise warning 'events of % lie in audit_events_other and stay there', name;
                end;
            end loop;
            return made;
        end $$
    """)
    op.execute("""
        comment on function ensure_audit_partitions() is
        'Make the partitions from 24 months back to 12 ahead that are missing; how many were made'
    """)

"""Order, daily rollups and index of the audit log, so that summaries and lists never scan the events.

``position`` is the order in which events were added; the seals follow it (0021). ``audit_days`` counts events per day
of Asia/Kolkata, in total and by key, user and hour: for all clinics together (clinic 0), and for each busy clinic. As
with ``clinic_totals``, a shard belongs to a connection and writers upsert in one order, so they neither queue for a row
nor deadlock. Shards of past days are merged into shard 0.
"""

from __future__ import annotations

from typing import Final

from alembic import op

revision = "0020"
down_revision = "0012"

_ADDED: Final = """
    select 0::bigint as kept_for, a.* from added a
    union all
    select b.clinic_id, a.* from added a join audit_busy_clinics b on b.clinic_id = a.clinic_id and b.since is not null
"""
_ADD: Final = """
    insert into audit_days as d (clinic_id, day, dimension, label, shard, total, failed)
    select c.kept_for, c.day, c.dimension, c.label, {shard}, c.total, c.failed
    from (
        select e.kept_for, e.day, count(*) as total, count(*) filter (where e.failed) as failed,
            case grouping(e.key, e.actor_name, e.hour)
                when 3 then 'key' when 5 then 'user' when 6 then 'hour' else 'all' end as dimension,
            case grouping(e.key, e.actor_name, e.hour)
                when 3 then e.key when 5 then e.actor_name when 6 then e.hour else '' end as label
        from (
            select r.kept_for, r.key, nullif(r.actor_name, '') as actor_name, r.event_status = 'FAILED' as failed,
                (r.occurred_at at time zone 'Asia/Kolkata')::date as day,
                extract(hour from r.occurred_at at time zone 'Asia/Kolkata')::integer::text as hour
            from ({rows}) r
        ) e
        group by grouping sets (
            (e.kept_for, e.day), (e.kept_for, e.day, e.key), (e.kept_for, e.day, e.actor_name),
            (e.kept_for, e.day, e.hour)
        )
    ) c
    where c.label is not null
    order by c.kept_for, c.day, c.dimension, c.label
    on conflict (clinic_id, day, dimension, label, shard)
    do update set total = d.total + excluded.total, failed = d.failed + excluded.failed;
"""


def upgrade() -> None:
    """Apply."""
    op.execute("create sequence audit_events_position")
    op.execute("""
        alter table audit_events add column position bigint not null default nextval('audit_events_position')
    """)
    op.execute("create index ix_audit_events_position on audit_events (position)")
    op.execute("drop index ix_audit_events_clinic_id_occurred_at")
    # Covering index of a clinic's summary: the events themselves are not read.
    op.execute("""
        create index ix_audit_events_clinic_id_occurred_at_id on audit_events (clinic_id, occurred_at, id)
        include (key, event_status, actor_name)
    """)
    op.execute("create table audit_event_ids (id uuid constraint pk_audit_event_ids primary key)")
    op.execute("""
        create table audit_busy_clinics (
            clinic_id bigint constraint pk_audit_busy_clinics primary key,
            since date
        )
    """)
    op.execute("""
        create table audit_days (
            clinic_id bigint,
            day date,
            dimension text,
            label text,
            shard smallint,
            total bigint not null,
            failed bigint not null,
            constraint pk_audit_days primary key (clinic_id, day, dimension, label, shard),
            constraint ck_audit_days_dimension check (dimension in ('all', 'key', 'user', 'hour'))
        ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000)
    """)
    op.execute(f"""
        create function keep_audit_days() returns trigger language plpgsql as $$
        begin
            {_ADD.format(rows=_ADDED, shard="1 + pg_backend_pid() % 16")}
            return null;
        end $$
    """)
    op.execute("""
        create trigger keep_days after insert on audit_events referencing new table as added
        for each statement execute function keep_audit_days()
    """)
    # Existing events.
    op.execute(_ADD.format(rows="select 0::bigint as kept_for, a.* from audit_events a", shard="0"))

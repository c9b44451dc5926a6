"""Purge of old audit events: a seal records the last purged one, so the hash chain stays verifiable without them."""

from __future__ import annotations

from alembic import op

revision = "0225"
down_revision = "0163"


def upgrade() -> None:
    """Apply."""
    op.execute("alter table audit_seals add column purged bigint not null default 0")
    # A month that is purged as a whole is truncated; of other months, old rows are deleted. Each partition is locked
    # separately, so that writers of events never wait. Only the owner of the tables can disable their triggers.
    op.execute("""
        create function purge_audit_events(upto bigint) returns bigint language plpgsql as $$
        declare
            part regclass;
            here bigint;
            newer boolean;
            gone bigint := 0;
        begin
            for part in select relid from pg_partition_tree('audit_events') where isleaf order by relid::regclass::text
            loop
                execute format('select count(*) from %s where position <= $1', part) into here using upto;
                continue when here = 0;
                execute format('select exists (select from %s where position > $1)', part) into newer using upto;
                execute format('alter table %s disable trigger user', part);
                if newer then
                    execute format('delete from %s where position <= $1', part) using upto;
                else
                    execute format('truncate %s', part);
                end if;
                execute format('alter table %s enable trigger user', part);
                gone := gone + here;
            end loop;
            return gone;
        end $$
    """)

"""Users as a list: search, counters of active users, and data of the sign-up."""

from __future__ import annotations

from alembic import op

revision = "0120"
down_revision = "0060"


def upgrade() -> None:
    """Apply."""
    op.execute("""
        alter table users
            add column verified_at timestamptz,
            add column platform text constraint ck_users_platform check (platform in ('android', 'ios', 'web')),
            add column search_text text generated always as (
                lower(name || chr(31) || phone_number || chr(31) || coalesce(email, ''))
            ) stored
    """)
    # As for clinics: without trigrams, a search scans one column.
    op.execute("""
        do $$ begin
            if exists (select from pg_extension where extname = 'pg_trgm') then
                create index ix_users_search_text on users using gin (search_text gin_trgm_ops);
            end if;
        end $$
    """)
    # Few users are inactive: without this index, a page of them scans all others.
    op.execute("create index ix_users_active on users ((user_status = 'ACTIVE'), id)")
    _create_counters("users", {"active_users": "r.user_status = 'ACTIVE'"})


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

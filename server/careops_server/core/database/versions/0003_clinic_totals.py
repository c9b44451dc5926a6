"""Counters of clinics by filter, maintained by triggers, so that no list counts the table.

Every statement that changes clinics or their modules adds its differences in one upsert, in a fixed order with the
version first. The version's row is then a lock that all writers of a shard take first, so their upserts cannot
deadlock. A shard belongs to a connection; readers add up the shards.
"""

from __future__ import annotations

from typing import Final

from alembic import op

revision = "0003"
down_revision = "0002"

_ADD: Final = """
    insert into clinic_totals as t (dimension, key, shard, total)
    select c.dimension, c.key, pg_backend_pid() % 16, c.change
    from ({changes}) c
    order by c.dimension <> 'version', c.dimension, c.key
    on conflict (dimension, key, shard) do update set total = t.total + excluded.total;
"""
_CLINIC_CHANGES: Final = """
    select d.dimension, d.key, sum(r.n) as change
    from ({rows}) r
    cross join lateral (values
        ('all', '', true),
        ('state', lower(r.state), r.state is not null),
        ('hospital', 'true', r.is_hospital),
        ('bank', 'true', r.has_bank_details),
        ('flag', 'ipd_enabled', r.ipd_enabled),
        ('flag', 'surgery_enabled', r.surgery_enabled),
        ('flag', 'abdm_enabled', r.abdm_enabled),
        ('flag', 'care_package_enabled', r.care_package_enabled)
    ) d (dimension, key, counts)
    where d.counts
    group by 1, 2 having sum(r.n) <> 0
    union all select 'version', '', 1
"""
_CLINIC_COLUMNS: Final = """
    state, is_hospital, has_bank_details, ipd_enabled, surgery_enabled, abdm_enabled, care_package_enabled
"""
_MODULE_CHANGES: Final = """
    select 'module' as dimension, r.spec_module_id::text as key, sum(r.n) as change
    from ({rows}) r
    group by 2 having sum(r.n) <> 0
    union all select 'version', '', 1
"""
_TRANSITIONS: Final = {
    "insert": ("new_rows",),
    "update": ("old_rows", "new_rows"),
    "delete": ("old_rows",),
}


def upgrade() -> None:
    """Apply."""
    op.execute("""
        create table clinic_totals (
            dimension text,
            key text,
            shard smallint,
            total bigint not null,
            constraint pk_clinic_totals primary key (dimension, key, shard)
        ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)
    """)
    _keep_totals("clinics", _CLINIC_CHANGES, _CLINIC_COLUMNS)
    _keep_totals("clinic_spec_modules", _MODULE_CHANGES, "spec_module_id")
    _forget_totals("clinics", "dimension not in ('version', 'module')")
    _forget_totals("clinic_spec_modules", "dimension = 'module'")
    _keep_bank_mark()


def _keep_totals(table: str, changes: str, columns: str) -> None:
    for event, transitions in _TRANSITIONS.items():
        rows = " union all ".join(
            f"select {columns}, {-1 if name == 'old_rows' else 1} as n from {name}" for name in transitions
        )
        _trigger(
            table,
            event,
            name="totals",
            referencing=transitions,
            body=f"if exists (select from {transitions[0]}) then"
            + _ADD.format(changes=changes.format(rows=rows))
            + "end if;",
        )


def _forget_totals(table: str, which: str) -> None:
    version = _ADD.format(changes="select 'version' as dimension, '' as key, 1 as change")
    _trigger(table, "truncate", name="totals", body=f"{version} delete from clinic_totals where {which};")


def _keep_bank_mark() -> None:
    added = """
        update clinics set has_bank_details = true
        where not has_bank_details and id in (select clinic_id from new_rows);
    """
    removed = """
        update clinics c set has_bank_details = false
        where has_bank_details and id in (select clinic_id from old_rows)
        and not exists (select from bank_details b where b.clinic_id = c.id);
    """
    _trigger("bank_details", "insert", name="mark", referencing=("new_rows",), body=added)
    _trigger("bank_details", "update", name="mark", referencing=("old_rows", "new_rows"), body=removed + added)
    _trigger("bank_details", "delete", name="mark", referencing=("old_rows",), body=removed)
    emptied = "update clinics set has_bank_details = false where has_bank_details;"
    _trigger("bank_details", "truncate", name="mark", body=emptied)


def _trigger(table: str, event: str, *, name: str, body: str, referencing: tuple[str, ...] = ()) -> None:
    function = f"{table}_{name}_on_{event}"
    sides = " ".join(f"{'old' if side == 'old_rows' else 'new'} table as {side}" for side in referencing)
    op.execute(f"""
        create function {function}() returns trigger language plpgsql as $$
        begin
            {body}
            return null;
        end $$
    """)
    op.execute(f"""
        create trigger {name}_on_{event} after {event} on {table} {"referencing " + sides if sides else ""}
        for each statement execute function {function}()
    """)

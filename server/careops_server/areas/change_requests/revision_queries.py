"""SQL of the difference between two revisions of a request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import text

from careops.calls.change_requests import RecordDifference, RevisionDifference, TextDifference
from careops.errors import NotFound
from careops_server.areas.records.queries import resource_name_of
from careops_server.core.database.connection import Connection
from careops_server.core.queries.json_select import moment

_FIELDS: Final = ("title", "reason", "ticket", "on_conflict", "apply_from", "apply_until", "canary", "after")
_TIMES: Final = {name: moment(f"r.{name}") for name in ("apply_from", "apply_until")}
_REVISIONS: Final = text(f"""
    select r.revision, row_to_json(t) as texts from change_request_revisions r cross join lateral (
            select {", ".join(f"{_TIMES.get(name, f'r.{name}')} as {name}" for name in _FIELDS)}
        ) t
    where r.request_id = :id and r.revision in (:against, :revision) and r.calls <@ cast(:allowed as text[])
""")


def _values(revision: str) -> str:
    """Return SQL for the values that the changes of a record write in a revision, null without a change."""
    return f"""(
        select coalesce(jsonb_object_agg(f.key, f.value) filter (where f.key is not null), '{{}}')
        from change_request_targets x left join lateral jsonb_each(x.after) f on true
        where x.request_id = :id and x.revision = :{revision} and x.position = any(d.{revision}_positions)
        having count(*) > 0
    )"""


# Changes of new records have no id, so they are compared by their parameters.
_RECORDS: Final = text(f"""
    with side as (
        select t.revision, t.record, min(t.resource_type) as resource_type, min(t.resource_id) as resource_id,
            min(t.position) as position, array_agg(t.position) as positions,
            md5(string_agg(t.change, '' order by t.change)) as content
        from (
            select *, call || cast(parameters as text) as change,
                coalesce(resource_type || ':' || resource_id, call || cast(parameters as text)) as record
            from change_request_targets where request_id = :id and revision in (:against, :revision)
        ) t group by 1, 2
    ), differing as (
        select coalesce(n.resource_type, o.resource_type) as resource_type,
            coalesce(n.resource_id, o.resource_id) as resource_id, coalesce(n.position, o.position) as position,
            o.positions as against_positions, n.positions as revision_positions,
            case when o.content is null then 'added' when n.content is null then 'removed' else 'changed' end as kind
        from (select * from side where revision = :against) o
            full join (select * from side where revision = :revision) n on n.record = o.record
        where o.content is distinct from n.content
    )
    select d.kind, d.total, d.resource_type, d.resource_id, {resource_name_of("d")} as name,
        {_values("against")} as before, {_values("revision")} as after
    from (
        select *, count(*) over (partition by kind) as total,
            row_number() over (partition by kind order by position) as number
        from differing
    ) d
    where d.number <= 20 order by d.kind, d.number
""")


async def compare(
    connection: Connection, id: int, revision: int, against: int, *, allowed: Sequence[str], named: Sequence[str]
) -> RevisionDifference:
    """Return the difference between two revisions. Raises ``NotFound`` if one does not exist or has other calls."""
    numbers = {"id": id, "revision": revision, "against": against}
    revisions = await connection.execute(_REVISIONS, {**numbers, "allowed": allowed})
    texts = {row.revision: row.texts for row in revisions}
    if len(texts) < 2:
        raise NotFound(source="revision")
    before, after = texts[against], texts[revision]
    rows = (await connection.execute(_RECORDS, {**numbers, "named": named}, keep_plan=False)).mappings().all()
    totals = {row["kind"]: row["total"] for row in rows}
    return RevisionDifference(
        revision=revision,
        against=against,
        texts=[
            TextDifference(field=name, before=before[name], after=after[name])
            for name in _FIELDS
            if before[name] != after[name]
        ],
        added=totals.get("added", 0),
        removed=totals.get("removed", 0),
        changed=totals.get("changed", 0),
        records=[RecordDifference.model_validate(row) for row in rows],
    )

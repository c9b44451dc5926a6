"""Fewer states of change requests: an end is final, objections stand, and people are ids."""

from __future__ import annotations

from alembic import op

revision = "0800"
down_revision = "0740"

_ID_OF_NAME = "(select min(u.id) from users u where u.name = {name} having count(*) = 1)"


def upgrade() -> None:
    """Add the columns, and give the requests of before a place in the new table of states."""
    op.execute("""
        alter table change_requests
            add column applied_by_id bigint,
            add column closed_by_id bigint,
            add column end_reason text,
            add column end_note text,
            add column proposed_from bigint,
            add column carried_writer_ids bigint[] not null default '{}',
            add column missed_start_at timestamptz
    """)
    op.execute("alter table change_request_revisions add column writer_ids bigint[] not null default '{}'")
    op.execute("""
        alter table change_request_reviews
            add column ended_at timestamptz,
            add column ended_by_id bigint,
            add column ended_by text,
            add column ended_reason text
    """)
    op.execute("""
        alter table change_request_targets
            add column proposed_again_in bigint,
            add column undoes_position integer
    """)
    op.execute(
        "create index ix_change_requests_proposed_from on change_requests (proposed_from) "
        "where proposed_from is not null"
    )
    op.execute("alter table program_keys add column created_by_id bigint, add column rotated_by_id bigint")
    op.execute(f"""
        update program_keys set created_by_id = {_ID_OF_NAME.format(name="created_by")} where created_by is not null
    """)
    op.execute(f"""
        update change_requests set
            applied_by_id = {_ID_OF_NAME.format(name="applied_by")},
            closed_by_id = {_ID_OF_NAME.format(name="closed_by")}
        where applied_by is not null or closed_by is not null
    """)
    op.execute(f"""
        update change_request_revisions r set writer_ids = array_remove(
            array[
                case when c.author_id > 0 and c.author_name = r.revised_by then c.author_id
                    else {_ID_OF_NAME.format(name="r.revised_by")} end
            ],
            null
        )
        from change_requests c where c.id = r.request_id
    """)
    # Until now a revision ended the objections to the one before.
    op.execute("""
        update change_request_reviews w set ended_at = clock_timestamp() from change_requests c
        where c.id = w.request_id and w.revision < c.revision and w.verdict = 'object'
    """)
    op.execute("""
        update change_requests set
            end_reason = case status when 'applied' then 'finished' when 'closed' then 'closed' end,
            ended_at = coalesce(ended_at, closed_at, applied_at)
        where status in ('applied', 'partly_applied', 'closed')
    """)
    # A run that waited for its window starts by itself then.
    op.execute("""
        with waiting as (
            update change_requests c set status = 'open', job_id = null, applied_by_id = null, applied_by = null,
                applied_at = null, waits_until = null
            from change_request_revisions r
            where r.request_id = c.id and r.revision = c.revision and c.status = 'applying' and c.paused_at is null
                and c.waits_until is not null and r.apply_from is not null and c.waits_until <= r.apply_from
            returning c.id, c.revision, r.apply_from
        )
        update jobs j set parameters = jsonb_build_object('request_id', w.id, 'revision', w.revision, 'starts', true),
            due_at = w.apply_from
        from waiting w
        where j.kind = 'change_requests.apply' and j.state = 'waiting'
            and (j.parameters ->> 'request_id')::bigint = w.id
    """)


def downgrade() -> None:
    """Drop the columns."""
    op.execute("alter table program_keys drop column created_by_id, drop column rotated_by_id")
    op.execute("alter table change_request_targets drop column proposed_again_in, drop column undoes_position")
    op.execute("""
        alter table change_request_reviews drop column ended_at, drop column ended_by_id, drop column ended_by,
            drop column ended_reason
    """)
    op.execute("alter table change_request_revisions drop column writer_ids")
    op.execute("""
        alter table change_requests drop column applied_by_id, drop column closed_by_id, drop column end_reason,
            drop column end_note, drop column proposed_from, drop column carried_writer_ids, drop column missed_start_at
    """)

"""SQL of change requests, their revisions, changes and reviews."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from sqlalchemy import Update, bindparam, func, text
from sqlalchemy import update as sql_update
from sqlalchemy.dialects.postgresql import JSONB

from careops.calls import change_requests as calls
from careops.calls.session import User
from careops_server.areas.change_requests import undo_queries
from careops_server.areas.change_requests.news_queries import tell
from careops_server.areas.change_requests.stale_queries import IS_STALE
from careops_server.areas.records.queries import resource_name_of
from careops_server.core.database import tables
from careops_server.core.database.connection import Connection
from careops_server.core.database.row_statements import insert_row
from careops_server.core.queries.json_select import fields_of, moment
from careops_server.core.queries.list_query import ListQuery
from careops_server.core.queries.references import Reference

NOW: Final = object()
"""Value of a column that is set to the time of the database."""
NOT_PAUSED: Final = {"paused_at": None, "paused_by": None, "pause_reason": None, "waits_until": None}
REQUEST: Final = Reference("change_requests", "request_id", calls.NO_REQUEST)
_CURRENT: Final = "change_request_revisions r where r.request_id = c.id and r.revision = c.revision"
_VISIBLE: Final = f"exists (select from {_CURRENT} and r.calls <@ cast(:allowed as text[]))"
_LEFT: Final = "v.targets - c.done - c.unchanged - c.kept - c.failed"
_OF_REVISION: Final = (
    *("digest", "title", "reason", "ticket", "calls", "on_conflict", "targets"),
    *("not_undoable", "undoes", "undoes_run", "excluded", "canary", "after"),
)
_PLANNING: Final = "c.status = 'open' and c.job_id is not null"
REQUESTS: Final = ListQuery(
    calls.ChangeRequest,
    "change_requests c",
    joins="join change_request_revisions v on v.request_id = c.id and v.revision = c.revision",
    read={
        **{name: f"v.{name}" for name in _OF_REVISION},
        **{name: moment(f"v.{name}") for name in ("revised_at", "apply_from", "apply_until")},
        "left": _LEFT,
        "planned": f"""
            case when {_PLANNING} then coalesce((select j.done from jobs j where j.id = c.job_id), 0) else v.targets end
        """,
        "undone_by": undo_queries.UNDONE_BY,
        "proposed_again_as": "(select max(n.id) from change_requests n where n.proposed_from = c.id)",
    },
    base_filter=_VISIBLE,
)
_OWED: Final = "exists (select from change_request_bypasses b where b.request_id = c.id and b.reviewed_at is null)"
_COUNTS: Final = "w.ended_at is null and (w.verdict = 'object' or w.revision = c.revision)"
"""A verdict that counts: an approval of the current revision, or a standing objection."""
_FROZEN: Final = f"""
    exists (
        select from freeze_periods f where f.starts_at <= clock_timestamp() and f.ends_at > clock_timestamp()
    ) and exists (select from {_CURRENT} and r.calls <> array['SaveFreezePeriods'])
"""
_JOB_RUNS: Final = "exists (select from jobs j where j.id = c.job_id and j.state in ('waiting', 'running'))"
_CHECKING: Final = f"""
    c.status not in ('open', 'applying') and c.differences is null and {_JOB_RUNS}
        and exists (select from {_CURRENT} and num_nonnulls(r.undoes, r.undoes_run) > 0)
"""
_OBJECTED: Final = """
    exists (
        select from change_request_reviews w
        where w.request_id = c.id and w.verdict = 'object' and w.ended_at is null
    )
"""
_AFTER: Final = "coalesce((select o.status <> 'applied' from change_requests o where o.id = v.after), false)"


def _labels(is_stale: str) -> str:
    """Return the labels of a request ``c`` as SQL values, null without their condition, the most important first."""
    is_applying, is_open = "c.status = 'applying'", "c.status = 'open'"
    is_paused = f"(c.paused_at is not null or not {_JOB_RUNS})"
    conditions = {
        "planning": _PLANNING,
        "paused": f"{is_applying} and {is_paused}",
        "canary": f"{is_applying} and not {is_paused} and c.waits_until > clock_timestamp()",
        "objected": f"c.ended_at is null and {_OBJECTED}",
        "author_lost_access": "c.id = any(cast(:lost as bigint[]))",
        "window_missed": f"{is_open} and v.apply_until < clock_timestamp()",
        "missed_start": f"{is_open} and c.missed_start_at is not null",
        "needs_approval": "c.id = any(cast(:needing as bigint[]))",
        "stale": is_stale,
        "frozen": f"c.ended_at is null and {_FROZEN}",
        "scheduled": f"{is_open} and v.apply_from > clock_timestamp()",
        "after": f"{is_open} and {_AFTER}",
        "review_owed": _OWED,
        "checking": _CHECKING,
    }
    return ", ".join(f"case when {condition} then '{label}' end" for label, condition in conditions.items())


_WAITS: Final = f"""
    c.status = 'open' and c.author_id <> :user_id and :user_id <> all(c.carried_writer_ids)
        and not exists (
            select from change_request_reviews w where w.request_id = c.id and w.user_id = :user_id and {_COUNTS}
        )
        and not exists (
            select from change_request_revisions r where r.request_id = c.id and :user_id = any(r.writer_ids)
        )
"""
LISTED: Final = ListQuery(
    calls.ListedRequest,
    REQUESTS.source,
    joins=REQUESTS.joins,
    base_filter=_VISIBLE,
    read={**REQUESTS.read, "label": f"coalesce({_labels(IS_STALE)})"},
    where={
        "only": f"""
            case :only
                when 'mine' then c.author_id = :user_id
                when 'needs_approval' then c.id = any(cast(:needing as bigint[]))
                when 'stale' then {IS_STALE}
                when 'author_lost_access' then c.id = any(cast(:lost as bigint[]))
                when 'frozen' then c.status in ('open', 'applying') and {_FROZEN}
                when 'checking' then {_CHECKING}
                else {_WAITS}
            end
        """,
        "status": "c.status = :status",
        "author_id": "c.author_id = :author_id",
        "call": f"exists (select from {_CURRENT} and :call = any(r.calls))",
        "review_owed": f":review_owed = {_OWED}",
        "record": """
            exists (
                select from change_request_targets t where t.request_id = c.id and t.revision = c.revision
                    and t.resource_type = split_part(:record, ':', 1)
                    and t.resource_id = substr(:record, strpos(:record, ':') + 1)
            )
        """,
    },
    contains={"search_text": f"(select lower(r.title) from {_CURRENT})"},
    phonetic=False,
)
TARGETS: Final = ListQuery(
    calls.RequestTarget,
    "change_request_targets t",
    read={
        "errors": "case t.outcome when 'left' then t.plan_errors else t.errors end",
        "name": resource_name_of("t"),
    },
    base_filter="t.request_id = :request_id and t.revision = :revision",
    where={"outcome": "t.outcome = :outcome"},
    order="t.position",
    unique="position",
    parent=REQUEST,
)
_AUTHORS = text(f"""
    select distinct on (c.author_id) c.author_id as id, c.author_name as name
    from change_requests c where {_VISIBLE} order by c.author_id, c.id desc
""")
_OPEN = text(f"""
    select c.id from change_requests c where c.status = 'open' and not ({_PLANNING}) and {_VISIBLE}
""")
_BY_AUTHOR = text("""
    select g.ids, g.calls, g.has_inactive_writer,
        array(
            select a.account_type from user_accounts a join users u on u.id = a.user_id and u.user_status = 'ACTIVE'
            where a.user_id = g.author_id
        ) as account_types,
        (
            select k.scopes from program_keys k
            where k.id = -g.author_id and k.revoked_at is null and k.expires_at > now()
        ) as scopes
    from (
        select c.author_id, v.calls, array_agg(c.id) as ids, c.author_id < 0 and exists (
                select from unnest(v.writer_ids) writer (id)
                where not exists (select from users u where u.id = writer.id and u.user_status = 'ACTIVE')
            ) as has_inactive_writer
        from change_requests c
            join change_request_revisions v on v.request_id = c.id and v.revision = c.revision
        where c.id = any(:ids) group by c.author_id, v.calls, has_inactive_writer
    ) g
""")
_CREATE = insert_row(tables.change_requests, "author_id author_name proposed_from carried_writer_ids", returning="id")
_COUNT_OPEN = text("select count(*) from change_requests where author_id = :author_id and status = 'open'")
_REVISE = text("""
    update change_requests set revision = revision + 1, missed_start_at = null where id = :id returning revision
""")
# After waiting for a lock, only the locked row is read anew, so everything is read by the next statement.
_LOCK = text("select 1 from change_requests where id = :id for update")
_LABELS = text(f"""
    select array_remove(array[{_labels("cast(:is_stale as bool)")}], null) as labels, exists (
            select from change_request_readers n
            where n.request_id = c.id and n.user_id = :user_id and n.read_at is null
        ) as unread
    from change_requests c join change_request_revisions v on v.request_id = c.id and v.revision = c.revision
    where c.id = :id
""")
_SUMMARY = text("""
    select v.groups, v.more_groups, v.filters from change_request_revisions v
    where v.request_id = :id and v.revision = :revision
""")
_REVIEWS = text(f"""
    select {fields_of(calls.Review, "w", {"digest": "v.digest", "counts": f"({_COUNTS})"})}
    from change_request_reviews w join change_requests c on c.id = w.request_id
        join change_request_revisions v on v.request_id = w.request_id and v.revision = w.revision
    where w.request_id = :id order by w.reviewed_at desc, w.user_id
""")
_REVIEW = text("""
    insert into change_request_reviews (request_id, revision, user_id, user_name, verdict, reason)
    values (:id, :revision, :user_id, :user_name, :verdict, :reason)
    on conflict (request_id, revision, user_id) do update
        set verdict = excluded.verdict, reason = excluded.reason, user_name = excluded.user_name,
            reviewed_at = clock_timestamp(), ended_at = null, ended_by_id = null, ended_by = null, ended_reason = null
""")
_END_REVIEWS = text(f"""
    update change_request_reviews w
    set ended_at = clock_timestamp(), ended_by_id = :by_id, ended_by = :by, ended_reason = :reason
    from change_requests c
    where c.id = w.request_id and w.request_id = :id and w.user_id = :user_id and {_COUNTS}
        and (w.verdict = 'object' or not :only_objections)
    returning 1
""")
_OBJECTIONS = text("""
    select user_id, user_name, reason from change_request_reviews
    where request_id = :id and verdict = 'object' and ended_at is null order by reviewed_at
""")
_CARRY = text("""
    insert into change_request_reviews (request_id, revision, user_id, user_name, verdict, reason, reviewed_at)
    select :id, 1, w.user_id, max(w.user_name), 'object', max(w.reason), max(w.reviewed_at)
    from change_request_reviews w
    where w.request_id = any(:sources) and w.verdict = 'object' and w.ended_at is null
    group by w.user_id
""")
WRITERS: Final = """
    select unnest(c.carried_writer_ids || c.author_id) from change_requests c where c.id = {0}
    union select unnest(r.writer_ids) from change_request_revisions r where r.request_id = {0}
"""
"""Query of the author and of everyone who wrote a revision, also of the requests that it repeats."""
_WRITERS = text(WRITERS.format(":id"))
_START = text("""
    update change_requests set status = 'applying', job_id = :job_id, applied_by_id = :by_id, applied_by = :by,
        applied_at = coalesce(applied_at, clock_timestamp()), missed_start_at = null,
        paused_at = null, paused_by = null, pause_reason = null, waits_until = null, failures = 0
    where id = :id
""")
_AUTHOR = text("""
    select array(select a.account_type from user_accounts a where a.user_id = u.id) as account_types
    from users u where u.id = :id and u.user_status = 'ACTIVE'
""")
_KEY = text("select scopes from program_keys where id = :id and revoked_at is null and expires_at > now()")
_NEXT = text("""
    select t.request_id, t.position, t.call, t.parameters, t.planned, t.resource_type, t.resource_id, t.clinic_id,
        t.before, t.after
    from change_request_targets t
    where t.request_id = :id and t.revision = :revision and t.outcome = 'left' and t.position >= :tried
    order by t.position limit :most
""")
_TO_REPEAT: Final = f"""
    t.request_id = :id and t.revision = :revision and t.proposed_again_in is null
        and (t.outcome = any(cast(:outcomes as text[])) or (:reversed and t.outcome = 'done'
            and t.position in ({undo_queries.REVERSED})))
"""
_AGAIN = text(f"""
    select t.call, t.parameters from change_request_targets t where {_TO_REPEAT} order by t.position
""")
_COUNT_AGAIN = text(f"select count(*) from change_request_targets t where {_TO_REPEAT}")
_MARK_AGAIN = text(f"update change_request_targets t set proposed_again_in = :new_id where {_TO_REPEAT}")
_RECORDED: Final = ("position", "outcome", "errors", "conflicts", "written_before", "written_after")
# Without the list of positions PostgreSQL would read all changes of the revision.
_RECORD = text("""
    update change_request_targets t
    set outcome = g.outcome, errors = coalesce(g.errors, '[]'), conflicts = coalesce(g.conflicts, '[]'),
        applied_at = clock_timestamp(), written_before = g.written_before, written_after = g.written_after
    from jsonb_to_recordset(:results) as g (position int4, outcome text, errors jsonb, conflicts jsonb,
        written_before jsonb, written_after jsonb)
    where t.request_id = :id and t.revision = :revision and t.position = g.position
        and t.position = any(cast(:positions as int4[]))
""").bindparams(bindparam("results", type_=JSONB))
_COUNT = text("""
    update change_requests
    set done = done + :done, unchanged = unchanged + :unchanged, kept = kept + :kept, failed = failed + :failed,
        failures = failures + :failures
    where id = :id
""")
# The base of an undo is what the undone request has written, so a change since then is a conflict, except its own.
_LAST_CHANGE = text("""
    select e.actor_name, e.occurred_at from audit_events e
    where e.occurred_at > (
            select coalesce(b.revised_at, run.began_at, r.revised_at) from change_request_revisions r
                left join lateral (
                    select min(w.occurred_at) as began_at from audit_events w
                    where w.parameters ->> 'run_id' = r.undoes_run
                ) run on true
                left join change_requests u on u.id = r.undoes
                left join change_request_revisions b on b.request_id = u.id and b.revision = u.revision
            where r.request_id = :id and r.revision = :revision
        )
        and coalesce(e.parameters ->> 'change_request_id', '') <> coalesce(cast(cast(:undoes as bigint) as text), '-')
        and coalesce(e.parameters ->> 'run_id', '') <> coalesce(cast(:undoes_run as text), '-')
        and (cast(:clinic_id as bigint) is null or e.clinic_id = :clinic_id)
        and e.event_status = 'SUCCESS' and e.resource_type = :resource_type and e.resource_id = :resource_id
        and (e.after ? :field or e.before ? :field)
    order by e.occurred_at desc limit 1
""")


class LockedRequest(calls.ChangeRequest):
    """A locked request with its current revision."""

    writer_ids: list[int]
    """People who wrote the current revision: a user, or those behind an API key."""
    failures: int
    """Unexpected failures since the run was started or resumed."""
    is_early: bool
    """True before ``apply_from``."""
    is_late: bool
    """True after ``apply_until``."""
    is_running: bool
    """True if its job waits or runs."""
    waits_for_other: bool
    """True if the request ``after`` was not applied."""

    @property
    def texts(self) -> calls.RevisionTexts:
        """Content of the revision beside its changes."""
        return calls.RevisionTexts.model_validate(
            {name: getattr(self, name) for name in calls.RevisionTexts.model_fields}
        )

    @property
    def is_undo(self) -> bool:
        """Return whether it restores what another request or a bulk run has replaced."""
        return self.undoes is not None or self.undoes_run is not None

    @property
    def without_schedule(self) -> LockedRequest:
        """Request as an emergency applies it: all changes at once, regardless of window and canary."""
        return self.model_copy(update={"canary": None, "is_early": False, "is_late": False})

    @property
    def status_when_ended(self) -> str:
        """Status if the run ends before it has tried all changes."""
        return "closed" if self.left == self.targets else "partly_applied"


_LOCKED: Final = ListQuery(
    LockedRequest,
    REQUESTS.source,
    joins=REQUESTS.joins,
    base_filter=_VISIBLE,
    read={
        **REQUESTS.read,
        "writer_ids": "v.writer_ids",
        "is_early": "coalesce(v.apply_from > clock_timestamp(), false)",
        "is_late": "coalesce(v.apply_until < clock_timestamp(), false)",
        "waits_for_other": _AFTER,
        "is_running": """
            coalesce((select j.state in ('waiting', 'running') from jobs j where j.id = c.job_id), false)
        """,
    },
)


async def read_labels(
    connection: Connection, id: int, user_id: int, *, is_stale: bool, needing: Sequence[int], lost: Sequence[int]
) -> Mapping[str, Any]:
    """Return the labels of a request, and whether it has news that a user has not read.

    ``needing`` and ``lost`` are requests without approvals or access.
    """
    values = {"id": id, "user_id": user_id, "is_stale": is_stale, "needing": list(needing), "lost": list(lost)}
    return (await connection.execute(_LABELS, values)).mappings().one_row()


async def list_authors(connection: Connection, allowed: Sequence[str]) -> list[calls.RequestAuthor]:
    """Return the authors of the requests whose calls are allowed, by name."""
    rows = (await connection.execute(_AUTHORS, {"allowed": allowed})).mappings()
    return sorted((calls.RequestAuthor(**row) for row in rows), key=lambda author: (author.name.lower(), author.id))


async def list_open(connection: Connection, allowed: Sequence[str]) -> list[int]:
    """Return the ids of the open requests whose calls are allowed, without those that are being planned."""
    return list((await connection.execute(_OPEN, {"allowed": allowed})).scalars())


async def create_request(
    connection: Connection, author: User, proposed_from: int | None, carried_writer_ids: list[int]
) -> int:
    """Create a request without a revision, and return its id."""
    values = {"author_id": author.id, "author_name": author.name, "proposed_from": proposed_from}
    values |= {"carried_writer_ids": carried_writer_ids}
    return (await connection.execute(_CREATE, values)).scalar_one(int)


async def count_open(connection: Connection, author_id: int) -> int:
    """Count the open requests of an account."""
    return (await connection.execute(_COUNT_OPEN, {"author_id": author_id})).scalar_one(int)


async def start_revision(connection: Connection, id: int) -> int:
    """Start another revision, and return its number."""
    return (await connection.execute(_REVISE, {"id": id})).scalar_one(int)


async def lock_row(connection: Connection, id: int) -> None:
    """Lock the row of a request until the transaction ends."""
    await connection.execute(_LOCK, {"id": id})


async def lock_request(connection: Connection, id: int, allowed: Sequence[str]) -> LockedRequest | None:
    """Lock a request until the transaction ends. Return None if there is none, or if its calls are not allowed."""
    await lock_row(connection, id)
    return await _LOCKED.find_by_id(connection, id, allowed=allowed)


async def read_summary(
    connection: Connection, id: int, revision: int
) -> tuple[list[calls.ChangeGroup], int, list[calls.RequestFilter]]:
    """Return the stored groups of a revision, the number of further ones, and its filters."""
    row = (await connection.execute(_SUMMARY, {"id": id, "revision": revision})).one_row()
    groups = [calls.ChangeGroup(**group) for group in row.groups]
    return groups, row.more_groups, [calls.RequestFilter(**request_filter) for request_filter in row.filters]


async def list_reviews(connection: Connection, id: int) -> list[calls.Review]:
    """Return the reviews of all revisions, newest first."""
    rows = (await connection.execute(_REVIEWS, {"id": id})).mappings()
    return [calls.Review.model_validate(row) for row in rows]


async def add_review(
    connection: Connection, request: LockedRequest, user: User, verdict: calls.Verdict, reason: str | None
) -> None:
    """Store a verdict on the current revision. It replaces an earlier one of the same user."""
    values = {"id": request.id, "revision": request.revision, "user_id": user.id, "user_name": user.name}
    await connection.execute(_REVIEW, {**values, "verdict": verdict, "reason": reason})


async def end_reviews(
    connection: Connection, id: int, user_id: int, by: User, *, only_objections: bool = False, reason: str | None = None
) -> int:
    """End the verdicts of a user that count, and return their number."""
    values = {"id": id, "user_id": user_id, "by_id": by.id, "by": by.name, "reason": reason}
    ended = await connection.execute(_END_REVIEWS, {**values, "only_objections": only_objections})
    return len(list(ended))


async def list_objections(connection: Connection, id: int) -> list[tuple[str, str | None]]:
    """Return name and reason of the reviewers whose objection to a request stands."""
    return [(row.user_name, row.reason) for row in await connection.execute(_OBJECTIONS, {"id": id})]


async def carry_objections(connection: Connection, id: int, sources: Sequence[int]) -> None:
    """Copy the standing objections to other requests to the first revision of this one."""
    await connection.execute(_CARRY, {"id": id, "sources": list(sources)})


async def list_writers(connection: Connection, id: int) -> frozenset[int]:
    """Return the ids of the author and of everyone who wrote a revision, also of the requests that it repeats."""
    return frozenset(user_id for user_id in (await connection.execute(_WRITERS, {"id": id})).scalars() if user_id > 0)


async def start(connection: Connection, id: int, job_id: int, by: User | None) -> None:
    """Mark a request as being applied by a job, which a person started or its time."""
    values = {"by_id": by and by.id, "by": by and by.name}
    await connection.execute(_START, {"id": id, "job_id": job_id, **values})


@cache
def _update_statement(columns: tuple[str, ...], stamped: frozenset[str]) -> Update:
    values = {name: func.clock_timestamp() if name in stamped else bindparam(name) for name in columns}
    return sql_update(tables.change_requests).values(values).where(tables.change_requests.c.id == bindparam("id"))


async def update(connection: Connection, id: int, **values: object) -> None:
    """Set columns of a request. ``NOW`` is the time of the database."""
    stamped = frozenset(name for name, value in values.items() if value is NOW)
    parameters = {name: value for name, value in values.items() if name not in stamped}
    await connection.execute(_update_statement(tuple(values), stamped), {"id": id, **parameters})


async def miss_start(connection: Connection, id: int) -> None:
    """Store that a condition failed at the start time."""
    await update(connection, id, missed_start_at=NOW)
    await tell(connection, id, "missed_start")


async def close(connection: Connection, id: int, by: User, *, reason: str, note: str | None) -> None:
    """Close a request."""
    await update(connection, id, closed_by_id=by.id, closed_by=by.name, closed_at=NOW)
    await end(connection, id, "closed", reason=reason, note=note, by_id=by.id)


async def end(
    connection: Connection, id: int, status: str, *, reason: str, note: str | None = None, by_id: int | None = None
) -> None:
    """Store status and reason of an end, which is final. ``by_id`` is the person who ended it."""
    await update(connection, id, status=status, ended_at=NOW, end_reason=reason, end_note=note, **NOT_PAUSED)
    await tell(connection, id, "end", but=by_id)


async def list_again(connection: Connection, request: LockedRequest, outcomes: Sequence[str]) -> list[dict[str, Any]]:
    """Return the changes with these outcomes that were not proposed again."""
    return (await connection.execute(_AGAIN, _to_repeat(request, outcomes))).mappings().all()


async def count_again(connection: Connection, request: LockedRequest, outcomes: Sequence[str]) -> int:
    """Count the changes with these outcomes that were not proposed again."""
    return (await connection.execute(_COUNT_AGAIN, _to_repeat(request, outcomes))).scalar_one(int)


async def mark_again(connection: Connection, request: LockedRequest, outcomes: Sequence[str], *, new_id: int) -> None:
    """Store the request that proposes changes again."""
    await connection.execute(_MARK_AGAIN, {**_to_repeat(request, outcomes), "new_id": new_id})


def _to_repeat(request: LockedRequest, outcomes: Sequence[str]) -> dict[str, Any]:
    stored = [outcome for outcome in outcomes if outcome != "reversed"]
    reversed = "reversed" in outcomes
    return {"id": request.id, "revision": request.revision, "outcomes": stored, "reversed": reversed}


async def list_by_author(connection: Connection, ids: Sequence[int]) -> list[Mapping[str, Any]]:
    """Return requests by author and calls, with the author's access of now."""
    return list((await connection.execute(_BY_AUTHOR, {"ids": list(ids)})).mappings())


async def account_types_of(connection: Connection, user_id: int) -> list[str]:
    """Return the account types of a user; none if the user does not exist or is not active."""
    account_types: list[str] | None = (await connection.execute(_AUTHOR, {"id": user_id})).scalar_one_or_none()
    return account_types or []


async def scopes_of_key(connection: Connection, key_id: int) -> frozenset[str] | None:
    """Return the scopes of an API key, None if it is revoked or has expired."""
    scopes: list[str] | None = (await connection.execute(_KEY, {"id": key_id})).scalar_one_or_none()
    return None if scopes is None else frozenset(scopes)


async def next_targets(connection: Connection, request: LockedRequest, most: int) -> list[dict[str, Any]]:
    """Return the next changes that were not tried."""
    tried = request.targets - request.left
    values = {"id": request.id, "revision": request.revision, "tried": tried, "most": most}
    return (await connection.execute(_NEXT, values)).mappings().all()


async def record_outcomes(
    connection: Connection, request: LockedRequest, results: Sequence[Mapping[str, Any]], counts: Mapping[str, int]
) -> None:
    """Store the outcomes of changes, and add their numbers and that of unexpected ``failures`` to the request."""
    stored = [{name: result[name] for name in _RECORDED if result[name] not in (None, [])} for result in results]
    values = {"id": request.id, "revision": request.revision, "positions": [result["position"] for result in results]}
    await connection.execute(_RECORD, {**values, "results": stored})
    numbers = {name: counts.get(name, 0) for name in ("done", "unchanged", "kept", "failed", "failures")}
    await connection.execute(_COUNT, {"id": request.id, **numbers})


async def find_change(
    connection: Connection, request: LockedRequest, row: Mapping[str, Any], conflict: calls.FieldConflict
) -> calls.FieldConflict:
    """Return the conflict with the user and the time of the change, as far as the audit log contains it."""
    values = {
        "id": request.id,
        "revision": request.revision,
        "field": conflict.field,
        "undoes": request.undoes,
        "undoes_run": request.undoes_run,
        **{name: row[name] for name in ("clinic_id", "resource_type", "resource_id")},
    }
    change = (await connection.execute(_LAST_CHANGE, values, keep_plan=False)).first()
    if change is None:
        return conflict
    return conflict.model_copy(update={"changed_by": change.actor_name, "changed_at": change.occurred_at})

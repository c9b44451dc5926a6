"""SQL of seals: the settled position, the digests of a batch, and reads for verification and export."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import text

from careops.audit_chain.seals import DIGEST_BYTES, FORM, NOTHING_BEFORE, PURGE_FORM, Checkpoint, Seal, SealedEvent
from careops.audit_chain.verifier import Unsealed
from careops_server.core.audit.signing_keys import Keys
from careops_server.core.database.connection import Connection

BATCH: Final = 20_000
"""Events per seal."""
_MAX_REACH: Final = 2**31 - 1
_LOCK: Final = 0x61_7564_6974_73  # "audits"
_SETTLING_SECONDS: Final = 2.0


def _moment(column: str) -> str:
    return f"""to_json(to_char(e.{column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))"""


_FIELDS: Final = {
    "id": "to_json(e.id)",
    "occurred_at": _moment("occurred_at"),
    **dict.fromkeys(("clinic_id", "actor_id", "before", "after", "parameters")),
    **{
        name: f"to_json(e.{name})"
        for name in (
            *("key", "event_status", "actor_name", "actor_type", "patient_name", "resource_type", "resource_id"),
            *("request_id", "ip_address", "user_agent", "description"),
        )
    },
}
"""Sealed fields of an event as JSON. Numbers and JSON columns are unchanged."""


_SINCE: Final = {"recorded_at": _moment("recorded_at"), "sent_by": "to_json(e.sent_by)"}
"""Fields that events of older versions lack. They were sealed without them."""


def _content() -> str:
    """Return SQL that equals ``jsonb_build_object(…)::text`` byte for byte at half the cost (shorter names first)."""
    names = sorted([*_FIELDS, *_SINCE], key=lambda name: (len(name), name))
    parts = (_field_sql(name, "" if name == names[0] else ", ") for name in names)
    return f"('{{' || {' || '.join(parts)} || '}}')"


def _field_sql(name: str, between: str) -> str:
    if name in _SINCE:
        return f"""coalesce('{between}"{name}": ' || cast({_SINCE[name]} as text), '')"""
    return f"""'{between}"{name}": ' || coalesce(cast({_FIELDS[name] or f"e.{name}"} as text), 'null')"""


CONTENT: Final = _content()
"""Sealed content of an event. It is defined here and not in a database function, which the database's owner could
change.
"""
_DIGEST: Final = f"substring(sha256(convert_to({CONTENT}, 'UTF8')) from 1 for {DIGEST_BYTES})"

_TRY_LOCK = text("select pg_try_advisory_xact_lock(:key)")
_LAST_TAKEN = text("select case when is_called then last_value else 0 end from audit_events_position")
_WRITERS = text("""
    select distinct l.virtualtransaction from pg_locks l
    where l.locktype = 'relation' and l.granted and l.pid is distinct from pg_backend_pid()
    and l.database = (select oid from pg_database where datname = current_database())
    and l.relation in (select relid from pg_partition_tree('audit_events'))
    and l.mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
""")
_LAST_SEAL = text("""
    select number, upto_position, hash, coalesce(nullif(next_key, ''), public_key) as signer
    from audit_seals order by number desc limit 1
""")
_SIGNED = text("""
    select exists (select from audit_seals where cast(:keys as text[]) && array[public_key, next_key])
""")
_HASH_OF = text("select hash from audit_seals where number = :number")
_BATCH_END = text("""
    select coalesce(
        (select position from audit_events where position > :after and position <= :settled
         order by position offset :last limit 1), :settled)
""")
_ENTRIES = text(f"""
    select string_agg(int4send((e.position - :after)::integer) || {_DIGEST}, '' order by e.position) as entries,
        min(e.recorded_at) as oldest
    from audit_events e where e.position > :after and e.position <= :upto
""")
_KEEP = text("""
    insert into audit_seals (number, after_position, upto_position, entries, previous, hash, sealed_at, form, oldest,
                             public_key, next_key, signature, purged)
    values (:number, :after, :upto, :entries, :previous, :hash, :sealed_at, :form, :oldest, :public_key, :next_key,
            :signature, :purged)
""")
_NEXT_SEAL = text("select * from audit_seals where number > :number order by number limit 1")
_EVENTS = text(f"""
    select e.position, {_DIGEST} as digest, e.id::text as id, e.occurred_at, e.key from audit_events e
    where (e.position > :after or :number = 1) and e.position <= :upto order by e.position
""")
_LINES = text(f"""
    select '{{"position": ' || e.position || ', "event": ' || {CONTENT} || '}}' from audit_events e
    where e.position > :after and e.position <= :upto order by e.position
""")
_UNSEALED = text("select count(*) as events, min(recorded_at) as oldest from audit_events where position > :upto")


class AuditTrailRolledBack(Exception):
    """The audit log in the database differs from the one this installation sealed: it is older, changed or
    another one.
    """


class SigningKeyMismatch(Exception):
    """Another installation seals this audit log, and this one has none of its keys."""

    def __init__(self) -> None:
        super().__init__(
            "the audit trail is sealed with another key: set CAREOPS_AUDIT_SIGNING_KEY to the key of the other servers "
            "(after a rotation, CAREOPS_PREVIOUS_AUDIT_SIGNING_KEY as well)"
        )


async def hash_of(connection: Connection, number: int) -> str | None:
    """Return the hash of a seal, or None if there is no such seal."""
    return (await connection.execute(_HASH_OF, {"number": number})).scalar_one_or_none(str)


async def try_lock(connection: Connection) -> bool:
    """Return whether this transaction got the lock for sealing."""
    return bool((await connection.execute(_TRY_LOCK, {"key": _LOCK})).scalar_one())


async def settled_position(connection: Connection) -> int | None:
    """Return a position before which no more events can appear, None if a writer takes too long.

    Positions are assigned before their transactions commit, and a writer holds a lock on the table until then. Once all
    current lock holders are done, nothing can appear at earlier positions.
    """
    taken: int = (await connection.execute(_LAST_TAKEN)).scalar_one()
    writers = set((await connection.execute(_WRITERS)).scalars())
    until = asyncio.get_running_loop().time() + _SETTLING_SECONDS
    while writers:
        if asyncio.get_running_loop().time() > until:
            return None
        await asyncio.sleep(0.02)
        writers &= set((await connection.execute(_WRITERS)).scalars())
    return taken


async def seal_batch(
    connection: Connection,
    settled: int,
    keys: Keys,
    checkpoint: Checkpoint | None = None,
    *,
    purged: int = 0,
    sealed_at: datetime | None = None,
) -> Seal | None:
    """Seal the next batch up to a settled position. Return None if there is nothing to seal.

    ``sealed_at`` is the time of the seal if it is not now.
    ``purged`` is the last seal whose events this transaction deletes; the new seal names it. Raises
    ``AuditTrailRolledBack`` if the audit log does not contain the checkpoint ``kept``, or another key signed it last.
    Raises ``SigningKeyMismatch`` if none of the keys has ever signed it.
    """
    last = (await connection.execute(_LAST_SEAL)).one_or_none()
    number, after, previous = (last.number, last.upto_position, last.hash) if last else (0, 0, NOTHING_BEFORE)
    await _check_same_trail(connection, checkpoint, Checkpoint(number, previous) if last else None)
    settled = min(settled, after + _MAX_REACH)
    end = {"after": after, "settled": settled, "last": BATCH - 1}
    upto: int = (await connection.execute(_BATCH_END, end)).scalar_one()
    entries = (await connection.execute(_ENTRIES, {"after": after, "upto": upto})).one_row()
    if not entries.entries:
        return None
    signers = keys()
    # The first signed seal follows none, or one of the old form, which has no signer.
    signer = signers.next_of(last.signer) if last and last.signer else signers.previous or signers.current
    if signer is None:
        if not await has_signed(connection, signers.public_keys):
            raise SigningKeyMismatch
        raise AuditTrailRolledBack("the last seal is by a key this installation does not have")
    seal = Seal(
        *(number + 1, after, upto, bytes(entries.entries), previous, sealed_at or datetime.now(UTC), entries.oldest),
        next_key="" if signer is signers.current else signers.current.public_key,
        form=PURGE_FORM if purged else FORM,
        purged=purged,
    ).signed(signer)
    await connection.execute(_KEEP, {name: getattr(seal, name) for name in Seal.__dataclass_fields__})
    return seal


async def _check_same_trail(connection: Connection, checkpoint: Checkpoint | None, last: Checkpoint | None) -> None:
    if checkpoint is None:
        return
    stored_hash: str | None = (await connection.execute(_HASH_OF, {"number": checkpoint.number})).scalar_one_or_none()
    if stored_hash != checkpoint.hash:
        ends = f"it ends at {last}" if last else "it has no seal"
        raise AuditTrailRolledBack(f"the trail had come to {checkpoint}; now {ends}")


async def last_head(connection: Connection) -> Checkpoint | None:
    """Return number and hash of the last seal."""
    last = (await connection.execute(_LAST_SEAL)).one_or_none()
    return Checkpoint(last.number, last.hash) if last else None


async def last_signer(connection: Connection) -> str | None:
    """Return the public key that signs next, None before the first signed seal."""
    last = (await connection.execute(_LAST_SEAL)).one_or_none()
    return (last.signer or None) if last else None


async def has_signed(connection: Connection, keys: Collection[str]) -> bool:
    """Return whether one of these public keys has signed a seal."""
    return bool((await connection.execute(_SIGNED, {"keys": list(keys)})).scalar_one())


async def next_seal(connection: Connection, number: int) -> Seal | None:
    """Return the first seal after a number."""
    row = (await connection.execute(_NEXT_SEAL, {"number": number})).mappings().one_or_none()
    return None if row is None else seal_from_row(row)


def seal_from_row(row: Any) -> Seal:
    """Return a row as a seal."""
    return Seal(
        number=row["number"],
        after=row["after_position"],
        upto=row["upto_position"],
        entries=bytes(row["entries"]),
        previous=row["previous"],
        sealed_at=row["sealed_at"],
        **{name: row[name] for name in ("oldest", "next_key", "form", "hash", "public_key", "signature", "purged")},
    )


async def find_mismatches(connection: Connection, seal: Seal) -> list[SealedEvent] | None:
    """Return the events in a seal's range, or None if they match the seal, which costs a tenth."""
    # In the first seal and in a manipulated one, positions may be out of the range of the entries.
    if seal.number > 1 and seal.upto - seal.after <= _MAX_REACH:
        entries = (await connection.execute(_ENTRIES, {"after": seal.after, "upto": seal.upto})).one_row()
        if entries.entries is not None and bytes(entries.entries) == seal.entries:
            return None
    return await events_of(connection, seal)


async def events_of(connection: Connection, seal: Seal) -> list[SealedEvent]:
    """Return the current events in a seal's range."""
    values = {"after": seal.after, "upto": seal.upto, "number": seal.number}
    return [
        SealedEvent(
            row.position,
            bytes(row.digest),
            {"id": row.id, "timestamp": row.occurred_at.isoformat(), "key": row.key},
        )
        for row in await connection.execute(_EVENTS, values)
    ]


async def lines_of(connection: Connection, *, after: int, upto: int) -> list[str]:
    """Return events as lines of an export, each with exactly the sealed content."""
    return list((await connection.execute(_LINES, {"after": after, "upto": upto})).scalars())


async def unsealed(connection: Connection, upto: int) -> Unsealed:
    """Return the number of events after a position, and the time of the oldest."""
    row = (await connection.execute(_UNSEALED, {"upto": upto})).one_row()
    return Unsealed(row.events, row.oldest)


async def unsealed_now(connection: Connection) -> int:
    """Return the number of events after the last seal."""
    last = (await connection.execute(_LAST_SEAL)).one_or_none()
    return (await unsealed(connection, last.upto_position if last else 0)).events

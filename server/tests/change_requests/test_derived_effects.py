"""Effects of calls, derived from the tables and columns that they write, compared with the declared groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, Final

import psycopg
import pytest
from psycopg import sql
from server.tests.support.examples import example
from server.tests.support.stage import Stage

from careops.calls import all_calls, area_of
from careops.contract import ANYONE, Call
from careops_server.areas.change_requests.preview import supported_bindings
from careops_server.core.configuration.dsn import driver_url
from careops_server.routes import ROUTES

pytestmark = pytest.mark.own
CALLS: Final = {
    call.__name__: call for call in all_calls() if call.route.mutates and area_of(call) not in ("session", "realtime")
}
"""Calls that change something beside the session of the caller."""
COVERABLE: Final = supported_bindings(ROUTES).keys() | {name for name, call in CALLS.items() if call.route.same_effect}
RECORDER: Final = """
    create table written (what text primary key);
    grant select, insert, delete on written to public;
    create function record_write() returns trigger language plpgsql as $$
    begin
        insert into written select tg_argv[0] || '.' || field.key from jsonb_each(to_jsonb(new)) field
        where tg_op = 'UPDATE' and field.value is distinct from to_jsonb(old) -> field.key
        union all select tg_argv[0] || ' ' || lower(tg_op) where tg_op <> 'UPDATE'
        on conflict do nothing;
        return null;
    end $$
"""
TABLES: Final = """
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname <> 'written'
"""
BOOKKEEPING: Final = ("audit_", "idempotency_keys", "realtime_events", "search_words", "program_keys.last_used")
"""Tables and columns that change beside the record; counters end with ``_totals`` or ``_newest``."""
WITHOUT_WRITES: Final[Mapping[str, str]] = {
    "AddAuditEvents": "It adds events to the audit log only.",
    "ShowAccountNumber": "It is a read that is recorded.",
    "StartRun": "It returns a token.",
}
"""Calls whose example writes no record, with the reason."""
DIFFERENT: Final[Mapping[frozenset[str], str]] = {
    frozenset({"CreateNewsArticle", "RestoreNewsArticles"}): "An article is new, or was deleted.",
    frozenset({"SendRelogin", "SendWebUpgrade"}): "A re-login asks all apps to sign in, an upgrade one app to reload.",
    frozenset({"ActivateSpecModule", "ApplyBatch"}): "A batch is checked as the call that it contains.",
}
"""Pairs of calls that write the same, and that no policy has to cover together, with the reason."""
DECLARED: Final[Mapping[str, str]] = {
    "access_ended": "A blocked user and one with another password cannot sign in.",
    "clinic_features": "Modules are rows and flags are columns, and a clinic sees both as features.",
    "manual_payment": "Payments of clinics and of users are in two tables.",
    "news_published": "An article is published when it is added, saved or published.",
}
"""Groups with calls that write different columns, with the effect that they have in common."""


@pytest.fixture
def recorder(database_url: str) -> Iterator[None]:
    """Record what the calls write, by triggers on all tables."""
    with psycopg.connect(driver_url(database_url), autocommit=True) as connection:
        connection.execute(RECORDER)
        trigger = sql.SQL(
            "create trigger record_write after insert or update or delete on {} for each row"
            " execute function record_write({})"
        )
        for (name,) in connection.execute(TABLES).fetchall():
            connection.execute(trigger.format(sql.Identifier(name), sql.Literal(name)))
        yield
        connection.execute("drop function record_write cascade; drop table written")


async def written_by(stage: Stage, kind: type[Call[Any]]) -> set[str]:
    """Return what the example of a call writes, also with the values that have its declared effect."""
    field, values = kind.route.effect_when or ("", [None])
    written: set[str] = set()
    for value in values:
        call = await example(stage, kind)
        client = stage.client() if kind.route.access is ANYONE else await stage.caller_of(kind)
        await stage.sql("delete from written returning 1")
        await client.send(call.model_copy(update={field: value}) if field else call)
        written |= {row["what"] for row in await stage.rows("select what from written")}
    return {what for what in written if not _is_bookkeeping(what)}


def _is_bookkeeping(what: str) -> bool:
    table = what.replace(".", " ").split()[0]
    return what.startswith(BOOKKEEPING) or table.endswith(("_totals", "_newest")) or what.endswith(".updated_at")


def _fields(call: type[Call[Any]]) -> set[str]:
    """Return the fields of a call that are values of a record."""
    return {name for name in call.model_fields if name not in ("id", "ids") and not name.endswith(("_id", "_ids"))}


def _updated(written: set[str]) -> set[str]:
    return {what.partition(".")[0] for what in written if "." in what}


async def test_calls_that_write_the_same_have_one_effect(stage: Stage, recorder: None) -> None:
    written = {name: await written_by(stage, kind) for name, kind in CALLS.items()}
    assert {name for name, columns in written.items() if not columns} == WITHOUT_WRITES.keys()
    pairs = [pair for pair in combinations(CALLS, 2) if not COVERABLE.isdisjoint(pair)]
    derived = {frozenset(pair) for pair in pairs if _write_the_same(written, *pair)}
    declared = {frozenset(pair): effect for pair in pairs if (effect := _declared_effect(*pair)) is not None}
    unanswered = derived - declared.keys() - DIFFERENT.keys()
    assert sorted(map(sorted, unanswered)) == [], "declare `same_effect`, or state the reason in DIFFERENT"
    assert DIFFERENT.keys() <= derived
    assert DECLARED.keys() == {effect for pair, effect in declared.items() if pair not in derived}


def _declared_effect(first: str, other: str) -> str | None:
    effect = CALLS[first].route.same_effect
    return effect if effect == CALLS[other].route.same_effect else None


def _write_the_same(written: Mapping[str, set[str]], first: str, other: str) -> bool:
    """Return whether calls write the same columns or rows, or update one table and share a field."""
    tables = _updated(written[first]) & _updated(written[other])
    return bool(written[first] & written[other]) or bool(tables and _fields(CALLS[first]) & _fields(CALLS[other]))

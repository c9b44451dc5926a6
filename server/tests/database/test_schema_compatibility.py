"""Servers of two versions can run together: since the marked base, migrations only add to the schema."""

from __future__ import annotations

import psycopg
import pytest
from server.tests.database.conftest import Connection

from careops_server.core.configuration.dsn import driver_url
from careops_server.core.database.migrate import migrate
from careops_server.core.database.schema_revision import newest
from careops_server.testing.postgres import BARE, TestPostgres
from careops_server.testing.schema_compat import BASE, migrate_upto, removed, snapshot

pytestmark = pytest.mark.slow

CONTRACTIONS = {
    "alter table clinics drop column beds_count": "clinics.beds_count is gone",
    "drop table form_drafts": "form_drafts.typed is gone",
    "alter table clinics rename column name to title": "clinics.name is gone",
    "alter table clinics alter beds_count type text": "clinics.beds_count is text and was integer",
    "alter table clinics alter beds_count set not null": "clinics.beds_count must be filled now",
    "alter table clinics alter name drop not null": "clinics.name may be null now",
    "alter table clinics add column motto text not null": "clinics.motto is new, and must be filled",
    "alter table clinics add check (beds_count < 9)": "clinics has a new rule: CHECK ((beds_count < 9))",
    "create unique index on form_drafts (kept_at)": "form_drafts has a new rule: CREATE UNIQUE INDEX",
    "alter table form_drafts drop constraint pk_form_drafts": "form_drafts has lost a rule: PRIMARY KEY",
    "alter table form_drafts alter kept_at drop default": "form_drafts.kept_at has no default any more",
    "drop function ensure_audit_partitions": "the function ensure_audit_partitions() ",
}
EXPANSIONS = (
    "create table mottos (id bigint primary key, motto text not null unique)",
    "alter table clinics add column motto text",
    "alter table clinics add column stars integer not null default 0 check (stars < 6)",
    "create index on clinics (beds_count)",
    "create function twice(n integer) returns integer language sql as 'select 2 * n'",
)


def test_schema_has_only_grown_since_the_base(postgres: TestPostgres) -> None:
    url = postgres.new_database(BARE)
    migrate_upto(url, BASE)
    with psycopg.connect(driver_url(url)) as looking:
        before = snapshot(looking)
    migrate(url)
    with psycopg.connect(driver_url(url)) as looking:
        assert looking.execute("select version_num from alembic_version").fetchone() == (newest(),)
        assert removed(before, snapshot(looking)) == []
    postgres.drop(url)


@pytest.mark.parametrize(("step", "message"), CONTRACTIONS.items())
def test_removed_parts_of_the_schema_are_reported(step: str, message: str, connection: Connection) -> None:
    before = snapshot(connection)
    connection.execute(f"{step} cascade".encode() if step.startswith("drop") else step.encode())
    messages = removed(before, snapshot(connection))
    assert any(each.startswith(message) for each in messages), messages


def test_additions_to_the_schema_are_allowed(connection: Connection) -> None:
    before = snapshot(connection)
    for step in EXPANSIONS:
        connection.execute(step.encode())
    assert removed(before, snapshot(connection)) == []

"""Every statement is prepared, so a wrong table, column or alias fails with its file and line."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import psycopg
import pytest
from psycopg.pq import ExecStatus
from server.tests.support.sql_statements import PACKAGE, ROOT, Statement, sites

Connection = psycopg.Connection[tuple[object, ...]]
BIGINT, DATE, TIMESTAMPTZ = (psycopg.adapters.types[name].oid for name in ("int8", "date", "timestamptz"))
# Parameters whose type PostgreSQL cannot derive from each of their uses, with the type that the driver sends.
TYPES = {"ad_campaign_id": BIGINT, "begin": TIMESTAMPTZ, "clinic_id": BIGINT, "module": BIGINT, "start": DATE}
# Administration, migrations and the examples of documentation.
NOT_PREPARED = ("core/database/migrate.py", "core/database/roles.py", "core/http/", "core/database/versions/")


LISTS = str((PACKAGE / "core/queries/list_query.py").relative_to(ROOT))
STATEMENT = re.compile(r"[(\s]*(select|insert|update|delete|with|explain)\b", re.IGNORECASE)


@pytest.fixture(scope="module")
def statements() -> list[Statement]:
    """The statements of the server, from a separate process that loads all modules."""
    command = (sys.executable, "-m", "server.tests.support.sql_statements")
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603 (our own program)
    return [Statement(file, line, sql, tuple(names)) for file, line, sql, names in json.loads(done.stdout)]


def faults(connection: Connection, statements: list[Statement]) -> list[str]:
    """Return place and error of each statement that PostgreSQL cannot prepare."""
    wrong = []
    for statement in statements:
        if statement.file == LISTS or not STATEMENT.match(statement.sql):
            continue  # a condition, which is prepared as a part of its statement
        types = [TYPES.get(name, 0) for name in statement.parameters]
        result = connection.pgconn.prepare(b"", statement.sql.encode(), types)
        if result.status != ExecStatus.COMMAND_OK:
            wrong.append(f"{statement.file}:{statement.line}: {result.error_message.decode()}")
    return wrong


def test_every_statement_can_be_prepared(connection: Connection, statements: list[Statement]) -> None:
    assert faults(connection, statements) == []


def test_every_call_of_text_is_prepared(statements: list[Statement]) -> None:
    prepared = {(statement.file, statement.line) for statement in statements}
    prefixes = tuple(str((PACKAGE / path).relative_to(ROOT)) for path in NOT_PREPARED)
    missing = {site for site in sites(PACKAGE) if not site[0].startswith(prefixes)} - prepared
    assert sorted(missing) == [], "call the function that builds the statement in sql_statements.py"


@pytest.mark.parametrize(
    ("sql", "error"),
    [
        pytest.param("select name from clinic where id = $1", 'relation "clinic" does not exist', id="table"),
        pytest.param("select c.nmae from clinics c where c.id = $1", "column c.nmae does not exist", id="column"),
        pytest.param(
            "select d.name from clinics c where c.id = $1", 'missing FROM-clause entry for table "d"', id="alias"
        ),
    ],
)
def test_wrong_name_is_reported_with_file_and_line(connection: Connection, sql: str, error: str) -> None:
    (fault,) = faults(connection, [Statement("areas/clinics/queries.py", 7, sql, ("id",))])
    assert fault.startswith(f"areas/clinics/queries.py:7: ERROR:  {error}\n")

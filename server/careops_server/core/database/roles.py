"""Grants of the server role in a database it does not own (SEC-67).

The role reads and writes rows. It cannot create, alter or truncate tables, and can only add to the audit log. SQL
injected into the server can therefore neither disable the audit log's triggers nor change its rows. Every migration
ends with new grants, so new tables need no extra step.
"""

from __future__ import annotations

import secrets
from typing import Any, Final

import psycopg
from sqlalchemy import Connection, text

from careops_server.core.database.engine import create_admin_engine

ADDED_TO_ONLY: Final = frozenset({"audit_events", "audit_event_ids", "audit_seals"})
_LOCK_MS: Final = 4_000
READ_ONLY: Final = frozenset({"alembic_version", "server_roles"})

_KNOWN = text("""
    select name from server_roles s where exists (select from pg_roles r where r.rolname = s.name) order by name
""")
_KNOWS = text("select from server_roles where name = :name")
_REGISTER = text("insert into server_roles (name) values (:name) on conflict do nothing")
# Partitions are reached through their table, and need no grants.
_OURS = text("""
    select c.relname as name, c.relkind = 'S' as is_sequence from pg_class c
    where c.relnamespace = (current_schema()::text)::regnamespace and c.relkind in ('r', 'p', 'S')
      and not c.relispartition and pg_has_role(c.relowner, 'usage')
    order by 1
""")
_LACKING = text("""
    select has_schema_privilege(:role, current_schema(), 'usage') as schema,
           has_schema_privilege('public', current_schema(), 'create') as closed_schema,
           has_database_privilege('public', current_database(), 'temporary') as closed_temporary
""")
_CREATES_ROLES = text("select rolcreaterole or rolsuper from pg_roles where rolname = current_user")
_RIGHTS = text("""
    select rolsuper or pg_has_role(rolname, current_user, 'usage') as too_many from pg_roles where rolname = :role
""")
_PASSWORD_BYTES: Final = 32


class RoleError(Exception):
    """The role cannot be created or would have too many rights. The message says what to do."""


def make(url: str, role: str, *, new_password: bool = False) -> str | None:
    """Create ``role`` for the server with login and grants. If it exists, renew the grants.

    ``url`` is the owner's. Return the password if it is new: for a new role or with ``new_password``. Raises
    ``RoleError``.
    """
    with create_admin_engine(url, lock_ms=_LOCK_MS).begin() as connection:
        quoted = connection.dialect.identifier_preparer.quote_identifier(role)
        rights = connection.execute(_RIGHTS, {"role": role}).mappings().one_or_none()
        if rights is not None and rights["too_many"]:
            raise RoleError(f"{role} owns this database's tables, or may become who does: choose another name")
        password = secrets.token_urlsafe(_PASSWORD_BYTES) if rights is None or new_password else None
        if password is not None:
            verb = "create" if rights is None else "alter"
            if not connection.execute(_CREATES_ROLES).scalar_one():
                owner = _select_value(connection, "current_user")
                raise RoleError(
                    f"The role {owner} may not create roles. As a superuser, run: {verb} role {quoted} login password "
                    "'PASSWORD'; Then run this again without --new-password, which grants its rights"
                )
            hashed = driver(connection).pgconn.encrypt_password(password.encode(), role.encode(), b"scram-sha-256")
            connection.exec_driver_sql(f"{verb} role {quoted} login nosuperuser password '{hashed.decode()}'")
        register(connection, role)
    return password


def renew(url: str) -> None:
    """Renew the grants of the known roles, because a loaded dump contains their names but not their rights."""
    with create_admin_engine(url, lock_ms=_LOCK_MS).begin() as connection:
        grant_known(connection)


def driver(connection: Connection) -> psycopg.Connection[Any]:
    """Return psycopg's connection below SQLAlchemy's."""
    connection_of_driver: psycopg.Connection[Any] = connection.connection.driver_connection  # type: ignore[assignment]  # it is psycopg
    return connection_of_driver


def knows(connection: Connection, role: str) -> bool:
    """Return whether ``role`` is registered as a server role."""
    return connection.execute(_KNOWS, {"name": role}).first() is not None


def register(connection: Connection, role: str) -> None:
    """Register ``role`` as a server role, and grant it the rights it needs."""
    connection.execute(_REGISTER, {"name": role})
    grant(connection, role)


def grant_known(connection: Connection) -> None:
    """Grant all registered server roles the rights on the current tables."""
    for role in connection.execute(_KNOWN).scalars().all():
        grant(connection, role)


def grant(connection: Connection, role: str) -> None:
    """Grant exactly the rights that the server needs, and revoke others."""
    quoted = connection.dialect.identifier_preparer.quote_identifier
    who = quoted(role)
    rows = connection.execute(_OURS).mappings().all()
    sequences = [quoted(row["name"]) for row in rows if row["is_sequence"]]
    tables = [row["name"] for row in rows if not row["is_sequence"]]
    rights = {
        "select": [quoted(name) for name in tables if name in READ_ONLY],
        "select, insert": [quoted(name) for name in tables if name in ADDED_TO_ONLY],
        "select, insert, update, delete": [quoted(name) for name in tables if name not in READ_ONLY | ADDED_TO_ONLY],
    }
    connection.execute(text(f"revoke all on {', '.join(map(quoted, tables))} from {who}"))
    for what, which in rights.items():
        if which:
            connection.execute(text(f"grant {what} on {', '.join(which)} to {who}"))
    if sequences:
        connection.execute(text(f"revoke all on sequence {', '.join(sequences)} from {who}"))
        connection.execute(text(f"grant usage, select on sequence {', '.join(sequences)} to {who}"))
    lacking = connection.execute(_LACKING, {"role": role}).mappings().one()
    schema, database = (
        quoted(_select_value(connection, "current_schema()")),
        quoted(_select_value(connection, "current_database()")),
    )
    if not lacking["schema"]:
        connection.execute(text(f"grant usage on schema {schema} to {who}"))
    # A table that another role creates, temporary or not, could shadow a table of the server.
    if lacking["closed_schema"]:
        connection.execute(text(f"revoke create on schema {schema} from public"))
    if lacking["closed_temporary"]:
        connection.execute(text(f"revoke temporary on database {database} from public"))


def _select_value(connection: Connection, expression: str) -> str:
    name: str = connection.execute(text(f"select {expression}")).scalar_one()
    return name

"""Migrations of the schema: Alembic, configured in code, one process at a time."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from psycopg.errors import InsufficientPrivilege
from sqlalchemy import Connection, text
from sqlalchemy.exc import ProgrammingError

from careops_server.core.database import roles
from careops_server.core.database.engine import create_admin_engine
from careops_server.core.database.schema_revision import ADVISORY_LOCK, VERSIONS, newest
from careops_server.core.database.server_version import check_version

__all__ = ["NewerDatabaseError", "NotTheOwnerError", "current", "migrate", "newest", "pending"]

LOCK_MS: Final = 4_000
"""A migration that waits longer for a table fails, so that requests do not queue behind it."""
_HERE: Final = Path(__file__).parent
_NOT_OURS: Final = "The database is {count} steps behind {at}, and the role at hand may not change its tables"


class NewerDatabaseError(Exception):
    """A newer careops migrated the database; this version does not know its schema."""

    def __init__(self, at: str) -> None:
        super().__init__(
            f"The database is at {at}, which this careops does not know (it knows {newest()}): a newer one made it"
        )


class NotTheOwnerError(Exception):
    """The schema needs a migration, and the role may not change it."""


def migrate(url: str, *, server_role: str | None = None) -> tuple[str, ...]:
    """Migrate the schema to the newest revision. Return the applied revisions, oldest first.

    A new database is created in one transaction. An existing one is migrated step by step, including the grants of each
    step, so no table stays locked for later steps. If a step fails, the earlier ones remain: servers of the previous
    version work with any of them, and the next run continues there.

    ``url`` is the owner's. The known server roles get their grants, and so does ``server_role``, which is registered.
    Raises ``NotTheOwnerError``, ``NewerDatabaseError``, ``UnsupportedPostgresError``.

    Several processes may call it at once: one migrates, the others wait and find nothing to do.
    """
    script = _script()
    engine = create_admin_engine(url, lock_ms=LOCK_MS, application="careops-migrate")
    with engine.connect() as connection:
        check_version(roles.driver(connection).info.server_version)
        _wait_for_our_turn(connection)
        try:
            before = _pending(connection, script)
            if before:
                _upgrade(connection, script)
            connection.execute(text("select ensure_audit_partitions()"))
            if server_role is not None and not roles.knows(connection, server_role):
                roles.register(connection, server_role)
            if before:
                roles.grant_known(connection)
            connection.commit()
        except ProgrammingError as error:
            if isinstance(error.orig, InsufficientPrivilege):
                raise NotTheOwnerError(_NOT_OURS.format(count=len(before), at=newest())) from error
            raise
        finally:
            connection.rollback()
            connection.execute(text("select pg_advisory_unlock(:key)"), {"key": ADVISORY_LOCK})
            connection.commit()
    return before


def pending(url: str) -> tuple[str, ...]:
    """Return the revisions that `migrate` would apply, oldest first; empty if the schema is up to date."""
    with create_admin_engine(url, lock_ms=LOCK_MS).connect() as connection:
        return _pending(connection, _script())


def current(url: str) -> str | None:
    """Return the revision of the schema, None for an empty database."""
    with create_admin_engine(url, lock_ms=LOCK_MS).connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def _wait_for_our_turn(connection: Connection) -> None:
    # Waiting is right here, so the lock timeout that protects the tables does not apply.
    connection.execute(text("set lock_timeout = 0"))
    connection.execute(text("select pg_advisory_lock(:key)"), {"key": ADVISORY_LOCK})
    connection.execute(text(f"set lock_timeout = {LOCK_MS}"))
    connection.commit()


def _pending(connection: Connection, script: ScriptDirectory) -> tuple[str, ...]:
    at = MigrationContext.configure(connection).get_current_revision()
    if at is not None and at not in {step.revision for step in script.walk_revisions()}:
        raise NewerDatabaseError(at)
    return tuple(step.revision for step in reversed(list(script.iterate_revisions("heads", at or "base"))))


def _upgrade(connection: Connection, script: ScriptDirectory) -> None:
    def steps(revision: Any, context: MigrationContext) -> Any:
        return script._upgrade_revs("head", revision)

    def granted(*_: object, **__: object) -> None:
        if connection.execute(text("select to_regclass('server_roles')")).scalar_one() is not None:
            roles.grant_known(connection)

    in_steps = MigrationContext.configure(connection).get_current_revision() is not None
    if in_steps:
        connection.commit()  # end the read transaction, or all steps would be part of it
    config = Config()
    with EnvironmentContext(config, script, fn=steps, destination_rev="head") as environment:
        environment.configure(
            connection=connection,
            transaction_per_migration=in_steps,
            on_version_apply=granted if in_steps else None,
        )
        environment.run_migrations()


def _script() -> ScriptDirectory:
    return ScriptDirectory(str(_HERE), version_locations=[str(VERSIONS)])

"""Database of an installation: the configured one, or the embedded PostgreSQL, started if necessary."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from psycopg.conninfo import conninfo_to_dict

from careops_server.core.configuration.dsn import as_psycopg, driver_url
from careops_server.core.configuration.settings import Settings
from careops_server.core.embedded_postgres.server import LocalPostgres


@dataclass(frozen=True)
class InstallationDatabase:
    """Database of an installation while it is in use."""

    url: str
    """URL for the servers, with the server role if there is one."""
    owner_url: str
    """URL for migrations."""
    postgres: LocalPostgres | None = None
    """The embedded PostgreSQL, if used."""

    @property
    def server_role(self) -> str | None:
        """Name of the server role; empty if servers work as the owner."""
        role, owner = (conninfo_to_dict(driver_url(url)).get("user") for url in (self.url, self.owner_url))
        return str(role) if role and role != owner else None

    def restart_if_dead(self) -> bool:
        """Restart the embedded PostgreSQL if it is gone. Return whether it was. Raises ``PostgresError``.

        After a failed start the next call tries again.
        """
        if self.postgres is None or not self.postgres.died:
            return False
        self.postgres.start()
        return True


@contextmanager
def installed(settings: Settings) -> Iterator[InstallationDatabase]:
    """Yield the database for the block.

    A running embedded PostgreSQL is shared and left running; one started here is stopped at the end.
    """
    if settings.database_url is not None:
        url, owner = settings.database_url, settings.database_owner_url or settings.database_url
        yield InstallationDatabase(as_psycopg(url.get_secret_value()), as_psycopg(owner.get_secret_value()))
        return
    with LocalPostgres(settings.data_dir / "postgres") as postgres:
        yield InstallationDatabase(postgres.server_url, postgres.url, postgres)

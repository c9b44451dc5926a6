"""An installation's database: the configured one, or the embedded PostgreSQL, started when nobody did."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from psycopg.conninfo import conninfo_to_dict

from careops_server.database.addresses import as_psycopg, driver_url
from careops_server.database.local_postgres import LocalPostgres
from careops_server.settings import Settings


@dataclass(frozen=True)
class Installed:
    """An installation's database while it is in use."""

    url: str
    """What the server works with: a role that owns nothing, where there is one."""
    owner_url: str
    """What the schema is changed with."""
    postgres: LocalPostgres | None = None
    """The embedded one."""

    @property
    def server_role(self) -> str | None:
        """Who the server works as, when that is not the owner."""
        role, owner = (conninfo_to_dict(driver_url(url)).get("user") for url in (self.url, self.owner_url))
        return str(role) if role and role != owner else None

    def heal(self) -> bool:
        """Start the embedded PostgreSQL again if it is gone. Says whether it was; raises ``PostgresError``.

        After a start that failed it is still gone, and the next call tries again.
        """
        if self.postgres is None or not self.postgres.died:
            return False
        self.postgres.start()
        return True


@contextmanager
def installed(settings: Settings) -> Iterator[Installed]:
    """The database for as long as the block runs.

    An embedded PostgreSQL that runs already is shared and left running; one started here is stopped at the end.
    """
    if settings.database_url is not None:
        given, owner = settings.database_url, settings.database_owner_url or settings.database_url
        yield Installed(as_psycopg(given.get_secret_value()), as_psycopg(owner.get_secret_value()))
        return
    with LocalPostgres(settings.data_dir / "postgres") as postgres:
        yield Installed(postgres.server_url, postgres.url, postgres)


@contextmanager
def installation(settings: Settings) -> Iterator[str]:
    """The database's URL, its owner's, for as long as the block runs; as ``installed`` does it."""
    with installed(settings) as found:
        yield found.owner_url

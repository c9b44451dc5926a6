"""The installation on this machine: settings, database and error messages for the commands that use it.

Only this module and those commands import the server.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from careops_cli.framework.errors import CONFIGURATION, USAGE, CliError

if TYPE_CHECKING:
    from careops_server.core.configuration.settings import Settings
    from careops_server.core.embedded_postgres.bootstrap import InstallationDatabase

_NEWER = "Install the newer version again, or restore a backup of this version."
_TOO_OLD = "Point CAREOPS_DATABASE_URL to a newer server."
_OWNER = "Set CAREOPS_DATABASE_OWNER_URL to the address with the owner role."


def settings(**overrides: Any) -> Settings:
    """Return the settings of the installation; ``given`` options override them.

    Raises ``CliError`` if one is invalid.
    """
    from tomllib import TOMLDecodeError

    from pydantic import ValidationError
    from pydantic_settings import SettingsError

    from careops_server.core.configuration.settings import Settings

    options = {name: value for name, value in overrides.items() if value is not None}
    try:
        return Settings(**options)
    except ValidationError as error:
        wrong = error.errors(include_input=False, include_url=False)
        only_options = all(each["loc"] and each["loc"][0] in options for each in wrong)
        raise CliError(
            "; ".join(_unknown_setting(each["type"], ".".join(map(str, each["loc"])), each["msg"]) for each in wrong),
            next_step="Correct it on the command line, in the environment or in careops.toml.",
            code=USAGE if only_options else CONFIGURATION,
        ) from None
    except TOMLDecodeError as error:
        raise CliError(f"careops.toml is not valid TOML: {error}", code=CONFIGURATION) from None
    except SettingsError as error:
        raise CliError(f"A setting cannot be read: {error}", code=CONFIGURATION) from None


def _unknown_setting(kind: str, name: str, message: str) -> str:
    from careops_server.core.configuration.settings import nearest_setting

    reason = message.removeprefix("Value error, ")
    if kind != "extra_forbidden":
        return f"The setting {name} is wrong: {reason}" if name else f"A setting is wrong: {reason}"
    near = nearest_setting(name)
    return f"There is no setting {name}" + (f" (did you mean {near}?)" if near else "")


def describe_database(chosen: Settings) -> str:
    """Return a description of the database of the installation, without its password."""
    if chosen.database_url is None:
        return f"the database of {chosen.data_dir.resolve()}"
    from careops_server.core.configuration.dsn import database_of, hosts_of

    url = chosen.database_url.get_secret_value()
    names = ", ".join(dict.fromkeys(host for host, _ in hosts_of(url) if host))
    return f"the database {database_of(url)} at {names or 'this machine'}"


@contextmanager
def installed_database(chosen: Settings) -> Iterator[InstallationDatabase]:
    """Yield the installation's database. Starts the embedded database if it is not running.

    Raises ``CliError`` if the database cannot be used, for example through a connection pooler.
    """
    from careops_server.core.database.pooler import check_direct
    from careops_server.core.embedded_postgres.bootstrap import installed

    with failures_explained(), installed(chosen) as installation:
        if installation.postgres is None:
            check_direct(installation.owner_url)
        yield installation


@contextmanager
def database(chosen: Settings) -> Iterator[str]:
    """Yield the URL of the installation's database. Starts the embedded database if it is not running."""
    with installed_database(chosen) as installation:
        yield installation.owner_url


@contextmanager
def migrated_database(chosen: Settings) -> Iterator[str]:
    """Migrate the installation's database as a start of the server does, and yield its URL as ``database`` does."""
    from careops_server.core.database.migrate import migrate

    with installed_database(chosen) as installation:
        migrate(installation.owner_url, server_role=installation.server_role)
        yield installation.owner_url


def require_installation(chosen: Settings) -> None:
    """Raise ``CliError`` if the data folder holds no embedded database. Creates nothing."""
    from careops_server.core.embedded_postgres.disk_space import data_folder

    folder = data_folder(chosen)
    if folder is None or (folder / "cluster" / "PG_VERSION").exists():
        return
    raise CliError(
        f"No installation in {chosen.data_dir.resolve()}",
        next_step="Set CAREOPS_DATA_DIR or CAREOPS_DATABASE_URL. To create an installation, run: careops serve",
    )


@contextmanager
def existing_database(chosen: Settings) -> Iterator[str]:
    """Yield the URL of the installation's database, as ``database`` does.

    Raises ``CliError`` if it is missing or empty. A command that reads an installation never creates one.
    """
    from careops_server.core.database import migrate as schema

    require_installation(chosen)
    with database(chosen) as url:
        if schema.current(url) is None:
            place = describe_database(chosen)
            raise CliError(f"{place[:1].upper()}{place[1:]} is empty", next_step="Run: careops db migrate")
        yield url


@contextmanager
def failures_explained() -> Iterator[None]:
    """Turn known failures of an installation into a ``CliError`` that names the solution."""
    try:
        yield
    except Exception as error:
        if (explained := _explained(error)) is None:
            raise
        raise explained from None


def _explained(error: Exception) -> CliError | None:
    # Imported only after a failure, so that a running server does not keep these modules in memory.
    from psycopg import OperationalError as DriverError
    from psycopg.errors import InsufficientPrivilege
    from sqlalchemy.exc import OperationalError, ProgrammingError

    from careops_server.core.database.migrate import NewerDatabaseError, NotTheOwnerError
    from careops_server.core.database.pooler import ADVICE, PoolerError, describe, is_pooler_error
    from careops_server.core.database.server_version import UnsupportedPostgresError
    from careops_server.core.database.wait_for_database import DatabaseAwayError
    from careops_server.core.embedded_postgres.binaries import PostgresError

    match error:
        case PoolerError():
            return CliError(str(error), next_step=ADVICE, code=CONFIGURATION)
        case OperationalError() | ProgrammingError() | DriverError() if is_pooler_error(error):
            return CliError(describe(getattr(error, "orig", None) or error), next_step=ADVICE, code=CONFIGURATION)
        case PostgresError():
            return CliError(f"The embedded PostgreSQL cannot be used: {error}")
        case UnsupportedPostgresError():
            return CliError(str(error), next_step=_TOO_OLD, code=CONFIGURATION)
        case NewerDatabaseError():
            return CliError(str(error), next_step=_NEWER, code=CONFIGURATION)
        case DatabaseAwayError():
            return CliError(str(error), next_step="Check CAREOPS_DATABASE_URL and the database server.")
        case NotTheOwnerError():
            return CliError(str(error), next_step=_OWNER)
        case InsufficientPrivilege() | ProgrammingError(orig=InsufficientPrivilege()):
            return CliError("The database role does not have the permission", next_step=_OWNER)
        case OperationalError() | DriverError():
            reason = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
            return CliError(
                f"The database cannot be reached: {reason}",
                next_step="Check CAREOPS_DATABASE_URL and the database server.",
            )
    return None

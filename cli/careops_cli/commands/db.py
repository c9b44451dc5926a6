"""``careops db``: the database of this installation."""

from __future__ import annotations

from typing import Annotated

import typer

from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import USAGE, CliError, print_message
from careops_cli.output.results import Message, Record

app = Area("Manage the database of this installation.")


@app.verb(
    "migrate",
    examples=["careops db migrate", "CAREOPS_DATABASE_URL=postgresql://db.example/careops careops db migrate"],
    columns=("applied", "at"),
)
def migrate() -> Record:
    """Migrate the database to the newest version. `careops serve` does this automatically."""
    from careops_cli.local_installation import describe_database, installed_database, settings
    from careops_server.core.database import migrate as schema

    chosen = settings()
    with installed_database(chosen) as installation:
        applied = schema.migrate(installation.owner_url, server_role=installation.server_role)
        at = schema.current(installation.owner_url)
    done = f"Applied {', '.join(applied)} to" if applied else f"Nothing to do at {at} in"
    done = f"{done} {describe_database(chosen)}."
    return Record({"applied": list(applied), "at": at}, sentence=done)


@app.verb("check", examples=["careops db check", "careops db check && echo ready"], columns=("at", "newest"))
def check() -> Record:
    """Check that the database can be reached and has the newest version.

    Exit code 1 if the check fails.
    """
    from careops_cli.local_installation import database, describe_database, require_installation, settings
    from careops_server.core.database import migrate as schema

    chosen = settings()
    require_installation(chosen)
    with database(chosen) as url:
        missing = schema.pending(url)
        at = schema.current(url)
    if missing:
        steps = "1 step" if len(missing) == 1 else f"{len(missing)} steps"
        raise CliError(
            f"{_capital(describe_database(chosen))} is {f'at {at}' if at else 'empty'}, "
            f"{steps} behind {schema.newest()}",
            next_step="Run: careops db migrate",
        )
    sentence = f"{_capital(describe_database(chosen))} can be reached and is at {at}."
    return Record({"at": at, "newest": schema.newest()}, sentence=sentence)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


@app.verb(
    "role",
    examples=[
        "CAREOPS_DATABASE_OWNER_URL=postgresql://owner@db.example/careops careops db role",
        "careops db role careops_staging --new-password",
    ],
    columns=("role", "database_url"),
)
def role(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the role.")] = "careops_server",
    new_password: Annotated[
        bool, typer.Option("--new-password", help="Replace the password of an existing role.")
    ] = False,
) -> Record:
    """Create the database role of the server: it reads and writes, owns no tables, and only appends to the audit trail.

    Connects as the owner of the tables (CAREOPS_DATABASE_OWNER_URL, else CAREOPS_DATABASE_URL) and migrates them first.
    The owner needs CREATEROLE, or a superuser creates the role before.
    The password is shown once. A second run grants the rights again; migrations do so automatically.
    """
    from careops_cli.local_installation import database, describe_database, settings
    from careops_server.core.configuration.dsn import address_of
    from careops_server.core.database import migrate as schema
    from careops_server.core.database.roles import RoleError, make

    chosen = settings()
    if chosen.database_url is None:
        raise CliError("The embedded PostgreSQL has its role already: careops_server", code=USAGE)
    with database(chosen) as url:
        applied = schema.migrate(url)
        if applied:
            print_message(f"Migrated {describe_database(chosen)} to {applied[-1]}, {len(applied)} steps.")
        try:
            password = make(url, name, new_password=new_password)
        except RoleError as error:
            raise CliError(str(error)) from None
    if password is None:
        return Record({"role": name, "database_url": None}, sentence=f"{name} has the rights it needs, and no others.")
    print_message(
        "This address is shown only now. The server's is CAREOPS_DATABASE_URL, yours CAREOPS_DATABASE_OWNER_URL:"
    )
    return Record({"role": name, "database_url": address_of(url, role=name, password=password)})


@app.verb("start", examples=["careops db start"])
def start() -> Message:
    """Run the embedded PostgreSQL until Ctrl-C, for other commands and programs to share. Prints its address."""
    import signal

    from careops_cli.local_installation import database, settings

    chosen = settings()
    if chosen.database_url is not None:
        raise CliError(
            "This installation uses a separate PostgreSQL",
            next_step="Unset CAREOPS_DATABASE_URL and DATABASE_URL to use the embedded one.",
            code=USAGE,
        )
    ends = {signal.SIGINT, signal.SIGTERM}
    with database(chosen) as url:
        signal.pthread_sigmask(signal.SIG_BLOCK, ends)
        try:
            typer.echo(url)
            print_message("PostgreSQL runs until Ctrl-C.")
            signal.sigwait(ends)
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, ends)
    return Message("PostgreSQL stopped.")

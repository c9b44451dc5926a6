"""``careops world``: worlds of made-up clinics, to try things on."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from careops_cli.failures import CONFIGURATION, Stop
from careops_cli.groups import Area
from careops_cli.output import Record

app = Area("Worlds of made-up clinics, to try things on.")

Size = Literal["demo", "district", "platform"]


@app.verb("extend", examples=["careops world extend"])
def extend() -> Record:
    """Add to a world of an older version what newer versions make. What is there stays as it is."""
    from careops_cli.local import database, settings
    from careops_server.database.migrate import migrate
    from careops_server.world import NoWorldError, extend_world

    with database(settings()) as url:
        migrate(url)
        try:
            added = extend_world(url)
        except NoWorldError as error:
            raise Stop(str(error)) from None
    told = f"New in this world: {', '.join(added)}." if added else "This world has everything already."
    return Record({"added": added}, sentence=told)


@app.verb(
    "create",
    examples=[
        "careops world create",
        "careops world create --size district --seed 7",
        "careops world create --replace --yes",
    ],
    columns=("size", "seed", "accounts"),
)
def create(
    size: Annotated[
        Size, typer.Option(metavar="SIZE", help="demo (250 clinics), district (10,000) or platform (1,000,000).")
    ] = "demo",
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed makes the same world.")] = 1,
    replace: Annotated[
        bool, typer.Option("--replace", help="Delete the clinics in the database and all that is theirs first.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask; needed where nobody can be asked.")] = False,
) -> Record:
    """Fill this installation's database with made-up clinics, hospitals, people and accounts.

    Refuses to touch a database that already holds something, unless --replace is given, and one where anybody has a
    staff account of their own in any case.
    """
    from careops_cli.confirming import confirm
    from careops_cli.local import database, said, settings
    from careops_cli.progress import progress_line
    from careops_server.database.migrate import migrate
    from careops_server.places.loading import load_places
    from careops_server.world import DEMO_PASSWORD, DEMO_USERS, WorldExistsError, create_world

    chosen = settings()
    if chosen.environment == "production":
        raise Stop("This is a production installation: no world is made in it", code=CONFIGURATION)
    if replace:
        confirm("Delete every clinic, doctor, payment and their owners", where=f"in {said(chosen)}", yes=yes)
    with database(chosen) as url, progress_line() as progress:
        migrate(url)
        try:
            create_world(url, size=size, seed=seed, progress=progress, replace=replace)
        except WorldExistsError as error:
            raise Stop(str(error)) from None
        progress("addresses", 0, 1)
        load_places(url)
    accounts = [{"phone_number": user.phone_number, "account_type": user.account_type} for user in DEMO_USERS]
    phones = ", ".join(f"{user.phone_number} ({user.account_type})" for user in DEMO_USERS)
    return Record(
        {"size": size, "seed": seed, "accounts": accounts},
        sentence=f"The {size} world is ready. Sign in as {phones} with the password {DEMO_PASSWORD}",
    )

"""``careops login``, ``logout`` and ``whoami``."""

from __future__ import annotations

from typing import Annotated

import typer

from careops_cli.connection import connect
from careops_cli.failures import Stop
from careops_cli.groups import Area
from careops_cli.options import options_of
from careops_cli.output import Record, Sentence, path

app = Area("Signing in and out.")


@app.verb(
    "login",
    examples=[
        "careops login",
        "careops --profile staging login --phone 9000000001",
        "pass show careops | careops login --phone 9000000001 --password-stdin",
    ],
)
def login(
    context: typer.Context,
    phone: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="Your phone number; asked when not given.")
    ] = None,
    password_stdin: Annotated[bool, typer.Option("--password-stdin", help="Read the password from stdin.")] = False,
) -> Record:
    """Sign in with your phone number and password.

    The session is kept in the system's keyring where there is one, else in a file only you can read.
    """
    from careops_cli import passwords
    from careops_cli.profiles import chosen

    options = options_of(context)
    profile = chosen(options)
    number = phone or passwords.answered("Phone number", option="--phone")
    password = passwords.asked(from_stdin=password_stdin)
    client = connect(context)
    user = client.sign_in(number, password).user
    kept = client.tokens.load()
    item = {
        "name": user.name,
        "phone_number": user.phone_number,
        "account_type": kept.account_type if kept else "",
        "profile": profile.name,
        "url": profile.url,
    }
    return Record(item, sentence=f"Signed in to {profile.url} as {user.name} ({item['account_type']}).")


@app.verb("logout", examples=["careops logout", "careops --profile staging logout"])
def logout(context: typer.Context) -> Sentence:
    """End the session, here and on the server.

    The session is forgotten here even when the server cannot be reached.
    """
    from careops.errors import NoAnswer

    client = connect(context)
    signed_in = client.tokens.load() is not None
    try:
        client.sign_out()
    except NoAnswer as error:
        raise Stop(str(error), next_step="The session is forgotten here; on the server it ends by itself.") from None
    return Sentence("Signed out." if signed_in else "You were not signed in.")


@app.verb("whoami", examples=["careops whoami", "careops whoami --json"])
def whoami(context: typer.Context) -> Record:
    """Show who is signed in, as the server sees it."""
    from careops_cli.profiles import chosen

    options = options_of(context)
    client = connect(context)
    session = client.session.read()
    item = {**session.model_dump(mode="json"), "url": chosen(options).url}
    columns = {name: path(f"user.{name}") for name in ("id", "name", "phone_number", "email")}
    columns |= {name: path(name) for name in ("account_type", "started_at", "ends_at", "url")}
    return Record(item, columns)

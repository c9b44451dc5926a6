"""``careops login``: sign in."""

from __future__ import annotations

from typing import Annotated

import typer

from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.options import options_of
from careops_cli.output.results import Record

app = Area("Sign in with your phone number and password.")


@app.verb(
    "login",
    examples=[
        "careops login",
        "careops --profile staging login --phone 9000000001",
        "pass show careops | careops login --phone 9000000001 --password-stdin",
    ],
    columns=("name", "phone_number", "account_type", "profile", "url"),
)
def login(
    context: typer.Context,
    phone: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="Phone number to sign in with; prompts if omitted.")
    ] = None,
    password_stdin: Annotated[bool, typer.Option("--password-stdin", help="Read the password from stdin.")] = False,
    insecure: Annotated[
        bool, typer.Option("--insecure", help="Allow sending the password over http:// to another machine.")
    ] = False,
) -> Record:
    """Sign in with your phone number and password.

    The session is stored in the system keyring, or in a file that only you can read.
    """
    from careops_cli.auth import passwords
    from careops_cli.auth.profiles import safe_for_passwords, selected_profile
    from careops_cli.framework.errors import USAGE, CliError

    options = options_of(context)
    profile = selected_profile(options)
    number = phone or passwords.ask_question("Phone number", option="--phone")
    if not (insecure or safe_for_passwords(profile.url)):
        raise CliError(
            f"{profile.url} is not encrypted, so others on the network could read your password",
            next_step="Use https://, or add --insecure.",
            code=USAGE,
        )
    password = passwords.read_password(from_stdin=password_stdin)
    client = connect(context)
    user = client.sign_in(number, password).user
    tokens = client.tokens.load()
    item = {
        "name": user.name,
        "phone_number": user.phone_number,
        "account_type": tokens.account_type if tokens else "",
        "profile": profile.name,
        "url": profile.url,
    }
    return Record(item, sentence=f"Signed in to {profile.url} as {user.name} ({item['account_type']}).")

"""``careops logout``: sign out."""

from __future__ import annotations

import typer

from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import CliError
from careops_cli.output.results import Message

app = Area("Sign out: end the session on this machine and on the server.")


@app.verb("logout", examples=["careops logout", "careops --profile staging logout"])
def logout(context: typer.Context) -> Message:
    """Sign out: end the session on this machine and on the server.

    The stored session is deleted even if the server cannot be reached.
    """
    from careops.errors import ConnectionFailed

    client = connect(context)
    signed_in = client.tokens.load() is not None
    try:
        client.sign_out()
    except ConnectionFailed as error:
        raise CliError(
            str(error), next_step="The session is forgotten here; on the server it ends by itself."
        ) from None
    return Message("Signed out." if signed_in else "You were not signed in.")

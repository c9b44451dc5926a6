"""``careops password``: change your password."""

from __future__ import annotations

from typing import Annotated

import typer

from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import Area
from careops_cli.output.results import Message

app = Area("Change your password.")


@app.verb(
    "change",
    examples=["careops password change", 'printf \'%s\\n\' "$OLD" "$NEW" | careops password change --password-stdin'],
)
def change(
    context: typer.Context,
    password_stdin: Annotated[
        bool, typer.Option("--password-stdin", help="Read the old and then the new password from stdin.")
    ] = False,
) -> Message:
    """Change your password and end all your other sessions.

    Required after signing in with a one-time password.
    """
    from careops.calls.session import ChangePassword
    from careops_cli.auth import passwords

    client = connect(context)
    old = passwords.read_password(from_stdin=password_stdin, question="Password as it is")
    new = passwords.read_password(from_stdin=password_stdin, question="New password", repeat=True)
    client.send(ChangePassword(old_password=old, new_password=new))
    return Message("Your password is changed. Other sessions of yours have ended.")

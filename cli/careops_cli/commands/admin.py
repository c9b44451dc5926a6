"""``careops admin``: accounts of this installation."""

from __future__ import annotations

from typing import Annotated

import typer

from careops.constants import AccountType
from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import USAGE, CliError, print_message
from careops_cli.framework.prompts import PasswordStdin
from careops_cli.output.results import Record

app = Area("Create accounts, and reset passwords.")


@app.verb(
    "create",
    examples=[
        "careops admin create --name 'Harpreet Kaur' --phone 9812345670",
        "careops admin create --name 'Asha Rao' --phone 9812345671 --account-type customer_care --json",
    ],
    columns=("name", "phone_number", "account_type", "password"),
)
def create(
    name: Annotated[str, typer.Option(metavar="NAME", help="Name of the person.")],
    phone: Annotated[str, typer.Option(metavar="NUMBER", help="Phone number to sign in with.")],
    account_type: Annotated[
        AccountType, typer.Option(metavar="TYPE", help="super_admin, customer_care or billing_admin.")
    ] = "super_admin",
) -> Record:
    """Create a staff account. Its password is generated and shown once.

    Works directly on this installation's database, so it can create the first account.
    """
    from careops.contract.fields import mobile_number
    from careops_cli.local_installation import describe_database, migrated_database, settings
    from careops_server.areas.users.create_admin import PhoneTakenError, create_admin

    try:
        number = str(mobile_number(phone))
    except ValueError as error:
        raise CliError(f"{error} (phone)", code=USAGE) from None
    if not name.strip():
        raise CliError("Please fill this in (name)", code=USAGE)
    chosen = settings()
    with migrated_database(chosen) as url:
        try:
            password = create_admin(chosen, url, name=name, phone_number=number, account_type=account_type)
        except PhoneTakenError as error:
            raise CliError(str(error), next_step="Use another phone number.") from None
    print_message(
        f"The account is in {describe_database(chosen)}. "
        "Its password is shown only now, and changed at the first sign-in:"
    )
    return Record({"name": name, "phone_number": number, "account_type": account_type, "password": password})


@app.verb(
    "reset-password",
    examples=["careops admin reset-password 9", "careops admin reset-password 9 --json"],
    columns=("user_id", "password"),
)
def reset_password(
    context: typer.Context,
    user_id: Annotated[int, typer.Argument(min=1, metavar="USER_ID", help="Id of the user.")],
    password_stdin: PasswordStdin = False,
) -> Record:
    """Give a user a one-time password, shown once. All of the user's sessions end.

    For super admins. Asks for your own password unless you gave it within the last five minutes.
    """
    from careops.calls.users import ResetPassword
    from careops_cli.auth.step_up import send_confirmed

    answer = send_confirmed(connect(context), ResetPassword(user_id=user_id), password_stdin=password_stdin)
    print_message("This password is shown only now, and changed at the next sign-in:")
    return Record({"user_id": user_id, "password": answer.password})

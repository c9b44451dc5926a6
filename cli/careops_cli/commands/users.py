"""``careops users``: users of the platform."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

import typer

from careops.constants import USER_FLAGS
from careops.errors import CareOpsError
from careops.resource_names import USERS, Noun
from careops_cli.auth.connection import connect
from careops_cli.bulk.options import BulkOptions
from careops_cli.bulk.report_columns import REPORT
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import USAGE, CliError, print_message
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Item, Record, Table, field_path

app = Area("List users, and change their status and modules.")

FLAGS: Final = {flag.removesuffix("_enabled"): flag for flag in USER_FLAGS}
"""Typed names of the flags, with their fields."""
STATUSES: Final = ("ACTIVE", "INACTIVE", "BLOCKED")
Status = Annotated[
    str,
    typer.Argument(metavar="STATUS", help=f"Choices: {', '.join(STATUSES)}.", autocompletion=lambda: list(STATUSES)),
]


def _accounts(item: Item) -> list[str]:
    return list(dict.fromkeys(account["account_type"] for account in item["user_accounts"]))


def _accounts_in_full(item: Item) -> list[str]:
    return [_account(account) for account in item["user_accounts"]]


def _account(account: Item) -> str:
    kind = next((kind for kind in ("clinic", "doctor", "lab", "pharmacy") if account[f"{kind}_id"]), None)
    about = f": {account[f'{kind}_name']} ({account[f'{kind}_id']})" if kind else ""
    return f"{account['account_type']}, {account['role']}{about}"


COLUMNS = Columns(
    "PlatformUser",
    id="id",
    name="name",
    phone="phone_number",
    email="email",
    accounts=_accounts,
    status="status",
    platform="platform",
    growth="growth_enabled",
    packages="packages_enabled",
    verified_at="verified_at",
)
DETAILS = Columns("PlatformUser", **{**COLUMNS, "account": field_path("account"), "accounts": _accounts_in_full})


@dataclass(frozen=True, kw_only=True)
class UserFilters:
    """Typed filters."""

    search_text: Annotated[
        str | None, typer.Option("--search", metavar="TEXT", help="Search in name, phone number and email.")
    ] = None
    active_users: Annotated[
        bool | None, typer.Option("--active/--not-active", help="Only ACTIVE users, or only others.")
    ] = None


@app.verb(
    "list",
    examples=[
        "careops users list --search sandhu",
        "careops users list --not-active --all --csv > shut-out.csv",
    ],
    columns=COLUMNS,
    web="/users?search={search_text}&active={active_users:true}&page={page}",
)
def list_users(context: typer.Context, only: UserFilters, pages: Pages) -> Table:
    """List users, newest first. Filters can be combined."""
    from careops.calls.users import ListUsers

    filters = {"search_text": only.search_text, "active_users": only.active_users}
    spare = ["verified_at", "platform", "growth", "packages"]
    return list_rows(connect(context), ListUsers, filters, columns=COLUMNS, spare=spare, noun=USERS, pages=pages)


@app.verb(
    "show",
    examples=["careops users show 9", "careops users show 9 --json"],
    web="/users-details/{user_id}",
    columns=DETAILS,
)
def show_user(
    context: typer.Context,
    user_id: Annotated[int, typer.Argument(metavar="USER_ID", help="The user's id.")],
) -> Record:
    """Show all fields of a user."""
    user = connect(context).users.read(user_id=user_id)
    return Record(user.user, DETAILS)


@app.verb(
    "set-status",
    examples=[
        "careops users set-status BLOCKED 9",
        "careops users set-status ACTIVE --from users.csv --dry-run",
        "careops users set-status INACTIVE --where search_text=test.example --expect 20",
    ],
    columns=REPORT,
)
def set_status(context: typer.Context, status: Status, options: Annotated[BulkOptions, USERS]) -> Record | Table:
    """Make one user or many ACTIVE, INACTIVE or BLOCKED. Users who are no longer active are signed out."""
    status_name = _one_of(status, {name.casefold(): name for name in STATUSES}, "status")
    from careops.bulk.users import SetUserStatus
    from careops_cli.bulk.records import run_over_records

    def after_change() -> None:
        if status_name != "ACTIVE":
            _report_follow_ups(context)

    sentence, command, change = (
        f"Set the status {status_name} for",
        ("users", "set-status", status_name),
        SetUserStatus(status_name),
    )
    return run_over_records(
        context, options, change, sentence=sentence, resume_command=command, after_change=after_change
    )


def _report_follow_ups(context: typer.Context) -> None:
    """Print the number of open follow-ups whose owners have no access. The change is made even if it is unknown."""
    try:
        count = connect(context).follow_ups.list(unattended=True, perpage=1).total_records
    except CareOpsError:
        return
    if count:
        words = Noun("open follow-up has", "open follow-ups have").count_text(count)
        print_message(f"{words} an owner without access: careops follow-ups list --unattended")


@app.verb(
    "set-flag",
    examples=[
        "careops users set-flag growth on 9",
        "careops users set-flag packages off --from users.xlsx",
        "careops users set-flag growth on --where active_users=true --dry-run",
    ],
    columns=REPORT,
)
def set_flag(
    context: typer.Context,
    flag: Annotated[
        str,
        typer.Argument(metavar="FLAG", help=f"Choices: {', '.join(FLAGS)}.", autocompletion=lambda: list(FLAGS)),
    ],
    way: Annotated[str, typer.Argument(metavar="ON|OFF", help="on or off.", autocompletion=lambda: ["on", "off"])],
    options: Annotated[BulkOptions, USERS],
) -> Record | Table:
    """Turn a module of one user or many on or off: growth, or packages, the care packages."""
    field = _one_of(flag.removesuffix("_enabled"), FLAGS, "flag")
    switch_state = _one_of(way, {"on": "on", "off": "off"}, "way")
    from careops.bulk.users import SetUserFlag
    from careops_cli.bulk.records import run_over_records

    name = field.removesuffix("_enabled")
    sentence, command = f"Turn {name} {switch_state} for", ("users", "set-flag", name, switch_state)
    change = SetUserFlag(field, switch_state == "on")
    return run_over_records(context, options, change, sentence=sentence, resume_command=command)


def _one_of(typed: str, choices: dict[str, str], what: str) -> str:
    from careops_cli.framework.resolve import suggestion

    choice = choices.get(typed.strip().casefold())
    if choice is None:
        step = suggestion(typed, choices) or f"Available: {', '.join(choices)}."
        raise CliError(f"There is no {what} {typed!r}", next_step=step, code=USAGE)
    return choice

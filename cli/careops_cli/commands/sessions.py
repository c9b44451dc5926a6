"""``careops sessions``: open sessions of a user."""

from __future__ import annotations

from typing import Annotated

import typer

from careops.resource_names import Noun
from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.prompts import Yes, confirm_on_platform
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Record, Table, field_columns

app = Area("List and end your open sessions.")

COLUMNS = Columns(
    "OpenSession",
    **field_columns("id", "current", "browser", "system"),
    address="ip_address",
    **field_columns("started_at", "last_used_at", "user_agent"),
)
SESSIONS = Noun("session", "sessions")
UserId = Annotated[
    int | None,
    typer.Option("--user", metavar="USER_ID", help="Sessions of this user; for super admins only.", show_default=False),
]


@app.verb("list", examples=["careops sessions list", "careops sessions list --user 9 --all --json"], columns=COLUMNS)
def list_sessions(context: typer.Context, user_id: UserId = None, *, pages: Pages) -> Table:
    """List your open sessions, last used first; `careops` is the command line or a script."""
    from careops.calls.session import ListSessions

    spare = ["user_agent", "system", "started_at"]
    filters = {"user_id": user_id}
    return list_rows(connect(context), ListSessions, filters, columns=COLUMNS, spare=spare, noun=SESSIONS, pages=pages)


@app.verb(
    "end",
    examples=[
        "careops sessions end 57",
        "careops sessions end --others",
        "careops sessions end --others --user 9 --yes",
    ],
    columns=("session_id", "user_id", "ended"),
)
def end(
    context: typer.Context,
    session_id: Annotated[
        int | None, typer.Argument(metavar="[SESSION_ID]", help="The session's id, as listed.", show_default=False)
    ] = None,
    others: Annotated[
        bool, typer.Option("--others", help="End all other sessions; with --user, all sessions of that user.")
    ] = False,
    user_id: UserId = None,
    yes: Yes = False,
) -> Record:
    """End a session, or all others. Its user is signed out at once."""
    from careops.calls.session import EndOtherSessions, ListSessions

    if others == (session_id is not None):
        raise typer.BadParameter("Give a session's id, or --others, one of them.")
    if user_id is not None and not others:
        raise typer.BadParameter("--user needs --others.")
    client = connect(context)
    if session_id is not None:
        confirm_on_platform(context, f"End session {session_id}", yes=yes)
        client.session.end(session_id=session_id)
        return Record({"session_id": session_id, "ended": 1}, sentence=f"Session {session_id} has ended.")
    whose = {} if user_id is None else {"user_id": user_id}
    open_ones = client.send(ListSessions.model_validate({"perpage": 1, **whose})).total_records
    of = "of yours besides this one" if user_id is None else f"of user {user_id}"
    sessions_text = SESSIONS.count_text(open_ones - 1 if user_id is None else open_ones)
    confirm_on_platform(context, f"End {sessions_text} {of}", yes=yes)
    ended = client.send(EndOtherSessions.model_validate(whose)).ended
    return Record({"user_id": user_id, "ended": ended}, sentence=f"Ended {SESSIONS.count_text(ended)} {of}.")

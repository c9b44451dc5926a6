"""``careops follow-ups``: what was promised for a record, by whom and until when."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer

from careops.resource_names import Noun
from careops_cli.auth.connection import connect
from careops_cli.commands.notes import Kind, RecordId, RecordOption, resolve_staff
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.crud_commands import check_change, given_values
from careops_cli.framework.errors import USAGE, CliError
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Record, Table, field_columns

if TYPE_CHECKING:
    from careops import CareOps

app = Area("List, add, close and hand over follow-ups.")

FOLLOW_UPS: Final = Noun("follow-up", "follow-ups")
COLUMNS: Final = Columns(
    "FollowUp",
    **field_columns("id", "due", "record", "record_name", "what"),
    owner=lambda item: item["owner_name"] or item["owner_role"],
    state="state",
    closed_reason="closed_reason",
    created_by="created_by",
    created_at="created_at",
    closed_at="closed_at",
    closed_by="closed_by",
    handed_over_by="handed_over_by",
    handover_note="handover_note",
)
State = Literal["open", "done", "cancelled", "all"]
Role = Literal["super_admin", "customer_care", "billing_admin"]
FollowUpId = Annotated[int, typer.Argument(metavar="FOLLOW_UP_ID", help="The follow-up's id, as listed.")]
Due = Annotated[str, typer.Option(metavar="DAY", help="Due day (YYYY-MM-DD), in India.")]
OwnerOption = Annotated[
    str | None, typer.Option("--owner", metavar="NAME_OR_ID", help="Person who owns it, as in: careops staff list.")
]
RoleOption = Annotated[Role | None, typer.Option(help="Account type whose members own it.")]


@app.verb(
    "list",
    examples=[
        "careops follow-ups list --mine",
        "careops follow-ups list --due-until 2026-12-01 --all --csv > due.csv",
    ],
    columns=COLUMNS,
)
def list_follow_ups(
    context: typer.Context,
    mine: Annotated[bool, typer.Option("--mine", help="Only yours and those of your account type.")] = False,
    owner_id: Annotated[int | None, typer.Option(metavar="ID", help="Filter by the owner's id.")] = None,
    role: Annotated[Role | None, typer.Option(help="Filter by owning account type.")] = None,
    unattended: Annotated[
        bool,
        typer.Option("--unattended", help="Only those whose owner was deleted or has no access any more."),
    ] = False,
    state: Annotated[State, typer.Option(help="Filter by state.", show_default="open")] = "open",
    due_until: Annotated[
        str | None, typer.Option(metavar="DAY", help="Only those due on or before this day (YYYY-MM-DD).")
    ] = None,
    record: RecordOption = None,
    search: Annotated[str | None, typer.Option(metavar="TEXT", help="Search in what is to be done.")] = None,
    *,
    pages: Pages,
) -> Table:
    """List follow-ups on records that you may read, by their due day."""
    from careops.calls.follow_ups import ListFollowUps

    filters = {
        "mine": mine,
        "owner": owner_id,
        "role": role,
        "unattended": unattended,
        "state": state,
        "due_until": due_until,
        "record": record,
        "search_text": search,
    }
    spare = ["handover_note", "handed_over_by", "closed_by", "closed_at", "created_at", "created_by", "closed_reason"]
    client = connect(context)
    return list_rows(client, ListFollowUps, filters, columns=COLUMNS, spare=spare, noun=FOLLOW_UPS, pages=pages)


@app.verb(
    "add",
    examples=[
        "careops follow-ups add clinic 41 'Call the owner about IPD' --due 2026-12-01 --owner 'Arjun Pillai'",
        "careops follow-ups add doctor 7 'Ask for the certificate' --due 2026-12-01 --role customer_care",
    ],
    columns=("id", "record", "what", "due"),
)
def add(
    context: typer.Context,
    kind: Kind,
    record_id: RecordId,
    what: Annotated[str, typer.Argument(metavar="WHAT", help="What is to be done.")],
    due: Due,
    owner: OwnerOption = None,
    role: RoleOption = None,
) -> Record:
    """Add a follow-up to a record, with --owner or --role."""
    from careops.calls.follow_ups import CreateFollowUp

    client = connect(context)
    record = f"{kind}:{record_id}"
    values = {"record": record, "what": what, "due": due, **_resolve_owner(client, owner, role)}
    call = CreateFollowUp.model_validate(values)
    created = client.send(call)
    item = {"id": created.id, "record": record, "what": call.what, "due": str(call.due)}
    return Record(item, sentence=f"The follow-up {created.id} is due on {call.due}.")


@app.verb(
    "edit",
    examples=["careops follow-ups edit 9 --due 2026-12-03", "careops follow-ups edit 9 --what 'Visit the owner'"],
    columns=("id", "what", "due"),
)
def edit(
    context: typer.Context,
    follow_up_id: FollowUpId,
    what: Annotated[str | None, typer.Option(metavar="TEXT", help="What is to be done.")] = None,
    due: Annotated[str | None, typer.Option(metavar="DAY", help="New due day (YYYY-MM-DD).")] = None,
    owner: OwnerOption = None,
    role: RoleOption = None,
) -> Record:
    """Change an open follow-up; omitted fields stay unchanged."""
    from careops.calls.follow_ups import UpdateFollowUp

    check_change(given_values(what=what, due=due, owner=owner, role=role), "--what, --due, --owner or --role")
    client = connect(context)
    stored = client.follow_ups.read(follow_up_id=follow_up_id)
    values: dict[str, Any] = {name: getattr(stored, name) for name in ("what", "due", "owner_id", "owner_role")}
    values |= given_values(what=what, due=due)
    if owner is not None or role is not None:
        values |= {"owner_id": None, "owner_role": None, **_resolve_owner(client, owner, role)}
    call = UpdateFollowUp.model_validate({"follow_up_id": follow_up_id, **values})
    client.send(call, if_match=stored.version)
    item = {"id": follow_up_id, "what": call.what, "due": str(call.due)}
    return Record(item, sentence=f"The follow-up {follow_up_id} is changed.")


@app.verb(
    "close",
    examples=["careops follow-ups close 9", "careops follow-ups close 9 --cancelled --reason 'They left'"],
    columns=("id", "state"),
)
def close(
    context: typer.Context,
    follow_up_id: FollowUpId,
    reason: Annotated[str | None, typer.Option(metavar="TEXT", help="Reason; required with --cancelled.")] = None,
    cancelled: Annotated[bool, typer.Option("--cancelled", help="Close it as cancelled, not as done.")] = False,
) -> Record:
    """Close a follow-up as done or cancelled."""
    state: Literal["done", "cancelled"] = "cancelled" if cancelled else "done"
    connect(context).follow_ups.close(follow_up_id=follow_up_id, state=state, reason=reason)
    return Record({"id": follow_up_id, "state": state}, sentence=f"The follow-up {follow_up_id} is {state}.")


@app.verb("reopen", examples=["careops follow-ups reopen 9"], columns=("id", "state"))
def reopen(context: typer.Context, follow_up_id: FollowUpId) -> Record:
    """Open a closed follow-up again."""
    connect(context).follow_ups.reopen(follow_up_id=follow_up_id)
    return Record({"id": follow_up_id, "state": "open"}, sentence=f"The follow-up {follow_up_id} is open again.")


@app.verb(
    "hand-over",
    examples=[
        "careops follow-ups hand-over 9 10 --owner 'Arjun Pillai' --note 'On leave until Monday'",
        "careops follow-ups list --mine --all --columns id | careops follow-ups hand-over - --role customer_care",
    ],
    columns=("handed_over",),
)
def hand_over(
    context: typer.Context,
    follow_up_ids: Annotated[
        list[str], typer.Argument(metavar="FOLLOW_UP_ID...", help="Ids of up to 500 open follow-ups; - for stdin.")
    ],
    owner: OwnerOption = None,
    role: RoleOption = None,
    note: Annotated[str | None, typer.Option(metavar="TEXT", help="Note to the new owner.")] = None,
) -> Record:
    """Give open follow-ups to another owner, all or none."""
    client = connect(context)
    ids = _read_ids(follow_up_ids)
    result = client.follow_ups.hand_over(ids=ids, note=note, **_resolve_owner(client, owner, role))
    count = FOLLOW_UPS.count_text(result.handed_over)
    return Record({"handed_over": result.handed_over}, sentence=f"{count} handed over.")


def _resolve_owner(client: CareOps, owner: str | None, role: Role | None) -> dict[str, Any]:
    if (owner is None) == (role is None):
        raise typer.BadParameter("Choose one of --owner and --role.")
    if owner is None:
        return {"owner_role": role}
    [owner_id] = resolve_staff(client, [owner])
    return {"owner_id": owner_id}


def _read_ids(words: list[str]) -> list[int]:
    """Return the ids of arguments or of the standard input, one on each line."""
    typed = sys.stdin.read().split() if words == ["-"] else words
    if not typed or not all(word.isascii() and word.isdigit() for word in typed):
        raise CliError("Ids of follow-ups are whole numbers", code=USAGE)
    return [int(word) for word in typed]

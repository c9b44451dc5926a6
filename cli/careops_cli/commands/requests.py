"""``careops requests``: change requests, which are proposed, reviewed and applied."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, cast

import typer

from careops.resource_names import CHANGE_REQUESTS, CHANGES
from careops_cli.auth.connection import connect
from careops_cli.commands import request_emergencies, request_runs
from careops_cli.commands.request_runs import wait_for_plan
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.crud_commands import given_values
from careops_cli.framework.errors import OK, USAGE, CliError
from careops_cli.framework.json_files import read_json
from careops_cli.framework.options import options_of
from careops_cli.framework.prompts import Yes, confirm_on_platform
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Record, Table, field_columns
from careops_cli.request_records import (
    DETAIL,
    LISTED,
    MAX_CHANGES,
    REVIEWERS,
    SHOWN,
    Digest,
    RequestId,
    confirm_revision,
    current_digest,
    describe_changes,
    describe_difference,
    detail_record,
)
from careops_cli.request_schedule import ScheduleOptions, schedule_fields

if TYPE_CHECKING:
    from careops import CareOps

app = Area("Propose, review and apply changes of many records.")


TARGETS = Columns(
    "RequestTarget",
    position="position",
    call="call",
    record=lambda item: f"{item['resource_type']}:{item['resource_id']}" if item["resource_id"] else None,
    **field_columns("name", "planned", "outcome", "before", "after", "undoable", "conflicts", "errors", "applied_at"),
)
GROUPS = Columns("ChangeGroup", **field_columns("call", "planned", "count", "before", "after", "error", "undoable"))
PROPOSED = Columns("ChangeRequest", "ChangeRequestDetail", "ChangeGroup", **DETAIL, **GROUPS)
Status = Literal["open", "applying", "applied", "partly_applied", "closed"]
Only = Literal["waits-for-me", "needs-approval", "stale", "mine", "author-lost-access", "frozen", "checking"]
Outcome = Literal["done", "unchanged", "kept", "failed", "left"]
DIFFERS = 2
"""Exit code of ``show --exit-code`` if a change would have an effect."""


@dataclass(frozen=True, kw_only=True)
class TargetOptions:
    """Options of the list of changes."""

    targets: Annotated[bool, typer.Option("--targets", help="List the changes with their outcomes.")] = False
    outcome: Annotated[Outcome | None, typer.Option(help="With --targets: filter by outcome.")] = None
    columns_by_option: ClassVar[Mapping[str, Columns]] = {"targets": TARGETS}


File = Annotated[Path, typer.Argument(metavar="FILE", help="JSON file with title, reason and changes; - for stdin.")]


@app.verb(
    "list",
    examples=["careops requests list --status open", "careops requests list --record clinic:41 --json"],
    columns=LISTED,
    web="/change-requests?status={status}&author={author_id}&call={call}&record={record}&only={only}&search={search}&page={page}",
)
def list_requests(
    context: typer.Context,
    status: Annotated[Status | None, typer.Option(help="Filter by status.")] = None,
    author_id: Annotated[int | None, typer.Option(metavar="ID", help="Filter by the author's id.")] = None,
    call: Annotated[
        str | None, typer.Option(metavar="CALL", help="Filter by call, such as ActivateSpecModule.")
    ] = None,
    record: Annotated[
        str | None, typer.Option(metavar="TYPE:ID", help="Filter by changed record, such as clinic:41.")
    ] = None,
    only: Annotated[
        Only | None,
        typer.Option(
            metavar="NEED",
            help="Filter by need: waits-for-me, needs-approval, stale, mine, author-lost-access, frozen or checking.",
        ),
    ] = None,
    search: Annotated[str | None, typer.Option(metavar="TEXT", help="Words to look for in the title.")] = None,
    review_owed: Annotated[
        bool, typer.Option("--review-owed", help="Only requests that were applied in an emergency and not reviewed.")
    ] = False,
    *,
    pages: Pages,
) -> Table:
    """List change requests whose calls you may make, newest first."""
    from careops.calls.change_requests import ListChangeRequests

    filters = {"status": status, "author_id": author_id, "call": call, "record": record}
    filters |= {"review_owed": review_owed or None, "only": only and only.replace("-", "_"), "search_text": search}
    spare = ["closed_at", "closed_by", "applied_at", "applied_by", "on_conflict", "ticket", "reason", "digest"]
    spare += ["revised_at", "revision", "created_at", "failed", "kept", "unchanged", "done", "calls"]
    return list_rows(
        connect(context), ListChangeRequests, filters, columns=LISTED, spare=spare, noun=CHANGE_REQUESTS, pages=pages
    )


@app.verb(
    "show",
    examples=[
        "careops requests show 7",
        "careops requests show 7 --json > request.json",
        "careops requests show 7 --exit-code --columns id,would_change",
        "careops requests show 7 --targets --outcome kept",
        "careops requests show 7 --targets --all --csv > outcome.csv",
    ],
    columns=SHOWN,
    fields=(*REVIEWERS, "changes", "changed_values", "difference", "would_change"),
    web="/change-requests/{request_id}?outcome={outcome}&page={page}",
)
def show(
    context: typer.Context,
    request_id: RequestId,
    exit_code: Annotated[
        bool, typer.Option("--exit-code", help="Preview the changes now: exit with 2 if one would have an effect.")
    ] = False,
    *,
    listed: TargetOptions,
    pages: Pages,
) -> Record | Table:
    """Show a request with its progress, its reviews and the obstacles to applying it. Empty fields are left out.

    With --targets, list its changes with their outcomes instead. With --json it contains the changes, so that "careops
    requests propose" accepts it as a file. With --exit-code, would_change is the number of changes that would have an
    effect now, and exit code 0 means that there is none.
    """
    from careops.calls.change_requests import PreviewChangeRequest
    from careops.contract.resource import build

    client = connect(context)
    if listed.targets:
        return _list_targets(client, request_id, listed.outcome, pages)
    if listed.outcome or pages != Pages():
        raise CliError("These options need --targets", next_step="See: careops requests show --help", code=USAGE)
    detail = client.change_requests.read(request_id=request_id)
    if detail.unread:
        client.change_requests.mark_read(request_id=request_id)
    record = detail_record(detail)
    item, options = cast("dict[str, Any]", record.item), options_of(context)
    if exit_code or options.format in ("json", "jq"):
        item["changes"] = _changes(client, request_id)
    elif "changed_values" in (options.template or options.chosen_columns or ("changed_values",)):
        page = client.change_requests.targets(request_id=request_id, perpage=MAX_CHANGES)
        item["changed_values"] = describe_changes(
            [target.model_dump(mode="json") for target in page.items], item["targets"]
        )
    if item["revision"] > 1 and "difference" in (options.template or options.chosen_columns or ("difference",)):
        item["difference"] = describe_difference(client.change_requests.compare(request_id=request_id))
    if exit_code:
        would_change = client.send(build(PreviewChangeRequest, changes=item["changes"])).changes
        item["would_change"] = would_change
        record.exit_code = lambda: DIFFERS if would_change else OK
    record.columns = SHOWN
    return record


def _list_targets(client: CareOps, request_id: int, outcome: Outcome | None, pages: Pages) -> Table:
    """List the changes of a request with their outcomes, in their order."""
    from careops.calls.change_requests import ListRequestTargets

    filters = {"request_id": request_id, "outcome": outcome}
    spare = ["applied_at", "undoable", "planned", "call", "errors", "before", "after"]
    return list_rows(client, ListRequestTargets, filters, columns=TARGETS, spare=spare, noun=CHANGES, pages=pages)


@app.verb(
    "propose",
    examples=[
        "careops requests propose changes.json --dry-run",
        "careops requests propose changes.json --title 'Billing for Ludhiana' --reason 'They signed the contract'",
    ],
    columns=PROPOSED,
    fields=REVIEWERS,
)
def propose(
    context: typer.Context,
    file: File,
    title: Annotated[str | None, typer.Option(metavar="TEXT", help="Title, instead of that of the file.")] = None,
    reason: Annotated[str | None, typer.Option(metavar="TEXT", help="Reason, instead of that of the file.")] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show equal changes with their number; propose nothing.")
    ] = False,
    *,
    schedule: ScheduleOptions,
) -> Record | Table:
    """Propose the changes of a file: {"title": …, "reason": …, "changes": [{"call": …, "parameters": {…}}]}.

    A change with "where": {…} is made for every record that matches these filters of its list.

    Nothing changes until the request is applied. A file of "careops requests show --json" proposes the same changes
    again; its digest is the same if the records have the same values.
    """
    from careops.calls.change_requests import CreateChangeRequest, PreviewChangeRequest
    from careops.contract.resource import build

    client = connect(context)
    content = _proposal(read_json(file, dict, "See: careops requests propose --help"))
    content |= given_values(title=title, reason=reason) | schedule_fields(schedule)
    if dry_run:
        seen = client.send(build(PreviewChangeRequest, changes=content.get("changes", [])))
        total = len(seen.groups) + seen.more_groups
        return Table([group.model_dump(mode="json") for group in seen.groups], GROUPS, total=total)
    proposed = wait_for_plan(client, client.send(build(CreateChangeRequest, **content)))
    return detail_record(proposed, "proposed: nothing changes until it is applied")


@app.verb(
    "approve",
    examples=["careops requests approve 7", "careops requests approve 7 --reason 'Checked with sales' --yes"],
    columns=("request_id", "digest", "verdict"),
)
def approve(
    context: typer.Context,
    request_id: RequestId,
    reason: Annotated[str | None, typer.Option(metavar="TEXT", help="Reason.")] = None,
    digest: Digest = None,
    yes: Yes = False,
) -> Record:
    """Approve the current revision of a request. This also withdraws your objection."""
    client = connect(context)
    read = confirm_revision(context, client, "Approve", request_id, digest, yes=yes)
    client.change_requests.approve(request_id=request_id, digest=read.digest, reason=reason)
    item = {"request_id": request_id, "digest": read.digest, "verdict": "approve"}
    return Record(item, sentence=f"Change request {request_id} is approved by you.")


@app.verb(
    "object",
    examples=["careops requests object 7 --reason 'Two of them have cancelled'"],
    columns=("request_id", "digest", "verdict"),
)
def object_to(
    context: typer.Context,
    request_id: RequestId,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Reason, for the author.")],
    digest: Digest = None,
) -> Record:
    """Object to a request, so that it cannot be applied until you approve it or withdraw the objection."""
    client = connect(context)
    digest = digest or current_digest(client, request_id)
    client.change_requests.object(request_id=request_id, digest=digest, reason=reason)
    item = {"request_id": request_id, "digest": digest, "verdict": "object"}
    return Record(item, sentence=f"You object to change request {request_id}.")


app.include(request_runs.verbs)


@app.verb(
    "revise",
    examples=[
        "careops requests revise 7 --apply-from 2026-11-30T09:00 --canary 5",
        "careops requests revise 7 changes.json --title 'Billing for all of Ludhiana'",
    ],
    columns=DETAIL,
    fields=REVIEWERS,
)
def revise(
    context: typer.Context,
    request_id: RequestId,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="JSON file with other changes; - for stdin.")
    ] = None,
    title: Annotated[str | None, typer.Option(metavar="TEXT", help="New title.")] = None,
    reason: Annotated[str | None, typer.Option(metavar="TEXT", help="New reason.")] = None,
    digest: Digest = None,
    yes: Yes = False,
    *,
    schedule: ScheduleOptions,
) -> Record:
    """Make another revision of your open request. Its approvals end, and what is not given stays.

    The values that the changes replace are read again.
    """
    from careops.calls.change_requests import ReviseChangeRequest, RevisionTexts
    from careops.contract.resource import build

    client = connect(context)
    read = confirm_revision(context, client, "Revise", request_id, digest, yes=yes)
    content = {name: value for name, value in read.model_dump().items() if name in RevisionTexts.model_fields}
    if file is not None:
        content |= _proposal(read_json(file, dict, "See: careops requests revise --help"))
    if "changes" not in content:
        content["changes"] = _changes(client, request_id)
    content |= given_values(title=title, reason=reason) | schedule_fields(schedule)
    call = build(ReviseChangeRequest, request_id=request_id, **{**content, "digest": read.digest})
    revised = wait_for_plan(client, client.send(call))
    return detail_record(revised, f"revised: revision {revised.request.revision} has no approvals yet")


@app.verb(
    "propose-again",
    examples=[
        "careops requests propose-again 7",
        "careops requests propose-again 7 --outcome kept --outcome failed --reason 'They confirmed'",
    ],
    columns=DETAIL,
    fields=REVIEWERS,
)
def propose_again(
    context: typer.Context,
    request_id: RequestId,
    outcome: Annotated[
        list[str] | None,
        typer.Option(
            metavar="OUTCOME",
            help="Changes with this outcome: left, failed, kept or reversed; may be repeated.",
            show_default="left and failed",
        ),
    ] = None,
    title: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Title.", show_default="that of the request")
    ] = None,
    reason: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Reason.", show_default="that of the request")
    ] = None,
    *,
    schedule: ScheduleOptions,
) -> Record:
    """Propose changes of a request again as a new one, with the values of now.

    You are its author, and its reviews start again. An open request ends with it.
    """
    from careops.calls.change_requests import ProposeAgain
    from careops.contract.resource import build

    values = given_values(title=title, reason=reason) | schedule_fields(schedule)
    values["outcomes"] = outcome or ["left", "failed"]
    call = build(ProposeAgain, request_id=request_id, **values)
    client = connect(context)
    return detail_record(wait_for_plan(client, client.send(call)), "proposed: nothing changes until it is applied")


@app.verb("withdraw", examples=["careops requests withdraw 7"], columns=("request_id", "verdict"))
def withdraw(context: typer.Context, request_id: RequestId) -> Record:
    """Withdraw your own verdicts on a request: an objection, and an approval of its current revision."""
    connect(context).change_requests.withdraw(request_id=request_id)
    item = {"request_id": request_id, "verdict": None}
    return Record(item, sentence=f"Your review of change request {request_id} is withdrawn.")


@app.verb(
    "dismiss",
    examples=["careops requests dismiss 7 --user-id 5 --reason 'She has left; both clinics signed again'"],
    columns=("request_id", "user_id"),
)
def dismiss(
    context: typer.Context,
    request_id: RequestId,
    user_id: Annotated[int, typer.Option(metavar="ID", help="Id of the reviewer who objects.")],
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Reason, for the reviewer and the author.")],
    yes: Yes = False,
) -> Record:
    """Dismiss the objection of a reviewer, for super admins."""
    confirm_on_platform(context, f"Dismiss the objection of user {user_id} to change request {request_id}", yes=yes)
    connect(context).change_requests.dismiss(request_id=request_id, objector_id=user_id, reason=reason)
    item = {"request_id": request_id, "user_id": user_id}
    return Record(item, sentence=f"The objection to change request {request_id} is dismissed.")


@app.verb(
    "close",
    examples=["careops requests close 7 --reason 'The contract was cancelled'"],
    columns=("request_id", "status"),
)
def close(
    context: typer.Context,
    request_id: RequestId,
    reason: Annotated[str | None, typer.Option(metavar="TEXT", help="Reason, for the author and reviewers.")] = None,
    yes: Yes = False,
) -> Record:
    """Close an open request that shall not be applied."""
    confirm_on_platform(context, f"Close change request {request_id}", yes=yes)
    connect(context).change_requests.close(request_id=request_id, reason=reason)
    item = {"request_id": request_id, "status": "closed"}
    return Record(item, sentence=f"Change request {request_id} is closed.")


app.include(request_emergencies.verbs)


def _changes(client: CareOps, request_id: int) -> list[dict[str, Any]]:
    """Return the changes of a request in the form of a proposal."""
    targets = client.change_requests.each_target(request_id=request_id)
    return [{"call": target.call, "parameters": target.parameters} for target in targets]


def _proposal(content: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a proposal. Those that ``show --json`` adds are left out.

    Raises ``CliError`` for an undo, whose base is what the undone request has written.
    """
    from careops.calls.change_requests import CreateChangeRequest

    if not {"id", "digest", "revision"} <= content.keys():
        return content
    if content.get("undoes") is not None:
        step = f"Undo the request itself: careops requests undo {content['undoes']}"
        raise CliError("The file contains an undo", next_step=step, code=USAGE)
    if content.get("undoes_run") is not None:
        step = "Undo the run itself: careops runs undo RUN"
        raise CliError("The file contains an undo of a bulk run", next_step=step, code=USAGE)
    return {name: content[name] for name in CreateChangeRequest.model_fields if name in content}

"""``careops requests``: change requests, which are proposed, reviewed and applied."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, cast

import typer

from careops.resource_names import CHANGE_REQUESTS, CHANGES
from careops_cli.auth.connection import connect
from careops_cli.commands import request_policies, request_runs
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
    REQUEST,
    REVIEWERS,
    Digest,
    RequestId,
    confirm_revision,
    current_digest,
    detail_record,
)

app = Area("Propose, review and apply changes of many records.")


TARGETS = Columns(
    "RequestTarget",
    position="position",
    call="call",
    record=lambda item: f"{item['resource_type']}:{item['resource_id']}" if item["resource_id"] else None,
    **field_columns("planned", "outcome", "before", "after", "undoable", "conflicts", "errors", "applied_at"),
)
GROUPS = Columns("ChangeGroup", **field_columns("call", "planned", "count", "before", "after", "error", "undoable"))
PROPOSED = Columns("ChangeRequest", "ChangeRequestDetail", "ChangeGroup", **DETAIL, **GROUPS)
Status = Literal["open", "applying", "applied", "partly_applied", "closed"]
Outcome = Literal["done", "unchanged", "kept", "failed", "left"]
DIFFERS = 2
"""Exit code of ``show --exit-code`` if a change would have an effect."""
File = Annotated[Path, typer.Argument(metavar="FILE", help="JSON file with title, reason and changes; - for stdin.")]


@app.verb(
    "list",
    examples=["careops requests list --status open", "careops requests list --record clinic:41 --json"],
    columns=REQUEST,
    web="/change-requests?status={status}&author={author_id}&call={call}&record={record}&page={page}",
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
    review_owed: Annotated[
        bool, typer.Option("--review-owed", help="Only requests that were applied in an emergency and not reviewed.")
    ] = False,
    *,
    pages: Pages,
) -> Table:
    """List change requests whose calls you may make, newest first."""
    from careops.calls.change_requests import ListChangeRequests

    filters = {"status": status, "author_id": author_id, "call": call, "record": record}
    filters["review_owed"] = review_owed or None
    spare = ["closed_at", "closed_by", "applied_at", "applied_by", "on_conflict", "ticket", "reason", "digest"]
    spare += ["revised_at", "revision", "created_at", "failed", "kept", "unchanged", "done", "calls"]
    client = connect(context)
    return list_rows(
        client, ListChangeRequests, filters, columns=REQUEST, spare=spare, noun=CHANGE_REQUESTS, pages=pages
    )


@app.verb(
    "show",
    examples=[
        "careops requests show 7",
        "careops requests show 7 --json > request.json",
        "careops requests show 7 --exit-code --columns id,would_change",
    ],
    columns=DETAIL,
    fields=(*REVIEWERS, "changes", "would_change"),
    web="/change-requests/{request_id}",
)
def show(
    context: typer.Context,
    request_id: RequestId,
    exit_code: Annotated[
        bool, typer.Option("--exit-code", help="Preview the changes now: exit with 2 if one would have an effect.")
    ] = False,
) -> Record:
    """Show a request with its progress, its reviews and the obstacles to applying it.

    With --json it contains the changes, so that "careops requests propose" accepts it as a file. With --exit-code,
    would_change is the number of changes that would have an effect now, and exit code 0 means that there is none.
    """
    from careops.calls.change_requests import PreviewChangeRequest
    from careops.client.resource import build

    client = connect(context)
    record = detail_record(client.change_requests.read(request_id=request_id))
    item = cast("dict[str, Any]", record.item)
    if exit_code or options_of(context).format in ("json", "jq"):
        item["changes"] = [
            {"call": one.call, "parameters": one.parameters}
            for one in client.change_requests.each_target(request_id=request_id)
        ]
    if exit_code:
        would_change = client.send(build(PreviewChangeRequest, changes=item["changes"])).changes
        item["would_change"] = would_change
        record.exit_code = lambda: DIFFERS if would_change else OK
    return record


@app.verb(
    "targets",
    examples=["careops requests targets 7 --outcome kept", "careops requests targets 7 --all --csv > outcome.csv"],
    columns=TARGETS,
    web="/change-requests/{request_id}?outcome={outcome}&page={page}",
)
def targets(
    context: typer.Context,
    request_id: RequestId,
    outcome: Annotated[Outcome | None, typer.Option(help="Filter by outcome.")] = None,
    *,
    pages: Pages,
) -> Table:
    """List the changes of a request with their outcomes, in their order."""
    from careops.calls.change_requests import ListRequestTargets

    filters = {"request_id": request_id, "outcome": outcome}
    spare = ["applied_at", "undoable", "planned", "call", "errors", "before", "after"]
    client = connect(context)
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
    apply_from: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Apply nothing before this time, such as 2026-12-01T02:00+05:30."),
    ] = None,
    apply_until: Annotated[
        str | None, typer.Option(metavar="TIME", help="Apply nothing after this time, in the same form.")
    ] = None,
    canary: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Apply N changes first, then wait or pause.")
    ] = None,
    canary_wait: Annotated[
        int | None,
        typer.Option(
            metavar="MINUTES", min=1, help="Minutes to wait after the first changes.", show_default="until resumed"
        ),
    ] = None,
    after: Annotated[int | None, typer.Option(metavar="ID", help="Apply only after this request was applied.")] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show equal changes with their number; propose nothing.")
    ] = False,
) -> Record | Table:
    """Propose the changes of a file: {"title": …, "reason": …, "changes": [{"call": …, "parameters": {…}}]}.

    A change with "where": {…} is made for every record that matches these filters of its list.

    Nothing changes until the request is applied. A file of "careops requests show --json" proposes the same changes
    again; its digest is the same if the records have the same values.
    """
    from careops.calls.change_requests import CreateChangeRequest, PreviewChangeRequest
    from careops.client.resource import build

    if canary_wait is not None and canary is None:
        raise CliError("--canary-wait needs --canary", next_step="See: careops requests propose --help", code=USAGE)
    client = connect(context)
    first = None if canary is None else {"targets": canary, "wait_minutes": canary_wait}
    content = _proposal(read_json(file, dict, "See: careops requests propose --help")) | given_values(
        title=title, reason=reason, apply_from=apply_from, apply_until=apply_until, canary=first, after=after
    )
    if dry_run:
        seen = client.send(build(PreviewChangeRequest, changes=content.get("changes", [])))
        total = len(seen.groups) + seen.more_groups
        return Table([group.model_dump(mode="json") for group in seen.groups], GROUPS, total=total)
    return detail_record(
        client.send(build(CreateChangeRequest, **content)), "proposed: nothing changes until it is applied"
    )


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
    """Object to a request, so that it cannot be applied until you approve it or a new revision is made."""
    client = connect(context)
    digest = digest or current_digest(client, request_id)
    client.change_requests.object(request_id=request_id, digest=digest, reason=reason)
    item = {"request_id": request_id, "digest": digest, "verdict": "object"}
    return Record(item, sentence=f"You object to change request {request_id}.")


app.include(request_runs.verbs)


@app.verb("close", examples=["careops requests close 7"], columns=("request_id", "status"))
def close(context: typer.Context, request_id: RequestId, yes: Yes = False) -> Record:
    """Close a request that shall not be applied any more. Changes that were made stay."""
    confirm_on_platform(context, f"Close change request {request_id}", yes=yes)
    connect(context).change_requests.close(request_id=request_id)
    item = {"request_id": request_id, "status": "closed"}
    return Record(item, sentence=f"Change request {request_id} is closed.")


app.include(request_policies.verbs)


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

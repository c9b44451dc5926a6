"""``careops requests apply``, ``undo``, ``pause`` and others: runs of change requests."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Final

import typer

from careops.resource_names import CHANGES
from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import CommandGroup
from careops_cli.framework.errors import USAGE, CliError, print_note
from careops_cli.framework.prompts import PasswordStdin, Yes, confirm_on_platform
from careops_cli.output.results import Record
from careops_cli.request_records import (
    DETAIL,
    REVIEWERS,
    Digest,
    RequestId,
    confirm_revision,
    current_digest,
    detail_record,
)

if TYPE_CHECKING:
    from careops import CareOps
    from careops.calls.change_requests import (
        ApplyChangeRequest,
        ChangeRequest,
        ChangeRequestDetail,
        ResumeChangeRequest,
    )
    from careops.calls.realtime import Event

verbs = CommandGroup()
CHANNEL: Final = "change_requests"
SILENCE_SECONDS: Final = 2.0
"""Seconds without an event of the run after which it is read without one."""
Wait = Annotated[bool, typer.Option("--wait", help="Wait until all changes are made or refused, or the run pauses.")]


def _add_run_command(name: str, call: str, *, help: str) -> None:
    """Add a command that starts a run of a request with the call of that name."""

    def start(
        context: typer.Context,
        request_id: RequestId,
        digest: Digest = None,
        wait: Wait = False,
        yes: Yes = False,
        password_stdin: PasswordStdin = False,
    ) -> Record:
        from careops.calls import change_requests

        kind = getattr(change_requests, call)
        return _run(context, kind, request_id, digest, wait=wait, yes=yes, password_stdin=password_stdin)

    examples = [f"careops requests {name} 7", f"careops requests {name} 7 --yes --wait --json"]
    verbs.verb(name, help=help, examples=examples, columns=DETAIL, fields=REVIEWERS)(start)


_add_run_command(
    "apply",
    "ApplyChangeRequest",
    help="Apply a request in the background.\n\n"
    "A record that someone else has changed since the proposal stays unchanged.",
)


def _run(
    context: typer.Context,
    kind: type[ApplyChangeRequest | ResumeChangeRequest],
    request_id: int,
    digest: str | None,
    *,
    wait: bool,
    yes: bool,
    password_stdin: bool,
) -> Record:
    """Start a run after a confirmation."""
    from careops_cli.auth.step_up import send_confirmed

    client = connect(context)
    request = confirm_revision(context, client, "Apply", request_id, digest, yes=yes)
    call = kind(request_id=request_id, digest=request.digest)
    started = send_confirmed(client, call, password_stdin=password_stdin)
    if not wait:
        return detail_record(started, "being applied")
    ended = wait_for_run(client, request_id)
    return detail_record(ended, "paused" if "paused" in ended.labels else ended.request.status.replace("_", " "))


@verbs.verb(
    "undo",
    examples=[
        "careops requests undo 7",
        "careops requests undo 7 --reason 'The contract was cancelled' --apply --wait --yes",
    ],
    columns=DETAIL,
    fields=REVIEWERS,
)
def undo(
    context: typer.Context,
    request_id: RequestId,
    title: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Title of the new request.", show_default="Undo: and its title")
    ] = None,
    reason: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Reason, for the reviewers.", show_default="the id")
    ] = None,
    apply_now: Annotated[bool, typer.Option("--apply", help="Apply the new request at once.")] = False,
    wait: Annotated[bool, typer.Option("--wait", help="Wait until the records were undone and checked.")] = False,
    yes: Yes = False,
    password_stdin: PasswordStdin = False,
) -> Record:
    """Propose to undo the changes of a request.

    Fields that someone has edited since stay; a value that was changed and changed back is undone. Changes without an
    inverse, such as deletions and new records, are left out. Without --apply nothing changes until the new request is
    applied.
    """
    if wait and not apply_now:
        raise CliError("--wait needs --apply", next_step="See: careops requests undo --help", code=USAGE)
    client = connect(context)
    if apply_now:  # before the undo is proposed, so that a declined question leaves nothing behind
        done = client.change_requests.read(request_id=request_id).request.done
        confirm_on_platform(context, f"Undo change request {request_id}: {CHANGES.count_text(done)}", yes=yes)
    proposed = client.change_requests.undo(request_id=request_id, title=title, reason=reason)
    undo_request = wait_for_plan(client, proposed)
    if undo_request.request.excluded:
        print_note(f"{CHANGES.count_text(undo_request.request.excluded)} cannot be undone")
    if not apply_now:
        return detail_record(undo_request, "proposed: nothing changes until it is applied")
    from careops.calls.change_requests import ApplyChangeRequest

    return _run(
        context,
        ApplyChangeRequest,
        undo_request.request.id,
        undo_request.request.digest,
        wait=wait,
        yes=True,
        password_stdin=password_stdin,
    )


@verbs.verb("pause", examples=["careops requests pause 7"], columns=DETAIL, fields=REVIEWERS)
def pause(context: typer.Context, request_id: RequestId, digest: Digest = None) -> Record:
    """Pause the run of a request before its next part of 500 changes."""
    client = connect(context)
    digest = digest or current_digest(client, request_id)
    return detail_record(client.change_requests.pause(request_id=request_id, digest=digest), "paused")


_add_run_command(
    "resume",
    "ResumeChangeRequest",
    help="Resume a run that is paused, or that waits after its first changes.",
)


@verbs.verb("stop", examples=["careops requests stop 7 --yes"], columns=DETAIL, fields=REVIEWERS)
def stop(context: typer.Context, request_id: RequestId, digest: Digest = None, yes: Yes = False) -> Record:
    """End the run of a request before its next part of 500 changes.

    Changes that were made stay, and the others can be proposed again.
    """
    client = connect(context)
    confirm_on_platform(context, f"Stop change request {request_id}", yes=yes)
    digest = digest or current_digest(client, request_id)
    return detail_record(client.change_requests.stop(request_id=request_id, digest=digest), "stopped")


def wait_for_run(client: CareOps, request_id: int) -> ChangeRequestDetail:
    """Return the request at the end of its run."""

    def is_over(read: ChangeRequestDetail) -> bool:
        has_ended = read.request.status != "applying" and "checking" not in read.labels
        return has_ended or "paused" in read.labels

    return _wait(client, request_id, is_over)


def wait_for_plan(client: CareOps, detail: ChangeRequestDetail) -> ChangeRequestDetail:
    """Return the request when its changes are previewed. Raises ``CliError`` if they cannot be."""
    if "planning" in detail.labels:
        detail = _wait(client, detail.request.id, lambda read: "planning" not in read.labels)
    request = detail.request
    if request.end_reason == "not_planned":
        title = f"Change request {request.id} is closed. {request.end_note}"
        raise CliError(title, next_step="Correct the changes, and propose them again")
    return detail


def _wait(client: CareOps, request_id: int, is_over: Callable[[ChangeRequestDetail], bool]) -> ChangeRequestDetail:
    """Return the request when the condition holds. Its events report the progress."""
    from careops_cli.bulk.progress import moving_progress
    from careops_cli.framework.event_subscription import subscribe

    # Subscribe first, so that no event is missed while the request is read.
    with subscribe(client, CHANNEL, silence=SILENCE_SECONDS) as batches, moving_progress() as show:
        while True:
            read = client.change_requests.read(request_id=request_id)
            if is_over(read):
                return read
            show(_progress(read.request))
            next(events for events in batches if not events or any(_concerns(event, request_id) for event in events))


def _progress(request: ChangeRequest) -> str:
    if request.status == "open":
        return f"{request.planned:,} of {request.targets:,} previewed"
    return f"{request.targets - request.left:,} of {request.targets:,} applied"


def _concerns(event: Event, request_id: int) -> bool:
    """Return True for an event of the request, and for the one that reports deleted events."""
    return not event.channel or event.data.get("request_id") == request_id

"""``careops keys log``: requests of API keys in the last seven days, and their errors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any

import typer

from careops.resource_names import Noun
from careops_cli.auth.connection import connect
from careops_cli.framework import completion
from careops_cli.framework.click_extensions import CommandGroup
from careops_cli.framework.errors import USAGE, CliError, print_note
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Table, field_columns

if TYPE_CHECKING:
    from careops import CareOps
    from careops.calls.keys import KeyLogSummary, KeyRequest

verbs = CommandGroup()

LOG = Columns(
    "KeyRequest",
    occurred_at="occurred_at",
    key_name="key_name",
    method="method",
    call_name="call_name",
    status="status",
    codes="codes",
    duration_ms="duration_ms",
    request="request",
    ip_address="ip_address",
    key_id="key_id",
    id="id",
)
LOG_SHOWN = tuple(name for name in LOG if name not in ("key_id", "id"))
ERRORS = Columns(
    "KeyErrorGroup", **field_columns("total", "call_name", "code", "status", "first_at", "last_at", "last_request")
)
REQUEST = Noun("request", "requests")
ERROR = Noun("error", "errors")
POLL_SECONDS = 2.0
LATE_SECONDS = 10
"""Time after which a request is certainly in the log. Workers store requests every two seconds, in any order."""
_AGO = re.compile(r"([1-9][0-9]{0,3})([mhd])")
_UNITS = {"m": "minutes", "h": "hours", "d": "days"}


@verbs.verb(
    "log",
    examples=[
        "careops keys log 3",
        "careops keys log 3 --status 4xx --since 2h",
        "careops keys log --errors",
        "careops keys log 3 --follow",
        "careops keys log 3 --call AddAuditEvents --code forbidden --all --csv > refused.csv",
    ],
    columns=Columns(*LOG.records, *ERRORS.records, **(LOG | ERRORS)),
    web="/key-log?key={key_id}&status={status}&call={call}&code={code}&page={page}",
)
def log(
    context: typer.Context,
    key_id: Annotated[
        int | None,
        typer.Argument(metavar="[KEY_ID]", help="The key's id, as listed; all keys without.", show_default=False),
    ] = None,
    errors: Annotated[bool, typer.Option("--errors", help="Group refused requests by call and error code.")] = False,
    status: Annotated[
        str | None,
        typer.Option(
            metavar="CLASS",
            help="Filter by status: 2xx, 4xx or 5xx.",
            autocompletion=completion.choices("ListKeyRequests", "status"),
        ),
    ] = None,
    call: Annotated[
        str | None,
        typer.Option(metavar="CALL", help="Filter by call, such as ListClinics.", autocompletion=completion.calls),
    ] = None,
    code: Annotated[str | None, typer.Option(metavar="CODE", help="Filter by error code.")] = None,
    since: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Earliest time: 30m, 2h or 3d ago, or an ISO time.", show_default="7d"),
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="TIME", help="Latest time, in the same form.", show_default="now")
    ] = None,
    follow: Annotated[bool, typer.Option("--follow", help="Print new requests as they arrive, until Ctrl-C.")] = False,
    *,
    pages: Pages,
) -> Table:
    """List the requests of API keys in the last seven days, newest first.

    With an API key as CAREOPS_TOKEN, the command shows the requests of that key.
    """
    from careops.calls.keys import ListKeyRequests, ReadKeyLogSummary

    client = connect(context)
    span = {"key_id": key_id, "since": _parse_time(since, "--since"), "until": _parse_time(until, "--until")}
    chosen = {name: value for name, value in span.items() if value is not None}
    narrowed = {"status": status, "call_name": call, "code": code}
    if errors and (pages != Pages() or any(narrowed.values())):
        raise typer.BadParameter("--errors can be combined with KEY_ID, --since and --until only.")
    if follow and (errors or since or until or pages != Pages()):
        raise CliError(
            "--follow cannot be combined with --errors, times or pages", next_step="Omit the others.", code=USAGE
        )
    if errors:
        summary = client.send(ReadKeyLogSummary.model_validate(chosen))
        _note_omitted(summary)
        groups = [group.model_dump(mode="json") for group in summary.errors]
        return Table(groups, ERRORS, spare=["first_at", "last_request"], total=summary.error_groups, noun=ERROR)
    spare = ["ip_address", "duration_ms", "method", "request"]
    filters: dict[str, Any] = {**chosen, **narrowed}
    if follow:
        items = (request.model_dump(mode="json") for request in _follow(client, filters))
        return Table(items, LOG, shown=LOG_SHOWN, spare=spare, noun=REQUEST, stream=True)
    table = list_rows(
        client,
        lambda **values: ListKeyRequests.model_validate(values),
        filters,
        columns=LOG,
        shown=LOG_SHOWN,
        spare=spare,
        noun=REQUEST,
        pages=pages,
    )
    _note_omitted(client.send(ReadKeyLogSummary.model_validate(chosen)))
    return table


def _follow(client: CareOps, filters: Mapping[str, Any]) -> Iterator[KeyRequest]:
    """Yield the newest page, oldest first, then new requests."""
    import time

    from careops.calls.keys import ListKeyRequests

    parameters = {name: value for name, value in filters.items() if value is not None}
    fresh = client.send(ListKeyRequests.model_validate(parameters)).items
    shown_ids: set[int] = set()
    while True:
        yield from sorted(
            (request for request in fresh if request.id not in shown_ids),
            key=lambda request: (request.occurred_at, request.id),
        )
        shown_ids = {request.id for request in fresh}
        if fresh:
            parameters["since"] = max(request.occurred_at for request in fresh) - timedelta(seconds=LATE_SECONDS)
        time.sleep(POLL_SECONDS)
        fresh = list(client.each(ListKeyRequests.model_validate(parameters)))


def _note_omitted(summary: KeyLogSummary) -> None:
    """Report on stderr how many requests are not in the log."""
    for day in summary.days:
        if day.omitted:
            print_note(f"{REQUEST.count_text(day.omitted)} of {day.day} are not in the log.")


def _parse_time(text: str | None, option: str) -> datetime | None:
    """Return the time of ``2h`` (ago) or of an ISO time; one without a zone is India's."""
    from careops.india_time import parse_moment

    if text is None:
        return None
    if ago := _AGO.fullmatch(text):
        return datetime.now(UTC) - timedelta(**{_UNITS[ago[2]]: int(ago[1])})
    try:
        return parse_moment(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is no time: write 2h or 2026-11-20T09:30.", param_hint=option) from None

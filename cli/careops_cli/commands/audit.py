"""``careops audit``: the audit trail of a platform."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from careops.constants import PAGE_SIZE
from careops.resource_names import EVENTS, Noun
from careops_cli.auth.connection import connect
from careops_cli.commands import audit_seals
from careops_cli.commands.change_filter import ChangesOnly
from careops_cli.framework import completion
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import USAGE, CliError
from careops_cli.framework.resolve import resolve_one
from careops_cli.output.pagination import page_hint
from careops_cli.output.results import Columns, Record, Table, differences, field_columns, field_path

if TYPE_CHECKING:
    from careops import CareOps
    from careops.calls.audit import AuditTrail
    from careops.contract import Call, Page

app = Area("Audit trail: search events, verify and export them.")
POLL_SECONDS = 2.0

Clinic = Annotated[int | None, typer.Option("--clinic", min=1, metavar="CLINIC_ID", help="Filter by clinic.")]
From = Annotated[str | None, typer.Option("--from", metavar="DATE", help="First day (YYYY-MM-DD).")]
To = Annotated[str | None, typer.Option("--to", metavar="DATE", help="Last day (YYYY-MM-DD).", show_default="today")]
By = Annotated[
    str | None,
    typer.Option("--by", metavar="PERSON", help="Filter by a member of staff: name or id of the user."),
]
Hours = Annotated[
    list[int] | None,
    typer.Option("--hour", min=0, max=23, metavar="HOUR", help="Filter by hour of the day in India; may be repeated."),
]
Values = list[str] | None

_DETAILS = ("before", "after", "user_agent", "parameters", "id")
COLUMNS = Columns(
    "AuditTrail",
    timestamp="timestamp",
    key="key",
    status="event_status",
    user="user.name",
    user_type="user.type",
    patient="patient.name",
    resource_type="resource.type",
    resource_id="resource.id",
    ip_address="ip_address",
    description="description",
    changed=lambda item: differences(item["before"], item["after"]),
    **field_columns(*_DETAILS),
)
DEFAULT_COLUMNS = tuple(name for name in COLUMNS if name not in ("patient", *_DETAILS))
OPTIONAL_COLUMNS = ("resource_id", "ip_address", "user_type", "resource_type", "description", "changed")
SUMMARY = Columns(
    "AuditSummary",
    **{name: field_path(f"statistics.{name}") for name in ("total_events", "successful_events", "failed_events")},
    success_rate=lambda item: success_rate(item["statistics"]),
    **{name: field_path(f"statistics.{name}") for name in ("failed_logins", "patient_exports", "daily_average")},
    events_by_type=lambda item: _counts(item["events_by_type"]),
    top_users=lambda item: _counts(item["top_users"]),
    busiest_hours=lambda item: _counts({f"{int(hour):02}:00": n for hour, n in item["busiest_hours"].items()}),
    **{"from": "date_range.start"},
    to="date_range.end",
    generated_at="generated_at",
)


ACTIVITY = Columns(
    "PersonActivity",
    **field_columns("id", "name", "account_type", "total", "failed", "last_at"),
    events=lambda item: _counts(item["events"]),
)
PEOPLE = Noun("person", "people")


def success_rate(statistics: dict[str, Any]) -> str:
    """Return the percentage of successful events, to one decimal."""
    total = statistics["total_events"]
    return f"{statistics['successful_events'] / total * 100 if total else 0:.1f}%"


def _counts(counts: dict[str, int]) -> list[str]:
    return [f"{name} {count:,}" for name, count in sorted(counts.items(), key=lambda pair: -pair[1])]


@app.verb(
    "summary",
    examples=["careops audit summary --clinic 41", "careops audit summary --from 2026-11-01 --json"],
    columns=SUMMARY,
)
def summary(context: typer.Context, clinic: Clinic = None, start: From = None, end: To = None) -> Record:
    """Show counts of audit events of the last 30 days, or of up to 90 days."""
    from careops.calls.audit import ReadAuditSummary

    call = ReadAuditSummary.model_validate(_given_filters(clinic_id=clinic, start_date=start, end_date=end))
    return Record(connect(context).send(call), SUMMARY)


@app.verb(
    "logs",
    examples=[
        "careops audit logs --clinic 41",
        "careops audit logs --status FAILED --key user.sign_in --all --csv > failed-sign-ins.csv",
        "careops audit logs --clinic 41 --hour 9 --hour 10 --from 2026-11-01",
        "careops audit logs --clinic 41 --follow",
        'careops audit logs --by "Arjun Pillai" --from 2026-11-20',
    ],
    columns=COLUMNS,
)
def logs(
    context: typer.Context,
    clinic: Clinic = None,
    start: From = None,
    end: To = None,
    search: Annotated[str | None, typer.Option(metavar="TEXT", help="Search in all fields of the event.")] = None,
    key: Annotated[Values, typer.Option(metavar="KEY", help="Filter by kind of event; may be repeated.")] = None,
    status: Annotated[
        Values,
        typer.Option(
            metavar="STATUS",
            help="Filter by status: SUCCESS or FAILED.",
            autocompletion=completion.choices("ListAuditTrails", "event_status"),
        ),
    ] = None,
    user_type: Annotated[
        Values,
        typer.Option(
            metavar="TYPE",
            help="Filter by type of user: owner, consultant, staff or admin.",
            autocompletion=completion.choices("ListAuditTrails", "user_type"),
        ),
    ] = None,
    resource_type: Annotated[
        Values, typer.Option(metavar="TYPE", help="Filter by type of the changed record; may be repeated.")
    ] = None,
    hour: Hours = None,
    by: By = None,
    changes_only: ChangesOnly = False,
    page: Annotated[int, typer.Option(min=1, metavar="N", help="Page number, of ten or --limit rows.")] = 1,
    limit: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Maximum number of rows.", show_default="10")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Fetch all pages.")] = False,
    follow: Annotated[bool, typer.Option("--follow", help="Print new events as they arrive, until Ctrl-C.")] = False,
) -> Table:
    """List audit events of the last 30 days, or of up to 90 days, newest first."""
    filters = _given_filters(
        clinic_id=clinic,
        start_date=start,
        end_date=end,
        search_text=search,
        event_keys=key,
        event_status=[word.upper() for word in status] if status else None,
        user_type=user_type,
        resource_type=resource_type,
    )
    if everything and limit:
        raise CliError("--all and --limit cannot be combined", next_step="Omit one of them.", code=USAGE)
    if page != 1 and (everything or follow):
        raise CliError("--page cannot be combined with --all or --follow", next_step="Omit one of them.", code=USAGE)
    if follow and (everything or limit):
        raise CliError(
            "--follow cannot be combined with --all or --limit", next_step="Omit --all and --limit.", code=USAGE
        )
    client = connect(context)
    skipped = (page - 1) * (limit or PAGE_SIZE)
    tens, inside = divmod(skipped, PAGE_SIZE)  # the platform's pages have ten rows
    actor_id = _person(client, by)
    beyond = _given_filters(
        hours=[str(number) for number in hour or ()], actor_id=actor_id, changes_only=changes_only or None
    )
    call = _list_call({**filters, "page": tens + 1}, beyond)
    if follow:
        return _rows(_follow(client, call), stream=True)
    first = client.send(call)
    events: Iterable[AuditTrail] = first.items
    if everything or limit:
        events = islice(client.each(call), inside, None if everything or limit is None else inside + limit)
    hint = page_hint(page, limit or PAGE_SIZE, first.total_records, limit)
    return _rows(events, total=None if everything else first.total_records, hint=hint)


@app.verb(
    "activity",
    examples=[
        "careops audit activity",
        "careops audit activity --from 2026-11-20 --to 2026-11-20 --hour 9 --hour 10",
        'careops audit activity --by "Arjun Pillai" --json',
    ],
    columns=ACTIVITY,
)
def activity(
    context: typer.Context,
    by: By = None,
    start: Annotated[
        str | None, typer.Option("--from", metavar="DATE", help="First day (YYYY-MM-DD).", show_default="last day")
    ] = None,
    end: To = None,
    hour: Hours = None,
    changes_only: ChangesOnly = False,
) -> Table:
    """Count the actions of staff by person and event key, today or on up to 90 days."""
    from careops.calls.audit import ReadActivity

    client = connect(context)
    hours = [str(number) for number in hour or ()]
    actor_id = _person(client, by)
    filters = _given_filters(
        start_date=start, end_date=end, hours=hours, actor_id=actor_id, changes_only=changes_only or None
    )
    people = client.send(ReadActivity.model_validate(filters))
    return Table(people, columns=ACTIVITY, spare=("id", "account_type", "failed"), noun=PEOPLE)


def _person(client: CareOps, typed: str | None) -> int | None:
    """Return the id of a person. An id is not looked up, because its account may be blocked by now."""
    if typed is None:
        return None
    if typed.strip().isdecimal():
        return int(typed)
    return resolve_one(typed, client.staff.list(), "member of staff", next_step="Run: careops staff list").id


def _list_call(filters: dict[str, Any], beyond: dict[str, Any]) -> Call[Page[Any]]:
    """Return the documented call, or our own for filters ``beyond`` it."""
    from careops.calls.audit import FindAuditTrails, ListAuditTrails

    if beyond:
        return FindAuditTrails.model_validate({**filters, **beyond})
    return ListAuditTrails.model_validate(filters)


def _rows(events: Iterable[AuditTrail], *, total: int | None = None, hint: str = "", stream: bool = False) -> Table:
    items = (event.model_dump(mode="json") for event in events)
    return Table(
        items, COLUMNS, DEFAULT_COLUMNS, spare=OPTIONAL_COLUMNS, total=total, noun=EVENTS, hint=hint, stream=stream
    )


def _follow(client: CareOps, call: Call[Page[Any]]) -> Iterator[AuditTrail]:
    """Yield the newest page, oldest first, then new events."""
    import time

    seen: set[int | str] = set()
    fresh = client.send(call).items
    while True:
        yield from reversed(fresh)
        seen.update(event.id for event in fresh)
        time.sleep(POLL_SECONDS)
        fresh = []
        for event in client.each(call):
            if event.id in seen:
                break
            fresh.append(event)


def _given_filters(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None and value != []}


app.include(audit_seals.verbs)

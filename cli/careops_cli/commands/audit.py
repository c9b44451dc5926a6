"""``careops audit``: the audit trail of a platform, and the seals over this installation's own."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from careops.nouns import ARE, EVENTS, Noun
from careops_cli import completing
from careops_cli.confirming import confirm
from careops_cli.connection import connect
from careops_cli.export_options import Replace
from careops_cli.failures import FAILED, OK, PARTLY, USAGE, Stop, say
from careops_cli.groups import Area
from careops_cli.listing import page_hint
from careops_cli.output import Read, Record, Rows, path
from careops_cli.sealed import (
    checked_database,
    checked_file,
    given_head,
    given_keys,
    told_when_it_went_back,
    usable,
    verdict,
)

if TYPE_CHECKING:
    from careops import CareOps
    from careops.calls.audit import AuditTrail, FindAuditTrails, ListAuditTrails

app = Area("The audit trail: who did what, and proof that nobody changed it.")
POLL_SECONDS = 2.0
LINES = Noun("line", "lines")

Clinic = Annotated[int | None, typer.Option("--clinic", min=1, metavar="CLINIC_ID", help="Of this clinic only.")]
From = Annotated[str | None, typer.Option("--from", metavar="DATE", help="First day, YYYY-MM-DD.")]
To = Annotated[str | None, typer.Option("--to", metavar="DATE", help="Last day; today when not given.")]
Values = list[str] | None

COLUMNS: dict[str, Read] = {
    "timestamp": path("timestamp"),
    "key": path("key"),
    "status": path("event_status"),
    "user": path("user.name"),
    "user_type": path("user.type"),
    "patient": path("patient.name"),
    "resource_type": path("resource.type"),
    "resource_id": path("resource.id"),
    "ip_address": path("ip_address"),
    "description": path("description"),
    "user_agent": path("user_agent"),
    "parameters": path("parameters"),
    "id": path("id"),
}
SHOWN = ("timestamp", "key", "status", "user", "user_type", "resource_type", "resource_id", "ip_address", "description")
SPARE = ("resource_id", "ip_address", "user_type", "resource_type", "description")
SUMMARY: dict[str, Read] = {
    **{name: path(f"statistics.{name}") for name in ("total_events", "successful_events", "failed_events")},
    "success_rate": lambda item: success_rate(item["statistics"]),
    **{name: path(f"statistics.{name}") for name in ("failed_logins", "patient_exports", "daily_average")},
    "events_by_type": lambda item: _counts(item["events_by_type"]),
    "top_users": lambda item: _counts(item["top_users"]),
    "busiest_hours": lambda item: _counts({f"{int(hour):02}:00": n for hour, n in item["busiest_hours"].items()}),
    "from": path("date_range.start"),
    "to": path("date_range.end"),
    "generated_at": path("generated_at"),
}


def success_rate(statistics: dict[str, Any]) -> str:
    """Successful events in a hundred, to one decimal."""
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
    """Show the audit trail in numbers: of the last 30 days, or of up to 90."""
    from careops.calls.audit import ReadAuditSummary

    call = ReadAuditSummary.model_validate(_given(clinic_id=clinic, start_date=start, end_date=end))
    return Record(connect(context).send(call).model_dump(mode="json"), SUMMARY)


@app.verb(
    "logs",
    examples=[
        "careops audit logs --clinic 41",
        "careops audit logs --status FAILED --key user.sign_in --all --csv > failed-sign-ins.csv",
        "careops audit logs --clinic 41 --hour 9 --hour 10 --from 2026-11-01",
        "careops audit logs --clinic 41 --follow",
    ],
    columns=COLUMNS,
    fields=("before", "after"),
)
def logs(
    context: typer.Context,
    clinic: Clinic = None,
    start: From = None,
    end: To = None,
    search: Annotated[str | None, typer.Option(metavar="TEXT", help="In any field of the event.")] = None,
    key: Annotated[Values, typer.Option(metavar="KEY", help="This kind of event; may be repeated.")] = None,
    status: Annotated[
        Values,
        typer.Option(metavar="STATUS", help="SUCCESS or FAILED.", autocompletion=completing.words("SUCCESS", "FAILED")),
    ] = None,
    user_type: Annotated[
        Values,
        typer.Option(
            metavar="TYPE",
            help="owner, consultant, staff or admin.",
            autocompletion=completing.words("owner", "consultant", "staff", "admin"),
        ),
    ] = None,
    resource_type: Annotated[Values, typer.Option(metavar="TYPE", help="Done to this; may be repeated.")] = None,
    hour: Annotated[
        list[int] | None,
        typer.Option(min=0, max=23, metavar="HOUR", help="Of this hour of the day in India; may be repeated."),
    ] = None,
    page: Annotated[int, typer.Option(min=1, metavar="N", help="Which page of ten.")] = 1,
    limit: Annotated[int | None, typer.Option(min=1, metavar="N", help="How many; 10 when not given.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every one, however many.")] = False,
    follow: Annotated[bool, typer.Option("--follow", help="Go on with new events as they come, until Ctrl-C.")] = False,
) -> Rows:
    """List events, newest first: of the last 30 days, or of up to 90."""
    from careops.calls.audit import FindAuditTrails, ListAuditTrails

    filters = _given(
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
        raise Stop("--all and --limit say how much is wanted, each", next_step="Leave one of them away.", code=USAGE)
    if page != 1 and (everything or limit or follow):
        raise Stop("--page goes alone", next_step="Leave --all, --limit and --follow away.", code=USAGE)
    if follow and (everything or limit):
        raise Stop(
            "--follow begins with the newest ten and has no end", next_step="Leave --all and --limit away.", code=USAGE
        )
    client = connect(context)
    call: ListAuditTrails | FindAuditTrails
    if hour:
        call = FindAuditTrails.model_validate({**filters, "page": page, "hours": [str(one) for one in hour]})
    else:
        call = ListAuditTrails.model_validate({**filters, "page": page})
    if follow:
        return _rows(_followed(client, call), stream=True)
    first = client.send(call)
    events: Iterable[AuditTrail] = first.items
    if everything or limit:
        events = islice(client.each(call), None if everything else limit)
    wanted = limit or call.perpage
    hint = page_hint(page, wanted, first.total_records)
    return _rows(events, total=None if everything else first.total_records, hint=hint)


def _rows(events: Iterable[AuditTrail], *, total: int | None = None, hint: str = "", stream: bool = False) -> Rows:
    items = (event.model_dump(mode="json") for event in events)
    return Rows(items, COLUMNS, SHOWN, spare=SPARE, total=total, noun=EVENTS, hint=hint, stream=stream)


def _followed(client: CareOps, call: ListAuditTrails | FindAuditTrails) -> Iterator[AuditTrail]:
    """The newest page, oldest first, then whatever comes."""
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


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None and value != []}


@app.verb(
    "export",
    examples=["careops audit export trail.jsonl", "careops audit export - --after 120 | gzip > new.gz"],
    columns=("file", "lines", "head"),
)
def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to; - for stdout.", allow_dash=True)],
    after: Annotated[int, typer.Option(min=0, metavar="N", help="Only what follows seal N.")] = 0,
    replace: Replace = False,
) -> Record | None:
    """Seal this installation's audit trail and write it out, events and seals, to be checked anywhere.

    Keep the head it prints in another place: it proves later that the end was not cut off.
    """
    from careops_cli.exporting import check_target, written_to
    from careops_cli.local import database, settings
    from careops_server.audit import terminal

    check_target(file, replace=replace)
    chosen = settings()
    with database(chosen) as url, told_when_it_went_back():
        if str(file) == "-":
            done = usable(lambda: terminal.export(chosen, url, sys.stdout, after=after))
            say(f"Head {done.head}")
            return None
        with written_to(file) as target:
            text = io.TextIOWrapper(target, "utf-8", newline="\n", write_through=True)
            try:
                done = usable(lambda: terminal.export(chosen, url, text, after=after))
            finally:
                text.detach()  # else it would close what is not its own
    item = {"file": str(file), "lines": done.lines, "head": str(done.head or "")}
    return Record(item, sentence=f"{LINES.counted(done.lines, ARE)} in {file}. Keep the head elsewhere: {done.head}")


@app.verb(
    "seal",
    examples=["careops audit seal", "careops audit seal --columns head | tee -a heads.txt"],
    columns=("events", "seals", "head"),
)
def seal() -> Record:
    """Seal the audit trail now and show its head. `careops serve` seals by itself every few seconds."""
    from careops_cli.local import database, settings
    from careops_server.audit import terminal

    chosen = settings()
    with database(chosen) as url, told_when_it_went_back():
        done = terminal.seal(chosen, url)
    item = {"events": done.events, "seals": done.seals, "head": str(done.head or "")}
    return Record(
        item, sentence=f"{EVENTS.counted(done.events)} sealed. Head {done.head or 'none yet: there are no events'}"
    )


@app.verb(
    "purge",
    examples=["careops audit purge", "careops audit purge --keep-days 730 --yes"],
    columns=("events", "through_seal", "head"),
)
def purge(
    keep_days: Annotated[
        int | None,
        typer.Option(min=365, metavar="N", help="How long events stay, 365 days at least.  [CAREOPS_AUDIT_KEEP_DAYS]"),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask; a script must say it.")] = False,
) -> Record:
    """Remove the events that were kept for long enough. The trail stays provable without them.

    Whole seals go, counted from when they were made. A signed seal says up to where, so that nobody but this
    installation can have removed them; the purge is an event itself. Export first what is to be kept elsewhere.
    """
    from careops_cli.local import database, settings
    from careops_server.audit import terminal

    chosen = settings()
    days = keep_days or chosen.audit_keep_days
    if days is None:
        step = "Give --keep-days, or set CAREOPS_AUDIT_KEEP_DAYS."
        raise Stop("Nobody has said how long events are kept", next_step=step, code=USAGE)
    before = datetime.now(UTC) - timedelta(days=days)
    confirm(f"Remove what was sealed before {before:%Y-%m-%d},", where=f"in {chosen.data_dir.absolute()}", yes=yes)
    with database(chosen) as url, told_when_it_went_back():
        done = terminal.purge(chosen, url, before)
    item = {"events": done.events, "through_seal": done.through, "head": str(done.head or "")}
    if not done.through:
        return Record(item, sentence=f"Nothing was sealed before {before:%Y-%m-%d} that is still there.")
    return Record(item, sentence=f"{EVENTS.counted(done.events)} went, up to seal {done.through}. Head {done.head}")


@app.verb(
    "public-key", examples=["careops audit public-key", "careops audit public-key --json"], columns=("public_key",)
)
def show_public_key() -> Record:
    """Show the public key this installation's trail is checked with. Give it to whoever checks exports."""
    from careops_cli.local import settings
    from careops_server.audit import signing

    (key,) = usable(lambda: signing.trusted(settings()))
    return Record({"public_key": key}, sentence=key)


@app.verb("rotate-key", examples=["careops audit rotate-key"], columns=("public_key",))
def rotate_key() -> Record:
    """Sign with a new key from the next seal on. The old key signs for it, so whoever trusts the old one trusts it."""
    from careops_cli.local import database, settings
    from careops_server.audit import terminal

    chosen = settings()
    with database(chosen) as url, told_when_it_went_back():
        key = usable(lambda: terminal.rotate_key(chosen, url))
    return Record({"public_key": key}, sentence=f"The next seals are signed by {key}; a running server takes it up.")


@app.verb("accept", examples=["careops audit accept"], columns=("before", "now"))
def accept(
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask; a script must say it.")] = False,
) -> Record:
    """Go on sealing behind what the database holds now: after a backup was restored, and you know why.

    A server seals nothing behind another trail than the one it has seen. The trail itself keeps that it was accepted.
    """
    from careops_cli.local import database, settings
    from careops_server.audit import terminal
    from careops_server.audit.heads import Heads

    chosen = settings()
    known = usable(lambda: Heads(chosen).last())
    sentence = f"Forget that the trail had come to {known or 'no seal'}, and go on behind what is there now,"
    confirm(sentence, where=f"in {chosen.data_dir.absolute()}", yes=yes)
    with database(chosen) as url:
        done = terminal.accept(chosen, url)
    item = {"before": str(done.before or ""), "now": str(done.now or "")}
    return Record(item, sentence=f"Sealing goes on behind {done.now or 'the beginning'}.")


@app.verb(
    "verify",
    examples=[
        "careops audit verify",
        "careops audit verify --head 120:9f2c0e…",
        "careops audit verify trail.jsonl --key 3d40… --head 120:9f2c0e…",
    ],
    columns=("fault", "seal", "position", "id", "timestamp", "key", "line"),
)
def verify(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="An export, instead of the database.")] = None,
    head: Annotated[str | None, typer.Option(metavar="HEAD", help="A head kept from an earlier export.")] = None,
    first: Annotated[int, typer.Option("--from-seal", min=1, metavar="N", help="The file begins with seal N.")] = 1,
    key: Annotated[
        str | None,
        typer.Option(
            metavar="KEY", envvar="CAREOPS_AUDIT_PUBLIC_KEY", help="The public key an export is checked with."
        ),
    ] = None,
) -> Rows:
    """Find every event that was changed, removed, added or moved after it was sealed, the first one first.

    A file is checked without a server; every signature in it is. The database is checked with this installation's key
    and against the head it remembers.

    Exit code 0: proven, as far as the last seal. 1: not as it was sealed. 3: nothing wrong was found, but it is not
    proven, because no public key was given to check the signatures with.
    """
    kept = given_head(head)
    report = checked_file(file, kept, first, given_keys(key)) if file is not None else checked_database(kept)
    items = [
        {"fault": each.fault, "seal": each.seal, "position": each.position, **each.about} for each in report.findings
    ]
    say(verdict(report))
    columns = {name: path(name) for name in ("fault", "seal", "position", "id", "timestamp", "key", "line")}
    code = FAILED if items else OK if report.proven else PARTLY
    return Rows(items, columns, spare=None, noun=Noun("fault", "faults"), exit_code=lambda: code)

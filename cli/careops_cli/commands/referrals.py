"""``careops referrals``: patients whom one doctor sends to another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from operator import itemgetter
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from careops.resource_names import Noun
from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import USAGE, CliError
from careops_cli.framework.options import options_of
from careops_cli.output.export_options import ExportOptions
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Item, Message, Record, Table, selected_columns

if TYPE_CHECKING:
    from careops import CareOps
    from careops.calls.realtime import Event

app = Area("View and export referrals between doctors.")

REFERRAL = Noun("referral", "referrals")
MAX_READ: Final = 50
"""Maximum number of referrals in events that are read one by one. For more, reading the list is faster."""


def _notes(item: Item) -> list[str]:
    notes = item["notes"]
    return [] if notes is None else [notes] if isinstance(notes, str) else list(notes)


COLUMNS = Columns(
    "Referral",
    id="id",
    unique_id="unique_id",
    by="referred_by_doctor.name",
    by_speciality="referred_by_doctor.speciality",
    by_country_code="referred_by_doctor.country_code",
    by_phone="referred_by_doctor.phone_number",
    to="referred_to_doctor.name",
    to_speciality="referred_to_doctor.speciality",
    to_country_code="referred_to_doctor.country_code",
    to_phone="referred_to_doctor.phone_number",
    appointments="appointment_count",
    notes=_notes,
)
DEFAULT_COLUMNS = ("id", "unique_id", "by", "by_phone", "to", "to_phone", "appointments")
Search = Annotated[
    str | None, typer.Option(metavar="TEXT", help="Search in unique id, doctors' names and phone numbers.")
]
Waiting = Annotated[bool, typer.Option("--waiting", help="Only referrals without an appointment.")]


@app.verb(
    "list",
    examples=[
        "careops referrals list",
        "careops referrals list --waiting --search gill",
        "careops referrals list --follow",
    ],
    columns=COLUMNS,
    web="/referrals?search={search}&waiting={waiting:yes}&page={page}",
)
def list_referrals(
    context: typer.Context,
    search: Search = None,
    waiting: Waiting = False,
    follow: Annotated[
        bool, typer.Option("--follow", "-f", help="Print new and changed referrals until Ctrl-C.")
    ] = False,
    *,
    pages: Pages,
) -> Table:
    """List referrals, newest first, or print new ones as they arrive."""
    client = connect(context)
    if follow:
        if search or waiting or pages != Pages():
            raise CliError(
                "--follow cannot be combined with filters or pages", next_step="Omit the others.", code=USAGE
            )
        return Table(_follow(client), COLUMNS, shown=DEFAULT_COLUMNS, noun=REFERRAL, stream=True)
    call, filters = _call(search, waiting)
    return list_rows(
        client,
        call,
        filters,
        columns=COLUMNS,
        shown=DEFAULT_COLUMNS,
        spare=("by_phone", "to_phone", "appointments"),
        noun=REFERRAL,
        pages=pages,
    )


@app.verb("show", examples=["careops referrals show 618", "careops referrals show 618 --json"], columns=COLUMNS)
def show(
    context: typer.Context,
    referral_id: Annotated[int, typer.Argument(metavar="REFERRAL_ID", help="The referral's id, as listed.")],
) -> Record:
    """Show all fields of a referral."""
    referral = connect(context).referrals.read(referral_id=referral_id)
    return Record(referral, COLUMNS)


@app.verb(
    "export",
    examples=[
        "careops referrals export referrals.xlsx",
        "careops referrals export waiting.csv --waiting",
        "careops referrals export - --as jsonl | gzip > referrals.jsonl.gz",
    ],
)
def export(
    context: typer.Context,
    *,
    into: ExportOptions,
    search: Search = None,
    waiting: Waiting = False,
) -> Message | None:
    """Export all referrals, or those that match the filters, to a file, newest first. It appears when complete."""
    from careops.constants import MAX_PAGE_SIZE
    from careops_cli.output.export import write_file

    file_format = into.resolve_format(context)
    call, filters = _call(search, waiting)
    items = (item.model_dump(mode="json") for item in connect(context).each(call(**filters, perpage=MAX_PAGE_SIZE)))
    options = options_of(context)
    reads = selected_columns(COLUMNS, (), options)
    count = write_file(into.file, file_format, items, reads, all_fields=not options.chosen_columns)
    return into.summary(REFERRAL, count)


def _call(search: str | None, waiting: bool) -> tuple[Any, Mapping[str, Any]]:
    """Return the call and its filters: the documented list has no filters."""
    from careops.calls.referrals import FindReferrals, ListReferrals

    filters = {name: value for name, value in (("search_text", search), ("waiting", waiting or None)) if value}
    return (FindReferrals if filters else ListReferrals), filters


def _follow(client: CareOps) -> Iterator[Item]:
    """Yield the newest referrals, oldest first, then each new or changed one once."""
    from careops.calls.referrals import CHANNEL
    from careops.constants import LIVE_POLL_MS, PAGE_SIZE
    from careops_cli.framework.event_subscription import subscribe

    # Subscribe first, so that no event is missed while the list is read.
    with subscribe(client, CHANNEL, silence=LIVE_POLL_MS / 1000) as changes:
        shown_items = {item["id"]: item for item in _newest(client, {})}
        yield from sorted(shown_items.values(), key=itemgetter("id"))[-PAGE_SIZE:]
        for events in changes:
            for item in _find_referrals(client, events, shown_items):
                if shown_items.get(item["id"]) != item:
                    shown_items[item["id"]] = item
                    yield item


def _find_referrals(client: CareOps, events: Sequence[Event], shown_items: Mapping[int, Item]) -> list[Item]:
    """Return the referrals in events, or the newest ones without events or with too many. Waits for the platform."""
    import time

    from careops.errors import NotFound
    from careops_cli.framework.event_subscription import AGAIN_SECONDS, is_retryable

    ids = list(dict.fromkeys(int(str(event.data["referral_id"])) for event in events if event.channel))
    by_id: dict[int, Item] = {}
    looked = len(ids) == len(events) <= MAX_READ and ids != []
    while True:
        try:
            if not looked:
                by_id = {item["id"]: item for item in _newest(client, shown_items)}
                looked = True
            for id in ids:
                if id not in by_id:
                    with suppress(NotFound):
                        by_id[id] = client.referrals.read(referral_id=id).model_dump(mode="json")
            return sorted(by_id.values(), key=itemgetter("id"))
        except Exception as error:
            if not is_retryable(error):
                raise
            time.sleep(AGAIN_SECONDS)


def _newest(client: CareOps, shown_items: Mapping[int, Item]) -> Iterator[Item]:
    """Yield referrals of a long page, and of further pages while they are newer than all known ones."""
    from careops.calls.referrals import ListReferrals
    from careops.constants import MAX_PAGE_SIZE

    last = max(shown_items, default=None)
    for count, item in enumerate(client.each(ListReferrals(perpage=MAX_PAGE_SIZE)), start=1):
        yield item.model_dump(mode="json")
        if count >= MAX_PAGE_SIZE and (last is None or item.id <= last):
            return

"""``careops timeline``: the events, notes, payments and other entries of a record in one list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from careops.record_kinds import ENTRY_GROUPS, RECORD_KINDS, RecordKind
from careops.resource_names import Noun, list_words
from careops_cli.auth.connection import connect
from careops_cli.commands.change_filter import ChangesOnly
from careops_cli.framework import completion
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import USAGE, CliError, print_note
from careops_cli.output.results import Columns, Item, Table, differences

if TYPE_CHECKING:
    from careops import CareOps
    from careops.calls.timeline import ReadTimeline, TimelineEntry

app = Area("Show what happened with a record, newest first: events, notes, follow-ups, payments and change requests.")

_DEFAULT = 30
_PART = 100
ENTRIES = Noun("entry", "entries")


def _who(item: Item) -> str | None:
    """Return the name of the person who acted."""
    if event := item.get("audit_event"):
        return (event["user"] or {}).get("name")
    for kind, name in _ACTORS.items():
        if entry := item.get(kind):
            return str(entry[name])
    return None


_ACTORS: Final = {
    "verification": "decided_by_name",
    "change_request": "author_name",
    "note": "author_name",
    "follow_up": "created_by",
}
"""Field with the name of the person, by the kind of the entry."""


def _what(item: Item) -> str:
    """Return a sentence about an entry, such as ``module.activate: Telemedicine: no → yes``."""
    for kind, describe in _SENTENCES.items():
        if entry := item.get(kind):
            return describe(entry)
    # A newer server may have further kinds of entries.
    return str(item["kind"])


def _event_text(event: Item) -> str:
    details = ", ".join(differences(event["before"], event["after"])) or event["description"] or ""
    refused = " refused" if event["event_status"] == "FAILED" else ""
    return f"{event['key']}{refused}{f': {details}' if details else ''}"


def _rupees(amount: float | None) -> str:
    return "" if amount is None else f" of ₹{amount:,.2f}"


def _payment_text(entry: Item) -> str:
    name = entry["razorpay_payment_id"] or entry["order_id"] or entry["id"]
    return f"payment {name}{_rupees(entry['amount'])}: {entry['billing_payment_status'] or 'unknown status'}"


def _billing_text(entry: Item) -> str:
    return f"payment for {entry['description'] or 'a subscription'}{_rupees(entry['amount'])}"


def _verification_text(entry: Item) -> str:
    return f"verified: {entry['verification_reason']}" if entry["verified"] else "verification withdrawn"


def _request_text(entry: Item) -> str:
    return f"change request {entry['id']}: {entry['title']} ({entry['status']})"


def _note_text(entry: Item) -> str:
    return f"note removed by {entry['deleted_by']}" if entry["text"] is None else f"note: {entry['text']}"


def _follow_up_text(entry: Item) -> str:
    owner = entry["owner_name"] or entry["owner_role"]
    return f"follow-up {entry['id']}: {entry['what']} ({owner}, due {entry['due']}, {entry['state']})"


_SENTENCES: Final[Mapping[str, Callable[[Item], str]]] = {
    "audit_event": _event_text,
    "payment": _payment_text,
    "billing_payment": _billing_text,
    "verification": _verification_text,
    "change_request": _request_text,
    "note": _note_text,
    "follow_up": _follow_up_text,
}
COLUMNS = Columns("TimelineEntry", at="at", group="group", who=_who, what=_what, kind="kind", id="id")
DEFAULT_COLUMNS = ("at", "group", "who", "what")


@app.verb(
    "timeline",
    examples=[
        "careops timeline clinic 41",
        "careops timeline clinic 41 --groups money,modules --limit 100",
        "careops timeline doctor 12 --all --json",
    ],
    columns=COLUMNS,
)
def timeline(
    context: typer.Context,
    kind: Annotated[RecordKind, typer.Argument(metavar="KIND", help=f"{list_words(RECORD_KINDS)}.")],
    record_id: Annotated[int, typer.Argument(min=1, metavar="ID", help="The record's id.")],
    groups: Annotated[
        str | None,
        typer.Option(
            metavar="GROUPS",
            help=f"Filter by groups, separated by commas: {list_words(ENTRY_GROUPS)}.",
            autocompletion=completion.choices("ReadTimeline", "groups"),
        ),
    ] = None,
    changes_only: ChangesOnly = False,
    limit: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Maximum number of entries.", show_default=str(_DEFAULT))
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Fetch all entries.")] = False,
) -> Table:
    """Show what happened with a record, newest first: events, notes, follow-ups, payments and change requests."""
    from careops.calls.timeline import ReadTimeline

    if everything and limit:
        raise CliError("--all and --limit cannot be combined", next_step="Omit one of them.", code=USAGE)
    most = None if everything else limit or _DEFAULT
    size = _PART if most is None else max(10, min(most, _PART))
    filters: dict[str, Any] = {} if groups is None else {"groups": groups}
    if changes_only:
        filters["changes_only"] = True
    call = ReadTimeline.model_validate({"record": f"{kind}:{record_id}", "limit": size, **filters})
    return Table(_entries(connect(context), call, most), COLUMNS, DEFAULT_COLUMNS, spare=("group",), noun=ENTRIES)


def _entries(client: CareOps, call: ReadTimeline, most: int | None) -> Iterator[TimelineEntry]:
    """Yield at most ``most`` entries, and print a note at the end if others follow."""
    left = most
    while True:
        page = client.send(call)
        yield from page.items if left is None else page.items[:left]
        if left is not None:
            left -= len(page.items)
        if page.next is None and (left is None or left >= 0):
            return
        if left is not None and left <= 0:
            print_note("Earlier entries exist: --all shows every one.")
            return
        call = call.model_copy(update={"before": page.next})

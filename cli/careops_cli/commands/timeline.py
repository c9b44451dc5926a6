"""``careops timeline``: the events, notes, payments and other entries of a record in one list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from careops.resource_names import Noun
from careops_cli.auth.connection import connect
from careops_cli.framework import completion
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import USAGE, CliError, print_note
from careops_cli.output.results import Columns, Item, Table, to_text

if TYPE_CHECKING:
    from careops import CareOps
    from careops.calls.timeline import ReadTimeline, TimelineEntry

app = Area("Show what happened with a record, newest first: events, notes, follow-ups, payments and change requests.")

_DEFAULT = 30
_PART = 100
_SHORT = 40
_GROUPS = ("people", "money", "modules", "notes", "other")
ENTRIES = Noun("entry", "entries")
Kind = Literal["clinic", "doctor", "user", "pharmacy", "lab", "campaign", "referral"]


def _who(item: Item) -> str | None:
    """Return the name of the person who acted."""
    match item["kind"]:
        case "audit_event":
            return (item["audit_event"]["user"] or {}).get("name")
        case "verification":
            return str(item["verification"]["decided_by_name"])
        case "change_request":
            return str(item["change_request"]["author_name"])
        case "note":
            return str(item["note"]["author_name"])
        case "follow_up":
            return str(item["follow_up"]["created_by"])
    return None


def _what(item: Item) -> str:
    """Return a sentence about an entry, such as ``module.activate: Telemedicine: no → yes``."""
    entry = item[item["kind"]] if item.get(item["kind"]) is not None else {}
    match item["kind"]:
        case "audit_event":
            return _event_text(entry)
        case "payment":
            name = entry["razorpay_payment_id"] or entry["order_id"] or entry["id"]
            return f"payment {name}{_rupees(entry['amount'])}: {entry['billing_payment_status'] or 'unknown status'}"
        case "billing_payment":
            return f"payment for {entry['description'] or 'a subscription'}{_rupees(entry['amount'])}"
        case "verification":
            return f"verified: {entry['verification_reason']}" if entry["verified"] else "verification withdrawn"
        case "change_request":
            return f"change request {entry['id']}: {entry['title']} ({entry['status']})"
        case "note":
            return f"note removed by {entry['deleted_by']}" if entry["text"] is None else f"note: {entry['text']}"
        case "follow_up":
            owner = entry["owner_name"] or entry["owner_role"]
            return f"follow-up {entry['id']}: {entry['what']} ({owner}, due {entry['due']}, {entry['state']})"
    return str(item["kind"])


def _event_text(event: Item) -> str:
    before, after = event["before"] or {}, event["after"] or {}
    changes = [f"{name}: {_short(before.get(name))} → {_short(after.get(name))}" for name in {**before, **after}]
    details = ", ".join(changes) or event["description"] or ""
    refused = " refused" if event["event_status"] == "FAILED" else ""
    return f"{event['key']}{refused}{f': {details}' if details else ''}"


def _short(value: Any) -> str:
    text = to_text(value)
    return text if len(text) <= _SHORT else f"{text[:_SHORT]}…"


def _rupees(amount: float | None) -> str:
    return "" if amount is None else f" of ₹{amount:,.2f}"


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
    kind: Annotated[
        Kind,
        typer.Argument(metavar="KIND", help="clinic, doctor, user, pharmacy, lab, campaign or referral."),
    ],
    record_id: Annotated[int, typer.Argument(min=1, metavar="ID", help="The record's id.")],
    groups: Annotated[
        str | None,
        typer.Option(
            metavar="GROUPS",
            help="Filter by groups, separated by commas: people, money, modules, notes or other.",
            autocompletion=completion.words(*_GROUPS),
        ),
    ] = None,
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

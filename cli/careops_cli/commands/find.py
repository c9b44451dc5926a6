"""``careops find``: find records of all kinds by name, number or address."""

from __future__ import annotations

import re
import shlex
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from careops.constants import MAX_PAGE_SIZE
from careops.resource_names import CLINICS, DOCTORS, LABS, PHARMACIES, USERS, Noun
from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import print_note
from careops_cli.output.results import Item, Table, field_columns, field_path, on_terminal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from careops import CareOps

app = Area("Find clinics, doctors, users, pharmacies and labs by a name, number or address.")

RECORD = Noun("record", "records")
COLUMNS = ("kind", "id", "name", "phone", "email", "city")


class RecordKind(StrEnum):
    """Kinds of records, in the order of the output."""

    CLINIC = "clinic"
    DOCTOR = "doctor"
    USER = "user"
    PHARMACY = "pharmacy"
    LAB = "lab"


_LISTS: Final[Mapping[RecordKind, tuple[Noun, str]]] = {
    RecordKind.CLINIC: (CLINICS, "clinics"),
    RecordKind.DOCTOR: (DOCTORS, "doctors"),
    RecordKind.USER: (USERS, "users"),
    RecordKind.PHARMACY: (PHARMACIES, "pharmacies"),
    RecordKind.LAB: (LABS, "labs"),
}


@app.verb(
    "find",
    examples=[
        "careops find 9812345670",
        "careops find polyclinic --kind clinic",
        "careops find gill --json",
        "careops find pay_L0nSsccovt6zyp",
    ],
    columns=COLUMNS,
)
def find(
    context: typer.Context,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="Text to search for.")],
    kind: Annotated[
        list[RecordKind] | None,
        typer.Option(metavar="KIND", help="Filter by kind: clinic, doctor, user, pharmacy or lab; may be repeated."),
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=MAX_PAGE_SIZE, metavar="N", help="Maximum number per kind.")] = 5,
) -> Table:
    """Find clinics, doctors, users, pharmacies and labs by a name, number or address.

    A Razorpay id (pay_…, order_…) or an invoice number (INV-…) finds its payment, subscription or invoice instead.
    Works like Ctrl+K in the console. Skips lists that your account may not read, unless --kind names one. On a
    terminal, corrects typing errors.
    """
    client = connect(context)
    if not kind and is_reference(text):
        items: Iterator[Item] = _payments(client, "".join(text.split()))
    else:
        items = _search_lists(client, text, kind or (), limit)
    return Table(items, field_columns(*COLUMNS), spare=("email",), noun=RECORD)


def is_reference(text: str) -> bool:
    """Return whether the text has the form of a Razorpay id or an invoice number."""
    from careops.calls.payments import REFERENCE

    return re.fullmatch(REFERENCE, "".join(text.split())) is not None


def _payments(client: CareOps, reference: str) -> Iterator[Item]:
    """Yield the payments with this reference, each named by its clinic or user."""
    for payment in client.payments.find(reference=reference):
        where = f"clinic {payment.clinic_id}" if payment.clinic_id is not None else f"user {payment.user_id}"
        place = f"{payment.name} ({where})" if payment.name else where
        yield {"kind": payment.kind, "id": payment.id, "name": place, "phone": None, "email": None, "city": None}


def _search_lists(client: CareOps, text: str, kinds: Sequence[RecordKind], limit: int) -> Iterator[Item]:
    """Request all lists concurrently and yield their rows in order. A refusal is raised in its list's place."""
    from concurrent.futures import ThreadPoolExecutor

    from careops.errors import Forbidden

    calls = {
        kind: call(search_text=text, perpage=limit) for kind, call in _calls().items() if not kinds or kind in kinds
    }
    forgiving = on_terminal()
    with ThreadPoolExecutor(len(calls)) as pool:
        pages = {
            kind: pool.submit(client.send, call.with_typo_tolerance() if forgiving else call)
            for kind, call in calls.items()
        }
        for kind, answer in pages.items():
            try:
                page = answer.result()
            except Forbidden:
                if kinds:
                    raise
                continue
            yield from (_to_item(kind, each.model_dump(mode="json")) for each in page.items)
            noun, command = _LISTS[kind]
            if page.corrections:
                print_note(f"No {noun.one} matches exactly. Showing results for {', '.join(page.corrections)}")
            if page.total_records > len(page.items):
                others = page.total_records - len(page.items)
                print_note(f"{noun.count_text(others)} more: careops {command} list --search {shlex.quote(text)}")


def _calls() -> Mapping[RecordKind, Any]:
    from careops.calls.clinics import ListClinics
    from careops.calls.doctors import ListDoctors
    from careops.calls.labs import ListLabs
    from careops.calls.pharmacies import ListPharmacies
    from careops.calls.users import ListUsers

    return {
        RecordKind.CLINIC: ListClinics,
        RecordKind.DOCTOR: ListDoctors,
        RecordKind.USER: ListUsers,
        RecordKind.PHARMACY: ListPharmacies,
        RecordKind.LAB: ListLabs,
    }


def _to_item(kind: RecordKind, item: Mapping[str, Any]) -> Item:
    reads = {"id": "id", "name": "name", "phone": "phone_number", "email": "email", "city": "location.city"}
    return {"kind": kind, **{name: field_path(field)(item) for name, field in reads.items()}}

"""``careops payments``: payments of a clinic, or of all clinics."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from careops.resource_names import PAYMENTS
from careops_cli.auth.connection import connect
from careops_cli.bulk.options import TableOptions, is_bulk
from careops_cli.bulk.report_columns import REPORT
from careops_cli.framework import completion
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.crud_commands import given_values
from careops_cli.framework.errors import USAGE, CliError
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Item, Record, Table, field_columns

if TYPE_CHECKING:
    from careops.bulk.tables import Cells


app = Area("View and record payments of a clinic, or of all clinics.")

PaymentType = Literal["telemedicine", "appointment", "requested", "care_package"]
Names = tuple[str, ...]


def _amount(item: Item) -> str | None:
    return None if item["amount"] is None else f"{item['amount']:.2f}"


COLUMNS = Columns(
    "Payment",
    id="id",
    date="created_at",
    payment_id="razorpay_payment_id",
    order_id="razorpay_order_id",
    **field_columns("description", "contact", "email"),
    amount=_amount,
    method="method",
    status="billing_payment_status",
    order="order_id",
)
OPTIONAL_COLUMNS: Names = ("email", "contact", "description", "order_id")
DEFAULT_COLUMNS: Names = tuple(name for name in COLUMNS if name not in ("id", "order"))
_ALL_CLINICS = Columns(
    "PaymentOfClinic",
    id="id",
    date="created_at",
    payment_id="razorpay_payment_id",
    order_id="razorpay_order_id",
    clinic_id="clinic_id",
    clinic="clinic_name",
    type="payment_type",
    description="description",
    amount=_amount,
    method="method",
    status="billing_payment_status",
    order="order_id",
)
_DETAIL = Columns("PaymentDetail", **{**_ALL_CLINICS, **field_columns("contact", "email")})
_DEFAULT_OF_ALL: Names = ("date", "payment_id", "order_id", "clinic_id", "clinic", "amount", "method", "status")
_OPTIONAL_OF_ALL: Names = ("order_id", "clinic_id", "method")


@app.verb(
    "list",
    examples=[
        "careops payments list 41",
        "careops payments list 41 --type telemedicine --from 2026-09-01 --to 2026-09-30",
        "careops payments list 41 --all --csv > payments.csv",
        "careops payments list --all-clinics --status failed --status pending --from 2026-09-01",
        "careops payments list --all-clinics --reference pay_L0nSsccovt6zyp",
    ],
    columns=tuple(dict.fromkeys([*COLUMNS, *_ALL_CLINICS])),
    web="/clinics-details/{clinic_id}/payments?payment_type={payment_type}&start_date={start}&end_date={end}&page={page}",
)
def list_payments(
    context: typer.Context,
    clinic_id: Annotated[
        int | None, typer.Argument(metavar="CLINIC_ID", help="The clinic's id; omit it with --all-clinics.")
    ] = None,
    payment_type: Annotated[
        PaymentType | None,
        typer.Option(
            "--type", metavar="TYPE", help="Filter by type: telemedicine, appointment, requested or care_package."
        ),
    ] = None,
    start: Annotated[
        str | None, typer.Option("--from", metavar="DATE", help="First day in India (YYYY-MM-DD).")
    ] = None,
    end: Annotated[str | None, typer.Option("--to", metavar="DATE", help="Last day in India (YYYY-MM-DD).")] = None,
    all_clinics: Annotated[
        bool, typer.Option("--all-clinics", help="List the payments of all clinics; add --status or --reference.")
    ] = False,
    status: Annotated[
        list[str] | None,
        typer.Option(
            metavar="STATUS",
            help="With --all-clinics, filter by status; may be repeated.",
            autocompletion=completion.choices("ListAllPayments", "status"),
        ),
    ] = None,
    reference: Annotated[
        str | None,
        typer.Option(
            metavar="ID", help="With --all-clinics, filter by a whole Razorpay id or order number, in any case."
        ),
    ] = None,
    *,
    pages: Pages,
) -> Table:
    """List the payments of a clinic, or of all clinics, newest first. Amounts are in rupees."""
    from careops.calls.payments import ListAllPayments, ListPayments

    if all_clinics == (clinic_id is not None):
        raise typer.BadParameter("Give either CLINIC_ID or --all-clinics.")
    if all_clinics and payment_type:
        raise typer.BadParameter("--type needs CLINIC_ID.")
    if not all_clinics and (status or reference):
        raise typer.BadParameter("--status and --reference need --all-clinics.")
    call: type[ListAllPayments | ListPayments]
    if all_clinics:
        call, columns, shown, spare = ListAllPayments, _ALL_CLINICS, _DEFAULT_OF_ALL, _OPTIONAL_OF_ALL
        filters = given_values(reference=reference, status=status or None, start_date=start, end_date=end)
    else:
        call, columns, shown, spare = ListPayments, COLUMNS, DEFAULT_COLUMNS, OPTIONAL_COLUMNS
        filters = given_values(clinic_id=clinic_id, payment_type=payment_type, start_date=start, end_date=end)
    requested = call.model_validate(filters)
    _check_days(requested.start_date, requested.end_date)
    client = connect(context)
    return list_rows(client, call, filters, columns=columns, shown=shown, spare=spare, noun=PAYMENTS, pages=pages)


def _check_days(start: date | None, end: date | None) -> None:
    """Raise ``CliError`` if the days are exchanged. The platform has no such check (A-51) and returns no payments."""
    if start and end and start > end:
        raise CliError(
            "--from is after --to, so no payment can be found", next_step="Exchange the two days.", code=USAGE
        )


@app.verb("show", examples=["careops payments show 512", "careops payments show 512 --json"], columns=_DETAIL)
def show(
    context: typer.Context,
    payment_id: Annotated[int, typer.Argument(metavar="PAYMENT_ID", help="The payment's id, as listed.")],
) -> Record:
    """Show all fields of a payment, with the contact of its payer."""
    return Record(connect(context).payments.read(payment_id=payment_id), _DETAIL)


@app.verb(
    "add-manual",
    examples=[
        "careops payments add-manual 41 pay_L0nSsccovt6zyp order_L0nS83FfCHaWqV",
        "careops payments add-manual --from payments.xlsx --dry-run",
        "careops payments add-manual 41 --from payments.csv --yes --csv > recorded.csv",
    ],
    columns=(*REPORT, "clinic_id", "razorpay_order_id"),
)
def add_manual(
    context: typer.Context,
    clinic_id: Annotated[
        int | None, typer.Argument(metavar="CLINIC_ID", help="Id of the clinic; in a table, the column clinic_id.")
    ] = None,
    payment_id: Annotated[
        str | None, typer.Argument(metavar="PAYMENT_ID", help="Razorpay payment id: pay_ and 14 letters or digits.")
    ] = None,
    order_id: Annotated[
        str | None, typer.Argument(metavar="ORDER_ID", help="Razorpay order id: order_ and 14 letters or digits.")
    ] = None,
    *,
    options: TableOptions,
) -> Record | Table:
    """Record an online payment of a clinic by its Razorpay ids, or many from a table.

    A table has the columns clinic_id, payment_id and order_id. A recorded payment stays unchanged. The ids contain
    their time; an implausible time is reported, but never refused.
    """
    single_options = {"PAYMENT_ID": payment_id, "ORDER_ID": order_id}
    from careops_cli.bulk.imports import run_import

    if is_bulk(options, single_options):
        return run_import(context, options, "payments add-manual", clinic=clinic_id)
    if clinic_id is None or payment_id is None or order_id is None:
        raise typer.BadParameter("Give CLINIC_ID, PAYMENT_ID and ORDER_ID, or --from FILE.")
    cells: Cells = {"clinic_id": clinic_id, "razorpay_payment_id": payment_id, "razorpay_order_id": order_id}
    return run_import(context, options, "payments add-manual", cells)

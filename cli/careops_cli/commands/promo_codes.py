"""``careops promo-codes``: discounts on the platform's billing."""

from __future__ import annotations

from typing import Annotated

import typer

from careops.resource_names import PROMO_CODES
from careops_cli.auth.connection import connect
from careops_cli.bulk.options import TableOptions
from careops_cli.bulk.report_columns import REPORT
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.crud_commands import add_delete_command, check_change, given_values, replace_record
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Item, Record, Table

app = Area("Manage promo codes for the platform's billing.")


def _discount(item: Item) -> str | None:
    if item["discount_percentage"] is not None:
        return f"{item['discount_percentage']}%"
    return None if item["discount_amount"] is None else f"{item['discount_amount']:.2f}"


COLUMNS = Columns(
    "PromoCode",
    id="id",
    name="promo_code_name",
    discount=_discount,
    single_use="single_use",
    expiry="expiry",
    used="times_used",
    created_at="created_at",
)
RESULT_FIELDS = ("promo_code_name", "single_use", "expiry", "discount_amount", "discount_percentage")
"""Columns of a created or changed code."""
CODE_ID = "The code's id, as listed."
Percent = Annotated[int | None, typer.Option(metavar="NUMBER", help="Discount in percent, 1 to 100.")]
Amount = Annotated[int | None, typer.Option(metavar="RUPEES", help="Discount in whole rupees.")]


@app.verb(
    "list",
    examples=["careops promo-codes list --search diwali", "careops promo-codes list --all --csv > codes.csv"],
    web="/promo-code?search={search}&page={page}",
    columns=COLUMNS,
)
def list_codes(
    context: typer.Context,
    search: Annotated[str | None, typer.Option(metavar="TEXT", help="Search in names.")] = None,
    *,
    pages: Pages,
) -> Table:
    """List promo codes, including expired ones, newest first. A discount is in percent or in rupees."""
    from careops.calls.promo_codes import FindPromoCodes, ListPromoCodes

    return list_rows(
        connect(context),
        ListPromoCodes if search is None else FindPromoCodes,
        {"search_text": search},
        columns=COLUMNS,
        spare=["created_at"],
        noun=PROMO_CODES,
        pages=pages,
    )


@app.verb(
    "create",
    examples=[
        "careops promo-codes create DIWALI26 --percent 20 --expiry 2026-11-08 --many-uses",
        "careops promo-codes create WELCOME --amount 500 --expiry 2027-03-31 --single-use",
    ],
    columns=("id", *RESULT_FIELDS),
)
def create(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Code that users enter.")],
    expiry: Annotated[str, typer.Option(metavar="DAY", help="Last valid day (YYYY-MM-DD).")],
    single_use: Annotated[
        bool, typer.Option("--single-use/--many-uses", help="Limit to one use per user, or allow many.")
    ],
    percent: Percent = None,
    amount: Amount = None,
) -> Record:
    """Create a promo code, with --percent or with --amount. The name is unique, ignoring case and spaces."""
    from careops.calls.promo_codes import CreatePromoCode

    values = {"promo_code_name": name, "single_use": single_use, "expiry": expiry, **_given_discount(percent, amount)}
    call = CreatePromoCode.model_validate(values)
    code = connect(context).send(call)
    item = {"id": code.id, **call.model_dump(mode="json")}
    return Record(item, sentence=f"{call.promo_code_name} works until {call.expiry}.")


@app.verb(
    "edit",
    examples=[
        "careops promo-codes edit 5 --expiry 2027-03-31",
        "careops promo-codes edit 5 --amount 750",
        "careops promo-codes edit 5 --name 'DIWALI 26' --single-use",
    ],
    columns=("code_id", *RESULT_FIELDS),
)
def edit(
    context: typer.Context,
    code_id: Annotated[int, typer.Argument(metavar="CODE_ID", help=CODE_ID)],
    name: Annotated[str | None, typer.Option(metavar="NAME", help="New name.")] = None,
    expiry: Annotated[str | None, typer.Option(metavar="DAY", help="New last valid day (YYYY-MM-DD).")] = None,
    single_use: Annotated[
        bool | None, typer.Option("--single-use/--many-uses", help="Limit to one use per user, or allow many.")
    ] = None,
    percent: Percent = None,
    amount: Amount = None,
) -> Record:
    """Change a promo code; omitted fields stay unchanged. The discount of a used code cannot change."""
    from careops.calls.promo_codes import NO_CODE, ListPromoCodes, UpdatePromoCode

    change = given_values(promo_code_name=name, expiry=expiry, single_use=single_use)
    if discount := _given_discount(percent, amount):
        change |= {"discount_amount": None, "discount_percentage": None, **discount}
    check_change(change, "--name, --expiry, --single-use, --percent or --amount")
    ids = {"code_id": code_id}
    call = replace_record(connect(context), UpdatePromoCode, ids, change, among=ListPromoCodes, unknown=NO_CODE)
    return Record(call, sentence=f"{call.promo_code_name} is changed.")


@app.verb(
    "import",
    examples=[
        "careops promo-codes import --from codes.xlsx --dry-run",
        "careops promo-codes import --from codes.csv --yes --csv > imported.csv",
    ],
    columns=(*REPORT, "single_use", "expiry", "discount_amount", "discount_percentage", "id"),
)
def import_codes(context: typer.Context, *, options: TableOptions) -> Record | Table:
    """Create the promo codes of a table, and change existing ones.

    A table has the columns name, expiry (YYYY-MM-DD), single_use (yes or no), and percent or amount, one of them in
    each row. Codes that already match the table stay unchanged.
    """
    from careops_cli.bulk.imports import run_table

    return run_table(context, options, "promo-codes import")


add_delete_command(
    app,
    PROMO_CODES,
    lambda client, id: client.promo_codes.delete(code_id=id),
    "code_id",
    id_help=CODE_ID,
    help="Delete a promo code permanently. Payments that used it stay unchanged.",
    examples=["careops promo-codes delete 5", "careops promo-codes delete 5 --yes"],
)


def _given_discount(percent: int | None, amount: int | None) -> dict[str, int]:
    if percent is not None and amount is not None:
        raise typer.BadParameter("Choose one of --percent and --amount.")
    if percent is not None:
        return {"discount_percentage": percent}
    return {} if amount is None else {"discount_amount": amount}

"""``careops subscriptions``: plans, subscriptions and their payments."""

from __future__ import annotations

from typing import Annotated

import typer

from careops.resource_names import Noun
from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.prompts import Yes, confirm_on_platform
from careops_cli.output.results import Columns, Item, Record, Table, field_columns

app = Area("View plans and subscriptions, and add subscriptions.")

PLANS = Columns.of("BillingPlan", "id", "name", "amount")
COLUMNS = Columns(
    "Subscription",
    id="id",
    plan="plan.name",
    amount="plan.amount",
    period="plan.period",
    status="billing_subscription_status",
    interval="plan.interval",
    **field_columns("created_at", "starts_at", "expire_by"),
    payment_id="razorpay_payment_id",
    order_id="razorpay_order_id",
    gstin="gstin",
)


def _invoice(item: Item) -> str | None:
    return item["invoices"][0]["unique_id"] if item["invoices"] else None


PAYMENTS = Columns(
    "BillingPayment",
    id="id",
    invoice=_invoice,
    **field_columns("description", "amount", "discount"),
    promo_code="promo_code_name",
    **field_columns("already_paid", "method", "current_start", "current_end", "created_at"),
)
UserId = Annotated[int, typer.Argument(metavar="USER_ID", help="The user's id.")]


@app.verb("plans", examples=["careops subscriptions plans", "careops subscriptions plans --json"], columns=PLANS)
def list_plans(context: typer.Context) -> Table:
    """List the billing plans, the cheapest first, with the number of periods per payment."""
    return Table(connect(context).subscriptions.plans(), PLANS, noun=Noun("plan", "plans"))


@app.verb(
    "list",
    examples=["careops subscriptions list 9", "careops subscriptions list 9 --csv"],
    columns=COLUMNS,
    web="/users-details/{user_id}",
)
def list_subscriptions(context: typer.Context, user_id: UserId) -> Table:
    """List the subscriptions of a user, newest first."""
    rows = connect(context).users.read(user_id=user_id).subscriptions
    return Table(rows, COLUMNS, noun=Noun("subscription", "subscriptions"))


@app.verb(
    "payments",
    examples=["careops subscriptions payments 9", "careops subscriptions payments 9 --csv > paid.csv"],
    columns=PAYMENTS,
)
def list_payments(context: typer.Context, user_id: UserId) -> Table:
    """List a user's payments for subscriptions, newest first. Amounts are in rupees."""
    items = [payment.model_dump(mode="json") for payment in connect(context).subscriptions.payments(user_id=user_id)]
    spare = ["current_start", "current_end", "already_paid", "promo_code"]
    return Table(items, PAYMENTS, spare=spare, noun=Noun("payment", "payments"))


@app.verb(
    "add-manual",
    examples=[
        "careops subscriptions add-manual 9 --plan 3 --payment pay_L0nSsccovt6zyp --order order_L0nS83FfCHaWqV",
        "careops subscriptions add-manual 9 --plan 3 --payment pay_L0nSsccovt6zyp --order order_L0nS83FfCHaWqV"
        " --gstin 27AAPFU0939F1ZV --yes",
    ],
    columns=("user_id", "billing_plan_id", "razorpay_payment_id", "razorpay_order_id", "gstin", "message"),
)
def add_manual(
    context: typer.Context,
    user_id: UserId,
    plan: Annotated[int, typer.Option(metavar="PLAN_ID", help="Id from `careops subscriptions plans`.")],
    payment: Annotated[str, typer.Option(metavar="ID", help="Razorpay payment id.")],
    order: Annotated[str, typer.Option(metavar="ID", help="Razorpay order id.")],
    gstin: Annotated[str | None, typer.Option(metavar="GSTIN", help="GSTIN on the bill.")] = None,
    yes: Yes = False,
) -> Record:
    """Add a subscription to a plan that was paid online. It starts at the end of the current one."""
    from datetime import UTC, datetime

    from careops.calls.subscriptions import AddManualSubscription
    from careops.razorpay import doubts
    from careops_cli.framework.errors import print_message

    values = {
        "user_id": user_id,
        "billing_plan_id": plan,
        "razorpay_payment_id": payment,
        "razorpay_order_id": order,
        **({} if gstin is None else {"gstin": gstin}),
    }
    call = AddManualSubscription.model_validate(values)
    for doubt in doubts(call.razorpay_payment_id, call.razorpay_order_id, now=datetime.now(UTC)):
        print_message(doubt)
    confirm_on_platform(context, f"Subscribe user {user_id} to plan {plan}", yes=yes)
    message = connect(context).send(call).message
    return Record({**call.model_dump(mode="json"), "message": message}, sentence=message)

"""``careops campaigns``: ad campaigns of clinics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast, get_args

import typer

from careops.resource_names import Noun
from careops_cli.auth.connection import connect
from careops_cli.bulk.options import BulkOptions
from careops_cli.bulk.report_columns import REPORT
from careops_cli.framework import completion
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import USAGE, CliError
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Item, Record, Table

if TYPE_CHECKING:
    from careops.calls.campaigns import CampaignStatus, Platform

app = Area("View ad campaigns, and change their status and platforms.")

_OF_CAMPAIGNS = """
name campaign_name leads campaign_leads_count clinic clinic_id clinic_name ordered_by user_phone_number contact
contact_country_code contact_phone_number page_url link active status campaign_status description start_time end_time
platforms social_platforms
"""
CAMPAIGN = Noun("campaign", "campaigns", frozenset(_OF_CAMPAIGNS.split()))


def _platforms(item: Item) -> list[str]:
    def platform_text(row: Item) -> str:
        customer = row["platform_customer_id"]
        return f"{row['platform']} {row['platform_campaign_id'] or '?'}{f' of {customer}' if customer else ''}"

    return [platform_text(row) for row in item["social_platforms"]]


COLUMNS = Columns(
    "AdCampaign",
    id="id",
    name="campaign_name",
    leads="campaign_leads_count",
    clinic_id="clinic_id",
    clinic="clinic_name",
    active="active",
    status="campaign_status",
    start_time="start_time",
    end_time="end_time",
    ordered_by="user_phone_number",
    contact_country_code="contact_country_code",
    contact="contact_phone_number",
    page_url="page_url",
    platforms=_platforms,
    description="description",
)
DEFAULT_COLUMNS = ("id", "name", "leads", "clinic", "active", "status", "start_time", "end_time")
LINK = Columns("AdCampaign", id="id", page_url="page_url")
Status = Annotated[
    str,
    typer.Argument(
        metavar="STATUS",
        help="NEW, COMPLETED or CANCELLED.",
        autocompletion=completion.choices("UpdateAdCampaign", "campaign_status"),
    ),
]
CampaignId = Annotated[int, typer.Argument(metavar="CAMPAIGN_ID", help="The campaign's id, as listed.")]


@app.verb(
    "list",
    examples=[
        "careops campaigns list",
        "careops campaigns list --clinic 41 --columns id,name,platforms",
        "careops campaigns list --all --csv > campaigns.csv",
    ],
    columns=COLUMNS,
    web="/ad-campaigns?clinic={clinic}&ended={ended:yes}&page={page}",
)
def list_campaigns(
    context: typer.Context,
    clinic: Annotated[int | None, typer.Option(metavar="CLINIC_ID", help="Filter by clinic.")] = None,
    ended: Annotated[bool, typer.Option("--ended", help="Only active campaigns that have ended.")] = False,
    *,
    pages: Pages,
) -> Table:
    """List ad campaigns with their number of leads, newest first."""
    from careops.calls.campaigns import FindAdCampaigns, ListAdCampaigns

    return list_rows(
        connect(context),
        FindAdCampaigns if ended else ListAdCampaigns,
        {"clinic_id": clinic, "ended": ended or None},
        columns=COLUMNS,
        shown=DEFAULT_COLUMNS,
        spare=("start_time", "end_time", "clinic", "status"),
        noun=CAMPAIGN,
        pages=pages,
    )


@app.verb("show", examples=["careops campaigns show 12", "careops campaigns show 12 --json"], columns=COLUMNS)
def show(context: typer.Context, campaign_id: CampaignId) -> Record:
    """Show all fields of a campaign."""
    campaign = connect(context).campaigns.read(campaign_id=campaign_id)
    return Record(campaign, COLUMNS)


@app.verb("link", examples=["careops campaigns link 12", "careops campaigns link 12 | xclip"], columns=COLUMNS)
def link(context: typer.Context, campaign_id: CampaignId) -> Record | None:
    """Print the URL that a campaign's ads link to."""
    from careops_cli.framework.options import options_of

    campaign = connect(context).campaigns.read(campaign_id=campaign_id)
    if not campaign.page_url:
        raise CliError(f"Campaign {campaign_id} leads to no page")
    if options_of(context).format == "auto" and not options_of(context).chosen_columns:
        typer.echo(campaign.page_url)
        return None
    return Record(campaign, LINK)


@app.verb(
    "activate",
    examples=[
        "careops campaigns activate 12",
        "careops campaigns activate --from campaigns.xlsx --dry-run",
    ],
    columns=REPORT,
)
def activate(context: typer.Context, options: Annotated[BulkOptions, CAMPAIGN]) -> Record | Table:
    """Activate one campaign or many. Active ones stay unchanged."""
    return _switch(context, options, active=True)


@app.verb(
    "deactivate",
    examples=[
        "careops campaigns deactivate 12 13",
        "careops campaigns deactivate --where clinic_id=41 --dry-run",
        "careops campaigns deactivate --where ended=true",
    ],
    columns=REPORT,
)
def deactivate(context: typer.Context, options: Annotated[BulkOptions, CAMPAIGN]) -> Record | Table:
    """Deactivate one campaign or many. Inactive ones stay unchanged."""
    return _switch(context, options, active=False)


@app.verb(
    "set-status",
    examples=[
        "careops campaigns set-status COMPLETED 12",
        "careops campaigns set-status CANCELLED --from campaigns.csv --yes --csv > done.csv",
    ],
    columns=REPORT,
)
def set_status(context: typer.Context, status: Status, options: Annotated[BulkOptions, CAMPAIGN]) -> Record | Table:
    """Set the status of one campaign or many. Every change is allowed."""
    from careops.bulk.campaigns import SetCampaignStatus
    from careops.calls.campaigns import CampaignStatus
    from careops_cli.bulk.records import run_over_records

    campaign_status = cast("CampaignStatus", _one_of(status.upper(), get_args(CampaignStatus), "status"))
    again = ("campaigns", "set-status", campaign_status)
    return run_over_records(
        context,
        options,
        SetCampaignStatus(campaign_status),
        sentence=f"Set {campaign_status} for",
        resume_command=again,
    )


@app.verb(
    "set-platform",
    examples=[
        "careops campaigns set-platform facebook 12 --campaign-id 120209876543210987",
        "careops campaigns set-platform google 12 --campaign-id 21345678901 --customer-id 123-456-7890",
        "careops campaigns set-platform google 12 13 --remove",
    ],
    columns=REPORT,
)
def set_platform(
    context: typer.Context,
    platform: Annotated[
        str,
        typer.Argument(
            metavar="PLATFORM", help="facebook or google.", autocompletion=completion.words("facebook", "google")
        ),
    ],
    campaign_id: Annotated[str | None, typer.Option(metavar="ID", help="Id of the campaign on that platform.")] = None,
    customer_id: Annotated[
        str | None,
        typer.Option(metavar="ID", help="Customer id on that platform; required for google, dashes are ignored."),
    ] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Remove the platform from the campaigns.")] = False,
    *,
    options: Annotated[BulkOptions, CAMPAIGN],
) -> Record | Table:
    """Set the platform details of campaigns. The other platform and omitted ids stay unchanged."""
    from careops.bulk.campaigns import SetCampaignPlatform
    from careops.calls.campaigns import Platform
    from careops_cli.bulk.records import run_over_records

    platform_name = cast("Platform", _one_of(platform.lower(), get_args(Platform), "platform"))
    ids = {"--campaign-id": campaign_id, "--customer-id": customer_id}
    typed = [word for name, value in ids.items() if value is not None for word in (name, value)]
    if remove == bool(typed):
        raise typer.BadParameter("Give --campaign-id and --customer-id, or --remove.")
    change = SetCampaignPlatform(platform_name, campaign_id, customer_id, remove)
    sentence = f"Take {platform_name} from" if remove else f"Set {platform_name} for"
    again = ("campaigns", "set-platform", platform_name, *typed, *(("--remove",) if remove else ()))
    return run_over_records(context, options, change, sentence=sentence, resume_command=again)


def _switch(context: typer.Context, options: BulkOptions, *, active: bool) -> Record | Table:
    from careops.bulk.campaigns import SwitchCampaign
    from careops_cli.bulk.records import run_over_records

    verb = "activate" if active else "deactivate"
    again = ("campaigns", verb)
    return run_over_records(context, options, SwitchCampaign(active), sentence=verb.capitalize(), resume_command=again)


def _one_of(typed: str, words: tuple[str, ...], what: str) -> str:
    if typed not in words:
        raise CliError(f"There is no {what} {typed!r}", next_step=f"Available: {', '.join(words)}.", code=USAGE)
    return typed

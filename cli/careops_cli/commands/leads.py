"""``careops leads``: people who answered ad campaigns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from careops.resource_names import LEADS, Noun
from careops_cli.auth.connection import connect
from careops_cli.commands import lead_uploads
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import USAGE, CliError, print_message
from careops_cli.framework.options import options_of
from careops_cli.output.export_options import ExportOptions
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Item, Message, Table, field_columns

if TYPE_CHECKING:
    from careops import CareOps

app = Area("View, import and export leads of ad campaigns.")


def _utm(item: Item) -> list[str]:
    return [f"{name}={value or ''}" for name, value in (item["utm_details"] or {}).items()]


COLUMNS = Columns(
    "Lead",
    **field_columns("id", "created_at", "first_name", "last_name", "phone_number", "email"),
    campaign_id="ad_campaign_id",
    campaign="campaign_name",
    clinic_id="clinic_id",
    clinic="clinic_name",
    campaign_start_time="campaign_start_time",
    campaign_end_time="campaign_end_time",
    utm=_utm,
)
DEFAULT_COLUMNS = ("id", "created_at", "first_name", "last_name", "phone_number", "email", "campaign", "clinic")


@dataclass(frozen=True, kw_only=True)
class LeadFilters:
    """Typed filters."""

    search: Annotated[str | None, typer.Option(metavar="TEXT", help="Search in name, phone number and email.")] = None
    clinic: Annotated[int | None, typer.Option(metavar="CLINIC_ID", help="Filter by clinic.")] = None
    campaign: Annotated[int | None, typer.Option(metavar="CAMPAIGN_ID", help="Filter by campaign.")] = None
    start: Annotated[str | None, typer.Option("--from-day", metavar="DAY", help="First day in India (YYYY-MM-DD).")] = (
        None
    )
    end: Annotated[str | None, typer.Option("--to-day", metavar="DAY", help="Last day in India (YYYY-MM-DD).")] = None

    def parameters(self) -> Mapping[str, Any]:
        """Return the typed parameters of the calls."""
        typed = {
            "search_text": self.search,
            "clinic_id": self.clinic,
            "ad_campaign_id": self.campaign,
            "start_time": self.start,
            "end_time": self.end,
        }
        return {name: value for name, value in typed.items() if value is not None}


@app.verb(
    "list",
    examples=[
        "careops leads list --campaign 12",
        "careops leads list --clinic 41 --from-day 2026-11-01 --all --csv > leads.csv",
    ],
    columns=COLUMNS,
    web="/campaign-leads?search={search}&clinic={clinic}&clid={campaign}&start={start}&end={end}&page={page}",
)
def list_leads(context: typer.Context, only: LeadFilters, pages: Pages) -> Table:
    """List leads, latest first. Filters can be combined."""
    from careops.calls.leads import ListLeads

    return list_rows(
        connect(context),
        ListLeads,
        only.parameters(),
        columns=COLUMNS,
        shown=DEFAULT_COLUMNS,
        spare=("clinic", "email", "campaign", "created_at"),
        noun=LEADS,
        pages=pages,
    )


@app.verb(
    "export",
    examples=[
        "careops leads export leads.csv --campaign 12",
        "careops leads export november.xlsx --from-day 2026-11-01 --to-day 2026-11-30",
        "careops leads export - --as jsonl --clinic 41 | gzip > leads.jsonl.gz",
    ],
)
def export_leads(context: typer.Context, *, into: ExportOptions, only: LeadFilters) -> Message | None:
    """Export the leads that match the filters to a file, latest first.

    The platform allows ten exports per day and records each in the audit trail. XLSX and JSON lines are made from its
    CSV, so they count as well. The file appears when it is complete.
    """
    from careops_cli.output import export

    if options_of(context).columns:
        raise CliError("The columns of the platform's export are fixed", next_step="Omit --columns.", code=USAGE)
    file_format = into.resolve_format(context)
    count = export.write_table(into.file, file_format, _pieces(connect(context), only))
    return into.summary(LEADS, count)


def _pieces(client: CareOps, only: LeadFilters) -> Iterator[bytes]:
    from careops.calls.leads import ExportLeads

    with client.send(ExportLeads(**only.parameters())) as download:
        yield from download


KNOWN = Columns(
    "KnownLead",
    campaign_id="ad_campaign_id",
    campaign="campaign_name",
    clinic_id="clinic_id",
    clinic="clinic_name",
    created_at="created_at",
)


@app.verb(
    "known-before",
    examples=["careops leads known-before 9104", "careops leads known-before 9104 --json"],
    columns=KNOWN,
)
def known_before(
    context: typer.Context,
    lead_id: Annotated[int, typer.Argument(metavar="LEAD_ID", help="The lead's id, as listed.")],
) -> Table:
    """List other leads of the same person, latest first, and the user with that phone number."""

    prior_contacts = connect(context).leads.known_before(lead_id=lead_id)
    if prior_contacts.user_id is not None:
        print_message(
            f"The person has the phone number of user {prior_contacts.user_id}: "
            f"careops users show {prior_contacts.user_id}"
        )
    return Table(prior_contacts.leads, KNOWN, noun=Noun("other campaign", "other campaigns"))


app.include(lead_uploads.verbs)

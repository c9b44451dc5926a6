"""Commands of pharmacies and labs, which differ in their noun only."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from careops_cli.auth.connection import connect
from careops_cli.framework.option_groups import with_argument
from careops_cli.framework.options import options_of
from careops_cli.output.export_options import ExportOptions
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Message, Record, Table, selected_columns

if TYPE_CHECKING:
    from careops.contract import Call
    from careops.resource_names import Noun
    from careops_cli.framework.click_extensions import Area

COLUMNS = Columns(
    "Lab",
    "Pharmacy",
    id="id",
    name="name",
    phone="phone_number",
    email="email",
    city="location.city",
    state="location.state",
)
DETAILS = Columns(
    "LabDetail",
    "PharmacyDetail",
    **COLUMNS,
    total_orders="metrics.total_orders",
    last_activity_date="metrics.last_activity_date",
    clinics=lambda item: [f"{clinic['name']} ({clinic['id']})" for clinic in item["clinics"]],
)


@dataclass(frozen=True, kw_only=True)
class PartnerFilters:
    """Typed filters."""

    search_text: Annotated[
        str | None, typer.Option("--search", metavar="TEXT", help="Search in name, email, phone and city.")
    ] = None
    state: Annotated[str | None, typer.Option(metavar="TEXT", help="Search in the name of the state.")] = None

    def parameters(self) -> Mapping[str, Any]:
        """Return the parameters of the list call, with None for missing ones."""
        return {
            "search_text": self.search_text,
            "filter_type": "state" if self.state is not None else None,
            "filter_text": self.state,
        }


def add_commands(app: Area, noun: Noun) -> None:
    """Add the commands ``list``, ``show`` and ``export`` of one kind of partners."""
    singular, many, id_name = noun.one, noun.many, noun.id_columns[0]

    @app.verb(
        "list",
        help=f"List {many}, newest first. Filters can be combined.",
        examples=[
            f"careops {many} list --state Punjab",
            f"careops {many} list --search ludhiana --all --csv > {many}.csv",
        ],
        web=f"/{many}?search={{search_text}}&state={{state}}&page={{page}}",
        columns=COLUMNS,
    )
    def list_partners(context: typer.Context, only: PartnerFilters, pages: Pages) -> Table:
        listing, _ = _calls(noun)
        filters = only.parameters()
        return list_rows(connect(context), listing, filters, columns=COLUMNS, spare=("email",), noun=noun, pages=pages)

    def show_partner(context: typer.Context, **ids: int) -> Record:
        _, reading = _calls(noun)
        partner = connect(context).send(reading(**ids))
        return Record(partner, DETAILS)

    app.verb(
        "show",
        help=f"Show all fields of a {singular}.",
        examples=[f"careops {many} show 7", f"careops {many} show 7 --json"],
        web=f"/{singular}-details/{{{id_name}}}/basic-details",
        columns=DETAILS,
    )(with_argument(show_partner, id_name, int, typer.Argument(metavar=id_name.upper(), help=f"The {singular}'s id.")))

    @app.verb(
        "export",
        help=(
            f"Export all {many}, or those that match the filters, to a file, newest first.\n\n"
            "It includes metrics and clinics. The file appears when it is complete."
        ),
        examples=[
            f"careops {many} export {many}.xlsx",
            f"careops {many} export punjab.csv --state Punjab",
            f"careops {many} export - --as jsonl | gzip > {many}.jsonl.gz",
        ],
        columns=DETAILS,
    )
    def export_partners(context: typer.Context, *, into: ExportOptions, only: PartnerFilters) -> Message | None:
        from careops.constants import MAX_PAGE_SIZE
        from careops_cli.output import export

        listing, reading = _calls(noun)
        options = options_of(context)
        reads = selected_columns(DETAILS, (), options)
        kind = into.resolve_format(context)
        client = connect(context)
        filters = {name: value for name, value in only.parameters().items() if value is not None}
        every = export.read_whole(
            client.each(listing(**filters, perpage=MAX_PAGE_SIZE)),
            lambda partner: client.send(reading(**{id_name: partner.id})),
        )
        count = export.write_file(into.file, kind, every, reads, all_fields=not options.chosen_columns)
        return into.summary(noun, count)


def _calls(noun: Noun) -> Sequence[Callable[..., Call[Any]]]:
    """Return the calls of the list and of one record."""
    from careops.calls import calls_of

    return calls_of(noun.many)

"""Commands that pharmacies and labs share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from careops_cli.framework.options import options_of
from careops_cli.output.results import Message, Read, field_path, selected_columns

if TYPE_CHECKING:
    from careops import CareOps
    from careops.contract import Call, Page
    from careops.models.partners import Partner, PartnerDetail
    from careops.resource_names import Noun
    from careops_cli.output.export_options import ExportOptions

COLUMNS: Final[dict[str, Read]] = {
    "id": field_path("id"),
    "name": field_path("name"),
    "phone": field_path("phone_number"),
    "email": field_path("email"),
    "city": field_path("location.city"),
    "state": field_path("location.state"),
}
MORE: Final = ("location", "metrics")
"""JSON fields that no column reads completely."""
DETAILS: Final[dict[str, Read]] = {
    **COLUMNS,
    "total_orders": field_path("metrics.total_orders"),
    "last_activity_date": field_path("metrics.last_activity_date"),
    "clinics": lambda item: [f"{clinic['name']} ({clinic['id']})" for clinic in item["clinics"]],
}


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


def exported(
    context: typer.Context,
    listed: Callable[..., Call[Page[Any]]],
    read: Callable[[CareOps, int], PartnerDetail],
    *,
    noun: Noun,
    only: PartnerFilters,
    into: ExportOptions,
) -> Message | None:
    """Export all fields of the records that match the filters, and return a message."""
    from careops.constants import MAX_PAGE_SIZE
    from careops_cli.auth.connection import connect
    from careops_cli.output import export

    asked = options_of(context)
    reads = selected_columns(DETAILS, (), asked)
    meant = into.resolve_format(context)
    client = connect(context)
    given = {name: value for name, value in only.parameters().items() if value is not None}

    def whole(one: Partner) -> PartnerDetail:
        return read(client, one.id)

    every = export.read_whole(client.each(listed(**given, perpage=MAX_PAGE_SIZE)), whole)
    count = export.write_file(into.file, meant, every, reads, whole=not asked.chosen_columns)
    return into.summary(noun, count)

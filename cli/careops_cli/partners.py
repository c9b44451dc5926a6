"""Commands that pharmacies and labs share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from careops_cli.framework.options import options_of
from careops_cli.output.results import Read, Sentence, chosen, path

if TYPE_CHECKING:
    from careops import CareOps
    from careops.contract import Call, Page
    from careops.models.partners import Partner, PartnerDetail
    from careops.resource_names import Noun
    from careops_cli.output.export_options import IntoFile

COLUMNS: Final[dict[str, Read]] = {
    "id": path("id"),
    "name": path("name"),
    "phone": path("phone_number"),
    "email": path("email"),
    "city": path("location.city"),
    "state": path("location.state"),
}
MORE: Final = ("location", "metrics")
"""JSON fields that no column reads completely."""
DETAILS: Final[dict[str, Read]] = {
    **COLUMNS,
    "total_orders": path("metrics.total_orders"),
    "last_activity_date": path("metrics.last_activity_date"),
    "clinics": lambda item: [f"{clinic['name']} ({clinic['id']})" for clinic in item["clinics"]],
}


@dataclass(frozen=True, kw_only=True)
class Filters:
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
    only: Filters,
    into: IntoFile,
) -> Sentence | None:
    """Export all fields of the records that match the filters, and return a message."""
    from careops.constants import MAX_PAGE_SIZE
    from careops_cli.auth.connection import connect
    from careops_cli.output import export

    asked = options_of(context)
    reads = chosen(DETAILS, (), asked)
    meant = into.meant(context)
    client = connect(context)
    given = {name: value for name, value in only.parameters().items() if value is not None}

    def whole(one: Partner) -> PartnerDetail:
        return read(client, one.id)

    every = export.read_whole(client.each(listed(**given, perpage=MAX_PAGE_SIZE)), whole)
    count = export.write_file(into.file, meant, every, reads, whole=not asked.chosen_columns)
    return into.told(noun, count)

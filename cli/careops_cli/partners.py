"""What the commands of pharmacies and of labs have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

import typer

from careops_cli.output import Read, path

COLUMNS: Final[dict[str, Read]] = {
    "id": path("id"),
    "name": path("name"),
    "email": path("email"),
    "phone_number": path("phone_number"),
    "city": path("location.city"),
    "state": path("location.state"),
}
DETAILS: Final[dict[str, Read]] = {
    **COLUMNS,
    "total_orders": path("metrics.total_orders"),
    "last_activity_date": path("metrics.last_activity_date"),
    "clinics": lambda item: [f"{clinic['name']} ({clinic['id']})" for clinic in item["clinics"]],
}


@dataclass(frozen=True, kw_only=True)
class Filters:
    """Filters as they are typed."""

    search_text: Annotated[
        str | None, typer.Option("--search", metavar="TEXT", help="In name, email, phone or city.")
    ] = None
    state: Annotated[str | None, typer.Option(metavar="TEXT", help="In the state's name.")] = None

    def parameters(self) -> Mapping[str, Any]:
        """The parameters of the list's call, None where nothing was typed."""
        return {
            "search_text": self.search_text,
            "filter_type": "state" if self.state is not None else None,
            "filter_text": self.state,
        }

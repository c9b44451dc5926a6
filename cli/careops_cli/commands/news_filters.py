"""Filters of the commands that list articles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from careops_cli.framework import completion
from careops_cli.framework.errors import USAGE, CliError

if TYPE_CHECKING:
    from careops.calls.news import FindNewsArticles, ListNewsArticles


@dataclass(frozen=True, kw_only=True)
class NewsFilters:
    """Filters of the list and the export."""

    search: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Search in heading, source, label and first lines.")
    ] = None
    published: Annotated[
        bool | None, typer.Option("--published/--unpublished", help="Only published, or only unpublished articles.")
    ] = None
    tag: Annotated[
        list[str] | None, typer.Option(metavar="TAG", help="Filter by tag; repeat for articles with any of them.")
    ] = None
    news_type: Annotated[
        str | None,
        typer.Option(
            "--type",
            metavar="TYPE",
            help="Filter by type: GENERAL, PHARMA or CME.",
            autocompletion=completion.news_types,
        ),
    ] = None
    from_day: Annotated[str | None, typer.Option(metavar="YYYY-MM-DD", help="First day (YYYY-MM-DD).")] = None
    to_day: Annotated[str | None, typer.Option(metavar="YYYY-MM-DD", help="Last day (YYYY-MM-DD).")] = None
    city: Annotated[
        str | None, typer.Option(metavar="CITY", help="Filter by city, in the spelling of the article.")
    ] = None
    state: Annotated[
        str | None,
        typer.Option(metavar="STATE", help="Filter by state, in the spelling of the article."),
    ] = None
    speciality: Annotated[str | None, typer.Option(metavar="NAME", help="Filter by speciality.")] = None

    def parameters(self, client: Any) -> dict[str, Any]:
        """Return the given filters as parameters of the list call."""
        values = {
            "search_text": self.search,
            "published": self.published,
            "news_tag_ids": tag_ids(client, self.tag) if self.tag else None,
            "news_type": self.news_type,
            "start_time": self.from_day,
            "end_time": self.to_day,
            "city": self.city,
            "state": self.state,
            "speciality": self.speciality,
        }
        return {name: value for name, value in values.items() if value is not None}

    @staticmethod
    def call(filters: dict[str, Any]) -> type[ListNewsArticles | FindNewsArticles]:
        """Return the documented list, unless it lacks one of the filters."""
        from careops.calls.news import FindNewsArticles, ListNewsArticles

        return ListNewsArticles if filters.keys() <= ListNewsArticles.model_fields.keys() else FindNewsArticles


def tag_ids(client: Any, names: list[str]) -> list[int]:
    """Return the ids of tags by name, regardless of case. Raises ``CliError`` for an unknown one."""
    from careops.calls.news_insights import ListNewsTags
    from careops.constants import MAX_PAGE_SIZE

    ids_by_name = {tag.tag_name.lower(): tag.id for tag in client.each(ListNewsTags(perpage=MAX_PAGE_SIZE))}
    missing = [name for name in names if name.lower() not in ids_by_name]
    if missing:
        raise CliError(f"There is no tag {missing[0]!r}", next_step="careops call ListNewsTags names them.", code=USAGE)
    return [ids_by_name[name.lower()] for name in names]

"""Options of an article."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from careops.india_time import parse_moment
from careops_cli.framework import completion
from careops_cli.framework.errors import USAGE, CliError


@dataclass(frozen=True, kw_only=True)
class ArticleOptions:
    """Typed article. Omitted options are unchanged, or empty for a new article."""

    title: Annotated[str | None, typer.Option(metavar="TEXT", help="Heading, or name of the CME event.")] = None
    text: Annotated[str | None, typer.Option(metavar="TEXT", help="Text of the article; - reads it from stdin.")] = None
    text_from: Annotated[Path | None, typer.Option(metavar="FILE", help="File with the text of the article.")] = None
    day: Annotated[str | None, typer.Option(metavar="YYYY-MM-DD", help="Date of the article.")] = None
    source: Annotated[str | None, typer.Option(metavar="NAME", help="Name of the original source.")] = None
    link: Annotated[str | None, typer.Option(metavar="URL", help="URL of the original article.")] = None
    photo: Annotated[str | None, typer.Option(metavar="FILE", help="Picture: a file to upload, or a URL.")] = None
    tag: Annotated[
        list[str] | None,
        typer.Option(metavar="TAG", help="Tag; repeat for all tags of the article. New tags are created."),
    ] = None
    label: Annotated[str | None, typer.Option(metavar="TEXT", help="Short label shown above the article.")] = None
    city: Annotated[str | None, typer.Option(metavar="CITY", help="City that the article is about.")] = None
    state: Annotated[str | None, typer.Option(metavar="STATE", help="State that the article is about.")] = None
    speciality: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Speciality of the readers; repeat for all.")
    ] = None
    pharma: Annotated[str | None, typer.Option(metavar="FIRM", help="Pharma firm, by name or id.")] = None
    starts: Annotated[str | None, typer.Option(metavar="TIME", help="Start of a CME event.")] = None
    ends: Annotated[str | None, typer.Option(metavar="TIME", help="End of a CME event.")] = None
    all_day: Annotated[
        bool | None, typer.Option("--all-day/--with-times", help="Event of whole days, or with times.")
    ] = None
    event_type: Annotated[
        str | None,
        typer.Option(
            metavar="KIND",
            help="virtual or in-person.",
            autocompletion=completion.choices("CreateNewsArticle", "event_type"),
        ),
    ] = None
    credit_hours: Annotated[float | None, typer.Option(metavar="HOURS", help="Credit hours of a CME event.")] = None
    published: Annotated[
        bool | None, typer.Option("--published/--unpublished", help="Show the article to doctors, or hide it.")
    ] = None

    def fields(self, client: Any) -> dict[str, Any]:
        """Return the typed values by field of the call. Raises ``CliError`` for an unknown firm."""
        fields = {
            "title": self.title,
            "news_text": self._text(),
            "news_date": self.day,
            "source_name": self.source,
            "source_link": self.link,
            "photo_url": _photo(client, self.photo),
            "news_tags": None if self.tag is None else [{"tag_name": name} for name in self.tag],
            "news_label": self.label,
            "city": self.city,
            "state": self.state,
            "basic_clinic_specialities": self.speciality,
            "basic_pharma_id": None if self.pharma is None else _firm(client, self.pharma),
            "event_start_ts": _moment(self.starts),
            "event_end_ts": _moment(self.ends),
            "all_day": self.all_day,
            "event_type": self.event_type,
            "credit_hours": self.credit_hours,
            "published": self.published,
        }
        return {name: value for name, value in fields.items() if value is not None}

    def _text(self) -> str | None:
        if self.text is not None and self.text_from is not None:
            raise typer.BadParameter("Give --text or --text-from, one of them.")
        if self.text == "-":
            return typer.get_text_stream("stdin").read()
        if self.text_from is None:
            return self.text
        try:
            return self.text_from.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CliError(f"{self.text_from} cannot be read: {error}", code=USAGE) from None


def _photo(client: Any, photo: str | None) -> str | None:
    """Return the address of the picture, after uploading a file."""
    from careops.uploads import upload_picture

    if not photo or photo.startswith(("http://", "https://")):
        return photo
    if not Path(photo).is_file():
        raise typer.BadParameter(f"There is no file {photo}.")
    return upload_picture(client, "news", photo)


def _firm(client: Any, typed: str) -> int:
    """Return the id of a pharma firm by id or name. Raises ``CliError`` if none or several match."""
    if typed.isascii() and typed.isdigit():
        return int(typed)
    query: Mapping[str, Any] = {"match_phrase_prefix": {"name": typed}}
    firms = client.catalogue.search(index="pharma_firms", size=50, query=query)
    exact = [firm for firm in firms if firm.name.lower() == typed.lower()] or firms
    if len(exact) == 1:
        firm_id: int = exact[0].id
        return firm_id
    names = ", ".join(firm.name for firm in exact[:5])
    raise CliError(
        f"Several firms begin with {typed!r}" if exact else f"There is no pharma firm {typed!r}",
        next_step=f"Available: {names}." if exact else "Type the beginning of its name.",
        code=USAGE,
    )


def _moment(typed: str | None) -> str | None:
    """Return a time in the form of the API. Without a zone it is India's time."""
    if typed is None:
        return None
    try:
        return parse_moment(typed).isoformat()
    except ValueError:
        raise CliError(f"{typed!r} is no moment", next_step="It looks like 2031-01-20T10:00.", code=USAGE) from None

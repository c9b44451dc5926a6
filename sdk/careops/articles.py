"""An article of the news feed: what it is made of, and which of it goes with its type. Spec: B 5, B 7."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator, model_validator

from careops.constants import NAME_MAX, NEWS_TEXT_MAX, SPECIALITIES_MAX, TITLE_MAX
from careops.contract import Model
from careops.days import INDIA
from careops.fields import Day, Id, Moment, Typed, WebAddress, filled, plain_figure
from careops.filters import ENDS_TOO_EARLY
from careops.problems import AboutField

NO_HEADING: Final = "enter news heading"
NO_PHARMACY: Final = "Please select pharmacy"
NO_FROM: Final = "Please select from date"
NO_END: Final = "Please select end date"
MOST_TAGS: Final = 20

NewsType = Literal["GENERAL", "PHARMA", "CME"]
EventType = Literal["virtual", "in-person"]
TagName = Annotated[str, Typed(60, at_least=1)]
Line = Annotated[str, Typed(NAME_MAX)]


class NewsTag(Model):
    """A tag of articles."""

    id: int
    """What identifies the tag."""
    tag_name: str
    """The tag as it is shown."""


class NewsArticle(Model):
    """An article of the news feed; which fields have something to say follows from its type."""

    id: int
    """What identifies the article."""
    title: str | None = None
    """Its heading; null for pharma news that has none."""
    event_name: str | None = None
    """What a CME event is called, which is its heading; null for every other type."""
    news_text: str
    """The article: plain text with paragraphs, links written out."""
    news_type: NewsType | str
    """What kind of news it is."""
    news_date: date
    """The day it is of."""
    source_name: str | None = None
    """Who published it first; null when a platform does not say."""
    source_link: str | None = None
    """Where it was published first, a web address; null when a platform does not say."""
    source_thumbnail_url: str | None = None
    """A small picture of the source's, a web address; null for none."""
    photo_url: str | None = None
    """The article's picture, a web address; null for none."""
    published: bool = False
    """Whether doctors see it."""
    news_tags: list[NewsTag] = []
    """Its tags, by name."""
    viewed_count: int = 0
    """How often it was opened."""
    shared_count: int = 0
    """How often it was passed on."""
    city: str | None = None
    """The city it is about; null when it is about none."""
    state: str | None = None
    """The state it is about; null when it is about none."""
    basic_clinic_specialities: list[str] = []
    """The specialities it is for, by name; empty for all of them."""
    news_label: str | None = None
    """A word or two shown above it; null for none."""
    basic_pharma_id: int | None = None
    """The pharma firm that pharma news is of; null for every other type."""
    pharma_name: str | None = None
    """What that firm is called; an addition of ours, null when a platform does not say."""
    event_start_ts: datetime | None = None
    """When a CME event begins, in UTC; null for every other type."""
    event_end_ts: datetime | None = None
    """When it ends, in UTC; null for every other type."""
    all_day: bool = False
    """Whether the event lasts whole days: of its times only the days in India count then."""
    event_type: EventType | str | None = None
    """Whether the event is virtual or in-person; null for every other type."""
    credit_hours: float | None = None
    """Hours of credit that the event gives; null when nobody said."""
    source_changed_at: datetime | None = None
    """When its feed was first seen to say something newer that was not taken over, in UTC; null when it does not.

    An addition of ours; saving the article takes it away.
    """


class TagOfArticle(BaseModel):
    """A tag to put on an article: one there is by its id, or any by its name; a new name makes it (B-107)."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    id: Id | None = None
    """The tag's id; its name need not be given then."""
    tag_name: TagName | None = None
    """The tag's name, whatever its capitals; made when there is none of it."""

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        if self.id is None and self.tag_name is None:
            raise ValueError("Please give the tag's id or its name")
        return self


class ArticleBody(BaseModel):
    """What an article is created and changed with, all of it at once."""

    news_type: Annotated[NewsType, filled("Please select news type")]
    """What kind of news it is."""
    news_date: Annotated[Day, filled("Enter Date")]
    """The day it is of, at most 365 days after today; a later one stays as it is."""
    title: Annotated[str, Typed(TITLE_MAX)] | None = None
    """Its heading; only pharma news may have none. Of a CME event it is its name (B-64)."""
    event_name: Annotated[str, Typed(TITLE_MAX)] | None = None
    """What a CME event is called, where it is not given as the heading; of other types nothing is kept."""
    news_text: Annotated[str, Typed(NEWS_TEXT_MAX, at_least=1), filled("Add description")]
    """The article: plain text with paragraphs, links written out; no HTML."""
    source_name: Annotated[str, Typed(NAME_MAX, at_least=1), filled("enter source name")]
    """Who published it first."""
    source_link: Annotated[WebAddress, filled("enter source url")]
    """Where it was published first."""
    source_thumbnail_url: WebAddress | None = None
    """A small picture of the source's; null for none."""
    photo_url: WebAddress | None = None
    """Where the article's picture was uploaded to, without the query, or is elsewhere; null for none."""
    published: bool = False
    """Whether doctors see it. Setting it here notifies nobody (B-108)."""
    news_tags: Annotated[list[TagOfArticle], Field(max_length=MOST_TAGS)] = []
    """All tags it is to have, each once."""
    city: Line | None = None
    """The city it is about; null for none."""
    state: Line | None = None
    """The state it is about; null for none."""
    basic_clinic_specialities: Annotated[
        list[Annotated[str, Typed(NAME_MAX, at_least=1)]], Field(max_length=SPECIALITIES_MAX)
    ] = []
    """The specialities it is for, by name as in the catalogue; empty for all of them."""
    news_label: Line | None = None
    """A word or two shown above it; null for none."""
    basic_pharma_id: Id | None = None
    """The pharma firm that pharma news is of; of other types nothing is kept."""
    event_start_ts: Moment | None = None
    """When a CME event begins; of other types nothing is kept."""
    event_end_ts: Moment | None = None
    """When it ends: not before it begins, and still to come if it is new; of other types nothing is kept."""
    all_day: bool = False
    """Whether the event lasts whole days; its times are taken back to midnight in India then."""
    event_type: EventType | None = None
    """Whether the event is virtual or in-person; virtual when not given (B-67)."""
    credit_hours: Annotated[float, Field(ge=0, le=1_000), BeforeValidator(plain_figure)] | None = None
    """Hours of credit that the event gives; null when nobody said."""

    @model_validator(mode="before")
    @classmethod
    def _missing_is_blank(cls, given: Any) -> Any:
        """What is missing is complained about in the same words as what is blank (B 5)."""
        asked = ("news_type", "news_date", "news_text", "source_name", "source_link")
        return {**dict.fromkeys(asked, ""), **given} if isinstance(given, dict) else given

    @field_validator("source_thumbnail_url", "photo_url", mode="before")
    @classmethod
    def _blank_is_none(cls, given: Any) -> Any:
        return None if isinstance(given, str) and not given.strip() else given

    @model_validator(mode="after")
    def _fits_its_type(self) -> Self:
        if self.news_type != "PHARMA" and not (self.title or (self.news_type == "CME" and self.event_name)):
            raise AboutField("title", NO_HEADING)
        if self.news_type == "PHARMA" and self.basic_pharma_id is None:
            raise AboutField("basic_pharma_id", NO_PHARMACY)
        if self.news_type == "CME":
            if self.event_start_ts is None:
                raise AboutField("event_start_ts", NO_FROM)
            if self.event_end_ts is None:
                raise AboutField("event_end_ts", NO_END)
            if self._moment(self.event_end_ts) < self._moment(self.event_start_ts):
                raise AboutField("event_end_ts", ENDS_TOO_EARLY)
        return self

    @property
    def columns(self) -> Mapping[str, Any]:
        """What is kept of it, tags apart: what belongs to another type is not."""
        is_event, is_pharma = self.news_type == "CME", self.news_type == "PHARMA"
        heading = self.title or (self.event_name if is_event else None) or None
        kept = self.model_dump(include=set(ArticleBody.model_fields) - {"news_tags"})
        blanks = {name: kept[name] or None for name in ("city", "state", "news_label")}
        specialities = list(dict.fromkeys(self.basic_clinic_specialities))
        event = {
            "event_name": self.event_name or heading,
            "event_start_ts": self._moment(self.event_start_ts),
            "event_end_ts": self._moment(self.event_end_ts),
            "event_type": self.event_type or "virtual",
        }
        none = {**dict.fromkeys(event), "all_day": False, "credit_hours": None}
        return {
            **kept,
            **blanks,
            "title": heading,
            "basic_clinic_specialities": specialities,
            "basic_pharma_id": self.basic_pharma_id if is_pharma else None,
            **(event if is_event else none),
        }

    def _moment(self, given: datetime | None) -> Any:
        if given is None or not self.all_day:
            return given
        return given.astimezone(INDIA).replace(hour=0, minute=0, second=0, microsecond=0)


def body_of(article: NewsArticle) -> dict[str, Any]:
    """What the article would be changed with to stay as it is."""
    said = article.model_dump(mode="json", include=set(ArticleBody.model_fields))
    return {**said, "news_tags": [{"tag_name": tag.tag_name} for tag in article.news_tags]}

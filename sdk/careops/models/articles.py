"""Articles of the news feed: fields, and the fields of each type. Spec: B 5, B 7."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any, ClassVar, Final, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator, model_validator

from careops.constants import MAX_NAME_LENGTH, MAX_NEWS_TEXT_LENGTH, MAX_SPECIALITIES, MAX_TITLE_LENGTH
from careops.contract import Model
from careops.contract.fields import Day, Id, Moment, TypedText, WebAddress, non_empty, plain_figure
from careops.contract.filters import ENDS_TOO_EARLY
from careops.contract.validation_errors import FieldError
from careops.error_codes import title_of
from careops.india_time import INDIA

NO_HEADING: Final = title_of("heading_required")
NO_PHARMACY: Final = title_of("pharmacy_required")
NO_FROM: Final = title_of("event_start_required")
NO_END: Final = title_of("event_end_required")
MAX_TAGS: Final = 20

NewsType = Literal["GENERAL", "PHARMA", "CME"]
EventType = Literal["virtual", "in-person"]
TagName = Annotated[str, TypedText(60, at_least=1)]
Line = Annotated[str, TypedText(MAX_NAME_LENGTH)]


class NewsTag(Model):
    """Tag of articles."""

    id: int
    """Id of the tag."""
    tag_name: str
    """Name of the tag."""


class NewsArticle(Model):
    """Article of the news feed. Some fields have values only for certain types."""

    id: int
    """Id of the article."""
    title: str | None = None
    """Heading; null for pharma news without one."""
    event_name: str | None = None
    """Name of a CME event, which is its heading; null for other types."""
    news_text: str
    """Text with paragraphs and full links, without markup."""
    news_type: NewsType | str
    """Type of the article."""
    news_date: date
    """Day of the article."""
    source_name: str | None = None
    """Original publisher; null if the platform does not return it."""
    source_link: str | None = None
    """Web address of the original publication; null if the platform does not return it."""
    source_thumbnail_url: str | None = None
    """Web address of a small picture of the source; null for none."""
    photo_url: str | None = None
    """Web address of the article's picture; null for none."""
    published: bool = False
    """True if doctors see it."""
    news_tags: list[NewsTag] = []
    """Tags, by name."""
    viewed_count: int = 0
    """Number of views."""
    shared_count: int = 0
    """Number of shares."""
    city: str | None = None
    """City of the article; null for none."""
    state: str | None = None
    """State of the article; null for none."""
    basic_clinic_specialities: list[str] = []
    """Names of the specialities that it is for; empty for all."""
    news_label: str | None = None
    """One or two words shown above it; null for none."""
    basic_pharma_id: int | None = None
    """Pharma firm of pharma news; null for other types."""
    pharma_name: str | None = None
    """Name of that firm; an addition of careops, null if the platform does not return it."""
    event_start_ts: datetime | None = None
    """Start of a CME event, in UTC; null for other types."""
    event_end_ts: datetime | None = None
    """End of a CME event, in UTC; null for other types."""
    all_day: bool = False
    """True if the event lasts whole days: only the days in India of its times count."""
    event_type: EventType | str | None = None
    """Virtual or in-person event; null for other types."""
    credit_hours: float | None = None
    """Credit hours of the event; null if unknown."""
    source_changed_at: datetime | None = None
    """Time at which its feed first had a newer version that was not imported, in UTC; null if there is none.

    An addition of careops. Saving the article clears it.
    """


class TagOfArticle(BaseModel):
    """Tag of an article: an existing one by id or name, or a new one by name (B-107)."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    id: Id | None = None
    """Id of the tag; replaces the name."""
    tag_name: TagName | None = None
    """Name of the tag, regardless of case. A new name creates a tag."""

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        if self.id is None and self.tag_name is None:
            raise ValueError(title_of("tag_incomplete"))
        return self


class ArticleBody(BaseModel):
    """All fields of a new or changed article."""

    keeps_omitted: ClassVar[bool] = False
    """True if omitted fields keep the values of the article, so that they can be checked only with it."""

    news_type: Annotated[NewsType, non_empty(title_of("news_type_required"))]
    """Type of the article."""
    news_date: Annotated[Day, non_empty(title_of("news_date_required"))]
    """The day it is of, at most 365 days after today; a later one stays as it is."""
    title: Annotated[str, TypedText(MAX_TITLE_LENGTH)] | None = None
    """Heading; optional only for pharma news. For a CME event it is the name (B-64)."""
    event_name: Annotated[str, TypedText(MAX_TITLE_LENGTH)] | None = None
    """Name of a CME event, if it is not given as the heading; ignored for other types."""
    news_text: Annotated[str, TypedText(MAX_NEWS_TEXT_LENGTH, at_least=1), non_empty(title_of("news_text_required"))]
    """Text with paragraphs and full links; no HTML."""
    source_name: Annotated[str, TypedText(MAX_NAME_LENGTH, at_least=1), non_empty(title_of("source_name_required"))]
    """Original publisher."""
    source_link: Annotated[WebAddress, non_empty(title_of("source_link_required"))]
    """Web address of the original publication."""
    source_thumbnail_url: WebAddress | None = None
    """Web address of a small picture of the source; null for none."""
    photo_url: WebAddress | None = None
    """Web address of the article's picture, or the address it was uploaded to without the query; null for none."""
    published: bool = False
    """True to show it to doctors. This sends no notification (B-108)."""
    news_tags: Annotated[list[TagOfArticle], Field(max_length=MAX_TAGS)] = []
    """Complete list of tags, each once."""
    city: Line | None = None
    """City of the article; null for none."""
    state: Line | None = None
    """State of the article; null for none."""
    basic_clinic_specialities: Annotated[
        list[Annotated[str, TypedText(MAX_NAME_LENGTH, at_least=1)]], Field(max_length=MAX_SPECIALITIES)
    ] = []
    """Names of specialities in the catalogue that it is for; empty for all."""
    news_label: Line | None = None
    """One or two words shown above it; null for none."""
    basic_pharma_id: Id | None = None
    """Pharma firm of pharma news; ignored for other types."""
    event_start_ts: Moment | None = None
    """Start of a CME event; ignored for other types."""
    event_end_ts: Moment | None = None
    """End of a CME event, not before its start; in the future for a new event; ignored for other types."""
    all_day: bool = False
    """True if the event lasts whole days; its times are then set to midnight in India."""
    event_type: EventType | None = None
    """Virtual or in-person event; virtual by default (B-67)."""
    credit_hours: Annotated[float, Field(ge=0, le=1_000), BeforeValidator(plain_figure)] | None = None
    """Credit hours of the event; null if unknown."""

    @model_validator(mode="before")
    @classmethod
    def _missing_is_blank(cls, data: Any) -> Any:
        """Treat a missing field as blank, so that both give the same message (B 5)."""
        fields = ("news_type", "news_date", "news_text", "source_name", "source_link")
        return {**dict.fromkeys(fields, ""), **data} if isinstance(data, dict) else data

    @field_validator("source_thumbnail_url", "photo_url", mode="before")
    @classmethod
    def _blank_is_none(cls, value: Any) -> Any:
        return None if isinstance(value, str) and not value.strip() else value

    @model_validator(mode="after")
    def _fits_its_type(self) -> Self:
        self.check_type()
        return self

    def check_type(self) -> None:
        """Raise ``FieldError`` if a field of the article's type is missing or wrong."""
        is_event = self.news_type == "CME"
        if self.news_type != "PHARMA" and self._lacks("title", *(("event_name",) if is_event else ())):
            raise FieldError("title", NO_HEADING)
        if self.news_type == "PHARMA" and self._lacks("basic_pharma_id"):
            raise FieldError("basic_pharma_id", NO_PHARMACY)
        if is_event:
            if self._lacks("event_start_ts"):
                raise FieldError("event_start_ts", NO_FROM)
            if self._lacks("event_end_ts"):
                raise FieldError("event_end_ts", NO_END)
            if not self._has_omitted("event_start_ts", "event_end_ts", "all_day") and (
                self._moment(self.event_end_ts) < self._moment(self.event_start_ts)
            ):
                raise FieldError("event_end_ts", ENDS_TOO_EARLY)

    def _has_omitted(self, *names: str) -> bool:
        return self.keeps_omitted and not self.model_fields_set.issuperset(names)

    def _lacks(self, *names: str) -> bool:
        return not self._has_omitted(*names) and not any(getattr(self, name) for name in names)

    def applied_to(self, article: Mapping[str, Any]) -> ArticleBody:
        """Return the fields of an article after this change. Raises ``FieldError`` if they do not fit its type."""
        names = self.model_fields_set & ArticleBody.model_fields.keys()
        values = {name: getattr(self, name) for name in names}
        stored = {name: value for name, value in article.items() if name in ArticleBody.model_fields}
        after = ArticleBody.model_construct(**{**stored, **values})
        after.check_type()
        return after

    @property
    def columns(self) -> Mapping[str, Any]:
        """Return the stored values without tags and without the fields of other types."""
        is_event, is_pharma = self.news_type == "CME", self.news_type == "PHARMA"
        heading = self.title or (self.event_name if is_event else None) or None
        columns = self.model_dump(include=set(ArticleBody.model_fields) - {"news_tags"})
        blanks = {name: columns[name] or None for name in ("city", "state", "news_label")}
        specialities = list(dict.fromkeys(self.basic_clinic_specialities))
        event = {
            "event_name": self.event_name or heading,
            "event_start_ts": self._moment(self.event_start_ts),
            "event_end_ts": self._moment(self.event_end_ts),
            "event_type": self.event_type or "virtual",
        }
        none = {**dict.fromkeys(event), "all_day": False, "credit_hours": None}
        return {
            **columns,
            **blanks,
            "title": heading,
            "basic_clinic_specialities": specialities,
            "basic_pharma_id": self.basic_pharma_id if is_pharma else None,
            **(event if is_event else none),
        }

    def _moment(self, value: datetime | None) -> Any:
        if value is None or not self.all_day:
            return value
        return value.astimezone(INDIA).replace(hour=0, minute=0, second=0, microsecond=0)


def body_of(article: NewsArticle) -> dict[str, Any]:
    """Return the parameters of a change that leaves the article unchanged."""
    body = article.model_dump(mode="json", include=set(ArticleBody.model_fields))
    return {**body, "news_tags": [{"tag_name": tag.tag_name} for tag in article.news_tags]}

"""Ad campaigns of clinics: on or off, how far they are, and where they run. Spec: B 2, B 3, B 4, B 5, B 7, B 8."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Annotated, Any, Final, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from careops.areas import Area, ClientT, each_row, verb
from careops.changing import Changing, kept
from careops.constants import COUNTRY_CODE
from careops.contract import STAFF, Call, Example, Get, Model, Page, Paged, Put
from careops.fields import Id, Typed
from careops.problems import AboutField
from careops.shapes import items, record

NO_CAMPAIGN: Final = "There is no campaign with this id"
NO_CUSTOMER: Final = "Please enter your Google customer Id."
TWICE: Final = "Please give each platform once"
PLATFORM_ID_MAX: Final = 100

CampaignStatus = Literal["NEW", "COMPLETED", "CANCELLED"]
Platform = Literal["facebook", "google"]
WRONG_CUSTOMER: Final = "A Google customer Id has 10 digits"
_TEN_DIGITS: Final = re.compile("[0-9]{10}")
_BETWEEN_DIGITS: Final = re.compile("[-\u2010-\u2015\u2212\\s]")


def _without_dashes(typed: str | None) -> str | None:
    """As Google counts them: 123-456-7890 and 1234567890 are one customer (B 5)."""
    return (_BETWEEN_DIGITS.sub("", typed) or None) if typed else None


class SocialPlatform(BaseModel):
    """Where a campaign runs: the platform, and what the campaign and its customer are called there."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    platform: Platform
    """The platform."""
    platform_campaign_id: Annotated[str, Typed(PLATFORM_ID_MAX, at_least=1)]
    """What the campaign is called there."""
    platform_customer_id: Annotated[Annotated[str, Typed(PLATFORM_ID_MAX)] | None, AfterValidator(_without_dashes)] = (
        None
    )
    """Whose campaign it is there; google asks for it, 10 digits. Dashes and blanks are taken out; null for none."""

    @model_validator(mode="after")
    def _customer_of_google(self) -> Self:
        if self.platform == "google" and self.platform_customer_id is None:
            raise AboutField("platform_customer_id", NO_CUSTOMER)
        if self.platform == "google" and not _TEN_DIGITS.fullmatch(self.platform_customer_id or ""):
            raise AboutField("platform_customer_id", WRONG_CUSTOMER)
        return self


class CampaignPlatform(Model):
    """Where a campaign runs, as a platform tells it."""

    platform: Platform | str
    """The platform."""
    platform_campaign_id: str | None = None
    """What the campaign is called there; null when nobody said."""
    platform_customer_id: str | None = None
    """Whose campaign it is there, without dashes; null when nobody said."""


class AdCampaign(Model):
    """An ad campaign of a clinic."""

    id: int
    """What identifies the campaign."""
    campaign_name: str
    """What it is called."""
    campaign_leads_count: int = 0
    """How many people it has brought."""
    clinic_id: int | None = None
    """The clinic it is for; an addition of ours, null when a platform does not say."""
    clinic_name: str | None = None
    """What that clinic is called; null when it has no name."""
    user_phone_number: str | None = None
    """The number of whoever ordered it, ten digits without country code; null when it is not known."""
    contact_country_code: str | None = None
    """The country code of the number that the ads name; null when they name none."""
    contact_phone_number: str | None = None
    """The number that the ads name, without country code; null when they name none."""
    page_url: str | None = None
    """The address the ads lead to; null when there is none."""
    active: bool = False
    """Whether it is switched on."""
    campaign_status: CampaignStatus | str | None = None
    """How far it is; null when a platform does not say."""
    description: str | None = None
    """What it is about, in a sentence or some; null when nobody said."""
    start_time: datetime | None = None
    """When it begins, in UTC; null when nobody said."""
    end_time: datetime | None = None
    """When it ends, in UTC; null when it goes on."""
    social_platforms: list[CampaignPlatform] = []
    """Where it runs, one row for each platform."""


_PLATFORMS: Final = [
    {"platform": "facebook", "platform_campaign_id": "120209876543210987", "platform_customer_id": None},
    {"platform": "google", "platform_campaign_id": "21345678901", "platform_customer_id": "1234567890"},
]
_CAMPAIGN: Final[dict[str, Any]] = {
    "id": 12,
    "campaign_name": "Free eye check, November",
    "campaign_leads_count": 318,
    "clinic_id": 41,
    "clinic_name": "Navjeevan Polyclinic",
    "user_phone_number": "9887366946",
    "contact_country_code": COUNTRY_CODE,
    "contact_phone_number": "9812345670",
    "page_url": "https://navjeevan.example/eye-check",
    "active": True,
    "campaign_status": "NEW",
    "description": "A free check for everybody over forty.",
    "start_time": "2026-11-01T03:30:00Z",
    "end_time": "2026-11-30T12:30:00Z",
    "social_platforms": _PLATFORMS,
}


class ListAdCampaigns(Paged, Call[Page[AdCampaign]]):
    """Ad campaigns, newest first; of one clinic where it is named. Spec: B 2, B 7."""

    route = Get(
        "/admin/ad_campaigns",
        access=STAFF,
        answer=items("data.ad_campaigns", total="total_records"),
    )
    example = Example(call={"clinic_id": 41}, answer={"items": [_CAMPAIGN], "total_records": 1, "total_pages": 1})

    clinic_id: Id | None = None
    """Only campaigns of this clinic."""


class FindAdCampaigns(Paged, Call[Page[AdCampaign]]):
    """Ad campaigns that match, newest first. Our own addition: the documented list knows clinics only."""

    route = Get(
        "/careops/campaigns", access=STAFF, forwarded=True, answer=items("data.ad_campaigns", total="total_records")
    )
    example = Example(call={"ended": True}, answer={"items": [_CAMPAIGN], "total_records": 1, "total_pages": 1})

    clinic_id: Id | None = None
    """Only campaigns of this clinic."""
    ended: bool | None = None
    """Only those that are past their end and switched on still, or only all the others."""


class LeadsOfDay(Model):
    """How many people came on a day."""

    day: date
    """The day, in India."""
    leads: int
    """How many."""


class LeadsOfSource(Model):
    """How many people came from somewhere."""

    source: str | None = None
    """The UTM source; null where nothing is known."""
    leads: int
    """How many."""


class CampaignPulse(Model):
    """Whom a campaign brought, by day and by source."""

    days: list[LeadsOfDay]
    """Thirty days, the last of them that of the latest lead; today where there is none."""
    sources: list[LeadsOfSource]
    """Where all of them came from, the most first; ten at most."""


class ReadCampaignPulse(Call[CampaignPulse]):
    """Whom a campaign brought: by day, and by UTM source. Our own addition."""

    route = Get("/careops/campaigns/{campaign_id}/pulse", access=STAFF, forwarded=True, answer=record("data"))
    example = Example(
        call={"campaign_id": 12},
        answer={"days": [{"day": "2026-11-12", "leads": 7}], "sources": [{"source": "google", "leads": 190}]},
    )

    campaign_id: Id
    """The campaign."""


class ReadAdCampaign(Call[AdCampaign]):
    """One campaign. Our own addition (B-112)."""

    route = Get(
        "/careops/campaigns/{campaign_id}",
        access=STAFF,
        forwarded=True,
        answer=record("data.campaign"),
        versioned=("active", "campaign_status", "social_platforms"),
    )
    example = Example(call={"campaign_id": 12}, answer=_CAMPAIGN)

    campaign_id: Id
    """The campaign to read."""


class UpdateAdCampaign(Changing):
    """Change what is given of a campaign: on or off, its status, where it runs. Spec: B 4, B 5, B 7 (B-76, B-77).

    Any status may follow any other. ``social_platforms`` replaces the whole list (B-112).
    """

    route = Put("/admin/ad_campaigns/{campaign_id}", access=STAFF, event="ad_campaign.update", against=ReadAdCampaign)
    example = Example(call={"campaign_id": 12, "active": False}, answer={})

    campaign_id: Id
    """The campaign to change."""
    active: bool | None = None
    """Switch it on or off."""
    campaign_status: CampaignStatus | None = None
    """How far it is."""
    social_platforms: Annotated[list[SocialPlatform], Field(max_length=10)] | None = None
    """Where it runs from now on, each platform once; an empty list is nowhere."""

    stays = kept("active", "campaign_status", "social_platforms")

    @property
    def changes(self) -> dict[str, Any]:
        """What to set, by column; platforms with all they have, so that they compare."""
        given = super().changes
        if self.social_platforms is not None:
            given["social_platforms"] = [each.model_dump() for each in self.social_platforms]
        return given

    @model_validator(mode="after")
    def _each_platform_once(self) -> Self:
        platforms = [each.platform for each in self.social_platforms or ()]
        if len(platforms) != len(set(platforms)):
            raise AboutField("social_platforms", TWICE)
        return self


class Campaigns(Area[ClientT]):
    """``client.campaigns``: ad campaigns of clinics."""

    list = verb(ListAdCampaigns)
    each = each_row(ListAdCampaigns)
    find = verb(FindAdCampaigns)
    read = verb(ReadAdCampaign)
    pulse = verb(ReadCampaignPulse)
    update = verb(UpdateAdCampaign)

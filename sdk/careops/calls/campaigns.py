"""Ad campaigns of clinics: active flag, status and platforms. Spec: B 2, B 3, B 4, B 5, B 7, B 8."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Annotated, Any, Final, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from careops.constants import COUNTRY_CODE
from careops.contract import STAFF, Call, Example, Get, ListedBy, Model, Page, PageParams, Put
from careops.contract.envelopes import array_in, object_in, one_page
from careops.contract.fields import Id, TypedText
from careops.contract.partial_update import PartialUpdate, not_removable
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, each_row, method
from careops.contract.validation_errors import FieldError
from careops.error_codes import title_of

NO_CAMPAIGN: Final = title_of("campaign_not_found")
NO_CUSTOMER: Final = title_of("customer_id_required")
TWICE: Final = title_of("platform_repeated")
MAX_PLATFORM_ID_LENGTH: Final = 100

CampaignStatus = Literal["NEW", "COMPLETED", "CANCELLED"]
Platform = Literal["facebook", "google"]
WRONG_CUSTOMER: Final = title_of("customer_id_invalid")
_TEN_DIGITS: Final = re.compile("[0-9]{10}")
_BETWEEN_DIGITS: Final = re.compile("[-\u2010-\u2015\u2212\\s]")


def _without_dashes(typed: str | None) -> str | None:
    """Remove dashes, as Google does: 123-456-7890 and 1234567890 are the same customer (B 5)."""
    return (_BETWEEN_DIGITS.sub("", typed) or None) if typed else None


class SocialPlatform(BaseModel):
    """Platform of a campaign, with the ids of the campaign and its customer there."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    platform: Platform
    """Platform."""
    platform_campaign_id: Annotated[str, TypedText(MAX_PLATFORM_ID_LENGTH, at_least=1)]
    """Id of the campaign on the platform."""
    platform_customer_id: Annotated[
        Annotated[str, TypedText(MAX_PLATFORM_ID_LENGTH)] | None, AfterValidator(_without_dashes)
    ] = None
    """Id of the customer there; google requires 10 digits. Dashes and blanks are removed; null for none."""

    @model_validator(mode="after")
    def _customer_of_google(self) -> Self:
        if self.platform == "google" and self.platform_customer_id is None:
            raise FieldError("platform_customer_id", NO_CUSTOMER)
        if self.platform == "google" and not _TEN_DIGITS.fullmatch(self.platform_customer_id or ""):
            raise FieldError("platform_customer_id", WRONG_CUSTOMER)
        return self


class CampaignPlatform(Model):
    """Platform of a campaign, as the API returns it."""

    platform: Platform | str
    """Platform."""
    platform_campaign_id: str | None = None
    """Id of the campaign on the platform; null if unknown."""
    platform_customer_id: str | None = None
    """Id of the customer on the platform, without dashes; null if unknown."""


class AdCampaign(Model):
    """Ad campaign of a clinic."""

    id: int
    """Id of the campaign."""
    campaign_name: str
    """Name of the campaign."""
    campaign_leads_count: int = 0
    """Number of leads of the campaign."""
    clinic_id: int | None = None
    """Clinic that the campaign advertises; an addition of careops, null if the platform does not return it."""
    clinic_name: str | None = None
    """Name of that clinic; null if it has none."""
    user_phone_number: Annotated[str | None, Personal("phone", "user")] = None
    """Phone number of the user who ordered it, ten digits without country code; null if unknown."""
    contact_country_code: str | None = None
    """Country code of the phone number in the ads; null if they contain none."""
    contact_phone_number: Annotated[str | None, Personal("phone", "user")] = None
    """Phone number in the ads, without country code; null if they contain none."""
    page_url: str | None = None
    """Web address that the ads link to; null if there is none."""
    active: bool = False
    """True if it is active."""
    campaign_status: CampaignStatus | str | None = None
    """Status; null if the platform does not return it."""
    description: str | None = None
    """Description; null if unknown."""
    start_time: datetime | None = None
    """Start, in UTC; null if unknown."""
    end_time: datetime | None = None
    """End, in UTC; null if it has no end."""
    social_platforms: list[CampaignPlatform] = []
    """Platforms of the campaign."""


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


class ListAdCampaigns(PageParams, Call[Page[AdCampaign]]):
    """List ad campaigns, newest first, of all clinics or of one. Spec: B 2, B 7."""

    route = Get("/admin/ad_campaigns", access=STAFF, answer=array_in("data.ad_campaigns"))
    example = Example(call={"clinic_id": 41}, answer=one_page(_CAMPAIGN))

    clinic_id: Id | None = None
    """Only campaigns of this clinic."""


class FindAdCampaigns(PageParams, Call[Page[AdCampaign]]):
    """List ad campaigns that match, newest first. Our own addition: the documented list filters by clinic only."""

    route = Get("/careops/campaigns", access=STAFF, forwarded=True, answer=array_in("data.ad_campaigns"))
    example = Example(call={"ended": True}, answer=one_page(_CAMPAIGN))

    clinic_id: Id | None = None
    """Only campaigns of this clinic."""
    ended: bool | None = None
    """True for those that are past their end and still active, false for all others."""


class LeadsOfDay(Model):
    """Number of leads of a day."""

    day: date
    """Day, in India."""
    leads: int
    """Number of leads."""


class LeadsOfSource(Model):
    """Number of leads of a source."""

    source: str | None = None
    """UTM source; null if unknown."""
    leads: int
    """Number of leads."""


class CampaignPulse(Model):
    """Leads of a campaign by day and by source."""

    days: list[LeadsOfDay]
    """Thirty days up to the day of the latest lead, or up to today if there is none."""
    sources: list[LeadsOfSource]
    """Sources of all leads, highest number first; at most ten."""


class ReadCampaignPulse(Call[CampaignPulse]):
    """Count the leads of a campaign by day and by UTM source. Our own addition."""

    route = Get("/careops/campaigns/{campaign_id}/pulse", access=STAFF, forwarded=True, answer=object_in("data"))
    example = Example(
        call={"campaign_id": 12},
        answer={"days": [{"day": "2026-11-12", "leads": 7}], "sources": [{"source": "google", "leads": 190}]},
    )

    campaign_id: Id
    """Id of the campaign."""


class ReadAdCampaign(Call[AdCampaign]):
    """Return one campaign. Our own addition (B-112)."""

    route = Get(
        "/careops/campaigns/{campaign_id}",
        access=STAFF,
        forwarded=True,
        answer=object_in("data.campaign"),
        versioned=("active", "campaign_status", "social_platforms"),
    )
    example = Example(call={"campaign_id": 12}, answer=_CAMPAIGN)

    campaign_id: Id
    """Id of the campaign."""


class UpdateAdCampaign(PartialUpdate):
    """Change the active flag, status or platforms of a campaign. Spec: B 4, B 5, B 7 (B-76, B-77).

    Omitted fields are unchanged. Every change of status is allowed. ``social_platforms`` replaces the whole list
    (B-112).
    """

    route = Put(
        "/admin/ad_campaigns/{campaign_id}",
        access=STAFF,
        event="ad_campaign.update",
        against=ReadAdCampaign,
        listed_by=ListedBy("FindAdCampaigns", "campaign_id"),
    )
    undoable = True
    example = Example(call={"campaign_id": 12, "active": False}, answer={})

    campaign_id: Id
    """Id of the campaign."""
    active: bool | None = None
    """True to activate it, false to deactivate it."""
    campaign_status: CampaignStatus | None = None
    """New status."""
    social_platforms: Annotated[list[SocialPlatform], Field(max_length=10)] | None = None
    """New list of platforms, each at most once; an empty list removes all."""

    stays = not_removable("active", "campaign_status", "social_platforms")

    @property
    def changes(self) -> dict[str, Any]:
        """Return the new values by column. Platforms contain all their fields, so that they can be compared."""
        changes = super().changes
        if self.social_platforms is not None:
            changes["social_platforms"] = [each.model_dump() for each in self.social_platforms]
        return changes

    @model_validator(mode="after")
    def _each_platform_once(self) -> Self:
        platforms = [each.platform for each in self.social_platforms or ()]
        if len(platforms) != len(set(platforms)):
            raise FieldError("social_platforms", TWICE)
        return self


class Campaigns(Resource[ClientT]):
    """``client.campaigns``: ad campaigns of clinics."""

    list = method(ListAdCampaigns)
    each = each_row(ListAdCampaigns)
    find = method(FindAdCampaigns)
    read = method(ReadAdCampaign)
    pulse = method(ReadCampaignPulse)
    update = method(UpdateAdCampaign)

"""Bulk changes of ad campaigns: active flag, status and platforms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, cast

from careops.bulk.changes import SWITCHED
from careops.bulk.list_change import DirectChange, ReadableChange
from careops.bulk.targets import Key, Target
from careops.calls import campaigns as calls
from careops.errors import InvalidInput

if TYPE_CHECKING:
    from careops.client.sync_client import AsyncCareOps
    from careops.contract import Call, Empty


class CampaignChange(ReadableChange[calls.AdCampaign]):
    """Change of one campaign. A row of the campaign list contains the current state."""

    makes = (calls.UpdateAdCampaign,)

    @property
    def list_all(self) -> calls.ListAdCampaigns:
        return calls.ListAdCampaigns()

    @property
    def list_filtered(self) -> calls.FindAdCampaigns:
        return calls.FindAdCampaigns()

    def key(self, item: calls.AdCampaign) -> int:
        return item.id

    def read_call(self, key: Key) -> calls.ReadAdCampaign:
        return calls.ReadAdCampaign(campaign_id=int(key))


@dataclass(frozen=True)
class SwitchCampaign(CampaignChange, DirectChange[calls.AdCampaign]):
    """Switch a campaign on or off."""

    active: bool

    command: ClassVar[str] = "campaigns"

    def change_call(self, key: Key) -> Call[Empty]:
        return calls.UpdateAdCampaign(campaign_id=int(key), active=self.active)

    def is_satisfied(self, item: calls.AdCampaign) -> bool:
        return item.active == self.active

    def describe(self, target: Target) -> str:
        return SWITCHED[self.active]


@dataclass(frozen=True)
class SetCampaignStatus(CampaignChange, DirectChange[calls.AdCampaign]):
    """Set a campaign's status, regardless of its current status."""

    status: calls.CampaignStatus

    command: ClassVar[str] = "campaigns set-status"

    def change_call(self, key: Key) -> Call[Empty]:
        return calls.UpdateAdCampaign(campaign_id=int(key), campaign_status=self.status)

    def is_satisfied(self, item: calls.AdCampaign) -> bool:
        return item.campaign_status == self.status

    def describe(self, target: Target) -> str:
        return f"status → {self.status}"


@dataclass(frozen=True)
class SetCampaignPlatform(CampaignChange):
    """Set the ids of a campaign on one platform, or remove the campaign from that platform.

    The other platform is unchanged. An id that is None is unchanged.
    """

    platform: calls.Platform
    platform_campaign_id: str | None = None
    platform_customer_id: str | None = None
    remove: bool = False

    command: ClassVar[str] = "campaigns set-platform"

    def __post_init__(self) -> None:
        if not self.remove and self.platform_campaign_id is None and self.platform_customer_id is None:
            raise InvalidInput("Please say what to set", source="platform_campaign_id")

    async def call(self, client: AsyncCareOps, target: Target) -> Call[Empty]:
        """Read the campaign first, because the call replaces the whole list of platforms (B-112)."""
        campaign = await client.send(self.read_call(target.key))
        return calls.UpdateAdCampaign(campaign_id=campaign.id, social_platforms=self._new_platforms(campaign))

    def is_satisfied(self, item: calls.AdCampaign) -> bool:
        try:
            return self._new_platforms(item) == [_row(each.model_dump()) for each in item.social_platforms]
        except ValueError:  # no valid entry exists yet
            return False

    def describe(self, target: Target) -> str:
        return f"no longer on {self.platform}" if self.remove else f"where it runs on {self.platform}"

    def _new_platforms(self, campaign: calls.AdCampaign) -> list[calls.SocialPlatform]:
        """Return the new list of platforms. Raises ``ValidationError`` for a list that the platform would refuse."""
        rows = {str(each.platform): each.model_dump() for each in campaign.social_platforms}
        if self.remove:
            rows.pop(self.platform, None)
        else:
            changes = {
                "platform_campaign_id": self.platform_campaign_id,
                "platform_customer_id": self.platform_customer_id,
            }
            current = rows.get(self.platform, {"platform": self.platform, "platform_campaign_id": None})
            rows[self.platform] = {**current, **{name: value for name, value in changes.items() if value is not None}}
        return [_row(row) for row in rows.values()]


def _row(row: Mapping[str, Any]) -> calls.SocialPlatform:
    return calls.SocialPlatform.model_validate(cast(dict[str, Any], row))

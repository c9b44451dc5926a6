"""Feeds as configured in the settings."""

from __future__ import annotations

from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

DEMO_FEED: Final = "demo:"
"""Address of the demo feed, which needs no network."""
_Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60)]


class Feed(BaseModel):
    """A news feed. Only the operator adds feeds, in the settings; staff cannot enter addresses."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: _Text
    """Name of the feed, and the source of its articles. A changed name counts as a new feed."""
    address: Annotated[
        str, StringConstraints(strip_whitespace=True, pattern=r"^(https?://[^\s/?#@]+([/?#]\S*)?|demo:)$")
    ]
    """Address with http or https; ``demo:`` is the demo feed."""
    news_type: Literal["GENERAL", "PHARMA"] = "GENERAL"
    """Type of its articles. Feeds do not contain the dates of events, so they cannot provide CME."""
    pharma: _Text | None = None
    """Name of the pharma firm for ``PHARMA`` news."""
    tags: Annotated[tuple[_Text, ...], Field(max_length=20)] = ()
    """Tags of its articles."""
    hours: Annotated[float, Field(ge=0.25, le=24 * 31)] | None = None
    """Hours between automatic fetches; without it, there are none."""

    @model_validator(mode="after")
    def _of_a_firm(self) -> Self:
        if (self.news_type == "PHARMA") != (self.pharma is not None):
            raise ValueError("a feed of PHARMA news names its firm as pharma, and no other feed does")
        return self


DEMO: Final = Feed(name="Sehat Weekly", address=DEMO_FEED, tags=("Research",))
"""Feed of a demo installation whose settings list no feed."""

"""A feed as the settings list it."""

from __future__ import annotations

from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

DEMO_FEED: Final = "demo:"
"""The address of the demo world's own feed, which is nowhere on the network."""
_Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60)]


class Feed(BaseModel):
    """A feed that news are fetched from. Only whoever runs the server adds one: addresses are never typed by staff."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: _Text
    """What it is called; its articles name it as their source. Another name is another feed."""
    address: Annotated[
        str, StringConstraints(strip_whitespace=True, pattern=r"^(https?://[^\s/?#@]+([/?#]\S*)?|demo:)$")
    ]
    """Where it is, of http or https; ``demo:`` is the demo world's own."""
    news_type: Literal["GENERAL", "PHARMA"] = "GENERAL"
    """The type of its articles. No feed tells the days of an event, so none brings CME."""
    pharma: _Text | None = None
    """The pharma firm that ``PHARMA`` news are of, by name."""
    tags: Annotated[tuple[_Text, ...], Field(max_length=20)] = ()
    """The tags of its articles."""
    hours: Annotated[float, Field(ge=0.25, le=24 * 31)] | None = None
    """How often it is fetched without being asked for; never when not given."""

    @model_validator(mode="after")
    def _of_a_firm(self) -> Self:
        if (self.news_type == "PHARMA") != (self.pharma is not None):
            raise ValueError("a feed of PHARMA news names its firm as pharma, and no other feed does")
        return self


DEMO: Final = Feed(name="Sehat Weekly", address=DEMO_FEED, tags=("Research",))
"""What a demo has where its settings list no feed."""

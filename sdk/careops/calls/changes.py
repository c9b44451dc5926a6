"""One change for many records at once: what a bulk run sends where the platform takes it. Our own addition (S-6)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from careops.areas import Area, ClientT, verb
from careops.constants import CHANGES_BODY_LIMIT, CHANGES_MAX
from careops.contract import STAFF, Call, Example, Model, Post
from careops.fields import Name
from careops.shapes import rows

Outcome = Literal["done", "unchanged", "refused", "left"]


class ChangeTarget(Model):
    """One record to change."""

    model_config = {"extra": "forbid"}

    key: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,100}$")]
    """The idempotency key of this one change: sent again within a day, alone or in any batch, it happens once."""
    parameters: Annotated[dict[str, Any], Field(repr=False)]
    """All parameters of the call by name, those of its path as well; in JSON, as a body would say them."""


class Complaint(Model):
    """One thing that was refused about a target."""

    source: str
    """The parameter it is about; empty where it is about none."""
    title: str
    """What is wrong, in a sentence."""
    detail: str | None = None
    """More about it; null when there is no more to say."""


class TargetOutcome(Model):
    """What became of one target."""

    outcome: Outcome
    """``done``, ``unchanged`` (it was so already), ``refused``, or ``left`` for want of time, to be sent again."""
    repeated: bool = False
    """Whether it was done before, under the same key; the answer is that of the first time."""
    status: int = 200
    """The status the call alone would have had."""
    errors: list[Complaint] = []
    """Why it was refused; empty otherwise."""
    answer: dict[str, Any] | None = None
    """What the call alone would have answered; null where it did nothing."""


class MakeChanges(Call[list[TargetOutcome]]):
    """Make one documented change for up to 500 records in one transaction. Our own addition (S-6).

    Each target has its own outcome, in the order given, its own idempotency key and its own audit event; one that is
    refused leaves the others alone. Rights are those of the call that is named. Where time runs out, the rest is
    ``left``. Calls that take files, and those about sessions and keys, cannot be made so. A platform that takes changes
    like this says in the header ``careops-changes`` of each answer how many it takes at once.
    """

    route = Post(
        "/careops/changes",
        access=STAFF,
        answer=rows("data"),
        event="changes.make",
        body_limit=CHANGES_BODY_LIMIT,
        may_refuse=(409,),
        keyed_inside=True,
    )
    example = Example(
        call={
            "change": "ActivateSpecModule",
            "targets": [{"key": "winter-camp-clinic-41", "parameters": {"clinic_id": 41, "module_id": 2}}],
        },
        answer=[{"outcome": "done", "answer": {"success": True}}],
    )

    change: Name
    """The call to make for each, by its name in this reference, such as ``ActivateSpecModule``."""
    targets: Annotated[list[ChangeTarget], Field(min_length=1, max_length=CHANGES_MAX, repr=False)]
    """The records, each under a key of its own."""


class Changes(Area[ClientT]):
    """``client.changes``: one change for many records at once."""

    make = verb(MakeChanges)

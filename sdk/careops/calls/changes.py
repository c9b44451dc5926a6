"""Batch requests: one change for many records, as bulk runs send them. Our own addition (S-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, StringConstraints

from careops.constants import CHANGES_BODY_LIMIT, MAX_CHANGES
from careops.contract import STAFF, Call, Example, Model, Post
from careops.contract.answers import Complaint as Complaint
from careops.contract.envelopes import page_in
from careops.contract.fields import Name
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, method
from careops.renamed import find_renamed_call, find_renamed_method

Outcome = Literal["done", "unchanged", "refused", "left"]


class ChangeTarget(Model):
    """Record to change."""

    model_config = {"extra": "forbid"}

    key: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,100}$")]
    """Idempotency key of this change. If it is repeated within a day, alone or in any batch, it takes effect once."""
    parameters: Annotated[dict[str, Any], Field(repr=False)]
    """All parameters of the call by name, including those of its path, in the form of a JSON body."""


class TargetOutcome(Model):
    """Outcome of one target."""

    outcome: Outcome
    """``done``, ``unchanged`` (no change needed), ``refused``, or ``left`` (out of time, send it again)."""
    repeated: bool = False
    """True if it was done before under the same key; the answer is the first one."""
    status: int = 200
    """Status that the single call would have had."""
    errors: list[Complaint] = []
    """Reasons for a refusal; empty otherwise."""
    answer: Annotated[dict[str, Any] | None, Personal("text", "anyone")] = None
    """Answer that the single call would have had; null if it did nothing."""


class ApplyBatch(Call[list[TargetOutcome]]):
    """Make one documented change for up to 500 records in one transaction. Our own addition (S-6).

    Each target has its own outcome (in the order of the request), idempotency key and audit event. A refused target
    does not affect the others. The permissions are those of the named call. If the time limit is reached, the remaining
    targets are ``left``. Calls with files and calls about sessions and keys are not supported. A platform with batches
    states the maximum number of targets in the header ``careops-changes`` of each answer.
    """

    route = Post(
        "/careops/changes",
        access=STAFF,
        answer=page_in("data"),
        event="changes.make",
        body_limit=CHANGES_BODY_LIMIT,
        may_refuse=(409,),
        items_have_keys=True,
        bulk=True,
    )
    example = Example(
        call={
            "change": "ActivateSpecModule",
            "targets": [{"key": "winter-camp-clinic-41", "parameters": {"clinic_id": 41, "module_id": 2}}],
        },
        answer=[{"outcome": "done", "answer": {"success": True}}],
    )

    change: Name
    """Name of the call in this reference, such as ``ActivateSpecModule``."""
    targets: Annotated[list[ChangeTarget], Field(min_length=1, max_length=MAX_CHANGES, repr=False)]
    """Records to change, each with its own idempotency key."""


class Changes(Resource[ClientT]):
    """``client.changes``: batch requests."""

    apply = method(ApplyBatch)

    if not TYPE_CHECKING:  # a type checker would accept any name

        def __getattr__(self, name: str) -> Any:
            return find_renamed_method(self, name, {"make": "apply"})


if not TYPE_CHECKING:  # a type checker would accept any name

    def __getattr__(name: str) -> Any:
        return find_renamed_call(__name__, name, globals())

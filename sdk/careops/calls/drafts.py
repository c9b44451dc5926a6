"""What somebody has typed into a form of the console and not sent: kept for their account. Our own addition."""

from __future__ import annotations

import json
from typing import Annotated, Final

from pydantic import AfterValidator, Field, JsonValue, StringConstraints

from careops.areas import Area, ClientT, verb
from careops.constants import DRAFT_BYTES_MAX, NEVER_KEPT
from careops.contract import STAFF, Call, Delete, Done, Example, Get, Model, Put
from careops.fields import Moment
from careops.shapes import rows

NO_DRAFT: Final = "There is no draft with this id"
TOO_LONG: Final = f"A draft may have {DRAFT_BYTES_MAX // 1024} KiB"
NOT_KEPT: Final = "A secret is never kept in a draft"

FormName = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z][A-Za-z]{1,39}(\.[0-9]{1,19}){0,2}$")]
"""A form and the records it is about: ``clinicAddress.41``."""
DraftId = Annotated[str, StringConstraints(strict=True, pattern=r"^[0-9a-f]{32}$")]


def _bearable(values: dict[str, JsonValue]) -> dict[str, JsonValue]:
    if any(word in name.lower() for name in values for word in NEVER_KEPT):
        raise ValueError(NOT_KEPT)
    if len(json.dumps(values)) > DRAFT_BYTES_MAX:
        raise ValueError(TOO_LONG)
    return values


Typing = Annotated[
    dict[Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,59}$")], JsonValue],
    Field(max_length=60, repr=False),
    AfterValidator(_bearable),
]
"""Fields of a form by name."""


class Draft(Model):
    """What was typed into one form, in one tab of a browser."""

    draft_id: str
    """What identifies it: chosen by whoever keeps it."""
    form: str
    """The form, and the records it is about: ``clinicAddress.41``."""
    values: Annotated[dict[str, JsonValue], Field(repr=False)]
    """The fields that were changed, as they were typed. Never a password, an account number or a file."""
    began_with: Annotated[dict[str, JsonValue], Field(repr=False)]
    """The same fields as the form showed them before: what differs from that today, somebody else has changed."""
    kept_at: Moment
    """When it was last kept, in UTC."""


_DRAFT: Final = {
    "draft_id": "4f1c8a9be2d04b7c8a3e5d6f7a8b9c0d",
    "form": "clinicAddress.41",
    "values": {"address": "12 Civil Lines"},
    "began_with": {"address": "7 Model Town"},
    "kept_at": "2026-11-20T09:30:00Z",
}


class ListDrafts(Call[list[Draft]]):
    """What the caller has typed and not sent, the newest first; nobody else is ever shown it. Our own addition."""

    route = Get("/careops/drafts", access=STAFF, answer=rows("data.drafts"))
    example = Example(call={"form": "clinicAddress.41"}, answer=[_DRAFT])

    form: FormName | None = None
    """Only those of this form; null for all."""


class KeepDraft(Call[Done]):
    """Keep what is being typed, in place of what this draft held before. Our own addition.

    It stays for seven days, or until it is forgotten or the session that kept it is signed out; of more than
    twenty the oldest goes. Only the first time is an audit event, and no event tells what was typed.
    """

    route = Put("/careops/drafts/{draft_id}", access=STAFF, event="draft.keep")
    example = Example(call={name: _DRAFT[name] for name in ("draft_id", "form", "values", "began_with")}, answer={})

    draft_id: DraftId
    """What identifies it: 32 hexadecimal digits, chosen at random by whoever keeps it."""
    form: FormName
    """The form, and the records it is about."""
    values: Typing
    """The fields that were changed, as they were typed."""
    began_with: Typing = {}
    """The same fields as the form showed them before."""


class ForgetDraft(Call[Done]):
    """Forget a draft: it was sent, or thrown away. Our own addition."""

    route = Delete("/careops/drafts/{draft_id}", access=STAFF, event="draft.forget")
    example = Example(call={"draft_id": _DRAFT["draft_id"]}, answer={})

    draft_id: DraftId
    """What identifies it."""


class Drafts(Area[ClientT]):
    """``client.drafts``: what the caller has typed in the console and not sent."""

    list = verb(ListDrafts)
    keep = verb(KeepDraft)
    forget = verb(ForgetDraft)

"""Drafts of the caller: unsent input in forms of the console, stored per account. Our own addition."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any, Final

from pydantic import AfterValidator, Field, JsonValue, StringConstraints

from careops.constants import MAX_DRAFT_BYTES, NEVER_KEPT
from careops.contract import STAFF, Call, Delete, Empty, Example, Get, Model, Put
from careops.contract.envelopes import page_in
from careops.contract.fields import Moment
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, method
from careops.error_codes import title_of
from careops.renamed import find_renamed_call, find_renamed_method

NO_DRAFT: Final = title_of("draft_not_found")
TOO_LONG: Final = title_of("draft_too_long", count=MAX_DRAFT_BYTES // 1024)
NOT_KEPT: Final = title_of("draft_secret")

FormName = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z][A-Za-z]{1,39}(\.[0-9]{1,19}){0,2}$")]
"""Name of a form and the ids of its records: ``clinicAddress.41``."""
DraftId = Annotated[str, StringConstraints(strict=True, pattern=r"^[0-9a-f]{32}$")]


def _bearable(values: dict[str, JsonValue]) -> dict[str, JsonValue]:
    if any(word in name.lower() for name in values for word in NEVER_KEPT):
        raise ValueError(NOT_KEPT)
    if len(json.dumps(values)) > MAX_DRAFT_BYTES:
        raise ValueError(TOO_LONG)
    return values


Typing = Annotated[
    dict[Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,59}$")], JsonValue],
    Field(max_length=60, repr=False),
    AfterValidator(_bearable),
]
"""Fields of a form by name."""


class Draft(Model):
    """Unsent input of one form in one browser tab."""

    draft_id: str
    """Id of the draft, chosen by the client."""
    form: str
    """Name of the form and the ids of its records: ``clinicAddress.41``."""
    values: Annotated[dict[str, JsonValue], Field(repr=False), Personal("text", "anyone")]
    """Changed fields with the input as typed. Never contains a password, an account number or a file."""
    began_with: Annotated[dict[str, JsonValue], Field(repr=False), Personal("text", "anyone")]
    """Values of the same fields when the form was opened. A current value that differs was changed by someone else."""
    kept_at: Moment
    """Time of the last update, in UTC."""


_DRAFT: Final = {
    "draft_id": "4f1c8a9be2d04b7c8a3e5d6f7a8b9c0d",
    "form": "clinicAddress.41",
    "values": {"address": "12 Civil Lines"},
    "began_with": {"address": "7 Model Town"},
    "kept_at": "2026-11-20T09:30:00Z",
}


class ListDrafts(Call[list[Draft]]):
    """List the caller's drafts, newest first. Other users never see them. Our own addition."""

    route = Get("/careops/drafts", access=STAFF, answer=page_in("data.drafts"))
    example = Example(call={"form": "clinicAddress.41"}, answer=[_DRAFT])

    form: FormName | None = None
    """Only drafts of this form; null for all."""


class SaveDraft(Call[Empty]):
    """Save a draft and replace its previous content. Our own addition.

    A draft is stored for seven days, until it is deleted, or until its session is signed out. Each account has at most
    twenty; the oldest is deleted. Only the first update creates an audit event, and no event contains the input.
    """

    route = Put("/careops/drafts/{draft_id}", access=STAFF, event="draft.keep")
    example = Example(call={name: _DRAFT[name] for name in ("draft_id", "form", "values", "began_with")}, answer={})

    draft_id: DraftId
    """Id of the draft: 32 hexadecimal digits, chosen at random by the client."""
    form: FormName
    """Name of the form and the ids of its records."""
    values: Typing
    """Changed fields with the input as typed."""
    began_with: Typing
    """Values of the same fields when the form was opened."""


class DeleteDraft(Call[Empty]):
    """Delete a draft, because it was sent or discarded. Our own addition."""

    route = Delete("/careops/drafts/{draft_id}", access=STAFF, event="draft.forget")
    example = Example(call={"draft_id": _DRAFT["draft_id"]}, answer={})

    draft_id: DraftId
    """Id of the draft."""


class Drafts(Resource[ClientT]):
    """``client.drafts``: the caller's drafts."""

    list = method(ListDrafts)
    save = method(SaveDraft)
    delete = method(DeleteDraft)

    if not TYPE_CHECKING:  # a type checker would accept any name

        def __getattr__(self, name: str) -> Any:
            return find_renamed_method(self, name, {"forget": "delete", "keep": "save"})


if not TYPE_CHECKING:  # a type checker would accept any name

    def __getattr__(name: str) -> Any:
        return find_renamed_call(__name__, name, globals())

"""Files generated for the console contain all facts of the contract."""

from __future__ import annotations

import json
import re
from typing import Annotated, Literal

from pydantic import Field

from careops.calls import all_calls
from careops.contract import ANYONE, Call, Empty, Example, Model, PageParams, Post
from careops.contract.fields import Email
from careops.document.openapi import openapi_document
from careops.record_kinds import LIVE_KINDS
from generators.console import change_names, choices, shared_constants
from generators.form_rules import form_rules, rules_of


class Shelf(Model):
    """Shelf of books."""

    code: Annotated[str, Field(pattern=r"^[A-Z]/[0-9]+$")]
    floor: int | None = Field(default=None, ge=-1, le=30)


class Book(Model):
    """A book."""

    title: Annotated[str, Field(min_length=1, max_length=80)]
    pages: Annotated[int, Field(le=2**53 - 1)] = 1


class AddLibrary(PageParams, Call[Empty]):
    """Add a library, with every kind of field. Our own addition."""

    route = Post("/careops/shelves/{shelf_id}", access=ANYONE, body_in="library")
    example = Example(
        call={"shelf_id": 1, "password": "0123456789", "email": "a@b.example", "is_open": True, "edition": None},
        answer={},
    )

    shelf_id: int
    kind: Literal["library"] = "library"
    password: Annotated[str, Field(min_length=10)]
    email: Email | None = None
    is_open: bool
    edition: Annotated[int, Field(ge=1)] | None
    shelf: Shelf | None = None
    books: list[Book] | None = None
    opened: Literal["today", "long ago"] | None = None


def test_rules_include_nested_lists_and_models() -> None:
    rules = rules_of(AddLibrary, openapi_document([AddLibrary]))
    assert rules == {
        "page": {"min": 1, "max": 10_000_000},
        "perpage": {"min": 1, "max": 500},
        "password": {"required": True, "minLength": 10},
        "email": {"maxLength": 254, "pattern": r"^[^\s@]+@[^\s@]+\.[^\s@]+$"},
        "is_open": {},
        "edition": {"min": 1},
        "shelf": {"code": {"required": True, "pattern": "^[A-Z]/[0-9]+$"}, "floor": {"min": -1, "max": 30}},
        "books": {"title": {"required": True, "maxLength": 80}, "pages": {}},
        "opened": {},
    }


def test_every_call_with_a_body_or_a_query_has_its_rules() -> None:
    written = set(re.findall(r"^export const (\w+)Rules = ", form_rules(openapi_document()), re.MULTILINE))
    calls = {call.__name__ for call in all_calls() if call.model_fields.keys() - call.route.path_fields}
    assert {name[0].upper() + name[1:] for name in written} == calls


def test_slash_in_a_pattern_is_escaped() -> None:
    text = form_rules(openapi_document([AddLibrary]), [AddLibrary])
    assert r"pattern: /^[A-Z]\/[0-9]+$/" in text


def test_choices_and_limits_are_exported() -> None:
    assert 'export const paymentType = ["telemedicine", ' in choices()
    assert "AccountType" not in choices()  # it is in constants.ts
    assert "export const maxTextLength = 500 as const;" in shared_constants()
    assert "AccountType" not in shared_constants()


def test_choices_contain_kinds_of_live_records() -> None:
    assert f"export const liveKind = {json.dumps(LIVE_KINDS)} as const;\n" in choices()


def test_secrets_of_changes_are_texts_and_lists_are_piped() -> None:
    changes = json.loads(change_names().partition("ChangeName> = ")[2].removesuffix(";\n"))
    assert {name for change in changes.values() for name in change["secrets"]} == {
        "password",
        "old_password",
        "new_password",
        "refresh_token",
        "text",  # of a note, which the audit log does not store
    }
    assert changes["post /admin/clinics/{clinic_id}/lead_uploads/upload"]["stdin"] == ["corrections"]
    assert changes["post /careops/changes"]["stdin"] == ["targets"]

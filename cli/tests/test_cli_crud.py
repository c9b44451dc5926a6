"""Commands that change or delete one record behave alike in every area."""

from __future__ import annotations

import json
from typing import Any

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.care_cities import DeleteCareCity
from careops.calls.promo_codes import DeletePromoCode, ListPromoCodes, UpdatePromoCode
from careops.calls.release_notes import DeleteReleaseNote, ListReleaseNotes, UpdateReleaseNote
from careops.calls.universities import ListUniversities, UpdateUniversity
from careops.contract import Call, Empty, Page

EDITED: list[tuple[str, str, type[Call[Page[Any]]], type[Call[Empty]]]] = [
    ("promo-codes", "--single-use", ListPromoCodes, UpdatePromoCode),
    ("release-notes", "--draft", ListReleaseNotes, UpdateReleaseNote),
    ("universities", "--no-rank", ListUniversities, UpdateUniversity),
]
DELETED: list[tuple[str, str, type[Call[Empty]]]] = [
    ("care-cities", "Care city 5", DeleteCareCity),
    ("promo-codes", "Promo code 5", DeletePromoCode),
    ("release-notes", "Release note 5", DeleteReleaseNote),
]


@pytest.mark.parametrize(("area", "option", "listed", "update"), EDITED)
def test_change_needs_an_option_and_an_existing_record(
    platform: Platform,
    careops: CareOpsCommand,
    area: str,
    option: str,
    listed: type[Call[Page[Any]]],
    update: type[Call[Empty]],
) -> None:
    platform.answer(listed, listed.answer_type().of([], total=0, perpage=500))
    nothing = careops(area, "edit", "5")
    assert (nothing.code, "Nothing to change. Give --" in nothing.err) == (2, True)
    assert platform.received == []
    unknown = careops(area, "edit", "9", option)
    assert (unknown.code, unknown.out) == (1, "")
    assert f"no {area.replace('-', ' ').removesuffix('s').replace('ie', 'y')} with this id" in unknown.err
    assert platform.calls(update) == []


@pytest.mark.parametrize(("area", "record", "delete"), DELETED)
def test_deletion_needs_a_confirmation(
    platform: Platform, careops: CareOpsCommand, area: str, record: str, delete: type[Call[Empty]]
) -> None:
    platform.answer(delete, Empty())
    unasked = careops(area, "delete", "5")
    assert (unasked.code, "Add --yes" in unasked.err) == (2, True)
    assert platform.calls(delete) == []
    assert f"{record} is deleted." in careops(area, "delete", "5", "--yes", terminal=True).err
    [call] = platform.calls(delete)
    shown = json.loads(careops(area, "delete", "5", "--yes", "--json").out)
    assert shown == {**call.model_dump(), "deleted": True}
    assert list(call.model_dump().values()) == [5]

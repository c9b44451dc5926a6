"""``careops drafts``: list and delete."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.drafts import DeleteDraft, Draft, ListDrafts
from careops.contract import Empty

ID = "4f1c8a9be2d04b7c8a3e5d6f7a8b9c0d"
DRAFT = Draft(
    draft_id=ID,
    form="clinicAddress.41",
    values={"address": "12 Civil Lines"},
    began_with={},
    kept_at=datetime(2026, 11, 20, 9, 30, tzinfo=UTC),
)


def test_drafts_are_listed(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListDrafts, [DRAFT])
    [listed] = json.loads(careops("drafts", "list", "--form", "clinicAddress.41", "--json").out)
    assert (listed["draft_id"], listed["values"]) == (ID, {"address": "12 Civil Lines"})
    assert platform.calls(ListDrafts) == [ListDrafts(form="clinicAddress.41")]


def test_draft_is_deleted(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(DeleteDraft, Empty())
    assert json.loads(careops("drafts", "forget", ID, "--yes", "--json").out) == {"draft_id": ID}
    assert platform.calls(DeleteDraft) == [DeleteDraft(draft_id=ID)]


def test_malformed_id_is_refused(platform: Platform, careops: CareOpsCommand) -> None:
    assert careops("drafts", "forget", "seven", "--yes").code == 2
    assert platform.calls(DeleteDraft) == []


def test_deletion_asks_for_confirmation(platform: Platform, careops: CareOpsCommand) -> None:
    """Confirmation needs a terminal."""
    refused = careops("drafts", "forget", ID)
    assert refused.code == 2
    assert f"Forget the draft {ID}" in refused.err
    assert platform.calls(DeleteDraft) == []

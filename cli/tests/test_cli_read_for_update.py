"""A change uses the version that was read, so that changes of other users are not overwritten."""

from __future__ import annotations

from typing import Any

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.promo_codes import NO_CODE, ListPromoCodes, PromoCode, ReadPromoCode, UpdatePromoCode
from careops.calls.release_notes import ReadReleaseNote, ReleaseNote, UpdateReleaseNote
from careops.calls.universities import ReadUniversity, University, UpdateUniversity
from careops.contract import Call, Empty, Model, Page
from careops.error_codes import Title
from careops.errors import ApiError, Forbidden, NotFound, PreconditionFailed, Problem

AREAS: list[tuple[tuple[str, ...], type[Model], type[Call[Any]], type[Call[Empty]]]] = [
    (("universities", "edit", "3", "--rank", "12"), University, ReadUniversity, UpdateUniversity),
    (("promo-codes", "edit", "3", "--name", "DIWALI"), PromoCode, ReadPromoCode, UpdatePromoCode),
    (("release-notes", "edit", "3", "--title", "Quicker"), ReleaseNote, ReadReleaseNote, UpdateReleaseNote),
]


@pytest.mark.parametrize(("words", "model", "read", "update"), AREAS)
def test_change_of_a_stale_record_is_refused(
    platform: Platform,
    careops: CareOpsCommand,
    words: tuple[str, ...],
    model: type[Model],
    read: type[Call[Any]],
    update: type[Call[Empty]],
) -> None:
    record = model.model_validate(read.example.answer)
    platform.answer(read, record.noted(version="abc-1"))
    platform.answer(update, Empty())
    run = careops(*words)
    assert run.code == 0, run.err
    assert platform.asked_versions[-1] == '"abc-1"'
    assert [type(call) for call in platform.received] == [read, update]
    platform.answer(update, PreconditionFailed(Problem("It has changed since it was read", "")))
    stale = careops(*words)
    assert (stale.code, stale.out) == (1, "")
    assert "It has changed since it was read" in stale.err


@pytest.mark.parametrize("title", [NO_CODE, Title("Another version says this", NO_CODE.code)])
def test_missing_record_is_not_searched_in_the_list(platform: Platform, careops: CareOpsCommand, title: Title) -> None:
    platform.answer(ReadPromoCode, NotFound(title, source="code_id"))
    run = careops("promo-codes", "edit", "3", "--name", "DIWALI")
    assert (run.code, run.out) == (1, "")
    assert NO_CODE in run.err
    assert "careops promo-codes list --all names them." in run.err
    assert [type(call) for call in platform.received] == [ReadPromoCode]


@pytest.mark.parametrize("refusal", [NotFound("No such path"), ApiError("Method not allowed", status=405)])
def test_platform_without_read_uses_the_list(platform: Platform, careops: CareOpsCommand, refusal: ApiError) -> None:
    code = PromoCode.model_validate(ReadPromoCode.example.answer)
    platform.answer(ReadPromoCode, refusal)
    platform.answer(ListPromoCodes, Page[PromoCode].of([code], total=1, perpage=500))
    platform.answer(UpdatePromoCode, Empty())
    run = careops("promo-codes", "edit", str(code.id), "--name", "DIWALI")
    assert run.code == 0, run.err
    assert [type(call) for call in platform.received] == [ReadPromoCode, ListPromoCodes, UpdatePromoCode]
    assert platform.asked_versions[-1] is None


def test_other_errors_of_the_read_are_printed(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ReadPromoCode, Forbidden())
    run = careops("promo-codes", "edit", "3", "--name", "DIWALI")
    assert (run.code, run.out) == (1, "")
    assert Forbidden.title in run.err
    assert [type(call) for call in platform.received] == [ReadPromoCode]

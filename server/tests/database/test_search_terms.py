"""Searches match names regardless of quotation marks and spaces."""

from __future__ import annotations

import pytest
from server.tests.support.stage import CARE, Stage

from careops_server.core.search.terms import containing, words_in

NAME = "King George’s “New”  Hospital of Eye, Ear and Throat Care"


@pytest.mark.parametrize(
    "typed",
    [
        "king george's",
        "King George’s",
        "King George`s",
        '"new" hospital',
        '"king george\'s"',
        "King George's New Hospital of Eye, Ear and Throat Care",
        "King  George's “New” Hospital  of  Eye,  Ear  and  Throat  Care",
        NAME,
    ],
)
async def test_quotes_and_blanks_are_folded(stage: Stage, typed: str) -> None:
    client = await stage.signed_in(CARE)
    if not (await client.universities.list(name="Throat")).items:
        await client.universities.create(name=NAME)
        await stage.clinic(name=NAME)
    assert (await client.clinics.list(search_text=typed)).total_records == 1
    assert (await client.universities.list(name=typed)).total_records == 1


async def test_quotes_are_part_of_the_name(stage: Stage) -> None:
    await stage.clinic(name="Georges Clinic")
    client = await stage.signed_in(CARE)
    assert not (await client.clinics.list(search_text="george's clinic")).items


def test_short_term_is_searched_literally() -> None:
    assert containing("o'b") == "%o'b%"
    assert containing("O'Brie_n") == r"%o_brie\_n%"


def test_words_after_the_sixth_are_one_phrase() -> None:
    assert words_in("a b, c  d e f   g;  h") == ["a", "b", "c", "d", "e", "f g h"]
    assert words_in("") == []

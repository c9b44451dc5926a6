"""Search: correct spellings of one word in Devanagari or Gurmukhi find each other."""

from __future__ import annotations

import re
from typing import Any

import pytest
from server.tests.support.stage import SUPER, Stage

from careops.india_time import today
from careops_server.core.search.phonetic_keys import among_consonants, consonants_of
from careops_server.core.search.phonetics import sounding
from careops_server.core.search.spellings import spellings
from careops_server.core.search.terms import patterns

JOINER = "\u200d"
NON_JOINER = "\u200c"
PAIRS = [
    ("अंकुर", "अङ्कुर"),
    ("पंजाब", "पञ्जाब"),
    ("पंजाब", "पन्जाब"),
    ("डंडी", "डण्डी"),
    ("केंद्र", "केन्द्र"),
    ("संपर्क", "सम्पर्क"),
    ("सिंह", "सिन्ह"),
    ("चांद", "चाँद"),
    ("डॉक्टर", f"डॉक्{JOINER}टर"),
    ("डॉक्टर", f"डॉक्{NON_JOINER}टर"),
    ("केंद्र", f"केन्{JOINER}द्र"),
    ("ਪੰਜਾਬ", "ਪਂਜਾਬ"),
    ("ਪੰਜਾਬ", "ਪਞ੍ਜਾਬ"),
    ("ਸੰਧੂ", "ਸਨ੍ਧੂ"),
]
BOTH_WAYS = [*PAIRS, *((other, spelling) for spelling, other in PAIRS)]


@pytest.mark.parametrize(("typed", "stored"), BOTH_WAYS)
def test_spellings_of_one_word_match(typed: str, stored: str) -> None:
    assert re.search(spellings(typed) or typed, stored)
    assert re.search(among_consonants(typed) or "$.", consonants_of(stored))
    assert sounding(typed) == sounding(stored)


@pytest.mark.parametrize(
    ("typed", "stored"),
    [("अनार", "अंार"), ("मनका", "मंका"), ("धन्य", "धंय"), ("अन्न", "अंन"), ("केंद्र", "केद्र"), ("चम्की", "चंकी")],
)
def test_other_words_do_not_match(typed: str, stored: str) -> None:
    assert not re.search(spellings(typed) or typed, stored)


def test_words_with_one_spelling_need_no_expression() -> None:
    assert [spellings(word) for word in ("sharma", "कमल", "ਕਮਲ", "")] == [None] * 4


def test_names_need_no_expression_beside_their_consonants() -> None:
    assert set(patterns("name", "केंद्र")) == {"name", "name__scripts", "name__sounds"}
    assert set(patterns("text", "केंद्र", by_sound=False)) == {"text", "text__spellings"}


@pytest.mark.own
@pytest.mark.parametrize(("typed", "stored"), [("केंद्र", "केन्द्र"), ("केन्द्र", "केंद्र"), ("डॉक्टर", f"डॉक्{JOINER}टर")])
async def test_each_search_finds_other_spelling(stage: Stage, typed: str, stored: str) -> None:
    client = await stage.signed_in(SUPER)
    clinic_id = await stage.clinic(name=f"{stored} एक")
    await stage.sql("update users set name = :name where id = :id", name=stored, id=stage.user_ids[SUPER])
    record = f"clinic:{clinic_id}"
    await client.follow_ups.create(record=record, what=f"कल {stored} जाना है", owner_role="super_admin", due=today())
    calls: Any = {
        "clinics": client.clinics.list(search_text=typed),
        "two words": client.clinics.list(search_text=f"एक {typed}"),
        "follow-ups": client.follow_ups.list(search_text=typed),
        "users": client.users.list(search_text=typed),
        "audit": client.audit.list(start_date=today(), end_date=today(), search_text=typed),
    }
    counts = {name: (await call).total_records for name, call in calls.items()}
    assert {name: count > 0 for name, count in counts.items()} == dict.fromkeys(calls, True)
    staff = await client.staff.list(search_text=typed)
    assert [member.id for member in staff] == [stage.user_ids[SUPER]]


@pytest.mark.own
@pytest.mark.parametrize(("typed", "name"), [("मीरा", "Meera Nair"), ("ਮੀਰਾ", "Meera Nair"), ("meera", "मीरा नायर")])
async def test_staff_are_found_in_each_script(stage: Stage, typed: str, name: str) -> None:
    client = await stage.signed_in(SUPER)
    await stage.sql("update users set name = :name where id = :id", name=name, id=stage.user_ids[SUPER])
    assert [member.name for member in await client.staff.list(search_text=typed)] == [name]

"""Names in Devanagari and Gurmukhi find those in Latin letters, by their sound."""

from __future__ import annotations

import re

import pytest
from server.tests.stage import CARE, Stage

from careops_server.database.searching import SOUNDS, patterns
from careops_server.database.sounds import MOST_SOUNDS, sounding

SAME = (
    """
शर्मा sharma|शर्मा sarma|ਸ਼ਰਮਾ sharma|वर्मा verma|सिंह singh|ਸਿੰਘ singh|कौर kaur|ਕੌਰ kaur|यादव yadav|ज्ञान gyan
लक्ष्मी lakshmi|लक्ष्मी laxmi|ਗੁਰਪ੍ਰੀਤ gurpreet|ਸਿਮਰਨ simran|ईशा isha|फगवाड़ा phagwara
लुधियाना ludhiana|ਲੁਧਿਆਣਾ ludhiana|चंडीगढ़ chandigarh|ਚੰਡੀਗੜ੍ਹ chandigarh|दिल्ली delhi|ਦਿੱਲੀ delhi|मुंबई mumbai
अमृतसर amritsar|ਅੰਮ੍ਰਿਤਸਰ amritsar|जालंधर jalandhar|ਜਲੰਧਰ jalandhar|पटियाला patiala|ਬਠਿੰਡਾ bathinda|आगरा agra
पंजाब punjab|ਪੰਜਾਬ punjab|हरियाणा haryana|ਹਰਿਆਣਾ haryana|राजस्थान rajasthan|महाराष्ट्र maharashtra|हिमाचल himachal
टाउन town|ਟਾਊਨ town|राउत raut|हॉस्पिटल hospital|ਹਸਪਤਾਲ haspatal|क्लिनिक clinic|ਹੁਸ਼ਿਆਰਪੁਰ hoshiarpur|बेंगलुरु bengaluru
""".replace("\n", "|")
    .strip("|")
    .split("|")
)


def sounds_like(heard: str, written: str) -> bool:
    expression = sounding(heard)
    return expression is not None and re.search(expression.replace(r"\m", r"\b"), written) is not None


@pytest.mark.parametrize("pair", SAME)
def test_it_sounds_the_same(pair: str) -> None:
    heard, written = pair.split(" ")
    assert sounds_like(heard, f"dr. {written}pur")


@pytest.mark.parametrize(
    "pair", ["शर्मा verma", "शर्मा sai-ram", "शर्मा suresh-kumar", "गिल angela", "कौर akkar", "ਸਿੰਘ sanjay"]
)
def test_it_does_not(pair: str) -> None:
    assert not sounds_like(*pair.split(" "))


def test_several_words_stand_one_behind_the_other() -> None:
    assert sounds_like("उत्तर प्रदेश", "uttar pradesh")
    assert not sounds_like("उत्तर प्रदेश", "pradesh uttar")


@pytest.mark.parametrize("nothing", ["", "sharma", "%", "_", "💊", "ा", "्््", "म", "ॐ", "  ", "\u202eabc", "é"])
def test_what_is_not_heard_is_looked_for_as_it_is(nothing: str) -> None:
    assert sounding(nothing) is None
    assert not any(name.endswith(SOUNDS) for name in patterns("search", nothing))


def test_very_long_words_are_listened_to_for_a_while() -> None:
    expression = sounding("क" * 500)
    assert expression is not None
    assert expression.count("[kcq]+") == MOST_SOUNDS


@pytest.mark.parametrize("term", ["शर्मा", "ਸ਼ਰਮਾ", "sharma", "SHARMA", "शर्मा लुधियाना", "ludhiana शर्मा", "ਲੁਧਿਆਣਾ sharma"])
async def test_every_list_is_searched_so(stage: Stage, term: str) -> None:
    client = await stage.signed_in(CARE)
    clinic_id = await stage.clinic(name="Asha Sharma Clinic", city="Ludhiana")
    other = await stage.clinic(name="Vermani Clinic", city="Moga")
    found = {clinic.id for clinic in (await client.clinics.list(search_text=term, perpage=500)).items}
    assert clinic_id in found
    assert other not in found
    doctor_id = await stage.doctor(first_name="Ludhiana", last_name="Sharma")
    assert doctor_id in {one.id for one in (await client.doctors.list(search_text=term, perpage=500)).items}


@pytest.mark.parametrize("state", ["पंजाब", "ਪੰਜਾਬ", "punj", "Punjab"])
async def test_states_are_known_in_all_three_scripts(stage: Stage, state: str) -> None:
    client = await stage.signed_in(CARE)
    clinic_id = await stage.clinic(name="Of Punjab", state="Punjab")
    other = await stage.clinic(name="Of Kerala", state="Kerala")
    asked = {"filter_type": "state", "filter_text": state, "search_text": "of "}
    for given in (asked, {**asked, "search_text": None}):
        found = {clinic.id for clinic in (await client.clinics.list(**given, perpage=500)).items}
        assert clinic_id in found
        assert other not in found


async def test_a_name_that_is_kept_in_that_script_is_found_as_before(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    clinic_id = await stage.clinic(name="ਸ਼ਰਮਾ ਹਸਪਤਾਲ (50%_)", state="ਪੰਜਾਬ")
    for term in ("ਸ਼ਰਮਾ ਹਸ", "ਰਮਾ", "ਹਸਪਤਾਲ (50%_)", "ਮ"):
        assert clinic_id in {one.id for one in (await client.clinics.list(search_text=term, perpage=500)).items}
    page = await client.clinics.list(filter_type="state", filter_text="ਪੰਜਾਬ", perpage=500)
    assert clinic_id in {one.id for one in page.items}

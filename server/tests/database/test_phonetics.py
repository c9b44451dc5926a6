"""Phonetic search: names in Devanagari and Gurmukhi match those in Latin letters."""

from __future__ import annotations

import re

import pytest
from server.tests.support.stage import CARE, Stage
from sqlalchemy import text

from careops_server.core.search.phonetic_keys import among_consonants, consonants_of
from careops_server.core.search.phonetics import MAX_SOUNDS, sounding
from careops_server.core.search.terms import SCRIPTS, SOUNDS, patterns
from careops_server.core.search.typo_tolerance import MAX_SOUND_MATCHES, phonetic_terms

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

# Pairs of a stored and a typed name.
KEPT = (
    """
ढिल्लों dhillon|ਢਿੱਲੋਂ dhillon|ਮਾਨ mann|संजय sanjay|ਰਾਮਗੜ੍ਹੀਆ ramgarhia|जैन jain|अहूजा ahuja|ਵਾਧਵਾ wadhwa|ਚੋਪੜਾ chopra
मल्होत्रा malhotra|अग्रवाल aggarwal|चौधरी choudhry|गोयल goel|सिद्धू sidhu|ਸੰਧੂ sandhu|ਸੋਢੀ sodhi|ਚੱਠਾ chattha|सिटी city
सेंटर centre|डेंटल dental|मैक्स max|ਫ਼ਗਵਾੜਾ phagwara|बठिंडा bhatinda|ਫ਼ਿਰੋਜ਼ਪੁਰ ferozepur|संगरूर sangrur|हैदराबाद hyderabad
ज़ाकिर zakir|ज़ाकिर zakir|फ़ातिमा fatima|यूसुफ yusuf|जॉन john|जॉर्ज george|एलेक्स alex|ऋतिक hrithik|कृष्णा krishna|सारा sarah
प्रज्ञा pragya|ਗਿਆਨ gian|ਬਲਵਿੰਦਰ balwinder|ਪਰਮਜੀਤ paramjeet|छत्तीसगढ़ chhattisgarh|शर्मा ਸ਼ਰਮਾ|ਲੁਧਿਆਣਾ लुधियाना|ਸ਼ਰਮਾ शर्मा
""".replace("\n", "|")
    .strip("|")
    .split("|")
)


def sounds_like(typed: str, written: str) -> bool:
    expression = sounding(typed)
    return expression is not None and re.search(expression.replace(r"\m", r"\b"), written) is not None


def stored_as(typed: str, stored: str) -> bool:
    expression = among_consonants(typed)
    return expression is not None and re.search(expression, consonants_of(stored)) is not None


@pytest.mark.parametrize("pair", SAME)
def test_similar_sounds_match(pair: str) -> None:
    typed, written = pair.split(" ")
    assert sounds_like(typed, f"dr. {written}pur")


@pytest.mark.parametrize("pair", [*SAME, *KEPT])
def test_similar_sounds_match_stored_names_of_other_scripts(pair: str) -> None:
    stored, typed = pair.split(" ")
    assert stored_as(typed, f"dr.डॉ {stored}पुर 7")
    assert stored_as(stored, f"dr.डॉ {stored}पुर 7")


@pytest.mark.parametrize(
    "pair", ["शर्मा verma", "शर्मा sai-ram", "शर्मा suresh-kumar", "गिल angela", "कौर akkar", "ਸਿੰਘ sanjay"]
)
def test_different_sounds_do_not_match(pair: str) -> None:
    assert not sounds_like(*pair.split(" "))


@pytest.mark.parametrize(
    "pair",
    ["शर्मा verma", "शर्मा suresh", "सैनी singh", "जैन janaki", "जीत jain", "कौर akkar", "राम rao", "जैन a"],
)
def test_different_sounds_do_not_match_stored_names_of_other_scripts(pair: str) -> None:
    stored, typed = pair.split(" ")
    assert not stored_as(typed, stored)


def test_several_words_match_in_order() -> None:
    assert sounds_like("उत्तर प्रदेश", "uttar pradesh")
    assert not sounds_like("उत्तर प्रदेश", "pradesh uttar")


def test_stored_words_of_other_scripts_match_in_order() -> None:
    assert stored_as("uttar pradesh", "उत्तर प्रदेश")
    assert not stored_as("pradesh uttar", "उत्तर प्रदेश")
    assert among_consonants("uttar a") is None


@pytest.mark.parametrize(
    "nothing", ["", "a", "rao", "50%", "sharma2", "o'neill", "é", "💊", "ा", "्््", "म", "\u202eabc", "  "]
)
def test_short_terms_are_not_searched_by_consonants(nothing: str) -> None:
    assert among_consonants(nothing) is None
    assert not any(name.endswith(SCRIPTS) for name in patterns("search", nothing))


async def test_database_and_python_have_equal_phonetic_keys(stage: Stage) -> None:
    every = "".join(map(chr, (*range(0x20, 0x180), *range(0x900, 0xA80))))
    async with stage.services.database.pool.transaction() as connection:
        statement = text("select consonants_of(:every), consonants_of('sharma clinic 7')")
        reduced = (await connection.execute(statement, {"every": every})).one_row()
    assert reduced == (consonants_of(every), None)


@pytest.mark.parametrize("nothing", ["", "sharma", "%", "_", "💊", "ा", "्््", "म", "ॐ", "  ", "\u202eabc", "é"])
def test_terms_without_sound_are_searched_literally(nothing: str) -> None:
    assert sounding(nothing) is None
    assert not any(name.endswith(SOUNDS) for name in patterns("search", nothing))


def test_phonetic_keys_of_long_words_are_limited() -> None:
    expression = sounding("क" * 500)
    assert expression is not None
    assert expression.count("[kcq]+") == MAX_SOUNDS


@pytest.mark.parametrize("term", ["शर्मा", "ਸ਼ਰਮਾ", "sharma", "SHARMA", "शर्मा लुधियाना", "ludhiana शर्मा", "ਲੁਧਿਆਣਾ sharma"])
async def test_every_list_is_searched_by_sound(stage: Stage, term: str) -> None:
    client = await stage.signed_in(CARE)
    clinic_id = await stage.clinic(name="Asha Sharma Clinic", city="Ludhiana")
    other = await stage.clinic(name="Vermani Clinic", city="Moga")
    ids = {clinic.id for clinic in (await client.clinics.list(search_text=term, perpage=500)).items}
    assert clinic_id in ids
    assert other not in ids
    doctor_id = await stage.doctor(first_name="Ludhiana", last_name="Sharma")
    assert doctor_id in {doctor.id for doctor in (await client.doctors.list(search_text=term, perpage=500)).items}


@pytest.mark.own
async def test_short_names_and_common_sounds_are_found(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    short = await stage.clinic(name="Om Clinic")
    for number in range(MAX_SOUND_MATCHES + 10):
        await stage.clinic(name=f"Karabar{'abcdefghij'[number // 10]}{'abcdefghij'[number % 10]} Clinic")
    async with stage.services.database.pool.transaction() as connection:
        assert await phonetic_terms(connection, "clinics", "करबर") == {}, "more than are looked for one by one"
        assert await phonetic_terms(connection, "clinics", "ओम") == {}, "shorter than what is kept"
        assert (await phonetic_terms(connection, "clinics", "करबरबज"))["करबरबज"] == ["karabarbj"]
    assert short in {clinic.id for clinic in (await client.clinics.list(search_text="ओम", perpage=500)).items}
    assert (await client.clinics.list(search_text="करबर")).total_records >= MAX_SOUND_MATCHES + 10
    assert (await client.clinics.list(search_text="करबरबज")).total_records == 1


@pytest.mark.parametrize("state", ["पंजाब", "ਪੰਜਾਬ", "punj", "Punjab"])
async def test_states_are_found_in_all_three_scripts(stage: Stage, state: str) -> None:
    client = await stage.signed_in(CARE)
    clinic_id = await stage.clinic(name="Of Punjab", state="Punjab")
    other = await stage.clinic(name="Of Kerala", state="Kerala")
    filters = {"filter_type": "state", "filter_text": state, "search_text": "of "}
    for parameters in (filters, {**filters, "search_text": None}):
        ids = {clinic.id for clinic in (await client.clinics.list(**parameters, perpage=500)).items}
        assert clinic_id in ids
        assert other not in ids


@pytest.mark.parametrize("term", ["sharma", "Sarma", "ਸ਼ਰਮਾ", "शर्मा", "sharma ludhiana", "ludhiana शर्मा"])
async def test_stored_name_of_another_script_is_found(stage: Stage, term: str) -> None:
    client = await stage.signed_in(CARE)
    clinic_id = await stage.clinic(name="आशा शर्मा क्लिनिक", city="ਲੁਧਿਆਣਾ", state="पंजाब")
    other = await stage.clinic(name="वर्मा क्लिनिक", city="ਮੋਗਾ", state="केरल")
    ids = {clinic.id for clinic in (await client.clinics.list(search_text=term, perpage=500)).items}
    assert clinic_id in ids
    assert other not in ids
    doctor_id = await stage.doctor(first_name="ਲੁਧਿਆਣਾ", last_name="ਸ਼ਰਮਾ")
    assert doctor_id in {doctor.id for doctor in (await client.doctors.list(search_text=term, perpage=500)).items}
    page = await client.clinics.list(filter_type="state", filter_text="punjab", perpage=500)
    assert clinic_id in {clinic.id for clinic in page.items}
    assert other not in {clinic.id for clinic in page.items}


async def test_stored_name_of_the_same_script_is_found(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    clinic_id = await stage.clinic(name="ਸ਼ਰਮਾ ਹਸਪਤਾਲ (50%_)", state="ਪੰਜਾਬ")
    for term in ("ਸ਼ਰਮਾ ਹਸ", "ਰਮਾ", "ਹਸਪਤਾਲ (50%_)", "ਮ"):
        assert clinic_id in {clinic.id for clinic in (await client.clinics.list(search_text=term, perpage=500)).items}
    page = await client.clinics.list(filter_type="state", filter_text="ਪੰਜਾਬ", perpage=500)
    assert clinic_id in {clinic.id for clinic in page.items}

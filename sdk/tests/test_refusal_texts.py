"""The console has all messages of the server about forms in three languages."""

from __future__ import annotations

import io
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from careops.bulk import sniff
from careops.bulk.errors import TargetsUnreadable
from careops.bulk.leads import WrongCell, read_leads
from careops.calls import (
    AREAS,
    area_module,
    broadcasts,
    campaigns,
    care_cities,
    clinic_doctors,
    clinics,
    doctors,
    leads,
    news,
    news_insights,
    payments,
    promo_codes,
    schedules,
    subscriptions,
    universities,
    uploads,
    weekly_news,
)
from careops.contract import fields, filters, partial_update
from careops.contract.validation_errors import _CODES, field_title
from careops.error_codes import ERROR_CODES, Title, find_title, title_of
from careops.models import feeds

TEXTS = Path(__file__).resolve().parents[2] / "webapp/src/i18n"
LIMITS = {"min_length": 15, "max_length": 120, "ge": 1, "le": 60, "expected": "a word"}
# About the request format rather than user input: the console's forms never cause them.
WIRE = {
    "extra_forbidden",
    "finite_number",
    "float_type",
    "float_parsing",
    "bool_parsing",
    "bool_type",
    "string_type",
    "string_unicode",
    "literal_error",
    "model_type",
    "model_attributes_type",
    "dict_type",
    "is_instance_of",
    "list_type",
    "sequence_str",
    "too_short",
    "uuid_parsing",
    "uuid_type",
}


@cache
def _translations(language: str) -> dict[str, Any]:
    """Return the translations by code."""
    texts: dict[str, Any] = json.loads((TEXTS / language / "refusals.json").read_text("utf-8"))
    return texts


def _is_translated(sentence: str, language: str) -> bool:
    return find_title(sentence).code in _translations(language)


@pytest.mark.parametrize("count", [1, 12])
def test_count_of_wrong_rows_is_translated(count: int) -> None:
    sentence = leads.wrong_rows(count)
    assert _is_translated(sentence, "pb"), sentence


def _complaints(content: bytes) -> list[str]:
    """Return the server's messages about a file of leads."""
    try:
        return [row.reason for row in read_leads(io.BytesIO(content)) if isinstance(row, WrongCell)]
    except TargetsUnreadable as error:
        return [str(error).replace("the input", "The file", 1)]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"name,phone\n",
        b"phone\n9812345670\n",
        b"name,phone,phone\n",
        b",".join(b"c%d" % number for number in range(101)),
        b"name,phone\n" + b"A,9812345670\n" * 10,
        b"name,phone\nA\0,9812345670\n",
        "name,phone\nA,9812345670\n".encode("utf-16")[:-1],
        b'name,phone\n"A,9812345670\n',
        b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"),
        b"PK\x03\x04 no archive",
        b"name,phone,\nA,98,\nA,9.8E+09,\nA,,\n,9812345670,\nA,9812345670,x\n",
        b"name,email\n??? ??,a@b.example\n#REF!,a@b.example\n",
        b"name,email,created_at\nA,a@b.example,soon\nA,a@b.example,01-01-2099\n",
        b"name,email,note\nA,no mail,\nA,a@b.example,=\nA,a@b.example,\x07\n" + b"A" * 200 + b",a@b.example,\n",
    ],
    ids=lambda content: content[:30].decode("ascii", "replace"),
)
def test_errors_of_lead_files_are_translated(content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("careops.bulk.leads.MAX_LEAD_ROWS", 9)
    complaints = _complaints(content)
    assert complaints
    for sentence in complaints:
        for language in ("hi", "pb"):
            assert _is_translated(sentence, language), sentence


@pytest.mark.parametrize(
    "content",
    [
        b"name,phone,\nA,98,\nA,9.8E+09,\nA,,\n,9812345670,\nA,9812345670,x\n",
        b"name,email\n??? ??,a@b.example\n#REF!,a@b.example\n",
        b"name,email,created_at\nA,a@b.example,soon\nA,a@b.example,01-01-2099\n",
        b"name,email,note\nA,no mail,\nA,a@b.example,=\n" + b"A" * 200 + b",a@b.example,\n",
    ],
)
def test_reasons_of_wrong_rows_are_the_same_everywhere(content: bytes) -> None:
    for reason in _complaints(content):
        code = find_title(reason).code
        assert code is not None
        title = ERROR_CODES[code].title.replace("{what}", "{{what}}").replace("{count}", "{{count}}")
        assert _translations("en")[code] == title  # as the console shows it
        assert reason[0].isupper()


@pytest.mark.parametrize("called", sniff.EVERY)
def test_every_detected_file_type_is_translated(called: str) -> None:
    sentence = f"The file is {called}"
    for language in ("hi", "pb"):
        assert _is_translated(sentence, language), sentence


@pytest.mark.parametrize("kind", sorted(_CODES.keys() - WIRE))
def test_every_error_of_a_field_is_translated(kind: str) -> None:
    title = field_title(_CODES[kind], "Name", LIMITS)
    assert _is_translated(title, "hi"), title


@pytest.mark.parametrize(
    "sentence",
    [
        fields.PHONE_HINT,
        *(partial_update.NOT_TAKEN_AWAY, partial_update.NOTHING_TO_CHANGE),
        clinics.PHONE_TAKEN,
        clinics.NO_CLINIC,
        payments.RECORDED,
        *(subscriptions.ORDER_RECORDED, subscriptions.ORDER_AS_PAYMENT, subscriptions.PAYMENT_AS_ORDER),
        care_cities.NAME_TAKEN,
        care_cities.NO_CITY,
        care_cities.HALF_A_POINT,
        universities.NAME_TAKEN,
        *(news.NO_ARTICLE, news.SOME_GONE, news.NOT_DELETED, news.NO_FIRM, news.NO_TAG),
        *(news.IN_THE_PAST, news.EVENT_OVER, news.TOO_FAR_AHEAD),
        *(news_insights.INTO_ITSELF, news_insights.TAGS_GONE),
        *(feeds.NOT_NOW, feeds.FORBIDDEN, feeds.UNREACHABLE, feeds.TOO_SLOW, feeds.TOO_LARGE, feeds.ODD_REDIRECTS),
        *(feeds.ODD_STATUS, feeds.PACKED_TWICE, feeds.NO_FEED, feeds.UNREADABLE, feeds.NOT_LISTED, feeds.NO_TEXT),
        feeds.TOO_MANY,
        filters.ENDS_TOO_EARLY,
        *(weekly_news.UNPUBLISHED, weekly_news.NONE_CHOSEN, weekly_news.TOO_MANY),
        broadcasts.TOO_SOON,
        campaigns.NO_CAMPAIGN,
        campaigns.NO_CUSTOMER,
        campaigns.WRONG_CUSTOMER,
        campaigns.TWICE,
        leads.TOO_MANY_EXPORTS,
        leads.WRONG_KIND,
        leads.TOO_BUSY,
        leads.TOO_LARGE_FILE,
        universities.NO_UNIVERSITY,
        *(clinic_doctors.NO_NAME, clinic_doctors.NO_SPECIALITY, clinic_doctors.NO_NUMBER),
        *(doctors.NUMBER_TAKEN, doctors.REASON_MISSING, doctors.NUMBER_LOCKED),
        *(doctors.BORN_TOO_LATE, doctors.BORN_TOO_EARLY, doctors.EXPERIENCE_TOO_LONG),
        *(uploads.WRONG_PICTURE, uploads.TOO_LARGE_PICTURE, uploads.UNREADABLE_PICTURE, uploads.TOO_MANY_PIXELS),
        *(title_of("picture_too_many_pages", count=3), uploads.TOO_DEEP, uploads.TOO_LARGE_SAVED),
        *(uploads.NO_UPLOAD, uploads.TOO_MANY_PENDING, uploads.UPLOADS_FULL, doctors.CERTIFICATE_LOCKED),
        *(schedules.NO_DAYS, schedules.NO_TIME, schedules.SAME_TIME, schedules.NO_FEES, schedules.OVERLAPPING),
        *(schedules.NO_ZONE, schedules.NO_SCHEDULE, schedules.TOO_MANY),
        *(promo_codes.NO_CODE, promo_codes.NAME_TAKEN, promo_codes.TOO_EARLY, promo_codes.USED),
    ],
)
def test_every_sentence_of_the_forms_is_translated(sentence: str) -> None:
    for language in ("hi", "pb"):
        assert _is_translated(sentence, language), sentence


def test_description_of_a_manual_payment_is_translated() -> None:
    for language in ("hi", "pb"):
        texts = json.loads((TEXTS / language / "payments.json").read_text("utf-8"))
        assert texts["descriptions"][payments.BY_HAND.lower()] != payments.BY_HAND


@pytest.mark.parametrize("language", ["en", "hi", "pb"])
def test_translations_have_the_values_of_the_titles(language: str) -> None:
    for code, text in _translations(language).items():
        if code == "fields":
            continue
        title = ERROR_CODES[code if code in ERROR_CODES else code.removesuffix("_one")].title
        values = set(re.findall(r"\{(\w+)\}", title))
        needed = values - {"count"} if code not in ERROR_CODES else values
        assert needed <= set(re.findall(r"\{\{(\w+)\}\}", text)) <= values, code


# Messages that no form or screen of the console can receive: about calls of API clients, the terminal and apps.
ELSEWHERE = {
    "draft_secret",
    "draft_too_long",
    "event_key_reserved",
    "job_not_repeatable",
    "key_ended",
    "key_name_taken",
    "key_not_found",
    "position_invalid",
}


def _codes() -> list[str]:
    constants = [value for area in AREAS for value in vars(area_module(area)).values() if isinstance(value, Title)]
    codes = {title.code for title in constants if title.code} - ELSEWHERE
    return sorted(code for code in codes if not code.endswith("_not_found"))  # the text of any record is enough


@pytest.mark.parametrize("code", _codes())
def test_every_title_of_a_call_is_translated(code: str) -> None:
    for language in ("hi", "pb"):
        assert code in _translations(language), language

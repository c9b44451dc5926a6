"""Input of people and spreadsheets is normalised or refused."""

from __future__ import annotations

import json
import time
import unicodedata
from collections.abc import Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from careops.calls import all_calls
from careops.calls.clinics import ListClinics, NewLocation, ReadClinic, UpdateClinic
from careops.contract import Call
from careops.contract.fields import (
    PHONE_HINT,
    Email,
    FilledText,
    FilterDay,
    Id,
    MobileNumber,
    Name,
    NewPassword,
    Password,
    Phone,
    Text,
)
from careops.contract.validation_errors import problems_from_validation

PHONE, TEXT, NAME, EMAIL, ID = (TypeAdapter[Any](kind) for kind in (Phone, Text, Name, Email, Id))
PASSWORD, NEW_PASSWORD, FILLED = (TypeAdapter[Any](kind) for kind in (Password, NewPassword, FilledText))
EVERY = (PHONE, TEXT, NAME, EMAIL, ID, PASSWORD, NEW_PASSWORD, FILLED)
ANYTHING = st.text() | st.integers() | st.floats() | st.booleans() | st.none() | st.binary() | st.lists(st.text())


SHARED = json.loads(Path(__file__).with_name("phone_numbers.json").read_text(encoding="utf-8"))
"""Shared with the console's tests."""


def titles(kind: TypeAdapter[Any], value: object) -> list[str]:
    with pytest.raises(ValidationError) as error:
        kind.validate_python(value)
    return [problem.title for problem in problems_from_validation(error.value)]


@pytest.mark.proves("SEC-03.spelling", "FAULT-40.understood")
@pytest.mark.parametrize(
    "typed",
    [
        "9876543210",
        9876543210,
        "98765 43210",
        "  9876543210\n",
        "\t98765\xa043210",  # no-break space, as copied from a web page
        "98765\u200943210",  # thin space
        "98765\u202f43210",
        "98765\u300043210",  # ideographic space
        "987-654-3210",
        "98765\u201343210",  # en dash
        "98765\u201443210",  # em dash
        "98765\u221243210",  # minus sign
        "98765.43210",
        "98765/43210",
        "(98765) 43210",
        "+919876543210",
        "+91 98765 43210",
        "+91-98765-43210",
        "+91 (0)98765 43210",
        "+91-0-9876543210",
        "919876543210",
        "00919876543210",
        " 0091 98765 43210",
        "00 91 98765 43210",
        "09876543210",
        "\uff0b91\uff19876543210",  # full-width plus and digit
        "९८७६५४३२१०",  # Devanagari
        "०९८७६५४३२१०",
        "੯੮੭੬੫੪੩੨੧੦",  # Gurmukhi
        "９８７６５４３２１０",  # full width
        "٩٨٧٦٥٤٣٢١٠",  # Arabic
        "98765\u200d43210",  # zero-width joiner
        "98765\u200b43210",
        "\ufeff9876543210",
        "\u202a+919876543210\u202c",  # as copied from a phone's contacts
    ],
)
def test_phone_is_normalized(typed: object) -> None:
    assert PHONE.validate_python(typed) == "9876543210"


@pytest.mark.parametrize(("typed", "number"), SHARED["numbers"])
def test_phone_is_parsed_as_in_the_console(typed: str, number: str) -> None:
    assert PHONE.validate_python(typed) == number


@pytest.mark.parametrize("typed", [*SHARED["others"], *SHARED["unfinished"]])
def test_phone_of_another_form_is_refused_as_in_the_console(typed: str) -> None:
    assert titles(PHONE, typed) == [PHONE_HINT]


@pytest.mark.parametrize("typed", ["0000000000", "1234567890", "5999999999", "011 23456789", "+91 1234567890"])
def test_number_of_a_person_is_a_mobile_number(typed: str) -> None:
    assert titles(TypeAdapter[Any](MobileNumber), typed) == [PHONE_HINT]
    assert TypeAdapter[Any](MobileNumber).validate_python("9000000001") == "9000000001"


@pytest.mark.proves("FAULT-40.refused")
@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "987654321",
        "98765432101",
        "+9198765432101",
        "+91987654321",
        "9" * 15,
        "98765ABCDE",  # would be dialled as 98765 22233
        "9876543210abc",
        "call 9876543210",
        "tel:+919876543210",
        "9.87654E+09",  # Excel
        "9.87654321E9",
        "9.87654321E+9",
        "9.876543210e9",
        "9876543210 ext 5",
        "9876543210x5",
        "9876543210;ext=1",
        "9876543210 / 9876543211",
        "9876543210,9876543211",
        "+1 650 253 0000",
        "+44 20 7946 0000",
        "98765\n43210",
        "9876543210\0",
        "98765\ud80043210",
        "98765☎43210",
        "phone",
        "+",
        "+91",
        "null",
        -9876543210,
        98765432101,
        0,
        9876543210.0,
        True,
        None,
        [],
        {"phone": "9876543210"},
        b"9876543210",
    ],
)
def test_invalid_phone_has_the_documented_sentence(typed: object) -> None:
    assert titles(PHONE, typed) == [PHONE_HINT]


def test_very_long_numbers_are_refused_quickly() -> None:
    for typed in ("9" * 300, "9" * 1_000_000, " " * 1_000_000, 10**5000, -(10**5000)):
        assert titles(PHONE, typed) == [PHONE_HINT]
    for number in ("9" * 4_000, "9" * 1_000_000, 10**5000):
        assert len(titles(ID, number)) == 1


@pytest.mark.proves("SEC-03.digits")
@given(ANYTHING)
@example("9" * 251)
def test_phone_is_ten_digits_or_refused(typed: object) -> None:
    try:
        number = PHONE.validate_python(typed)
    except ValidationError:
        return
    assert number.isascii()
    assert number.isdecimal()
    assert len(number) == 10
    assert PHONE.validate_python(number) == number


@pytest.mark.proves("FAULT-40.same")
@given(
    number=st.from_regex(r"[6-9][0-9]{9}", fullmatch=True),
    prefix=st.sampled_from(["", "+91", "+91 ", "0091", "0", "91"]),
    zero=st.sampled_from("0०੦０٠"),
    gap=st.sampled_from(["", " ", "\xa0", "-", "\u2013", "\u200d", "."]),
)
def test_phone_never_becomes_another_number(number: str, prefix: str, zero: str, gap: str) -> None:
    written = "".join(chr(ord(zero) + int(digit)) for digit in number)
    assert PHONE.validate_python(prefix + written[:5] + gap + written[5:]) == number


@pytest.mark.proves("FAULT-39.composed")
def test_text_is_normalized_and_trimmed() -> None:
    assert TEXT.validate_python(" Jose\u0301 \n") == "Jos\u00e9"
    assert TEXT.validate_python("ਸਤਿ ਸ੍ਰੀ ਅਕਾਲ") == "ਸਤਿ ਸ੍ਰੀ ਅਕਾਲ"
    assert TEXT.validate_python("क्\u200dष") == "क्\u200dष"  # a joiner is part of the spelling
    assert TEXT.validate_python("line\nline\tend") == "line\nline\tend"
    assert TEXT.validate_python("") == ""
    assert NAME.validate_python("\u202aAsha \u202elliG\u202c\u2066\u2069 ") == "Asha lliG"  # the text reads as stored
    assert NAME.validate_python("Nav\u200bjeevan\ufeff") == "Navjeevan"  # the text is found as displayed
    assert NAME.validate_python("Navjeevan \r\n Clinic\tMoga") == "Navjeevan Clinic Moga"
    assert titles(NAME, "\u202e") == ["The request is required"]
    assert TEXT.validate_python("x" * 500 + "   ") == "x" * 500


DIRECTION_CONTROLS = "".join(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))
AS_SENT = {
    *("began_with", "events", "filters", "new_password", "old_password", "password", "refresh_token", "values"),
}
"""Fields with JSON of any form, and secrets, which are not changed."""


@pytest.mark.proves("FAULT-39.direction")
@pytest.mark.parametrize("call", [call for call in all_calls() if call.route.mutates], ids=lambda call: call.__name__)
def test_changed_text_keeps_no_direction_control(call: type[Call[Any]]) -> None:
    """A text with such a character turns the text that a screen shows after it."""
    typed = f"abcdefgh{DIRECTION_CONTROLS}ijklmnop"
    for name in call.model_fields.keys() - AS_SENT:
        try:
            accepted = call.from_parameters({**call.example.call, name: typed})
        except ValidationError:
            continue
        assert not set(DIRECTION_CONTROLS) & set(str(accepted.parameters[name])), name


@pytest.mark.proves("FAULT-39.control")
@pytest.mark.parametrize("character", ["\0", "\x07", "\x1b", "\x7f", "\x85", "\x1c", "\ud800"])
@pytest.mark.parametrize("kind", [TEXT, NAME, EMAIL])
def test_control_characters_are_refused(kind: TypeAdapter[Any], character: str) -> None:
    assert titles(kind, f"ab{character}@c.de") == ["Please remove the control characters"]


def test_length_of_text_is_measured_after_normalization() -> None:
    """Composition may lengthen a text. One that becomes too long could not be sent again."""
    assert titles(TEXT, "\u0958" * 251) == ["The request can have at most 500 characters"]
    assert len(TEXT.validate_python("e\u0301" * 500)) == 500
    assert titles(TEXT, "x" * 501) == ["The request can have at most 500 characters"]
    assert titles(TEXT, 5) == ["The request must be text"]


@pytest.mark.parametrize("kind", [NAME, FILLED])
@pytest.mark.parametrize("blank", ["", " ", "\t\n", "\xa0", "\u3000"])
def test_blank_text_is_missing(kind: TypeAdapter[Any], blank: str) -> None:
    assert titles(kind, blank) == ["The request is required"]


def test_blank_address_is_refused() -> None:
    with pytest.raises(ValidationError) as error:
        NewLocation(address_line_1="  ", city="Ludhiana", zipcode="141001")
    assert [problem.title for problem in problems_from_validation(error.value)] == ["Address line 1 is required"]


@given(ANYTHING)
@example("\u0958" * 500)
@example("\ufdfa" * 256)
@example("\u1fef\u037e")
def test_normalization_is_idempotent(typed: object) -> None:
    for kind in EVERY:
        try:
            normalised = kind.validate_python(typed)
        except ValidationError:
            continue
        else:
            assert kind.validate_python(normalised) == normalised


@given(st.text())
def test_normalized_text_is_clean(typed: str) -> None:
    try:
        text = TEXT.validate_python(typed)
    except ValidationError:
        return
    assert text == text.strip() == unicodedata.normalize("NFC", text)
    assert not [c for c in text if unicodedata.category(c) == "Cc" and c not in "\n\t\r"]


@pytest.mark.parametrize("typed", ["a@b.in", " desk@navjeevan.example ", "o'hara+x@mail.co.in", "ਨਾਮ@ਉਦਾਹਰਨ.ਭਾਰਤ"])
def test_email_is_accepted(typed: str) -> None:
    assert EMAIL.validate_python(typed) == typed.strip()


@pytest.mark.parametrize(
    "typed",
    [
        "a@b",
        "ab@",
        "@b.in",
        "a b@c.in",
        "a@b..in",
        "a@b.in.",
        "a@@b.in",
        "a@b.in,c@d.in",
        "<a@b.in>",
        "a@b.in\nbcc:c@d.in",
    ],
)
def test_email_is_refused(typed: str) -> None:
    assert titles(EMAIL, typed) == ["Please enter a valid email address"]


def test_long_email_is_refused_quickly() -> None:
    assert titles(EMAIL, "a@" + "a." * 50_000) == ["The request can have at most 254 characters"]


MARKS = ("\u0315", "\u0345", "\u0b4d\u093c", "\u0315\u0334")
LETTERS = ("a", "\u0958", "\ufdfa", "\u1100\u1161", "9", " ", "@.", ",", "0\u200d", "\U0001d15e")
MEGABYTES = {letter + mark: letter + mark * (2**20 // len(mark)) for letter in LETTERS[:2] for mark in MARKS}
MEGABYTES |= {letter: letter * (2**20 // len(letter)) for letter in LETTERS}


def types_of_parameters() -> Mapping[str, TypeAdapter[Any]]:
    """Return every type of a parameter, under the name of one such parameter."""
    kinds = {}
    for call in all_calls():
        for name, field in call.model_fields.items():
            kind: Any = Annotated[field.annotation, name, *field.metadata]
            kinds[repr((field.annotation, field.metadata))] = f"{call.__name__}.{name}", kind
    return {name: TypeAdapter(kind) for name, kind in kinds.values()}


@pytest.mark.parametrize("typed", MEGABYTES.values(), ids=[ascii(name) for name in MEGABYTES])
def test_text_of_a_megabyte_is_refused_early(typed: str) -> None:
    """Sorting marks on one letter takes quadratic time, which blocked a worker for minutes."""
    slow = {}
    for name, kind in types_of_parameters().items():
        seconds = min(seconds_until_refused(kind, typed) for _ in range(2))
        # One pass over a megabyte takes less than a second, also on a busy machine; quadratic work takes minutes.
        if seconds > 5:
            slow[name] = seconds
    assert not slow


def seconds_until_refused(kind: TypeAdapter[Any], typed: str) -> float:
    """Return the processor seconds until a text is refused or accepted."""
    start = time.thread_time()
    try:
        kind.validate_python(typed)
    except ValidationError as error:
        problems_from_validation(error)
    return time.thread_time() - start


@pytest.mark.parametrize("kind", [TEXT, NAME, FILLED, PASSWORD])
def test_letter_has_at_most_thirty_marks(kind: TypeAdapter[Any]) -> None:
    assert kind.validate_python("q" + "\u0315" * 30)
    assert titles(kind, "q" + "\u0315" * 31) == ["Please remove the marks on top of each other"]


def test_code_in_groups_of_four_is_accepted() -> None:
    """No letter decomposes into more; the length is that of the composed text."""
    assert NAME.validate_python("\u03b1\u0313\u0301\u0345" * 120) == "\u1f84" * 120
    assert titles(NAME, "\u03b1\u0313\u0301\u0345" * 120 + "a") == ["The request can have at most 120 characters"]


def test_password_is_never_trimmed() -> None:
    assert PASSWORD.validate_python("  two blanks \t") == "  two blanks \t"
    assert PASSWORD.validate_python(" ") == " "
    assert titles(PASSWORD, "") == ["The request is required"]
    assert titles(PASSWORD, None) == ["The request must be text"]


def test_password_is_independent_of_the_keyboard() -> None:
    assert PASSWORD.validate_python("cafe\u0301") == PASSWORD.validate_python("caf\u00e9")
    assert PASSWORD.validate_python("ｐａｓｓ") == "pass"


def test_length_of_password_is_measured_after_normalization() -> None:
    assert titles(PASSWORD, "\ufdfa" * 20) == ["The request can have at most 256 characters"]  # 18 letters each
    assert titles(NEW_PASSWORD, "e\u0301" * 10) == ["The request must have at least 15 characters"]
    assert titles(NEW_PASSWORD, "x" * 14) == ["The request must have at least 15 characters"]
    assert NEW_PASSWORD.validate_python("x" * 15) == "x" * 15
    assert titles(NEW_PASSWORD, "x" * 257) == ["The request can have at most 256 characters"]


NOT_PLAIN = [
    "1e3",
    " 5",
    "5 ",
    "1_0",
    "٤",
    "५",
    "5.0",
    "+5",
    "0x5",
    "5,000",
    "",
    "five",
    "5\n",
    "\u200b5",
    True,
    b"5",
    None,
]


@pytest.mark.parametrize("value", NOT_PLAIN)
def test_numbers_are_plain_integers(value: object) -> None:
    assert titles(ID, value) == ["The request must be a whole number"]
    with pytest.raises(ValidationError):
        ReadClinic.from_wire({"id": value}, {}, None)
    for name in ("page", "perpage"):
        with pytest.raises(ValidationError):
            ListClinics.from_wire({}, {name: value}, None)
    if value is not None:  # both may be null
        with pytest.raises(ValidationError):
            ListClinics.from_wire({}, {"spec_module_id": value}, None)
        with pytest.raises(ValidationError):
            UpdateClinic.from_wire({"id": "1"}, {}, {"clinic_details": {"beds_count": value}})


@pytest.mark.parametrize("value", ["0", "-5", "-0", 0, -1, 2**53, str(2**53)])
def test_ids_start_at_one_and_fit_the_database(value: object) -> None:
    assert titles(ID, value)[0].startswith("The request")


def test_ids_are_read_from_paths_and_json() -> None:
    assert [ID.validate_python(value) for value in ("1", 1, 1.0, str(2**53 - 1))] == [1, 1, 1, 2**53 - 1]


@pytest.mark.parametrize("page", ["0", "-1", "10000001", 10**30, 1.5, "1.5", float("inf"), float("nan")])
def test_page_has_limits(page: object) -> None:
    with pytest.raises(ValidationError):
        ListClinics.from_wire({}, {"page": page}, None)


@pytest.mark.parametrize("perpage", ["0", "501", "10000"])
def test_perpage_has_limits(perpage: str) -> None:
    with pytest.raises(ValidationError):
        ListClinics.from_wire({}, {"perpage": perpage}, None)


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2026-11-26", "2026-11-26"),
        ("2026-11-25T18:30:00Z", "2026-11-26"),
        ("2026-11-25T18:29:59.999Z", "2026-11-25"),
        ("2026-11-26T00:00:00+05:30", "2026-11-26"),
        ("2026-11-26T00:00:00 05:30", "2026-11-26"),
        ("2026-11-26T23:59", "2026-11-26"),
        (datetime(2026, 11, 25, 20, tzinfo=UTC), "2026-11-26"),
        (datetime(2026, 11, 25, 20), "2026-11-25"),
        (date(2026, 11, 26), "2026-11-26"),
    ],
)
def test_filter_accepts_a_day_or_a_date_time(written: object, day: str) -> None:
    assert str(TypeAdapter(FilterDay).validate_python(written)) == day


@pytest.mark.parametrize(
    "written",
    ["26-11-2026", "2026-11-26T", "2026-11-26 10:00", "2026-11-26T25:00Z", "2026-13-01T00:00Z", 1764124200, "now"],
)
def test_filter_refuses_other_notations(written: object) -> None:
    with pytest.raises(ValidationError, match=r"YYYY-MM-DD|no such date"):
        TypeAdapter(FilterDay).validate_python(written)


@pytest.mark.parametrize("typed", ["326001", "326 001", " 326001\u00a0", "३२६००१", "३२६ ००१", "੩੨੬੦੦੧", "\u200b326001"])
def test_pincode_is_normalized(typed: str) -> None:
    address = NewLocation.model_validate({"address_line_1": "1", "city": "Jhalawar", "zipcode": typed})
    assert address.zipcode == "326001"


@pytest.mark.parametrize("typed", ["", "32600", "3260011", "326-001", "32600a", "²26001", "0" * 200])
def test_invalid_pincode_is_refused(typed: str) -> None:
    with pytest.raises(ValidationError) as caught:
        NewLocation.model_validate({"address_line_1": "1", "city": "Jhalawar", "zipcode": typed})
    assert [problem.source for problem in problems_from_validation(caught.value)] == ["zipcode"]


@pytest.mark.parametrize(
    "typed", ["2026\u201311\u201329", "2026\u201111\u201129", "\u200b2026-11-29\ufeff", "2026\u221211\u221229"]
)
def test_pasted_day_is_parsed(typed: str) -> None:
    assert TypeAdapter[Any](FilterDay).validate_python(typed) == date(2026, 11, 29)

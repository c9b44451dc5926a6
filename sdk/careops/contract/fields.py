"""Field types of calls, which normalise input of people or refuse it with a helpful message."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Final, Literal

from annotated_types import GroupedMetadata
from pydantic import (
    AfterValidator,
    AwareDatetime,
    BeforeValidator,
    Field,
    PlainSerializer,
    StringConstraints,
    WithJsonSchema,
)
from pydantic_core import PydanticKnownError

from careops.constants import (
    MAX_NAME_LENGTH,
    MAX_PASSWORD_LENGTH,
    MAX_TEXT_LENGTH,
    MAX_URL_LENGTH,
    MIN_PASSWORD_LENGTH,
    PHONE_DIGITS,
)
from careops.error_codes import Title, title_of
from careops.india_time import INDIA
from careops.pasted_text import plain_separators

PHONE_HINT = title_of("phone_number_invalid")
CONTROL_CHARACTERS: Final = title_of("control_characters")
MAX_ID: Final = 2**53 - 1
"""Largest integer that JavaScript and other readers of JSON represent exactly."""
MAX_PHONE_LENGTH: Final = 100
"""Maximum number of characters of a phone number as typed."""
MAX_LETTER_LENGTH: Final = 4
"""Maximum number of characters of one decomposed letter in Unicode."""
MAX_MARKS: Final = 30
"""Combining marks allowed per letter, as in Unicode's stream-safe text: sorting more of them takes quadratic time."""
_ISO_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_ISO_MOMENT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.,][0-9]{1,9})?)?(Z|[+ -][0-9]{2}(:?[0-9]{2})?)?"
)
_PLAIN_PHONE = re.compile(r"[0-9]{10}")
_DECIMAL_ZEROS = re.compile(r"(?<=[0-9]{10})\.0{1,3}$")
"""Decimal part of a whole number that pandas or a spreadsheet wrote: 9876543210.0."""
_MOBILE: Final = r"^[6-9][0-9]{9}$"
_PLAIN_NUMBER = re.compile(r"-?[0-9]{1,4000}")
_WEB_PATTERN: Final = r"^[Hh][Tt][Tt][Pp][Ss]?://[^\s/?#@\\]+([/?#]\S*)?$"
_WEB_ADDRESS = re.compile(_WEB_PATTERN)
_HIDDEN_BREAK = re.compile(r"%0[ad]", re.IGNORECASE)
_UNSEEN: Final = dict.fromkeys([0x200B, 0x2060, 0xFEFF, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
"""Blanks without width, and controls of the text direction. Invisible when pasted, they prevent matches or change how a
name is displayed. Joiners and single marks of direction are not included, because they are part of the spelling."""
_LINE_BREAK: Final = re.compile(r"\s*[\t\n\r\u2028\u2029]\s*")
_EMAIL = re.compile(r"[^\s@<>\"(),;:]+@[^\s@<>\"(),;:.]+(\.[^\s@<>\"(),;:.]+)+")


def national_number(typed: object) -> object:
    """Normalise a phone number to ten ASCII digits.

    Removes ``+91``, ``0091`` and a leading ``0``. Accepts blanks, dashes, digits of other scripts, and the ``.0`` of a
    decimal. The console uses the same rule (``webapp/src/lib/format/phone.ts``). Raises ``ValueError`` with the
    documented message for anything but a ten-digit Indian number (A 5).
    """
    if isinstance(typed, int) and not isinstance(typed, bool) and 0 < typed < 10**15:
        typed = str(typed)
    if not isinstance(typed, str):
        raise ValueError(PHONE_HINT)
    if _PLAIN_PHONE.fullmatch(typed):
        return typed
    if len(typed) > MAX_PHONE_LENGTH:
        raise ValueError(PHONE_HINT)
    visible = "".join(c for c in unicodedata.normalize("NFKC", typed) if unicodedata.category(c) != "Cf").strip()
    visible = _DECIMAL_ZEROS.sub("", visible)
    # The library would convert letters ("98765ABCDE") and read "9.87654321E9" as another number.
    if any(unicodedata.category(c)[0] in "LC" for c in visible):
        raise ValueError(PHONE_HINT)
    if sum(map(str.isdigit, visible)) < PHONE_DIGITS:
        raise ValueError(PHONE_HINT)
    # Imported lazily: its metadata is larger than the rest of the SDK, and nearly all numbers are plain.
    import phonenumbers

    try:
        parsed = phonenumbers.parse(re.sub(r"^\s*00", "+", visible), "IN")
    except phonenumbers.NumberParseException:
        raise ValueError(PHONE_HINT) from None
    digits = str(parsed.national_number)
    if parsed.country_code != 91 or len(digits) != PHONE_DIGITS or parsed.extension:
        raise ValueError(PHONE_HINT)
    return digits


def mobile_number(typed: object) -> object:
    """Return ``national_number(typed)``; raise ``ValueError`` unless it is a mobile number.

    India's numbering plan begins mobile numbers with 6 to 9. 0000000000 and 1234567890 are never assigned.
    """
    number = national_number(typed)
    if not isinstance(number, str) or number[0] < "6":
        raise ValueError(PHONE_HINT)
    return number


def pincode(typed: object) -> object:
    """Normalise a pincode to six ASCII digits: with blanks (``141 001``) or in digits of another script.

    Other values are returned unchanged, for the pattern to refuse.
    """
    if not isinstance(typed, str) or len(typed) > MAX_PHONE_LENGTH:
        return typed
    visible = [c for c in typed if unicodedata.category(c) not in ("Cf", "Zs")]
    return "".join(c if (digit := unicodedata.decimal(c, None)) is None else str(digit) for c in visible)


def strict_int(value: object) -> object:
    """Check that a number has the form of JSON or a query. Refuses ``"1_0"``, ``" 5"``, ``"5.0"`` and ``true``."""
    if isinstance(value, (str, bytes)) and not (isinstance(value, str) and _PLAIN_NUMBER.fullmatch(value)):
        raise PydanticKnownError("int_parsing")
    if isinstance(value, bool):
        raise PydanticKnownError("int_type")
    return value


def plain_figure(value: object) -> object:
    """Check that a decimal number has the form of JSON or a query. Refuses ``true``, which would be 1."""
    if isinstance(value, bool):
        raise PydanticKnownError("float_type")
    return value


def iso_day(value: object) -> object:
    """Check that a day has the form YYYY-MM-DD, with any dashes. Refuses date-times, numbers and other orders."""
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    if isinstance(value, str) and len(value) <= MAX_PHONE_LENGTH:
        value = plain_separators(value)
    if not isinstance(value, str) or not _ISO_DAY.fullmatch(value):
        raise ValueError(title_of("date_invalid"))
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise ValueError(title_of("date_does_not_exist")) from None


def iso_day_or_moment(value: object) -> object:
    """Return a day, or the day in India of an ISO 8601 date-time. One without a zone is India's."""
    if isinstance(value, str) and _ISO_MOMENT.fullmatch(value):
        try:
            value = datetime.fromisoformat(value.replace(" ", "+"))  # an unencoded plus sign in an address
        except ValueError:
            raise ValueError(title_of("date_does_not_exist")) from None
    if not isinstance(value, datetime):
        return iso_day(value)
    try:
        return (value.astimezone(INDIA) if value.tzinfo else value).date()
    except OverflowError:
        raise ValueError(title_of("date_does_not_exist")) from None


def _check_moment(value: object) -> object:
    """Refuse plain numbers, which could be seconds or milliseconds."""
    if not isinstance(value, (str, datetime)):
        raise ValueError(title_of("time_invalid"))
    return value


def _of_our_days(moment: datetime) -> datetime:
    if not 2000 <= moment.year < 2200:
        raise ValueError(title_of("time_out_of_range"))
    return moment


def non_empty(sentence: Title) -> BeforeValidator:
    """Return a validator that refuses a blank text with this message."""

    def check(value: object) -> object:
        if isinstance(value, str) and not value.strip():
            raise ValueError(sentence)
        return value

    return BeforeValidator(check)


def required(sentence: Title) -> BeforeValidator:
    """Return a validator that refuses null and a blank text with this message."""

    def check(value: object) -> object:
        if value is None or (isinstance(value, str) and not value.strip()):
            raise ValueError(sentence)
        return value

    return BeforeValidator(check)


def blank_as_null(value: object) -> object:
    """Return None for a blank text, because it has the same meaning."""
    return None if isinstance(value, str) and not value.strip() else value


def clean_text(typed: str) -> str:
    """Normalise a text: NFC, without surrounding blanks and invisible characters.

    Raises ``ValueError`` for other invisible controls. Takes time proportional to its length, so check that first (as
    ``TypedText`` does).
    """
    if typed.isascii() and typed.isprintable():
        return typed.strip()  # fast path for most texts: nothing to compose, nothing invisible
    if any(unicodedata.category(c) in ("Cc", "Cs") and c not in "\n\t\r" for c in typed):
        raise ValueError(CONTROL_CHARACTERS)
    return _composed("NFC", typed.translate(_UNSEEN)).strip()


def _one_line(typed: str) -> str:
    return _LINE_BREAK.sub(" ", clean_text(typed))


def _web_address(typed: str) -> str:
    if not _WEB_ADDRESS.fullmatch(typed) or _HIDDEN_BREAK.search(typed):
        raise ValueError(title_of("url_invalid"))
    return typed


def normalize_password(typed: str) -> str:
    """Normalise a password with NFKC, so that all devices send the same characters. Never trimmed (SEC-06)."""
    return typed if typed.isascii() else _composed("NFKC", typed)


def _composed(form: Literal["NFC", "NFKC"], typed: str) -> str:
    marks = 0
    for character in typed:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks > MAX_MARKS:
            raise ValueError(title_of("stacked_marks"))
    return unicodedata.normalize(form, typed)


@dataclass(frozen=True)
class TypedText(GroupedMetadata):
    """Text typed by people, of ``at_least`` to ``at_most`` characters after ``uniform``.

    The length is checked before any work, against the longest possible input. The text is then normalised, which
    changes its length, and checked again.
    """

    at_most: int
    at_least: int = 0
    uniform: Callable[[str], str] = clean_text

    def __iter__(self) -> Iterator[object]:
        yield StringConstraints(strict=True, min_length=self.at_least or None, max_length=self.at_most)
        yield BeforeValidator(self._made_uniform)

    def _made_uniform(self, typed: object) -> object:
        if not isinstance(typed, str):
            return typed
        if len(typed) > MAX_LETTER_LENGTH * self.at_most:
            raise PydanticKnownError("string_too_long", {"max_length": self.at_most})
        return self.uniform(typed)


def _email(typed: str) -> str:
    if not _EMAIL.fullmatch(typed):
        raise ValueError(title_of("email_invalid"))
    return typed


Phone = Annotated[
    str,
    BeforeValidator(national_number),
    WithJsonSchema({"type": "string", "pattern": "^[0-9]{10}$", "description": "Ten digits, without country code."}),
]
"""Phone number to search for: any ten digits, because older records may contain a landline."""
MobileNumber = Annotated[
    str,
    BeforeValidator(mobile_number),
    WithJsonSchema(
        {"type": "string", "pattern": _MOBILE, "description": "A mobile number: ten digits, the first from 6 to 9."}
    ),
]
"""Mobile number of a new or changed person."""
Text = Annotated[str, TypedText(MAX_TEXT_LENGTH)]
FilledText = Annotated[str, TypedText(MAX_TEXT_LENGTH, at_least=1)]
Name = Annotated[str, TypedText(MAX_NAME_LENGTH, at_least=1, uniform=_one_line)]
Email = Annotated[
    str,
    TypedText(254, at_least=3),
    AfterValidator(_email),
    WithJsonSchema({"type": "string", "format": "email", "maxLength": 254}),
]
WebAddress = Annotated[
    str,
    TypedText(MAX_URL_LENGTH, at_least=1),
    AfterValidator(_web_address),
    WithJsonSchema({"type": "string", "pattern": _WEB_PATTERN, "maxLength": MAX_URL_LENGTH}),
]
"""Web address with http or https and without a user name (SEC-43)."""
Password = Annotated[str, TypedText(MAX_PASSWORD_LENGTH, at_least=1, uniform=normalize_password)]
"""Password as typed at sign-in."""
NewPassword = Annotated[str, TypedText(MAX_PASSWORD_LENGTH, at_least=MIN_PASSWORD_LENGTH, uniform=normalize_password)]
"""New password: at least 15 characters, without further rules (SEC-06)."""
Id = Annotated[int, Field(ge=1, le=MAX_ID), BeforeValidator(strict_int)]
"""Id of a record, within the integers that every JSON reader represents exactly (decision 315)."""
Pincode = Annotated[str, Field(pattern=r"^[0-9]{6}$"), BeforeValidator(pincode)]
"""Pincode with six digits."""
Latitude = Annotated[float, Field(ge=-90, le=90), BeforeValidator(plain_figure)]
Longitude = Annotated[float, Field(ge=-180, le=180), BeforeValidator(plain_figure)]
"""Degrees north and east."""
Rupees = Annotated[
    Decimal,
    Field(ge=-(10**12), le=10**12),
    AfterValidator(lambda amount: amount.quantize(Decimal("0.01"))),
    # JSON has no decimals; a float represents two of them exactly far beyond any amount here.
    PlainSerializer(float, return_type=float, when_used="json"),
    WithJsonSchema({"type": "number", "description": "Rupees, with at most two decimals."}),
]
"""Amount in an answer, exact to the paisa."""
Fees = Annotated[int, Field(ge=1, le=1_000_000), BeforeValidator(strict_int)]
"""Fee of a visit in whole rupees; null means no fee (B-35)."""
Day = Annotated[date, BeforeValidator(iso_day)]
"""Day, YYYY-MM-DD."""
FilterDay = Annotated[date, BeforeValidator(iso_day_or_moment)]
"""Day of a filter, YYYY-MM-DD, or an ISO 8601 date-time, of which the day in India counts (B-66)."""
Moment = Annotated[AwareDatetime, BeforeValidator(_check_moment), AfterValidator(_of_our_days)]
"""Time with time zone."""

"""The field types calls are made of: what people type, made uniform or refused with a sentence they can act on."""

from __future__ import annotations

import re
import unicodedata
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated

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

from careops.constants import NAME_MAX, PASSWORD_MAX, PASSWORD_MIN, PHONE_DIGITS, TEXT_MAX

PHONE_HINT = "Please enter a valid 10 digit mobile number"
_ISO_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_PLAIN_PHONE = re.compile(r"[0-9]{10}")
_PLAIN_NUMBER = re.compile(r"-?[0-9]{1,4000}")
_EMAIL = re.compile(r"[^\s@<>\"(),;:]+@[^\s@<>\"(),;:.]+(\.[^\s@<>\"(),;:.]+)+")


def national_number(typed: object) -> object:
    """Ten ASCII digits from whatever a person or a spreadsheet calls a phone number.

    ``+91``, ``0091`` and a leading ``0`` fall away; blanks, dashes and digits of other scripts are understood.
    Anything that is not a ten-digit Indian number raises ``ValueError`` with the documented sentence (A 5).
    """
    if isinstance(typed, int) and not isinstance(typed, bool) and 0 < typed < 10**15:
        typed = str(typed)
    if not isinstance(typed, str):
        raise ValueError(PHONE_HINT)
    if _PLAIN_PHONE.fullmatch(typed):
        return typed
    # Imported here: its metadata costs more than the rest of the SDK together, and nearly every number is plain.
    import phonenumbers

    visible = "".join(c for c in unicodedata.normalize("NFKC", typed[:100]) if unicodedata.category(c) != "Cf").strip()
    # The library would dial letters ("98765ABCDE") and read "9.87654321E9" as another number.
    if len(typed) > 100 or any(unicodedata.category(c)[0] in "LC" for c in visible):
        raise ValueError(PHONE_HINT)
    try:
        parsed = phonenumbers.parse(re.sub(r"^\s*00", "+", visible), "IN")
    except phonenumbers.NumberParseException:
        raise ValueError(PHONE_HINT) from None
    digits = str(parsed.national_number)
    if parsed.country_code != 91 or len(digits) != PHONE_DIGITS or parsed.extension:
        raise ValueError(PHONE_HINT)
    return digits


def plain_number(given: object) -> object:
    """The number as JSON or a query writes it: ``"1_0"``, ``" 5"``, ``"5.0"`` and ``true`` are somebody's mistake."""
    if isinstance(given, (str, bytes)) and not (isinstance(given, str) and _PLAIN_NUMBER.fullmatch(given)):
        raise PydanticKnownError("int_parsing")
    if isinstance(given, bool):
        raise PydanticKnownError("int_type")
    return given


def iso_day(given: object) -> object:
    """A day as the wire writes it, YYYY-MM-DD: a moment, a number or another order is somebody's mistake."""
    if isinstance(given, date) and not isinstance(given, datetime):
        return given
    if not isinstance(given, str) or not _ISO_DAY.fullmatch(given):
        raise ValueError("Please give the date as YYYY-MM-DD")
    try:
        return date.fromisoformat(given)
    except ValueError:
        raise ValueError("There is no such date") from None


def _said_moment(given: object) -> object:
    """Never a bare number, which might be seconds or milliseconds."""
    if not isinstance(given, (str, datetime)):
        raise ValueError("Please give the time as text, such as 2026-11-20T09:31:07Z")
    return given


def _of_our_days(given: datetime) -> datetime:
    if not 2000 <= given.year < 2200:
        raise ValueError("This time is not of our days")
    return given


def clean_text(typed: object) -> object:
    """The text as everybody else would write it: NFC, no blanks around it, no invisible controls in it."""
    if not isinstance(typed, str):
        return typed
    if typed.isascii() and typed.isprintable():
        return typed.strip()  # nothing to compose, nothing invisible; most texts by far
    if any(unicodedata.category(c) in ("Cc", "Cs") and c not in "\n\t\r" for c in typed):
        raise ValueError("Please remove the control characters")
    return unicodedata.normalize("NFC", typed).strip()


def _password(typed: object) -> object:
    """NFKC, so that the same keys give the same password on every device; never trimmed (SEC-06)."""
    return unicodedata.normalize("NFKC", typed) if isinstance(typed, str) else typed


def _email(typed: str) -> str:
    if not _EMAIL.fullmatch(typed):
        raise ValueError("Please enter a valid email address")
    return typed


Phone = Annotated[
    str,
    BeforeValidator(national_number),
    WithJsonSchema({"type": "string", "pattern": "^[0-9]{10}$", "description": "Ten digits, without country code."}),
]
# Texts are made uniform before they are measured: composing and decomposing changes their length.
Text = Annotated[str, StringConstraints(strict=True, max_length=TEXT_MAX), BeforeValidator(clean_text)]
FilledText = Annotated[
    str, StringConstraints(strict=True, min_length=1, max_length=TEXT_MAX), BeforeValidator(clean_text)
]
Name = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=NAME_MAX), BeforeValidator(clean_text)]
Email = Annotated[
    str,
    StringConstraints(strict=True, min_length=3, max_length=254),
    BeforeValidator(clean_text),
    AfterValidator(_email),
    WithJsonSchema({"type": "string", "format": "email", "maxLength": 254}),
]
Password = Annotated[
    str, StringConstraints(strict=True, min_length=1, max_length=PASSWORD_MAX), BeforeValidator(_password)
]
"""A password as somebody typed it at sign-in."""
NewPassword = Annotated[
    str, StringConstraints(strict=True, min_length=PASSWORD_MIN, max_length=PASSWORD_MAX), BeforeValidator(_password)
]
"""A password somebody chose: 15 characters or more, nothing else is asked (SEC-06)."""
Id = Annotated[int, Field(ge=1, le=2**63 - 1), BeforeValidator(plain_number)]
Rupees = Annotated[
    Decimal,
    Field(ge=-(10**12), le=10**12),
    AfterValidator(lambda amount: amount.quantize(Decimal("0.01"))),
    # JSON has no decimals; a float keeps two of them exactly far beyond any amount here.
    PlainSerializer(float, return_type=float, when_used="json"),
    WithJsonSchema({"type": "number", "description": "Rupees, with at most two decimals."}),
]
"""An amount as an answer holds it, exact to the paisa."""
Fees = Annotated[int, Field(ge=1, le=1_000_000), BeforeValidator(plain_number)]
"""What a doctor asks for a visit: whole rupees; nothing at all is no fee (B-35)."""
Moment = Annotated[AwareDatetime, BeforeValidator(_said_moment), AfterValidator(_of_our_days)]
"""A moment with its zone."""

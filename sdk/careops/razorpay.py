"""Creation times of Razorpay ids.

The first ten characters after the prefix are nanoseconds since 2014-01-01 UTC in base 62. Razorpay does not document
this, so use it only for remarks and warnings, never to refuse an id.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Final

from careops.india_time import INDIA

PAYMENT_ID: Final = r"^pay_[A-Za-z0-9]{14}$"
ORDER_ID: Final = r"^order_[A-Za-z0-9]{14}$"
_ID: Final = re.compile(r"(?:pay|order)_([A-Za-z0-9]{14})")
_DIGITS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_VALUE: Final = {digit: value for value, digit in enumerate(_DIGITS)}
_TIME_DIGITS: Final = 10
_BEGINNING: Final = datetime(2014, 1, 1, tzinfo=UTC)
_FIRST_PAYMENTS: Final = datetime(2014, 3, 1, tzinfo=UTC)
_CLOCKS_DIFFER: Final = timedelta(minutes=10)


def created_at(razorpay_id: str) -> datetime | None:
    """Return the creation time of a payment or order according to its id; None for an id of another form.

    The result may be wrong, also in the future, because the id may be invented.
    """
    match = _ID.fullmatch(razorpay_id)
    if match is None:
        return None
    nanoseconds = 0
    for digit in match[1][:_TIME_DIGITS]:
        nanoseconds = nanoseconds * len(_DIGITS) + _VALUE[digit]
    # Ten digits cover 26 years, so no date overflows.
    return _BEGINNING + timedelta(microseconds=nanoseconds // 1000)


def doubts(payment_id: str, order_id: str, *, now: datetime) -> list[str]:
    """Return warnings about a payment's two ids, as sentences for the user; empty for none."""
    paid, ordered = created_at(payment_id), created_at(order_id)
    doubts = []
    for what, moment in (("payment", paid), ("order", ordered)):
        if moment is not None and moment > now + _CLOCKS_DIFFER:
            doubts.append(f"The {what} id seems to be from the future ({_format_moment(moment)})")
        elif moment is not None and moment < _FIRST_PAYMENTS:
            doubts.append(f"The {what} id seems to be older than Razorpay itself ({_format_moment(moment)})")
    if not doubts and paid is not None and ordered is not None and ordered > paid + _CLOCKS_DIFFER:
        doubts.append(
            f"The order ({_format_moment(ordered)}) seems to be newer than its payment ({_format_moment(paid)})"
        )
    return doubts


def _format_moment(moment: datetime) -> str:
    local = moment.astimezone(INDIA)
    return f"{local:%d %b %Y}, {local.hour % 12 or 12}:{local:%M %p}"


def made_id(prefix: str, moment: datetime, suffix: str) -> str:
    """Build an id of that time: ``prefix`` is ``pay`` or ``order``, ``suffix`` its last four characters. For demo data.

    Raises ``ValueError`` for a time that an id cannot represent.
    """
    nanoseconds = (moment - _BEGINNING) // timedelta(microseconds=1) * 1000
    if not 0 <= nanoseconds < len(_DIGITS) ** _TIME_DIGITS:
        raise ValueError(f"{moment} is outside the range of an id")
    digits = ""
    for _ in range(_TIME_DIGITS):
        nanoseconds, value = divmod(nanoseconds, len(_DIGITS))
        digits = _DIGITS[value] + digits
    return f"{prefix}_{digits}{suffix}"

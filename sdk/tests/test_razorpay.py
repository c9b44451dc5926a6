"""Creation times of ids."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from careops.razorpay import created_at, doubts, made_id


@pytest.mark.parametrize(
    ("razorpay_id", "expected"),
    [
        # Payments published with their created_at: in Razorpay's reference, and in a webhook log.
        ("pay_L0nSsccovt6zyp", datetime.fromtimestamp(1672987417, UTC)),
        ("pay_Beg2OGSn3xCU9q", datetime.fromtimestamp(1546324001, UTC)),
        ("pay_00000000000000", datetime(2014, 1, 1, tzinfo=UTC)),
        ("order_00000000000000", datetime(2014, 1, 1, tzinfo=UTC)),
    ],
)
def test_time_of_an_id_is_decoded(razorpay_id: str, expected: datetime) -> None:
    moment = created_at(razorpay_id)
    assert moment is not None
    assert abs(moment - expected) < timedelta(seconds=2)


@pytest.mark.parametrize(
    "text",
    [
        *("", "pay_", "pay_29QQoUBi66xm2", "pay_29QQoUBi66xm2fX", "order-29QQoUBi66xm2f", "rfnd_29QQoUBi66xm2f"),
        *("pay_29QQoUBi66xm2\u0966", " pay_29QQoUBi66xm2f", "pay_29QQoUBi66xm2f\n", "PAY_29QQoUBi66xm2f"),
    ],
)
def test_other_texts_have_no_time(text: str) -> None:
    assert created_at(text) is None


@given(st.text())
def test_any_text_is_parsed_without_error(text: str) -> None:
    assert created_at(text) is None or created_at(text) is not None


@given(st.from_regex(r"\A(pay|order)_[A-Za-z0-9]{14}\Z"))
def test_every_well_formed_id_has_a_time(razorpay_id: str) -> None:
    moment = created_at(razorpay_id)
    assert moment is not None
    assert datetime(2014, 1, 1, tzinfo=UTC) <= moment < datetime(2041, 1, 1, tzinfo=UTC)


@given(st.datetimes(datetime(2014, 1, 1), datetime(2040, 1, 1)))
def test_time_survives_encoding_as_id(moment: datetime) -> None:
    aware = moment.replace(tzinfo=UTC)
    assert created_at(made_id("pay", aware, "Ab12")) == aware


def test_ids_are_ordered_by_their_times() -> None:
    first = datetime(2026, 3, 1, 9, tzinfo=UTC)
    ids = [made_id("order", first + timedelta(seconds=n), "0000") for n in range(50)]
    assert sorted(ids) == ids


@pytest.mark.parametrize("moment", [datetime(2013, 12, 31, tzinfo=UTC), datetime(2041, 1, 1, tzinfo=UTC)])
def test_time_outside_the_range_is_refused(moment: datetime) -> None:
    with pytest.raises(ValueError, match="outside"):
        made_id("pay", moment, "0000")


NOW = datetime(2026, 9, 1, 12, tzinfo=UTC)


def pair(paid: timedelta, ordered: timedelta) -> tuple[str, str]:
    """Return the ids of a payment and an order of these ages."""
    return made_id("pay", NOW - paid, "Ab12"), made_id("order", NOW - ordered, "cD34")


def test_payment_after_its_order_has_no_warning() -> None:
    assert doubts(*pair(timedelta(hours=1), timedelta(hours=2)), now=NOW) == []
    assert doubts("whatever", "", now=NOW) == []


@pytest.mark.parametrize(
    ("paid", "ordered", "doubt"),
    [
        (timedelta(days=-2), timedelta(hours=2), "The payment id seems to be from the future (03 Sep 2026, 5:30 PM)"),
        (timedelta(hours=1), timedelta(days=-2), "The order id seems to be from the future"),
        (timedelta(days=4600), timedelta(days=4000), "The payment id seems to be older than Razorpay itself"),
        (timedelta(hours=2), timedelta(hours=1), "The order (01 Sep 2026, 4:30 PM) seems to be newer than its payment"),
    ],
)
def test_implausible_payment_has_a_warning(paid: timedelta, ordered: timedelta, doubt: str) -> None:
    (sentence,) = doubts(*pair(paid, ordered), now=NOW)
    assert sentence.startswith(doubt)

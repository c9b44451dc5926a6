"""The product grows only with a reason in ``docs/size.toml``."""

from __future__ import annotations

from typing import Any

import pytest

from tools import size

RECORD = {"first": 85, "now": 60}
GROWTH = {"by": 1, "reason": "Two installations need different values."}


def test_recorded_sizes_match_the_product() -> None:
    assert size.complaints(size.counts(), size.load_records()) == []


@pytest.mark.parametrize(
    ("count", "record"), [(60, RECORD), (61, {**RECORD, "more": [GROWTH]}), (62, {**RECORD, "more": [GROWTH] * 2})]
)
def test_size_with_reasons_passes(count: int, record: dict[str, Any]) -> None:
    assert size.complaints({"settings": count}, {"settings": record}) == []


@pytest.mark.parametrize(
    ("count", "record", "complaint"),
    [
        (61, RECORD, "settings: 61, recorded 60. Remove one"),
        (59, RECORD, "settings: 59, recorded 60. Set `now` to 59"),
        (60, {**RECORD, "more": [GROWTH]}, "settings: 60, recorded 61. Set `now` to 59"),
        (86, {"first": 85, "now": 86}, "settings: `now` only falls"),
        (61, {**RECORD, "more": [{"by": 1, "reason": " "}]}, "settings: a `more` needs a reason"),
    ],
)
def test_size_without_record_is_reported(count: int, record: dict[str, Any], complaint: str) -> None:
    (reported,) = size.complaints({"settings": count}, {"settings": record})
    assert reported.startswith(complaint)


def test_unknown_and_missing_records_are_reported() -> None:
    unknown, missing = size.complaints({"commands": 1}, {"settings": RECORD})
    assert unknown == "settings: count it in tools/size.py"
    assert missing.startswith("commands: 1, recorded 0.")

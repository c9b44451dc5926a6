"""A doctor's name as typed: the title is removed, in every script."""

from __future__ import annotations

import pytest

from careops_server.areas.doctors.names import names


@pytest.mark.parametrize(
    ("typed", "first", "last"),
    [
        ("Dr. Simran Kaur", "Simran", "Kaur"),
        ("dr Simran", "Simran", None),
        ("डॉ. सिमरन कौर", "सिमरन", "कौर"),
        ("डा सिमरन", "सिमरन", None),
        ("ਡਾ. ਸਿਮਰਨ ਕੌਰ", "ਸਿਮਰਨ", "ਕੌਰ"),
        ("Drishti Rao", "Drishti", "Rao"),
        ("डॉली शर्मा", "डॉली", "शर्मा"),
        ("ਡਾਲੀ ਸ਼ਰਮਾ", "ਡਾਲੀ", "ਸ਼ਰਮਾ"),
    ],
)
def test_title_is_not_part_of_a_name(typed: str, first: str, last: str | None) -> None:
    assert names(typed) == {"first_name": first, "last_name": last}

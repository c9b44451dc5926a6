"""An incomplete filter is refused, because it would select everything."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError
from sdk.tests.shape_calls import PublishThings

from careops.calls import all_calls
from careops.calls.clinics import ListClinics
from careops.contract.filters import TypedFilter
from careops.contract.validation_errors import problems_from_validation


@pytest.mark.parametrize(
    ("parameters", "source"),
    [
        ({"filter_type": "state"}, "filter_text"),
        ({"filter_type": "state", "filter_text": " "}, "filter_text"),
        ({"filter_text": "Punjab"}, "filter_type"),
    ],
)
def test_incomplete_pair_is_refused_by_the_missing_field(parameters: dict[str, Any], source: str) -> None:
    with pytest.raises(ValidationError) as caught:
        ListClinics.model_validate(parameters)
    [problem] = problems_from_validation(caught.value)
    assert problem.source == source
    assert "alone filters nothing" in problem.title


def test_complete_and_empty_pairs_are_accepted() -> None:
    assert ListClinics(filter_type="state", filter_text="Punjab").filter_text == "Punjab"
    assert ListClinics(filter_type=None, filter_text=None).parameters


def test_every_list_with_the_pair_has_the_rule() -> None:
    paired = [call for call in all_calls() if "filter_type" in call.model_fields]
    assert paired
    assert [call.__name__ for call in paired if not issubclass(call, TypedFilter)] == []


@pytest.mark.parametrize("ids", ["7,7", "7,07", [7, 7], ["7", 7], ",".join(["7"] * 500)])
def test_repeated_id_counts_once(ids: Any) -> None:
    assert PublishThings.model_validate({"ids": ids}).ids == [7]


@pytest.mark.parametrize(
    "ids", ["", ",", "7,", "7, 8", "0", "-7", "7.0", "1e3", "x", [], [[7]], None, ",".join(["7"] * 501)]
)
def test_invalid_ids_are_refused(ids: Any) -> None:
    with pytest.raises(ValidationError) as caught:
        PublishThings.model_validate({"ids": ids})
    assert {problem.source.partition(".")[0] for problem in problems_from_validation(caught.value)} == {"ids"}

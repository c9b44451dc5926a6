"""Large bodies: counted before they are parsed, and parsed beside the event loop."""

from __future__ import annotations

import json
import threading
from typing import Annotated, Any

import pytest
from pydantic import AfterValidator, BaseModel, ValidationError
from server.tests.support.stage import CARE, Stage

from careops.calls.change_requests import CreateChangeRequest
from careops.calls.follow_ups import HandOverFollowUps
from careops.constants import MAX_REQUEST_TARGETS
from careops.contract.list_limits import FIRST_ITEMS, is_about_values, shorten_lists
from careops_server.core.http.request_parsing import json_body, loose_json
from careops_server.core.pipeline.pipeline import LARGE_BODY

pytestmark = pytest.mark.own
CHANGE = {"call": "UpdateClinicSettings", "parameters": {"clinic_id": 1, "growth_enabled": True}}
TEXTS = {"title": "Billing", "reason": "They signed the new contract"}
REFUSED = {
    "a change too many": ({**TEXTS, "changes": [CHANGE] * (MAX_REQUEST_TARGETS + 1)}, "changes"),
    "no reason": ({"title": "Billing", "changes": [CHANGE] * MAX_REQUEST_TARGETS}, "reason"),
    "invalid changes": ({**TEXTS, "changes": [{"call": 7}] * MAX_REQUEST_TARGETS}, "changes.0.call"),
}


@pytest.mark.parametrize("reason", REFUSED)
async def test_large_invalid_body_is_refused_before_the_strict_parser(
    stage: Stage, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    content, source = REFUSED[reason]
    parsed: list[int] = []
    headers = await stage.bearer(CARE)
    monkeypatch.setattr("careops_server.core.pipeline.pipeline.json_body", lambda *_, **__: parsed.append(1))
    async with stage.http(headers=headers) as http:
        headers = {"content-type": "application/json"}
        answer = await http.post("/api/careops/change_requests", content=json.dumps(content), headers=headers)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["source"] == source
    assert parsed == []


def test_list_with_an_item_too_many_is_refused_for_its_length_alone() -> None:
    content = {**TEXTS, "changes": [{"call": 7}] * (MAX_REQUEST_TARGETS + 1)}
    assert _refused_places(content) == [("changes",)]


@pytest.mark.parametrize("change", [CHANGE, {"call": 7}], ids=["valid", "invalid"])
def test_items_after_the_first_are_not_checked_when_the_first_are_refused(change: dict[str, Any]) -> None:
    content = {"title": "Billing", "changes": [change] * FIRST_ITEMS + [{"call": 8}] * 1_000}
    places = _refused_places(content)
    assert ("reason",) in places
    assert all(item < FIRST_ITEMS for place in places for item in place if isinstance(item, int))


def _refused_places(content: dict[str, Any]) -> list[tuple[int | str, ...]]:
    loose = loose_json("application/json", json.dumps(content).encode())
    with pytest.raises(ValidationError) as error:
        CreateChangeRequest.check_long_lists({}, {}, loose)
    return [each["loc"] for each in error.value.errors()]


async def test_large_body_is_parsed_in_a_thread(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[threading.Thread] = []

    def watched(*words: Any, **options: Any) -> Any:
        threads.append(threading.current_thread())
        return json_body(*words, **options)

    headers = await stage.bearer(CARE)
    monkeypatch.setattr("careops_server.core.pipeline.pipeline.json_body", watched)
    change = {"call": "UpdateClinicSettings", "parameters": {"clinic_id": 1, "unknown": "x" * LARGE_BODY}}
    async with stage.http(headers=headers) as http:
        large = await http.post("/api/careops/change_requests/preview", json={"changes": [change]})
        small = await http.post("/api/careops/change_requests/preview", json={"changes": []})
    assert (large.status_code, small.status_code) == (200, 422)
    assert [thread is threading.main_thread() for thread in threads] == [False, True]


def test_call_with_a_list_that_is_too_long_names_the_list() -> None:
    with pytest.raises(ValidationError) as error:
        HandOverFollowUps.from_parameters({"ids": [*range(1, 5_000)]})
    assert [each["loc"] for each in error.value.errors()] == [("ids",)]


def _check_end(items: list[int]) -> list[int]:
    if items[-1] != 1_000:
        raise ValueError("the end is missing")
    return items


class Ended(BaseModel):
    """A list whose check needs its end."""

    title: str
    items: Annotated[list[int], AfterValidator(_check_end)]


@pytest.mark.parametrize(("title", "is_refused"), [("Billing", False), (7, True)])
def test_first_items_alone_are_not_refused_for_a_missing_end(title: object, is_refused: bool) -> None:
    first = shorten_lists(Ended, {"title": title, "items": [*range(1, 1_001)]})
    assert first is not None
    if is_refused:
        first["items"] = first["items"] + [1_000]
    with pytest.raises(ValidationError) as error:
        Ended.model_validate(first)
    assert is_about_values(error.value, first) is is_refused

"""A gateway's 404 for the example of an own addition names the record and the remedy."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from server.tests.conftest import pytest_pyfunc_call
from server.tests.support.examples import example, explain_not_found
from server.tests.support.stage import Stage

from careops import NotFound
from careops.calls.release_notes import ReadReleaseNote, UpdateReleaseNote
from careops.calls.views import UpdateView


@pytest.fixture
def own_read(monkeypatch: pytest.MonkeyPatch) -> type[ReadReleaseNote]:
    """An own addition that a gateway does not forward, although the platform has its records."""
    monkeypatch.setattr(ReadReleaseNote, "route", replace(ReadReleaseNote.route, forwarded=False))
    return ReadReleaseNote


async def test_missing_example_record_names_the_remedy(stage: Stage, own_read: type[ReadReleaseNote]) -> None:
    await example(stage, own_read)
    note_id = stage.inserted_behind["note_id"]
    cause = explain_not_found(stage, own_read)
    if stage.knows_before:
        assert cause is None
        return
    assert cause is not None
    assert cause.startswith(f"note_id={note_id} was created behind the gateway")
    assert "ReadReleaseNote needs `forwarded=True` in its route" in cause
    assert "server/tests/release_notes/factories.py" in cause


async def test_forwarded_and_documented_calls_have_no_such_cause(stage: Stage) -> None:
    for call in (ReadReleaseNote, UpdateReleaseNote, UpdateView):
        await example(stage, call)
        assert explain_not_found(stage, call) is None


@pytest.mark.parametrize(
    ("error", "is_explained"),
    [
        (NotFound("There is no release note with this id"), True),
        (AssertionError("assert 404 == 200"), True),
        (AssertionError("assert 403 == 200"), False),
    ],
)
async def test_failed_test_has_the_cause_as_a_note(
    stage: Stage, own_read: type[ReadReleaseNote], error: Exception, is_explained: bool
) -> None:
    await example(stage, own_read)
    hook = pytest_pyfunc_call(cast("Any", SimpleNamespace(funcargs={"stage": stage, "call": own_read})))
    next(hook)
    with pytest.raises(type(error)) as failed:
        hook.throw(error)
    notes = getattr(failed.value, "__notes__", [])
    assert len(notes) == (is_explained and not stage.knows_before)

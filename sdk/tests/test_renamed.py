"""Old public names work until a later release, with a warning that names the new one."""

from __future__ import annotations

import pytest

import careops
from careops.calls import area_of, calls_by_name
from careops.renamed import CALLS, REMOVED_IN, find_renamed_call


@pytest.mark.parametrize(("old", "new"), CALLS.items())
def test_old_name_of_a_call_is_the_new_class(old: str, new: str) -> None:
    call = calls_by_name()[new]
    module = __import__(call.__module__, fromlist=[old])
    with pytest.warns(DeprecationWarning, match=f"{old} is {new}; {REMOVED_IN} removes") as warned:
        assert getattr(module, old) is call
    assert warned[0].filename == __file__


@pytest.mark.parametrize("area", sorted({area_of(calls_by_name()[new]) for new in CALLS.values()}))
def test_unknown_name_is_an_attribute_error(area: str) -> None:
    with careops.CareOps("http://127.0.0.1:9/api") as client:
        assert not hasattr(getattr(client, area), "nothing")
    with pytest.raises(AttributeError, match=rf"module 'careops.calls.{area}' has no attribute 'Nothing'"):
        find_renamed_call(f"careops.calls.{area}", "Nothing", {})


@pytest.mark.parametrize(
    ("area", "old", "new"), [("changes", "make", "apply"), ("drafts", "forget", "delete"), ("drafts", "keep", "save")]
)
def test_old_method_is_the_new_one(area: str, old: str, new: str) -> None:
    with careops.CareOps("http://127.0.0.1:9/api") as client:
        with pytest.warns(DeprecationWarning, match=f"{old} is {new};") as warned:
            assert getattr(getattr(client, area), old).__name__ == new
        assert warned[0].filename == __file__


def test_old_names_are_gone_in_the_release_that_removes_them() -> None:
    version, end = (tuple(map(int, text.split("."))) for text in (careops.__version__, REMOVED_IN))
    assert version < end, "remove careops/renamed.py"

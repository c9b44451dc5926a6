"""Old public names work until a later release, with a warning that names the new one."""

from __future__ import annotations

import subprocess
import sys

import pytest

import careops
from careops import bulk, contract, errors
from careops.calls import area_module
from careops.calls.clinics import ListClinics
from careops.renamed import BULK, CALLS, CONTRACT, ERRORS, METHODS, REMOVED_IN


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        *((errors, old, new) for old, new in ERRORS.items()),
        *((careops, old, new) for old, new in {**ERRORS, "Done": "Empty"}.items()),
        *((contract, old, new) for old, new in CONTRACT.items()),
        *((bulk, old, new) for old, new in BULK.items()),
        *((area_module(area), old, new) for area, names in CALLS.items() for old, new in names.items()),
    ],
)
def test_an_old_name_is_the_new_object(module: object, old: str, new: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"is now {new}"):
        value = getattr(module, old)
    assert value is getattr(module, new)


@pytest.mark.parametrize("module", [careops, errors, contract, bulk, area_module("news")])
def test_a_name_that_never_existed_is_an_attribute_error(module: object) -> None:
    assert not hasattr(module, "Nothing")


@pytest.mark.parametrize(("old", "new"), METHODS.items())
def test_an_old_method_of_an_area_is_the_new_one(old: str, new: str) -> None:
    with careops.CareOps("http://127.0.0.1:9/api") as client:
        area = client.news_insights if new == "duplicate_tags" else client.news
        with pytest.warns(DeprecationWarning, match=f"is now {new}"):
            assert getattr(area, old).__name__ == new
        assert not hasattr(client.clinics, old)


def test_the_old_methods_of_a_search_work() -> None:
    with pytest.warns(DeprecationWarning, match="with_typo_tolerance"):
        assert ListClinics(search_text="ludihana").forgiving().has_typo_tolerance
    page = contract.Page[int](items=[], total_records=0).noted(spelt=("ludhiana",))
    with pytest.warns(DeprecationWarning, match="corrections"):
        assert page.spelt == ("ludhiana",)


def test_a_script_with_an_old_import_runs() -> None:
    script = "from careops import Refused; from careops.contract import Done; print(Refused.__name__, Done.__name__)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)  # noqa: S603 (our own script)
    assert done.stdout.split() == ["ApiError", "Empty"]


def test_old_names_are_gone_in_the_release_that_removes_them() -> None:
    version, end = ([int(part) for part in text.split(".")] for text in (careops.__version__, REMOVED_IN))
    assert version < end, "remove the names in careops/renamed.py, careops.week and RENAMED of careops_cli.root"

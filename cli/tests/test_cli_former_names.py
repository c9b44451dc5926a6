"""Removed commands name their replacement; old names of calls work for one release and name the new ones on stderr."""

from __future__ import annotations

import pytest
from cli.tests.command_line import CareOpsCommand

from careops.renamed import CALLS as RENAMED_CALLS
from careops.renamed import REMOVED_IN as REMOVED_WITH_CALLS
from careops_cli.root import REMOVED


@pytest.mark.parametrize(("old", "new"), [names for release in REMOVED.values() for names in release.items()])
def test_removed_command_names_its_replacement(old: str, new: str, careops: CareOpsCommand) -> None:
    run = careops(*old.split(), "7")
    assert (run.code, run.out) == (2, "")
    assert f"careops {old} is removed" in run.err
    assert f"careops {new} --help" in run.err


@pytest.mark.parametrize(("old", "new"), RENAMED_CALLS.items())
def test_old_name_of_a_call_works_and_names_the_new_one(old: str, new: str, careops: CareOpsCommand) -> None:
    former, current = careops("call", old, "--help"), careops("call", new, "--help")
    assert (former.code, former.out) == (0, current.out)
    assert former.err == f"{old} is now {new}; the old name works until careops {REMOVED_WITH_CALLS}.\n"

"""Old names of commands work for one release and name the new ones on stderr; removed ones name the replacement."""

from __future__ import annotations

import pytest
from cli.tests.command_line import CareOpsCommand

from careops.calls import calls_by_name
from careops.renamed import CALLS as RENAMED_CALLS
from careops.renamed import REMOVED_IN as REMOVED_WITH_CALLS
from careops_cli.root import FORMER, REMOVED, REMOVED_IN, RENAMED


def _note(old: str, new: str) -> str:
    return f"careops {old} is now careops {new}; the old name works until careops {REMOVED_IN}.\n"


@pytest.mark.parametrize(("old", "new"), RENAMED.items())
def test_old_name_runs_the_new_command_and_names_it_on_stderr(old: str, new: str, careops: CareOpsCommand) -> None:
    former, current = careops(*old.split(), "--help"), careops(*new.split(), "--help")
    assert (former.code, former.out) == (current.code, current.out) == (0, current.out)
    assert former.err == _note(old, new)


@pytest.mark.parametrize(("old", "new"), FORMER.items())
def test_former_command_works_and_names_its_call(old: str, new: str, careops: CareOpsCommand) -> None:
    run = careops(*old.split(), "--help")
    assert (run.code, run.err) == (0, _note(old, new))
    assert run.out.startswith(f"Usage: careops {old} ")
    assert new.removeprefix("call ") in calls_by_name()


@pytest.mark.parametrize("area", sorted({name.split()[0] for name in FORMER}))
def test_former_commands_are_not_listed(area: str, careops: CareOpsCommand) -> None:
    assert f"\n  {area} " not in careops("help", "commands").out


@pytest.mark.parametrize(("old", "new"), REMOVED.items())
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


def test_renamed_switches_of_flags_and_modules_keep_their_results(careops: CareOpsCommand) -> None:
    for old, new in (("flags on ipd", "modules on ipd"), ("modules deactivate 7", "modules off 7")):
        former, current = careops(*old.split(), "x"), careops(*new.split(), "x")
        assert (former.code, former.out) == (current.code, current.out)
        assert former.err.endswith(current.err)

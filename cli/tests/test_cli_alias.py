"""``careops alias``: aliases of long command lines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform
from cli.tests.samples import page_of

from careops.calls.clinics import ListClinics

PUNJAB = "clinics list --state Punjab --search 'green park'"


def test_alias_runs_its_command_with_more_arguments(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListClinics, lambda call: page_of(call, total=0))
    assert careops("alias", "set", "punjab", PUNJAB).err == f"careops punjab is careops {PUNJAB}\n"
    assert careops("punjab", "--hospital").code == 0
    (sent,) = platform.calls(ListClinics)
    assert (sent.filter_text, sent.search_text, sent.is_hospital) == ("Punjab", "green park", True)


def test_aliases_are_listed_and_deleted(careops: CareOpsCommand) -> None:
    careops("alias", "set", "punjab", PUNJAB)
    assert json.loads(careops("alias", "list", "--json").out) == [{"name": "punjab", "command": PUNJAB}]
    assert careops("alias", "delete", "punjab").err == f"Forgotten: punjab was {PUNJAB}\n"
    assert careops("punjab").code == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("set", "clinics", "doctors list"), "'clinics' is a command"),
        (("set", "Punjab!", "clinics list"), "cannot be an alias"),
        (("set", "punjab", "clinisc list"), "'clinisc' is no command"),
        (("set", "punjab", "'clinics"), "is no command"),
        (("delete", "punjba"), "There is no alias 'punjba'. Did you mean 'punjab'?"),
    ],
)
def test_invalid_aliases_are_refused(arguments: tuple[str, ...], message: str, careops: CareOpsCommand) -> None:
    careops("alias", "set", "punjab", PUNJAB)
    run = careops("alias", *arguments)
    assert run.code == 2
    assert message in run.err


def test_alias_cannot_have_the_name_of_a_command(home: Path, platform: Platform, careops: CareOpsCommand) -> None:
    file = home / "config" / "aliases.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text('{"clinics": "demo create --replace"}')
    platform.answer(ListClinics, lambda call: page_of(call, total=0))
    assert careops("clinics", "list").code == 0
    assert len(platform.calls(ListClinics)) == 1

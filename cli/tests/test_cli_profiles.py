"""Profiles: the platform of a command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.tests.command_line import CareOpsCommand

from careops_cli.auth.profiles import LOCAL_URL, Profile, selected_profile
from careops_cli.framework.options import Options

STAGING = "https://staging.care.example.org/api"


def test_profiles_are_added_used_and_removed(home: Path, careops: CareOpsCommand) -> None:
    assert careops("profiles", "add", "staging", f"{STAGING}/").code == 0
    assert careops("profiles", "use", "staging").err == f"Commands now go to {STAGING}.\n"
    listed = json.loads(careops("profiles", "list", "--json").out)
    assert listed == [
        {"name": "local", "url": LOCAL_URL, "limit": None, "zone": "Asia/Kolkata", "current": False},
        {"name": "staging", "url": STAGING, "limit": None, "zone": "Asia/Kolkata", "current": True},
    ]
    stored = json.loads((home / "config" / "profiles.json").read_text())
    assert stored == {"version": 1, "current": "staging", "profiles": {"staging": {"url": STAGING}}}
    assert careops("profiles", "remove", "staging").code == 0
    assert selected_profile(Options()).url == LOCAL_URL


def test_most_specific_setting_has_precedence(careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one", "two", "three"):
        careops("profiles", "add", name, f"https://{name}.example/api")
    assert selected_profile(Options()).url == LOCAL_URL
    careops("profiles", "use", "one")
    assert selected_profile(Options()).name == "one"
    monkeypatch.setenv("CAREOPS_PROFILE", "two")
    assert selected_profile(Options()).name == "two"
    monkeypatch.setenv("CAREOPS_URL", "http://127.0.0.1:9/api")
    assert selected_profile(Options()).url == "http://127.0.0.1:9/api"
    assert selected_profile(Options(profile="three")).url == "https://three.example/api"
    assert selected_profile(Options(profile="three", url="http://127.0.0.1:7/api")).url == "http://127.0.0.1:7/api"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("profiles", "use", "stagin"), "Did you mean 'staging'?"),
        (("profiles", "use", "moon"), "Run: careops profiles add moon URL"),
        (("profiles", "remove", "local"), "built in"),
        (("profiles", "add", "a b", STAGING), "cannot be a profile's name"),
        (("profiles", "add", "x", "care.example.org"), "is not an address"),
        (("profiles", "add", "x", "https://me:pw@care.example.org"), "is not an address"),
        (("profiles", "add", "x", "http://[::1"), "is not an address"),
        (("--url", "ftp://x", "whoami"), "is not an address"),
        (("profiles", "set", "local", "--zone", "India"), "is no time zone"),
        (("--profile", "", "whoami"), "error: --profile is empty. See:"),
    ],
)
def test_mistakes_name_the_next_step(arguments: tuple[str, ...], message: str, careops: CareOpsCommand) -> None:
    careops("profiles", "add", "staging", STAGING)
    run = careops(*arguments)
    assert run.code == 2
    assert message in run.err
    assert run.err.count("\n") == 1


def test_limit_and_zone_are_stored(home: Path, careops: CareOpsCommand) -> None:
    output = careops("profiles", "set", "local", "--limit", "500", "--zone", "Asia/Dubai").err
    assert output == "local asks above 500 targets and shows times of Asia/Dubai.\n"
    assert careops("profiles", "add", "local", "http://127.0.0.1:9000/api").code == 0
    assert (selected_profile(Options()).limit, selected_profile(Options()).zone) == (500, "Asia/Dubai")
    careops("profiles", "set", "local", "--limit", "0")
    assert selected_profile(Options()).limit is None


def test_settings_of_a_platform_apply_to_its_address(
    home: Path, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    careops("profiles", "add", "staging", STAGING)
    careops("profiles", "set", "staging", "--limit", "500", "--zone", "Asia/Dubai")
    careops("profiles", "add", "careful", STAGING)
    careops("profiles", "set", "careful", "--limit", "5")
    by_address = Profile("", STAGING, 5, "Asia/Dubai")
    assert selected_profile(Options(url=STAGING)) == by_address
    monkeypatch.setenv("CAREOPS_URL", STAGING)
    assert selected_profile(Options()) == by_address
    elsewhere = selected_profile(Options(url="https://other.example.org/api"))
    assert (elsewhere.limit, elsewhere.zone) == (None, "Asia/Kolkata")
    assert selected_profile(Options(profile="staging", url="https://other.example.org/api")).limit == 500


def test_overridden_profile_is_reported(careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    careops("profiles", "add", "staging", STAGING)
    monkeypatch.setenv("CAREOPS_PROFILE", "staging")
    assert careops("profiles", "use", "staging").err == f"Commands now go to {STAGING}.\n"
    monkeypatch.setenv("CAREOPS_URL", "http://127.0.0.1:9/api")
    output = careops("profiles", "use", "staging").err
    assert output == "staging is the current profile, but CAREOPS_URL is set: commands go to http://127.0.0.1:9/api.\n"


@pytest.mark.parametrize("text", ["", "[]", "{", '{"current": 1, "profiles": {"a": 3}}'])
def test_damaged_file_is_named(text: str, home: Path, careops: CareOpsCommand) -> None:
    file = home / "config" / "profiles.json"
    file.parent.mkdir()
    file.write_text(text)
    run = careops("profiles", "list")
    assert run.code == 1
    assert run.err == f"error: {file} is damaged. Correct or delete it.\n"

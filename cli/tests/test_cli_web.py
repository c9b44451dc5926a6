"""``--web``: the console's screen for a command."""

from __future__ import annotations

import re
import webbrowser
from pathlib import Path

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops_cli.framework.browser import placeholders
from careops_cli.reference import commands

CONSOLE = (Path(__file__).parents[2] / "webapp/src/app/paths.ts").read_text("utf-8")


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the addresses that are opened in a browser."""
    addresses: list[str] = []
    monkeypatch.setattr(webbrowser, "open", addresses.append)
    return addresses


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("clinics show 41", "/clinics-details/41/basic-details"),
        ("clinics list", "/clinics"),
        ("clinics list --search R&D --state Punjab", "/clinics?search=R%26D&state=Punjab"),
        ("clinics list --hospital --no-bank --page 2", "/clinics?bank_details=false&is_hospital=true&page=2"),
        ("clinics list --all", "/clinics"),
        ("payments list 41 --type care_package", "/clinics-details/41/payments?payment_type=care_package"),
        ("referrals list --waiting", "/referrals?waiting=yes"),
        ("news list --unpublished --type CME", "/news-feed?published=no&type=CME"),
        ("users list --active", "/users?active=true"),
        ("requests list --status open --record clinic:41", "/change-requests?status=open&record=clinic%3A41"),
        ("requests show 7 --targets --outcome kept", "/change-requests/7?outcome=kept"),
        ("keys log 3 --status 4xx", "/key-log?key=3&status=4xx"),
    ],
)
def test_web_option_opens_the_screen_without_a_request(
    typed: str, address: str, careops: CareOpsCommand, platform: Platform, opened: list[str]
) -> None:
    run = careops(*typed.split(), "--web")
    url = platform.url.removesuffix("/api") + address
    assert (run.code, opened, run.out, run.err) == (0, [url], "", f"Opened {url}\n")
    assert platform.received == []


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("clinics list --no-ipd", "--ipd"),
        ("clinics list --no-hospital", "--hospital"),
        ("news list --tag Heart", "--tag"),
    ],
)
def test_filter_unknown_to_the_screen_is_refused(
    typed: str, name: str, careops: CareOpsCommand, opened: list[str]
) -> None:
    run = careops(*typed.split(), "--web")
    assert (run.code, opened) == (2, [])
    assert f"The console has no filter for {name}" in run.err


def test_platform_without_a_known_console_is_reported(careops: CareOpsCommand, opened: list[str]) -> None:
    run = careops("clinics", "list", "--web", "--url", "https://platform.example/v1")
    assert (run.code, opened) == (2, [])
    assert "The address of the console of https://platform.example/v1 is unknown" in run.err


def test_commands_without_screen_have_no_web_option(careops: CareOpsCommand) -> None:
    assert careops("flags", "list", "41", "--web").code == 2
    assert "--web" in careops("clinics", "show", "--help").out


SCREENS = {path: command for path, command in commands() if command.web}


@pytest.mark.parametrize("path", SCREENS)
def test_every_screen_exists_and_uses_typed_parameters(path: str) -> None:
    screen, names = SCREENS[path].web, {param.name for param in SCREENS[path].params}
    assert {name for name, _ in placeholders(screen)} <= names
    first, *segments = screen.partition("?")[0].removeprefix("/").split("/")
    assert re.search(rf'["`]/{first}["/`$?]', CONSOLE), screen
    assert all(f'"{tab}"' in CONSOLE for tab in segments if not tab.startswith("{")), screen

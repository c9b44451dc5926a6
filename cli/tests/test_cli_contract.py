"""`careops contract check`: coloured, as JSON, and as a page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform
from cli.tests.samples import MODULES, page_of

from careops.calls.clinics import ListClinics
from careops.calls.modules import ListSpecModules

pytestmark = pytest.mark.slow


def test_json_has_the_path_of_each_difference(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListSpecModules, MODULES)
    run = careops("contract", "check", "--json")
    findings = {(each["call"], each["asked"]): each for each in json.loads(run.out)}
    assert run.code == 1, "the stub answers hardly anything"
    assert findings["ListSpecModules", "as documented"]["verdict"] == "kept"
    (drift,) = findings["ListClinics", "as documented"]["drifts"]
    assert drift["said"] == "should be the call's JSON with 200, and is 404"


def test_terminal_shows_verdicts_in_colour(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListClinics, lambda call: page_of(call, total=3))
    run = careops("contract", "check", terminal=True)
    assert "differs" in run.out
    assert "not tried" in run.out
    assert "drifts" not in run.out


def test_report_page_is_written(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    page = tmp_path / "contract.html"
    run = careops("contract", "check", "--html", str(page))
    assert f"Written to {page}." in run.err
    assert "<td>ListClinics</td>" in page.read_text("utf-8")


def test_existing_page_is_replaced_with_an_option_only(
    platform: Platform, careops: CareOpsCommand, tmp_path: Path
) -> None:
    page = tmp_path / "contract.html"
    page.write_text("mine")
    run = careops("contract", "check", "--html", str(page))
    assert run.code == 2
    assert platform.received == []
    assert page.read_text() == "mine"
    careops("contract", "check", "--html", str(page), "--replace")
    assert "<h1>" in page.read_text("utf-8")


def test_piped_page_has_no_other_output(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("contract", "check", "--html", "-")
    assert run.code == 1
    assert run.out.startswith("<!doctype html>")
    assert run.out.rstrip().endswith("</html>")

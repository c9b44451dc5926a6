"""Output: filters, templates, JSON, files that are not replaced, letters of every script."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform
from cli.tests.samples import clinic, detail, page_of

from careops.calls.clinics import Clinic, ClinicSpecModule, ListClinics, ReadClinic
from careops.calls.payments import ListPayments, Payment
from careops.contract import Page
from careops.errors import NotFound
from careops.extras import install_command


@pytest.fixture
def many(platform: Platform) -> Platform:
    """Set up a platform of 25 clinics."""
    platform.answer(ListClinics, lambda call: page_of(call, total=25))
    platform.answer(ReadClinic, lambda call: detail(call.id))
    return platform


@pytest.mark.skipif(sys.platform == "win32", reason="jq is not published for Windows")
def test_jq_option_filters_the_output(many: Platform, careops: CareOpsCommand) -> None:
    assert careops("clinics", "list", "--limit", "2", "--jq", ".[].name").out == "Clinic 1\nClinic 2\n"
    assert careops("clinics", "list", "--limit", "2", "--jq", "map(.id)").out == "[1, 2]\n"
    assert careops("clinics", "show", "41", "--jq", ".beds_count").out == "12\n"
    assert (
        careops("clinics", "list", "--limit", "1", "--columns", "city", "--jq", ".[]").out == '{"city": "Ludhiana"}\n'
    )


@pytest.mark.skipif(sys.platform == "win32", reason="jq is not published for Windows")
def test_invalid_jq_filter_is_refused_before_sending(many: Platform, careops: CareOpsCommand) -> None:
    run = careops("clinics", "list", "--jq", ".[")
    assert run.code == 2
    assert "--jq is no filter" in run.err
    assert many.received == []


def test_missing_jq_names_its_install_command(
    many: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "jq", None)
    run = careops("clinics", "list", "--jq", ".")
    assert run.code == 2
    assert install_command("jq") in run.err


def test_template_formats_each_row(many: Platform, careops: CareOpsCommand) -> None:
    run = careops("clinics", "list", "--limit", "2", "--template", r"{id}\t{location.city}, {is_hospital} {{")
    assert run.out == "1\tLudhiana, no {{\n2\tLudhiana, no {{\n"
    assert careops("clinics", "list", "--template", "{id}", "--csv").code == 2


def test_template_with_unknown_column_is_refused_before_sending(many: Platform, careops: CareOpsCommand) -> None:
    run = careops("clinics", "list", "--template", "{id} {nam}")
    assert (run.code, run.out, many.received) == (2, "", [])
    assert run.err == "error: There is no column 'nam'. Did you mean 'name'?\n"


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ((), "10 of 25. --all shows every one, --page 2 the next.\n"),
        (("--page", "2"), "10 of 25. --all shows every one, --page 3 the next.\n"),
        (("--page", "3"), "5 of 25. --all shows every one.\n"),
        (("--page", "9"), "0 of 25. The last page is --page 3.\n"),
    ],
)
def test_next_page_hint_is_right_on_every_page(
    many: Platform, careops: CareOpsCommand, words: tuple[str, ...], hint: str
) -> None:
    assert careops("clinics", "list", *words).err == hint


def test_export_with_a_fixed_format_has_its_columns(many: Platform, careops: CareOpsCommand) -> None:
    run = careops("leads", "export", "leads.csv", "--columns", "id")
    assert (run.code, many.received) == (2, [])
    assert "columns of the platform's export are fixed" in run.err


def test_misspelled_option_suggests_the_nearest(many: Platform, careops: CareOpsCommand) -> None:
    run = careops("clinics", "list", "--colums", "id")
    assert (
        run.err == "error: No such option: --colums. Did you mean --columns, --csv? See: careops clinics list --help\n"
    )


def test_version_can_be_requested_without_dashes(careops: CareOpsCommand) -> None:
    assert careops("version").out == careops("--version").out


def test_error_is_printed_as_json_for_scripts(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ReadClinic, NotFound("There is no clinic with this id", source="id"))
    run = careops("clinics", "show", "9", "--json")
    error = json.loads(run.err)
    assert (run.code, error["exit_code"], error["status"], error["kind"]) == (1, 1, 404, "NotFound")
    assert error["problems"] == [
        {"source": "id", "title": "There is no clinic with this id", "code": "clinic_not_found"}
    ]
    assert error["request_id"] == "req-12345678"


@pytest.mark.proves("SEC-49.cli")
def test_formula_in_a_list_cell_is_escaped(platform: Platform, careops: CareOpsCommand) -> None:
    modules = [ClinicSpecModule(spec_module_id=2, name="=cmd()")]
    hostile = clinic(1).model_copy(update={"clinic_spec_modules": modules})
    platform.answer(ListClinics, Page[Clinic].of([hostile], total=1, perpage=10))
    run = careops("clinics", "list", "--csv", "--columns", "modules")
    assert list(csv.reader(io.StringIO(run.out))) == [["modules"], ["'=cmd()"]]


def test_times_use_the_zone_of_the_profile(platform: Platform, careops: CareOpsCommand) -> None:
    payment = Payment.model_validate({"id": 1, "created_at": "2026-09-14T20:05:07Z"})
    platform.answer(ListPayments, Page[Payment].of([payment], total=1, perpage=10))
    words = ("payments", "list", "41", "--columns", "date")
    assert "2026-09-15 01:35:07" in careops(*words, terminal=True).out
    assert "2026-09-14 20:05:07" in careops(*words, "--utc", terminal=True).out


def test_file_is_replaced_with_an_option_only(many: Platform, careops: CareOpsCommand, home: Path) -> None:
    (home / "old.csv").write_text("mine")
    run = careops("clinics", "export", "old.csv", "--columns", "id")
    assert run.code == 2
    assert "is there already. Add --replace" in run.err
    assert many.received == []
    assert (home / "old.csv").read_text() == "mine"
    for area in ("audit", "labs", "leads"):
        assert careops(area, "export", "old.csv").code == 2
    assert many.received == []
    assert careops("clinics", "export", "old.csv", "--columns", "id", "--replace").code == 0
    assert (home / "old.csv").read_text("utf-8-sig").startswith("id\n1\n")


@pytest.mark.skipif(sys.platform == "win32", reason="links and FIFOs are made otherwise there")
def test_link_and_fifo_are_not_replaced(many: Platform, careops: CareOpsCommand, home: Path) -> None:
    (home / "real.csv").write_text("mine")
    (home / "link.csv").symlink_to("real.csv")
    assert careops("clinics", "export", "link.csv", "--columns", "id", "--replace").code == 0
    assert (home / "link.csv").is_symlink()
    assert (home / "real.csv").read_text("utf-8-sig").startswith("id\n")
    os.mkfifo(home / "pipe.csv")
    with subprocess.Popen(["cat", str(home / "pipe.csv")], stdout=subprocess.PIPE, text=True) as reader:  # noqa: S603, S607 (a file of the test)
        assert careops("clinics", "export", "pipe.csv", "--columns", "id").code == 0
        assert reader.communicate()[0].removeprefix("\ufeff").startswith("id\n1\n")
    assert (home / "pipe.csv").is_fifo()


def test_report_survives_a_code_page_without_arrows(many: Platform, home: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252", "CAREOPS_STATE_DIR": str(home / "state")}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    words = [sys.executable, "-m", "careops_cli", "modules", "off", "ipd", "1", "2", "--dry-run"]
    run = subprocess.run(words, env=environment, capture_output=True, check=False)  # noqa: S603 (fixed command)
    assert (run.returncode, run.stdout.decode()) == (0, "1\t1\tplanned\tipd: on → off\n2\t2\tplanned\tipd: on → off\n")


def test_quiet_option_hides_the_summary(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListClinics, lambda call: page_of(call, total=30))
    loud, quiet = careops("clinics", "list"), careops("clinics", "list", "--quiet")
    assert "of 30" in loud.err
    assert (quiet.err, quiet.out) == ("", loud.out)
    assert careops("-q", "clinics", "list").err == ""
    refused = careops("clinics", "list", "--quiet", "--page", "0")
    assert (refused.code, refused.err[:6]) == (2, "error:")
    assert "of 30" in careops("clinics", "list").err, "the next command of the same process says it again"


def test_single_value_in_a_pipe_has_no_name(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ReadClinic, detail(1))
    assert careops("clinics", "show", "1", "--columns", "name").out == f"{detail(1).name}\n"
    assert careops("clinics", "show", "1", "--columns", "id,name").out == f"id\t1\nname\t{detail(1).name}\n"

"""``careops data-generation``: one number or a table, each requested once per run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform
from cli.tests.samples import clinic

from careops.calls.clinics import Clinic, ListClinics
from careops.calls.data_generation import (
    NO_CLINIC,
    CreateCmsData,
    CreateGrowthData,
    GeneratedFor,
    Generation,
    GenerationJob,
    ListClinicsOfNumber,
    ListGenerations,
)
from careops.calls.jobs import Job, ReadJob
from careops.calls.users import ListUsers, PlatformUser
from careops.contract import Page
from careops.errors import InvalidInput, NotSupported

MADE = Generation(job_id=12, state="done", clinics=[GeneratedFor(id=41, name="Navjeevan Polyclinic")])


@pytest.fixture(autouse=True)
def generation(platform: Platform) -> None:
    platform.answer(CreateCmsData, MADE)
    platform.answer(CreateGrowthData, MADE)


def test_clinics_of_one_number_are_filled(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("data-generation", "cms", "+91 98150 00041", "--yes", "--json", "--one")
    assert run.code == 0
    row = json.loads(run.out)
    assert (row["target"], row["outcome"], row["job_id"], row["state"]) == ("9815000041", "done", 12, "done")
    assert platform.calls(CreateCmsData)[0].phone_number == "9815000041"


def test_table_of_numbers_is_filled(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    table = tmp_path / "phones.csv"
    table.write_text("Phone\n9815000041\n9815000052\n98150\n9815000041\n", "utf-8")

    def answer(call: CreateGrowthData) -> Generation:
        if call.phone_number == "9815000052":
            raise InvalidInput(NO_CLINIC, source="phone_number")
        return MADE

    platform.answer(CreateGrowthData, answer)
    run = careops("data-generation", "growth", "--from", str(table), "--yes", "--json")
    assert run.code == 3
    rows = {row["row"]: row for row in json.loads(run.out)}
    assert {row: stored["outcome"] for row, stored in rows.items()} == {
        2: "done",
        3: "failed",
        4: "invalid",
        5: "duplicate",
    }
    assert rows[3]["reason"] == NO_CLINIC
    assert sorted(call.phone_number for call in platform.calls(CreateGrowthData)) == ["9815000041", "9815000052"]


def clinics_of(call: ListClinicsOfNumber) -> list[GeneratedFor]:
    named = {
        "9815000041": ["Navjeevan Polyclinic", "Navjeevan Eye Care"],
        "9815000043": [f"Branch {n}" for n in range(8)],
    }
    return [GeneratedFor(id=41 + n, name=name) for n, name in enumerate(named.get(call.phone_number, []))]


def test_dry_run_names_the_clinics(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    table = tmp_path / "phones.csv"
    table.write_text("Phone\n9815000041\n9815000052\n9815000043\n", "utf-8")
    platform.answer(ListClinicsOfNumber, clinics_of)
    dry = careops("data-generation", "growth", "--from", str(table), "--dry-run", "--json")
    assert platform.calls(CreateGrowthData) == []
    rows = {row["target"]: (row["outcome"], row["reason"]) for row in json.loads(dry.out)}
    assert rows["9815000041"] == ("planned", "data for Navjeevan Polyclinic (41), Navjeevan Eye Care (42)")
    assert rows["9815000052"] == ("failed", NO_CLINIC)
    assert rows["9815000043"][1].endswith("Branch 4 (45) and 3 clinics more")


def test_dry_run_reads_lists_if_the_call_is_missing(
    platform: Platform, careops: CareOpsCommand, tmp_path: Path
) -> None:
    table = tmp_path / "phones.csv"
    table.write_text("Phone\n9815000041\n9815000052\n", "utf-8")
    platform.answer(ListClinicsOfNumber, NotSupported())
    stored_clinic = clinic(41).model_copy(update={"phone_number": "9815000041"})
    platform.answer(ListClinics, lambda call: Page[Clinic].of([stored_clinic], total=1, perpage=100))
    platform.answer(ListUsers, Page[PlatformUser].of([], total=0, perpage=100))
    dry = careops("data-generation", "growth", "--from", str(table), "--dry-run", "--json")
    assert [row["outcome"] for row in json.loads(dry.out)][:2] == ["planned", "failed"], NO_CLINIC


def test_the_clinics_of_a_number_are_listed(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListClinicsOfNumber, clinics_of)
    run = careops("data-generation", "clinics", "+91 98150 00041", "--json")
    assert json.loads(run.out) == [
        {"id": 41, "name": "Navjeevan Polyclinic"},
        {"id": 42, "name": "Navjeevan Eye Care"},
    ]
    assert careops("data-generation", "clinics", "98150").code == 1


def test_generations_are_listed_with_their_number_and_clinics(platform: Platform, careops: CareOpsCommand) -> None:
    running = job("running").model_dump() | {"phone_number": "9815000041", "clinics": MADE.clinics}
    platform.answer(ListGenerations, Page[GenerationJob].of([GenerationJob(**running)], total=1, perpage=10))
    run = careops("data-generation", "list", "--columns", "phone,clinics,state")
    assert run.out.splitlines()[-1] == "9815000041\tNavjeevan Polyclinic\trunning"


def test_number_or_table_is_required(careops: CareOpsCommand) -> None:
    assert careops("data-generation", "cms").code == 2
    assert careops("data-generation", "cms", "9815000041", "--from", "phones.csv").code == 2


def job(state: str, problem: str | None = None) -> Job:
    return Job.model_validate(ReadJob.example.answer).model_copy(update={"state": state, "problem": problem})


def test_accepted_job_is_not_reported_as_done(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    table = tmp_path / "phones.csv"
    table.write_text("phone\n9815000041\n9815000042\n", "utf-8")
    platform.answer(CreateCmsData, MADE.model_copy(update={"state": "waiting"}))
    platform.answer(ReadJob, job("running"))
    run = careops("data-generation", "cms", "--from", str(table), "--yes", "--json")
    assert run.code == 0
    assert [(row["outcome"], row["state"]) for row in json.loads(run.out)] == [("asked for", "running")] * 2
    assert "2 asked for." in run.err
    again = run.err.partition("To hear how it ends: careops ")[2].split()
    assert again[-1] == "--wait"
    summary = json.loads(careops("runs", "show", Path(again[-2]).stem, "--json").out)
    assert (summary["state"], summary["asked_for"], summary["open"]) == ("unfinished", 2, 0)
    platform.answer(ReadJob, job("failed", "The disk is full"))
    waited = careops(*again, "--json")
    assert waited.code == 1
    rows = [(row["outcome"], row["state"], row["reason"]) for row in json.loads(waited.out)]
    assert rows == [("failed", "failed", "The disk is full")] * 2
    assert len(platform.calls(CreateCmsData)) == 2, "asked for once each"


def test_wait_option_waits_for_the_job(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(CreateCmsData, MADE.model_copy(update={"state": "waiting"}))
    states = iter(["waiting", "running", "done"])
    platform.answer(ReadJob, lambda call: job(next(states)))
    run = careops("data-generation", "cms", "9815000041", "--yes", "--wait", "--json", "--one")
    assert run.code == 0
    assert (json.loads(run.out)["outcome"], json.loads(run.out)["state"]) == ("done", "done")
    platform.answer(ReadJob, job("running"))
    short = careops("data-generation", "cms", "9815000041", "--yes")
    assert "To see how it stands: careops jobs list" in short.err
    platform.answer(CreateCmsData, Generation())
    assert careops("data-generation", "cms", "9815000041", "--yes", "--wait").code == 1, "nobody says when it is done"

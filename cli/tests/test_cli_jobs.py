"""``careops jobs``: list, retry and cancel."""

from __future__ import annotations

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.jobs import NOT_OPEN, CancelJob, Job, ListJobs, ReadJob, RetryJob
from careops.contract import Page
from careops.errors import Conflict

JOB = Job.model_validate(ReadJob.example.answer)


@pytest.fixture(autouse=True)
def jobs(platform: Platform) -> None:
    platform.answer(ListJobs, lambda call: Page[Job].of([JOB], total=1, perpage=call.perpage))
    platform.answer(ReadJob, JOB)
    platform.answer(RetryJob, JOB.model_copy(update={"state": "waiting"}))
    platform.answer(CancelJob, JOB.model_copy(update={"state": "cancelled"}))


def test_list_prints_the_progress(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("jobs", "list", "--state", "running", "--columns", "id,kind,state,progress")
    assert run.out == "12\tdata_generation.cms\trunning\t3 of 8\n"
    assert platform.calls(ListJobs)[0].state == "running"
    platform.answer(ReadJob, JOB.model_copy(update={"total": None}))
    assert careops("jobs", "show", "12", "--columns", "progress").out == "3\n"


def test_jobs_are_retried_and_cancelled(platform: Platform, careops: CareOpsCommand) -> None:
    assert careops("jobs", "retry", "12", "--columns", "id,state").out == "id\t12\nstate\twaiting\n"
    assert careops("jobs", "cancel", "12", "--columns", "id,state").out == "id\t12\nstate\tcancelled\n"
    platform.answer(CancelJob, Conflict(NOT_OPEN, source="job_id"))
    run = careops("jobs", "cancel", "12")
    assert run.code == 1
    assert NOT_OPEN in run.err

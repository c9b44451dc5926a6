"""Journals of finished runs are deleted; those of unfinished runs are kept longer."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.payments import AddManualPayment, ListPayments, Payment, PaymentAdded
from careops.contract import Page
from careops.errors import ServerError
from careops_cli.bulk.journals import DAY, secret_file

TABLE = "clinic_id,payment_id,order_id\n41,pay_L0nSsccovt6zyp,order_L0nS83FfCHaWqV\n"
RECORD = ("payments", "add-manual", "--from", "-", "--yes")


@pytest.fixture
def payments(platform: Platform) -> Platform:
    """Set up a platform without payments that records all new ones."""
    platform.answer(ListPayments, Page[Payment].of([], total=0, perpage=10))
    platform.answer(AddManualPayment, PaymentAdded())
    return platform


def aged(path: Path, days: int) -> Path:
    long_ago = time.time() - days * DAY
    os.utime(path, (long_ago, long_ago))
    return path


def test_finished_runs_are_deleted_after_a_month(payments: Platform, careops: CareOpsCommand, state: Path) -> None:
    assert careops(*RECORD, stdin=TABLE).code == 0
    [old] = (state / "runs").iterdir()
    aged(old, 29)
    assert careops(*RECORD, stdin=TABLE).code == 0
    assert old.exists()
    aged(old, 31)
    assert careops(*RECORD, "--dry-run", stdin=TABLE).code == 0
    assert old.exists()
    assert careops(*RECORD, stdin=TABLE).code == 0
    assert not old.exists()
    assert len(list((state / "runs").iterdir())) == 2


def test_resumable_runs_are_stored_longer(payments: Platform, careops: CareOpsCommand, state: Path) -> None:
    payments.answer(AddManualPayment, ServerError())
    assert careops(*RECORD, stdin=TABLE).code == 1
    [old] = (state / "runs").iterdir()
    secret = secret_file(aged(old, 31))
    secret.touch()
    payments.answer(AddManualPayment, PaymentAdded())
    assert careops(*RECORD, stdin=TABLE).code == 0
    assert old.exists()
    assert careops("payments", "add-manual", "--resume", str(old)).code == 0
    aged(old, 31)
    assert careops(*RECORD, stdin=TABLE).code == 0
    assert not old.exists()
    assert not secret.exists()


def test_abandoned_run_is_deleted_at_last(payments: Platform, careops: CareOpsCommand, state: Path) -> None:
    payments.answer(AddManualPayment, ServerError())
    assert careops(*RECORD, stdin=TABLE).code == 1
    [old] = (state / "runs").iterdir()
    aged(old, 181)
    assert careops(*RECORD, stdin=TABLE).code == 1
    assert not old.exists()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("payments", "add-manual", "41", "pay_x"), "Give CLINIC_ID, PAYMENT_ID and ORDER_ID, or --from FILE"),
        (("payments", "add-manual", "--dry-run"), "or --from FILE"),
        (("payments", "add-manual", "41", "pay_x", "--from", "x.csv"), "take PAYMENT_ID from the table"),
        (("clinic-doctors", "add", "41", "98123", "--fees", "3", "--from", "x.csv"), "take PHONE from the table"),
        (("clinic-doctors", "invite", "41", "9812345670"), "Give CLINIC_ID, PHONE, --name"),
        (("clinics", "set-location", "41", "--from", "x.csv"), "take CLINIC_ID from the table"),
        (("clinics", "set-location", "41", "--address", "x"), "or --from FILE"),
        (("clinics", "set-location", "x", "--address", "x"), "must be a whole number"),
    ],
)
def test_single_target_and_table_cannot_be_combined(
    payments: Platform, careops: CareOpsCommand, words: tuple[str, ...], complaint: str
) -> None:
    run = careops(*words)
    assert run.code == 2
    assert complaint in run.err
    assert payments.received == []

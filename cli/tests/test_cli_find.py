"""``careops find``: records of all kinds by number or name."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform
from cli.tests.samples import clinic

from careops.calls.clinics import Clinic, ListClinics
from careops.calls.doctors import ListDoctors
from careops.calls.labs import ListLabs
from careops.calls.payments import FindPayments, FoundPayment
from careops.calls.pharmacies import ListPharmacies
from careops.calls.users import ListUsers, PlatformUser
from careops.contract import Call, Page
from careops.errors import Forbidden, InvalidInput

OTHERS: tuple[type[Call[Any]], ...] = (ListDoctors, ListUsers, ListPharmacies, ListLabs)
EVERY: tuple[type[Call[Any]], ...] = (ListClinics, *OTHERS)


@pytest.fixture
def people(platform: Platform) -> Platform:
    """Set up a platform with two clinics, of which one matches, and a user."""
    for call in OTHERS:
        platform.answer(call, call.answer_type().model_validate({"items": [], "total_records": 0, "total_pages": 0}))
    platform.answer(ListClinics, Page[Clinic].of([clinic(41)], total=2, perpage=1))
    simran = PlatformUser(id=9, name="Simran Gill", phone_number="9812345670", status="ACTIVE")
    platform.answer(ListUsers, Page[PlatformUser].of([simran], total=1, perpage=5))
    return platform


def test_every_kind_is_searched(people: Platform, careops: CareOpsCommand) -> None:
    run = careops("find", "98 12", "--json")
    assert [(match["kind"], match["id"], match["phone"]) for match in json.loads(run.out)] == [
        ("clinic", 41, "9887366946"),
        ("user", 9, "9812345670"),
    ]
    assert run.err == "1 clinic more: careops clinics list --search '98 12'\n"
    assert [call.parameters["search_text"] for call in people.received] == ["98 12"] * 5
    assert [call.parameters["perpage"] for call in people.received] == [5] * 5


@pytest.mark.parametrize(
    "reference", ["pay_L0nSsccovt6zyp", "order_L0nS83FfCHaWqV", "INV-2026-000512", " PAY_L0nS sccovt6zyp"]
)
def test_payment_is_found_by_reference(people: Platform, careops: CareOpsCommand, reference: str) -> None:
    people.answer(
        FindPayments,
        [
            FoundPayment(kind="payment", id=512, clinic_id=41, name="Navjeevan Polyclinic"),
            FoundPayment(kind="subscription", id=7, user_id=9, name=None),
        ],
    )
    run = careops("find", reference, "--columns", "kind,id,name")
    assert run.out == "payment\t512\tNavjeevan Polyclinic (clinic 41)\nsubscription\t7\tuser 9\n"
    assert [type(call) for call in people.received] == [FindPayments]


def test_kind_option_limits_the_search(people: Platform, careops: CareOpsCommand) -> None:
    run = careops("find", "gill", "--kind", "user", "--kind", "lab", "--columns", "id,name", "--limit", "50")
    assert (run.out, run.err) == ("9\tSimran Gill\n", "")
    assert {type(call): call.parameters["perpage"] for call in people.received} == {ListUsers: 50, ListLabs: 50}
    assert len(people.received) == 2


def test_forbidden_lists_are_omitted_unless_named(people: Platform, careops: CareOpsCommand) -> None:
    people.answer(ListUsers, Forbidden())
    run = careops("find", "gill", "--columns", "kind")
    assert (run.code, run.out) == (0, "clinic\n")
    run = careops("find", "gill", "--kind", "user")
    assert run.code == 1
    assert "may not do this" in run.err


def test_lists_are_requested_in_parallel(people: Platform, careops: CareOpsCommand) -> None:
    together = threading.Barrier(5, timeout=20)
    empty = {"items": [], "total_records": 0, "total_pages": 0}
    for call in EVERY:
        page = call.answer_type().model_validate(empty)
        people.answer(call, lambda _, page=page: (together.wait(), page)[1])
    assert careops("find", "gill").code == 0


def test_error_of_a_list_is_reported(people: Platform, careops: CareOpsCommand) -> None:
    people.answer(ListDoctors, InvalidInput("Search text is too long", source="search_text"))
    run = careops("find", "gill", "--columns", "kind")
    assert run.code == 1
    assert "Search text is too long" in run.err
    assert len(people.received) == 5


def test_typo_tolerance_is_for_terminals_only(people: Platform, careops: CareOpsCommand) -> None:
    careops("find", "navjevan")
    assert people.asked_forgiving == [False] * 5
    shown = careops("find", "navjevan", terminal=True)
    assert people.asked_forgiving[5:] == [True] * 5
    assert "2 records" in shown.err


def test_empty_search_is_refused(people: Platform, careops: CareOpsCommand) -> None:
    assert careops("find", "").code == 2
    assert careops("find").code == 2
    assert careops("find", "x", "--kind", "city").code == 2
    assert people.received == []

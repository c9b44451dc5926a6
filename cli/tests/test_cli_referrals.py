"""``careops referrals``: list, search, export, and follow."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from cli.tests.command_line import CareOpsCommand, Run
from cli.tests.platform_stub import TOKEN, Platform

from careops import CareOps
from careops.calls.doctors import Doctor, ListDoctors
from careops.calls.keys import CreateKey, NewKey, RevokeKey
from careops.calls.realtime import Event
from careops.calls.referrals import (
    FindReferrals,
    ListReferrals,
    ReadReferral,
    Referral,
    ReferralsReported,
    ReferredDoctor,
    ReportReferrals,
)
from careops.calls.session import SignedIn, SignIn, User
from careops.contract import Empty, Page
from careops.errors import ConnectionFailed, Forbidden, NotFound, Unauthorized, Unavailable

GILL = ReferredDoctor(name="Dr. Gill", country_code="91", phone_number="9812345670", speciality="Physician")
RAO = ReferredDoctor(name="Dr. Rao", speciality="Cardiologist")


def referral(id: int, count: int = 0) -> Referral:
    doctors = {"referred_by_doctor": GILL, "referred_to_doctor": RAO}
    return Referral(id=id, unique_id=f"REF-{id}", appointment_count=count, notes=["ECG", "soon"], **doctors)


def page(*referrals: Referral) -> Page[Referral]:
    return Page[Referral].of(list(referrals), total=len(referrals), perpage=10)


def test_list_is_the_documented_one_unless_filtered(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListReferrals, page(referral(2), referral(1)))
    platform.answer(FindReferrals, page(referral(1)))
    run = careops("referrals", "list", "--columns", "id,by,by_phone,to,to_phone,appointments,notes")
    assert run.out.splitlines()[0] == "2\tDr. Gill\t9812345670\tDr. Rao\t\t0\tECG, soon"
    assert platform.calls(FindReferrals) == []
    careops("referrals", "list", "--waiting", "--search", "gill")
    [request] = platform.calls(FindReferrals)
    assert (request.search_text, request.waiting) == ("gill", True)


def test_referral_is_shown(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ReadReferral, referral(2))
    assert json.loads(careops("referrals", "show", "2", "--json").out)["unique_id"] == "REF-2"


def test_export_writes_csv_and_keeps_existing_files(
    platform: Platform, careops: CareOpsCommand, tmp_path: Path
) -> None:
    platform.answer(ListReferrals, page(referral(2), referral(1)))
    assert careops("referrals", "export", str(tmp_path / "referrals.csv")).code == 0
    header, first, _ = (tmp_path / "referrals.csv").read_text("utf-8-sig").splitlines()
    assert header.startswith("id,unique_id,by,")
    assert first.startswith("2,REF-2,Dr. Gill,Physician,")
    assert careops("referrals", "export", str(tmp_path / "referrals.csv")).code == 2


def followed(careops: CareOpsCommand, *options: str) -> Run:
    return careops("referrals", "list", "--follow", "--columns", "id,appointments", *options)


def test_polling_replaces_a_forbidden_channel(
    platform: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[Any] = [
        page(referral(2), referral(1)),
        page(referral(2), referral(1)),
        Unavailable(),
        page(referral(4), referral(3), referral(2), referral(1, count=1)),
    ]

    def listed(call: ListReferrals) -> Any:
        if not looks:
            raise Forbidden("Not for you")
        return looks.pop(0)

    def events(
        client: CareOps, channels: list[str], *, since: int | None = None, until: threading.Event
    ) -> Iterator[Event]:
        raise ConnectionFailed("a proxy lets no socket through")

    platform.answer(ListReferrals, listed)
    monkeypatch.setattr("careops.client.sync_client.CareOps.events", events)
    monkeypatch.setattr("careops.constants.LIVE_POLL_MS", 1)
    monkeypatch.setattr("careops_cli.framework.event_subscription.AGAIN_SECONDS", 0.001)
    run = followed(careops)
    assert run.out == "1\t0\n2\t0\n1\t1\n3\t0\n4\t0\n"
    assert run.code == 1


def event(id: int, name: str, referral_id: int) -> Event:
    return Event(id=id, channel="referrals", event=name, data={"referral_id": referral_id})


def test_events_are_printed_once_after_a_lost_connection(
    platform: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    resync = Event(id=9, channel="", event="resync")
    batches: list[list[Event] | Exception] = [
        [event(5, "new_referral", 3), event(6, "update_referral", 1), event(7, "update_referral", 404)],
        ConnectionFailed("the line is cut"),
        # An uncertain server repeats events; the same version is not printed again.
        [event(8, "update_referral", 1), resync],
        Forbidden("The session is over"),
    ]
    positions: list[int | None] = []

    def events(
        client: CareOps, channels: list[str], *, since: int | None = None, until: threading.Event
    ) -> Iterator[Event]:
        assert channels == ["referrals"]
        positions.append(since)
        batch = batches.pop(0)
        if isinstance(batch, Exception):
            raise batch
        yield from batch
        raise ConnectionFailed("the server is started anew")

    by_id = {1: referral(1, count=2), 3: referral(3)}
    listed = iter([page(referral(2), referral(1))])
    platform.answer(ListReferrals, lambda call: next(listed, page(by_id[3], referral(2), by_id[1])))
    platform.answer(ReadReferral, lambda call: by_id.get(call.referral_id) or NotFound("There is none"))
    monkeypatch.setattr("careops.client.sync_client.CareOps.events", events)
    monkeypatch.setattr("careops_cli.framework.event_subscription.AGAIN_SECONDS", 0.001)
    run = followed(careops, "--json")
    rows = [json.loads(line) for line in run.out.splitlines()]
    assert run.code == 1
    assert [(row["id"], row["appointments"]) for row in rows[:2]] == [(1, 0), (2, 0)]
    assert sorted((row["id"], row["appointments"]) for row in rows[2:4]) == [(1, 2), (3, 0)]
    assert positions == [None, 7, 7, 8]


def test_ctrl_c_ends_the_subscription(
    platform: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted() -> Iterator[list[Event]]:
        yield from ()
        raise KeyboardInterrupt

    platform.answer(ListReferrals, page(referral(1)))
    monkeypatch.setattr(
        "careops_cli.framework.event_subscription.subscribe", lambda *_, **__: nullcontext(interrupted())
    )
    run = followed(careops)
    assert (run.code, run.out, run.err) == (130, "1\t0\n", "Interrupted.\n")


def test_follow_option_excludes_filters(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("referrals", "list", "--follow", "--waiting")
    assert run.code == 2
    assert platform.received == []


def test_demo_generates_referrals(platform: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    user = User(id=1, name="Demo", phone_number="9000000001")
    doctors = [Doctor(id=number, name=f"Dr. {number}", status="joined", verified=True) for number in range(3)]
    platform.answer(SignIn, SignedIn(user=user, auth_token=TOKEN, refresh_token="r1"))
    platform.answer(ListDoctors, Page[Doctor].of(doctors, total=3, perpage=100))
    platform.answer(ListReferrals, page(referral(1)))
    platform.answer(CreateKey, NewKey(id=3, token=TOKEN))
    platform.answer(ReportReferrals, ReferralsReported(added=1, updated=0, known=0))
    platform.answer(RevokeKey, Empty())

    def stop(seconds: float) -> None:
        if len(platform.calls(ReportReferrals)) == 5:
            raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", stop)
    run = careops("demo", "live", "--every", "1")
    assert run.code == 130
    ids = [call.referrals[0].unique_id for call in platform.calls(ReportReferrals)]
    assert [line.split("\t")[1] for line in run.out.splitlines()] == ids
    assert len(ids) == 5
    assert [call.scopes for call in platform.calls(CreateKey)] == [["referrals:write"]]
    assert [call.key_id for call in platform.calls(RevokeKey)] == [3]


def test_other_platforms_get_no_demo_referrals(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(SignIn, Unauthorized("Invalid password", source="password"))
    run = careops("demo", "live")
    assert run.code == 1
    assert "has no demo data" in run.err
    assert [type(call) for call in platform.received] == [SignIn]

"""Events of changed records: raised by every audited change, without values, only for accounts that may read them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import pytest
from server.tests.support.examples import example
from server.tests.support.policies import approve_if_needed
from server.tests.support.sockets import listening, receive, served
from server.tests.support.stage import BILLING, CARE, PASSWORD, SUPER, UNLIMITED, Stage

from careops import AsyncCareOps, NotFound, Unavailable
from careops.calls import all_calls, area_of
from careops.calls.change_requests import ProposedChange
from careops.calls.changes import ApplyBatch
from careops.calls.realtime import RECORD_CALLS, Event
from careops.contract import ANYONE, APPS, Call
from careops.record_kinds import LIVE_KINDS
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.connection import Connection
from careops_server.core.database.database import Database
from careops_server.core.principal import OutgoingEvent
from careops_server.core.realtime import changed_records, queries
from careops_server.core.realtime.changed_records import MAX_IDS, MAX_REQUESTS, ChangedRecord
from careops_server.processes.job_worker import drain
from careops_server.testing.postgres import TestPostgres

OWN_CHANGES: Final = {
    "audit",
    "broadcasts",
    "change_requests",
    "drafts",
    "exports",
    "jobs",
    "keys",
    "presence",
    "recents",
    "runs",
    "session",
    "today",
    "uploads",
    "views",
    "weekly_news",
}
"""Areas whose changes concern no record of a live kind."""
NO_RECORD: Final = {"AddNewsEvents", "CreateGrowthData", "MarkMentionsRead", "MergeNewsTags", "ReportDevices"}
CHANGES: Final = [
    call
    for call in all_calls()
    if call.route.mutates
    and call.route.access is not ANYONE
    and area_of(call) not in OWN_CHANGES
    and call is not ApplyBatch
    and call.__name__ not in NO_RECORD
]
KINDS: Final[dict[str, str]] = {
    "campaigns": "campaign",
    "care_cities": "care_city",
    "changes": "clinic",
    "clinic_admins": "clinic",
    "clinic_doctors": "clinic",
    "clinics": "clinic",
    "data_generation": "clinic",
    "devices": "user",
    "doctors": "doctor",
    "follow_ups": "follow_up clinic",
    "leads": "clinic",
    "modules": "clinic",
    "news": "news_article",
    "notes": "clinic",
    "payments": "payment clinic",
    "promo_codes": "promo_code",
    "referrals": "",
    "release_notes": "release_note",
    "schedules": "clinic doctor",
    "subscriptions": "user",
    "universities": "university",
    "users": "user",
}
"""Kinds of the records that changes of an area concern."""
FURTHER: Final = {
    "AddClinicDoctor": "doctor",
    "CreateClinicAdmin": "user",
    "DeleteClinicAdmin": "user",
    "ExportLeads": "campaign",
    "SignUpHospital": "user",
    "UpdateAdCampaign": "clinic",
}
OTHERWISE: Final = {"ExportLeads": "campaign", "FetchRss": "", "MarkWhatsNewRead": "", "PreviewNewsFeeds": ""}
"""Calls that do not concern the records of their area."""
ONLY_OWN: Final = {
    "CreateClinicAdmin": "user",
    "CreateCmsData": "clinic",
    "DeleteClinicAdmin": "user",
    "SignUpHospital": "user",
    "UndoLeadUpload": "clinic",
    "UpdateAdCampaign": "clinic",
}
"""Records that only the platform knows, not a gateway in front of it."""


@contextmanager
def announced(stage: Stage) -> Iterator[set[ChangedRecord]]:
    """Collect the records that the application would announce."""
    records: set[ChangedRecord] = set()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stage.services.database, "announce", lambda added, _: records.update(added))
        yield records


async def latest(stage: Stage, client: AsyncCareOps) -> int:
    await stage.services.changed_records.flush()
    return (await client.realtime.list(channels=["records"], only_latest=True)).latest


async def changed(client: AsyncCareOps, since: int) -> list[Event]:
    return (await client.realtime.list(channels=["records"], since=since)).events


def without_origin(event: Event) -> dict[str, object]:
    return {name: event.data[name] for name in ("kind", "ids")}


async def announce(stage: Stage, *records: ChangedRecord) -> None:
    stage.services.changed_records.add(records)
    await stage.services.changed_records.flush()


@pytest.mark.parametrize("call", CHANGES, ids=lambda call: call.__name__)
async def test_each_change_announces_its_records(stage: Stage, call: type[Call[Any]]) -> None:
    await expect_announced(stage, call)


@pytest.mark.own
async def test_changes_in_one_request_announce_their_records(stage: Stage) -> None:
    await expect_announced(stage, ApplyBatch)


async def expect_announced(stage: Stage, call: type[Call[Any]]) -> None:
    client = await stage.caller_of(call) if call.route.access == APPS else await stage.signed_in(SUPER)
    request = await example(stage, call)
    with announced(stage) as records:
        await client.send(request)
    name = call.__name__
    expected = {*OTHERWISE.get(name, KINDS.get(area_of(call), "")).split(), *FURTHER.get(name, "").split()}
    if stage.knows_before:
        assert {kind for kind, _ in records} == expected
        assert None not in {id for _, id in records}
    else:
        assert {kind for kind, _ in records} >= expected - {ONLY_OWN.get(name)}


@pytest.mark.own
async def test_refused_and_unchanged_records_are_not_announced(stage: Stage) -> None:
    client, clinic_id = await stage.signed_in(SUPER), await stage.clinic()
    module_id = stage.module_ids["Billing"]
    await client.modules.activate(clinic_id=clinic_id, module_id=module_id)
    with announced(stage) as records:
        await client.modules.activate(clinic_id=clinic_id, module_id=module_id)
        with pytest.raises(NotFound):
            await client.modules.activate(clinic_id=clinic_id, module_id=2**31 - 1)
    assert records == set()


@pytest.mark.own
async def test_changes_of_records_within_a_batch_are_announced(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    ids = [await stage.clinic() for _ in range(3)]
    targets = [
        {"key": f"live-clinic-{id}", "parameters": {"clinic_id": id, "module_id": stage.module_ids["Billing"]}}
        for id in ids
    ]
    with announced(stage) as records:
        await client.send(ApplyBatch(change="ActivateSpecModule", targets=targets))  # type: ignore[arg-type]
    assert records == {("clinic", id) for id in ids}


@pytest.mark.own
async def test_events_contain_no_values(stage: Stage) -> None:
    client, clinic_id = await stage.signed_in(SUPER), await stage.clinic()
    since = await latest(stage, client)
    answer = await client.clinics.update(id=clinic_id, beds_count=12)
    await stage.services.changed_records.flush()
    [event] = await changed(client, since)
    changed_ms = event.data["changed_ms"]
    assert (event.event, event.data) == (
        "records_changed",
        {"kind": "clinic", "ids": [clinic_id], "request_ids": [answer.request_id], "changed_ms": changed_ms},
    )


async def test_change_is_dated_between_earlier_and_later_reads(stage: Stage) -> None:
    client, clinic_id = await stage.signed_in(SUPER), await stage.clinic()
    since = await latest(stage, client)
    async with stage.http(headers=await stage.bearer()) as http:

        async def read_ms() -> int:
            return int((await http.get(f"/api/clinics/{clinic_id}")).headers["x-received-ms"])

        before = await read_ms()
        await client.clinics.update(id=clinic_id, beds_count=13)
        after = await read_ms()
    await stage.services.changed_records.flush()
    [event] = await changed(client, since)
    assert before <= event.data["changed_ms"] <= after  # type: ignore[operator]


@pytest.mark.own
async def test_announcement_names_each_request_once(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    since = await latest(stage, client)
    for request_id, clinic_id in (("b", 1), ("a", 2), ("b", 3)):
        stage.services.changed_records.add([("clinic", clinic_id)], request_id)
    await stage.services.changed_records.flush()
    [event] = await changed(client, since)
    assert event.data["request_ids"] == ["a", "b"]


@pytest.mark.own
async def test_job_is_not_announced_as_its_request(stage: Stage) -> None:
    client, clinic_id = await stage.signed_in(SUPER), await stage.clinic()
    module_id = stage.module_ids["Billing"]
    changes = [ProposedChange(call="ActivateSpecModule", parameters={"clinic_id": clinic_id, "module_id": module_id})]
    request = (await client.change_requests.create(title="Billing", reason="As agreed", changes=changes)).request
    await approve_if_needed(stage, request)
    await client.change_requests.apply(request_id=request.id, digest=request.digest)
    since = await latest(stage, client)
    await drain(stage.services)
    await stage.services.changed_records.flush()
    [event] = [entry for entry in await changed(client, since) if entry.data["kind"] == "clinic"]
    assert (event.data["ids"], event.data["request_ids"]) == ([clinic_id], [""])


@pytest.mark.own
async def test_concurrent_changes_are_one_event_per_kind(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    since = await latest(stage, client)
    stage.services.changed_records.add([("clinic", 2), ("user", 9)])
    stage.services.changed_records.add([("clinic", 1), ("clinic", 2)])
    await stage.services.changed_records.flush()
    events = await changed(client, since)
    expected = [{"kind": "clinic", "ids": [1, 2]}, {"kind": "user", "ids": [9]}]
    assert [without_origin(event) for event in events] == expected


@pytest.mark.own
async def test_large_announcement_is_split(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    since = await latest(stage, client)
    await announce(stage, *[("doctor", id) for id in range(MAX_IDS + 1)], ("doctor", None))
    assert [len(event.data["ids"]) for event in await changed(client, since)] == [0, MAX_IDS, 1]  # type: ignore[arg-type]


@pytest.mark.own
async def test_split_announcement_names_only_requests_of_its_records(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    since = await latest(stage, client)
    for id in range(MAX_IDS + 1):
        stage.services.changed_records.add([("doctor", id)], f"request {id // MAX_IDS}")
    await stage.services.changed_records.flush()
    first, second = await changed(client, since)
    assert first.data["request_ids"] == ["request 0"]
    assert second.data["request_ids"] == ["request 1"]


@pytest.mark.own
@pytest.mark.parametrize(("requests", "named"), [(MAX_REQUESTS, MAX_REQUESTS), (MAX_REQUESTS + 1, 0)])
async def test_announcement_of_many_requests_names_none(stage: Stage, requests: int, named: int) -> None:
    client = await stage.signed_in(SUPER)
    since = await latest(stage, client)
    for id in range(requests):
        stage.services.changed_records.add([("doctor", id)], f"request {id:03}")
    await stage.services.changed_records.flush()
    [event] = await changed(client, since)
    assert event.data["ids"] == [*range(requests)]
    assert event.data["request_ids"] == ([f"request {id:03}" for id in range(named)] or [""])


@pytest.mark.own
async def test_continuous_changes_are_announced_at_intervals(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    client = await stage.signed_in(SUPER)
    since = await latest(stage, client)
    monkeypatch.setattr(changed_records, "DEBOUNCE_SECONDS", 0)
    monkeypatch.setattr(changed_records, "MIN_SECONDS_BETWEEN", 3600)
    is_announced, raise_events = asyncio.Event(), queries.raise_events

    async def raise_and_change(connection: Connection, events: list[OutgoingEvent]) -> None:
        await raise_events(connection, events)
        if not is_announced.is_set():
            is_announced.set()
            stage.services.changed_records.add([("clinic", 2)])

    monkeypatch.setattr(queries, "raise_events", raise_and_change)
    stage.services.changed_records.add([("clinic", 1)])
    await is_announced.wait()
    while not (events := await changed(client, since)):
        pass
    assert [event.data["ids"] for event in events] == [[1]]
    await stage.services.changed_records.flush()
    assert [event.data["ids"] for event in await changed(client, since)] == [[1], [2]]


def test_each_kind_has_a_call_that_reads_it() -> None:
    names = {call.__name__ for call in all_calls()}
    assert [*RECORD_CALLS] == [*LIVE_KINDS]
    assert set(RECORD_CALLS.values()) <= names


@pytest.mark.own
@pytest.mark.parametrize("phone", [SUPER, CARE, BILLING])
async def test_account_receives_only_kinds_that_it_may_read(stage: Stage, phone: str) -> None:
    client = stage.client()
    await client.sign_in(phone, PASSWORD)
    account_type = (await client.session.read()).account_type
    since = await latest(stage, client)
    await announce(stage, *[(kind, 1) for kind in LIVE_KINDS])
    readable = [
        kind
        for kind in sorted(LIVE_KINDS)
        if account_type in next(call for call in all_calls() if call.__name__ == RECORD_CALLS[kind]).route.access  # type: ignore[operator]
    ]
    assert [event.data["kind"] for event in await changed(client, since)] == readable
    assert ("user" in readable) == (phone != CARE)


@pytest.mark.own
async def test_key_receives_only_kinds_of_its_scopes(stage: Stage) -> None:
    client = await stage.program("realtime:read", "clinics:read")
    since = await latest(stage, client)
    await announce(stage, ("clinic", 1), ("user", 1), ("promo_code", 1))
    assert [event.data["kind"] for event in await changed(client, since)] == ["clinic"]


@pytest.mark.own
async def test_socket_sends_no_users_to_customer_care(
    stage: Stage, settings: Settings, postgres: TestPostgres, database_url: str
) -> None:
    async def kinds_of(phone: str) -> Sequence[Any]:
        token = (await stage.bearer(phone))["authorization"].removeprefix("Bearer ")
        since = await latest(stage, await stage.signed_in(SUPER))
        async with listening(address, token=token, channels=["records"], since=since) as client:
            await announce(stage, ("clinic", 1), ("user", 1))
            replayed = [await receive(client)]
            while replayed[-1]["event"] != "ready":
                replayed.append(await receive(client))
            await announce(stage, ("clinic", 2), ("user", 2))
            stage.services.changed_records.add([("lab", 1)])
            events = [message for message in replayed if message["event"] != "ready"]
            while not events or events[-1]["data"]["kind"] != "lab":
                events.append(await receive(client))
        return [(event["data"]["kind"], event["data"]["ids"]) for event in events[:-1]]

    async with served(settings.model_copy(update=UNLIMITED), postgres.served(database_url)) as (_, address):
        assert await kinds_of(CARE) == [("clinic", [1]), ("clinic", [2])]
        assert await kinds_of(BILLING) == [("clinic", [1]), ("user", [1]), ("clinic", [2]), ("user", [2])]


async def test_change_through_a_gateway_is_announced_there(stage: Stage) -> None:
    client, clinic_id = await stage.signed_in(SUPER), await stage.clinic()
    since = await latest(stage, client)
    await client.modules.activate(clinic_id=clinic_id, module_id=stage.module_ids["Billing"])
    await stage.services.changed_records.flush()
    events = await changed(client, since)
    assert [without_origin(event) for event in events] == [{"kind": "clinic", "ids": [clinic_id]}]


@pytest.mark.own
async def test_failed_announcement_leaves_later_ones_intact(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise Unavailable(retry_after=1)

    with monkeypatch.context() as patch:
        patch.setattr(queries, "raise_events", fail)
        await announce(stage, ("clinic", 1))
    client = await stage.signed_in(SUPER)
    since = await latest(stage, client)
    await announce(stage, ("clinic", 2))
    assert [event.data["ids"] for event in await changed(client, since)] == [[2]]


@pytest.mark.own
async def test_change_is_dated_after_the_replica_has_it(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    async def wait_for_replica(_: Database) -> bool:
        monkeypatch.setattr(changed_records, "current_ms", lambda: 2000)
        return True

    client = await stage.signed_in(SUPER)
    since = await latest(stage, client)
    monkeypatch.setattr(changed_records, "current_ms", lambda: 1000)
    monkeypatch.setattr(Database, "wait_for_replica", wait_for_replica)
    await announce(stage, ("clinic", 1))
    assert [event.data["changed_ms"] for event in await changed(client, since)] == [2000]

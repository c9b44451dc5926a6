"""Timelines: entries of all sources in one order, read from any position, without forbidden ones."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from server.tests.audit.trail import add_event
from server.tests.support.change_requests import insert_request
from server.tests.support.stage import BILLING, CARE, SUPER, Stage

from careops import InvalidInput, NotFound
from careops.calls.timeline import ENTRY_KINDS, MAX_LIMIT, Position, TimelineEntry
from careops.record_kinds import RECORD_KINDS, RecordKind
from careops_server.areas.timeline import queries
from careops_server.areas.timeline.sources import SOURCES

pytestmark = pytest.mark.own
NOON = datetime(2026, 11, 20, 6, 30, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


async def entries_of(stage: Stage, ref: str, phone: str = SUPER, **filters: Any) -> list[TimelineEntry]:
    client = await stage.signed_in(phone)
    return [entry async for entry in client.timeline.each(record=ref, **filters)]


def keys(entries: Sequence[TimelineEntry]) -> list[tuple[str, str]]:
    return [(entry.kind, entry.id) for entry in entries]


async def pay(stage: Stage, clinic_id: int, at: datetime, **columns: Any) -> int:
    values = {"clinic_id": clinic_id, "created_at": at, "billing_payment_status": "failed", **columns}
    names, places = ", ".join(values), ", ".join(f":{name}" for name in values)
    payment_id: int = await stage.sql(f"insert into payments ({names}) values ({places}) returning id", **values)  # noqa: S608 (a test's own names)
    return payment_id


async def request(
    stage: Stage,
    at: datetime,
    *,
    resource: tuple[str, int],
    clinic_id: int | None = None,
    calls: Sequence[str] = ("UpdateClinic",),
) -> int:
    """Insert a change request with one change."""
    request_id = await insert_request(stage, calls=calls, at=at)
    await stage.sql(
        "insert into change_request_targets (request_id, revision, position, call, parameters, planned, resource_type,"
        " resource_id, clinic_id, plan_errors)"
        " values (:id, 1, 1, 'UpdateClinic', '{}', 'done', :type, :resource, :clinic_id, '[]')",
        id=request_id,
        type=resource[0],
        resource=str(resource[1]),
        clinic_id=clinic_id,
    )
    return request_id


async def test_timeline_lists_all_sources_newest_first(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    event = await add_event(
        stage, clinic_id, occurred_at=NOON, key="module.activate", actor_name="Arjun", after={"Telemedicine": True}
    )
    payment = await pay(stage, clinic_id, NOON + MINUTE, amount="400.95")
    proposed = await request(stage, NOON - MINUTE, resource=("clinic", clinic_id), clinic_id=clinic_id)
    await add_event(stage, await stage.clinic(), occurred_at=NOON)
    first, second, third = await entries_of(stage, f"clinic:{clinic_id}")
    assert (first.kind, first.group, first.id, first.at) == ("payment", "money", str(payment), NOON + MINUTE)
    assert first.payment is not None
    assert first.payment.billing_payment_status == "failed"
    assert (second.kind, second.group, second.id) == ("audit_event", "modules", event)
    assert second.audit_event is not None
    assert (second.audit_event.after, second.audit_event.timestamp) == ({"Telemedicine": True}, NOON)
    assert (third.kind, third.group, third.id) == ("change_request", "other", str(proposed))
    assert third.change_request is not None
    assert (third.change_request.title, third.change_request.status) == ("Switch on", "open")
    for entry in (first, second, third):
        assert [name for name in ENTRY_KINDS if getattr(entry, name) is not None] == [entry.kind]


@pytest.mark.parametrize("seed", range(4))
async def test_every_position_of_random_worlds(stage: Stage, seed: int) -> None:
    """From every entry, the following ones are those of one list of everything."""
    chance = random.Random(seed)  # noqa: S311 (repeatable, not a secret)
    clinic_id = await stage.clinic()

    def moment() -> datetime:
        return NOON + timedelta(days=31 * chance.randrange(3), microseconds=chance.randrange(4))

    for _ in range(25):
        await add_event(stage, clinic_id, occurred_at=moment())
    for _ in range(15):
        await pay(stage, clinic_id, moment())
    for _ in range(8):
        await request(stage, moment(), resource=("doctor", 7), clinic_id=clinic_id)
    everything = [
        (row["kind"], row["id"])
        for row in await stage.rows(
            "select * from ("
            " select occurred_at as at, 0 as rank, 0 as number, id as event, 'audit_event' as kind, id::text as id"
            " from audit_events where clinic_id = :clinic_id"
            " union all select created_at, 1, id, null, 'payment', id::text from payments where clinic_id = :clinic_id"
            " union all select c.created_at, 4, c.id, null, 'change_request', c.id::text from change_requests c"
            " join change_request_targets t on t.request_id = c.id where t.clinic_id = :clinic_id"
            ") every order by at desc, rank, number desc, event desc",
            clinic_id=clinic_id,
        )
    ]
    client = await stage.signed_in(SUPER)
    ref = f"clinic:{clinic_id}"
    entries = await entries_of(stage, ref, limit=10)
    assert keys(entries) == everything
    for number, entry in enumerate(entries, 1):
        id: Any = entry.id if entry.kind == "audit_event" else int(entry.id)
        before = str(Position(entry.at, entry.kind, id))  # type: ignore[arg-type]  # the kind is a known one
        page = await client.timeline.read(record=ref, before=before, limit=10)
        assert keys(page.items) == everything[number : number + 10]
        assert (page.next is None) == (number + 10 >= len(everything))


async def test_entries_added_between_pages_shift_no_others(stage: Stage) -> None:
    client, clinic_id = await stage.signed_in(SUPER), await stage.clinic()
    events = [await add_event(stage, clinic_id, occurred_at=NOON - number * MINUTE) for number in range(20)]
    page = await client.timeline.read(record=f"clinic:{clinic_id}", limit=10)
    await add_event(stage, clinic_id, occurred_at=NOON + MINUTE)
    await pay(stage, clinic_id, NOON + MINUTE)
    next_page = await client.timeline.read(record=f"clinic:{clinic_id}", limit=10, before=page.next)
    assert [entry.id for entry in (*page.items, *next_page.items)] == events
    assert next_page.next is None


async def test_groups_filter_the_entries(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    ref = f"clinic:{clinic_id}"
    of = {
        "people": ["clinic_doctor.add", "clinic_admin.delete", "user.sign_in", "doctor.update"],
        "modules": ["module.activate", "clinic.settings"],
        "money": ["payment.add_manual", "clinic.account_number"],
        "notes": ["note.remind"],
        "other": ["clinic.update", "patient.view", "users.unknown"],
    }
    ids = {group: {await add_event(stage, clinic_id, key=key) for key in of[group]} for group in of}
    payment = await pay(stage, clinic_id, NOON)
    proposed = await request(stage, NOON, resource=("clinic", clinic_id), clinic_id=clinic_id)
    ids["money"].add(str(payment))
    ids["other"].add(str(proposed))
    for group, expected in ids.items():
        entries = await entries_of(stage, ref, groups=[group])
        assert {entry.id for entry in entries} == expected
        assert {entry.group for entry in entries} == {group}
    both = await entries_of(stage, ref, groups="money,modules")
    assert {entry.id for entry in both} == ids["money"] | ids["modules"]
    assert len(await entries_of(stage, ref)) == sum(map(len, ids.values()))


async def test_changes_without_bookkeeping_name_their_record(stage: Stage) -> None:
    clinic_id = await stage.clinic(name="Sevaloka Hospital")
    ref = f"clinic:{clinic_id}"
    for key in ("patient.view", "recent.keep", "module.activate"):
        await add_event(stage, clinic_id, key=key, resource_type="clinic", resource_id=str(clinic_id))
    assert len(await entries_of(stage, ref)) == 3
    [entry] = await entries_of(stage, ref, changes_only=True)
    assert entry.audit_event
    assert (entry.audit_event.key, entry.record_name) == ("module.activate", "Sevaloka Hospital")


async def test_a_verification_appears_once(stage: Stage) -> None:
    client, doctor_id = await stage.signed_in(CARE), await stage.doctor(reg_nbr="PMC-1")
    ref = f"doctor:{doctor_id}"
    await client.doctors.verify(id=doctor_id, verify_status=True, verification_reason="Checked with IMA")
    [decided] = await entries_of(stage, ref)
    assert (decided.kind, decided.group) == ("verification", "people")
    assert decided.verification is not None
    assert decided.verification.verification_reason == "Checked with IMA"
    refused = await add_event(
        stage, None, key="doctor.verify", event_status="FAILED", resource_type="doctor", resource_id=str(doctor_id)
    )
    await add_event(stage, None, key="doctor.verify", resource_type="doctor", resource_id=str(doctor_id))
    assert keys(await entries_of(stage, ref)) == [*keys([decided]), ("audit_event", refused)]


async def test_notes_and_follow_ups_appear_once(stage: Stage) -> None:
    """Their current state is shown. A removed note stays, without its text."""
    client, clinic_id = await stage.signed_in(CARE), await stage.clinic()
    ref = f"clinic:{clinic_id}"
    note = await client.notes.create(record=ref, text="Owner called")
    promised = await client.follow_ups.create(
        record=ref, what="Call back", owner_role="customer_care", due=date(2099, 11, 30)
    )
    assert promised.id is not None
    await client.follow_ups.close(follow_up_id=promised.id, state="done")
    second, first = await entries_of(stage, ref)
    assert (first.kind, first.group, first.id) == ("note", "notes", str(note.id))
    assert first.note is not None
    assert (first.note.text, first.note.record) == ("Owner called", ref)
    assert (second.kind, second.group, second.id) == ("follow_up", "notes", str(promised.id))
    assert second.follow_up is not None
    assert second.follow_up.state == "done"
    await client.notes.delete(note_id=note.id)
    _, first = await entries_of(stage, ref, groups="notes")
    assert first.note is not None
    assert (first.note.text, first.note.deleted_by) == (None, f"Staff {CARE[-2:]}")
    assert await entries_of(stage, f"clinic:{await stage.clinic()}", groups="notes") == []


async def test_events_of_each_kind_of_record(stage: Stage) -> None:
    """An event about another record with the same id is not included."""
    phone = stage.phone()
    ids = {
        "doctor": await stage.doctor(),
        "user": await stage.user(phone),
        "pharmacy": await stage.sql("insert into pharmacies (name) values ('Sunrise') returning id"),
        "lab": await stage.sql("insert into labs (name) values ('Sunrise') returning id"),
    }
    for kind, id in ids.items():
        event = await add_event(stage, None, key="patient.view", resource_type=kind, resource_id=str(id))
        await add_event(stage, None, key="patient.view", resource_type="patient", resource_id=str(id))
        await add_event(stage, id, key="patient.view")
        proposed = await request(stage, NOON, resource=(kind, id))
        assert keys(await entries_of(stage, f"{kind}:{id}")) == [
            ("change_request", str(proposed)),
            ("audit_event", event),
        ]


async def test_payments_of_a_user_only_for_those_who_may_list_them(stage: Stage) -> None:
    user_id = await stage.user(stage.phone())
    await stage.sql("insert into billing_payments (user_id, amount) values (:id, 11999) returning id", id=user_id)
    event = await add_event(stage, None, key="user.update", resource_type="user", resource_id=str(user_id))
    for phone in (SUPER, BILLING):
        paid, changed = await entries_of(stage, f"user:{user_id}", phone)
        assert (paid.kind, paid.group, changed.id) == ("billing_payment", "money", event)
        assert paid.billing_payment is not None
        assert paid.billing_payment.amount == 11999
    with pytest.raises(NotFound):
        await entries_of(stage, f"user:{user_id}", CARE)
    client = await stage.program("timeline:read", "users:read", "audit:read")
    assert keys((await client.timeline.read(record=f"user:{user_id}")).items) == [("audit_event", event)]
    assert (await client.timeline.read(record=f"user:{user_id}", groups="money")).items == []


async def test_a_key_reads_only_the_kinds_of_its_scopes(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    event, payment = await add_event(stage, clinic_id), await pay(stage, clinic_id, NOON)
    for scopes, expected in (
        (("timeline:read", "clinics:read"), []),
        (("timeline:read", "clinics:read", "audit:read"), [("audit_event", event)]),
        (("timeline:read", "clinics:read", "payments:read"), [("payment", str(payment))]),
    ):
        client = await stage.program(*scopes)
        assert keys((await client.timeline.read(record=f"clinic:{clinic_id}")).items) == expected
    with pytest.raises(NotFound):
        await (await stage.program("timeline:read", "audit:read")).timeline.read(record=f"clinic:{clinic_id}")


async def test_change_requests_only_with_allowed_calls(stage: Stage) -> None:
    doctor_id = await stage.doctor()
    await request(stage, NOON, resource=("doctor", doctor_id), calls=["UpdateDoctor", "AddManualSubscription"])
    visible = await request(stage, NOON, resource=("doctor", doctor_id), calls=["UpdateDoctor"])
    assert len(await entries_of(stage, f"doctor:{doctor_id}", SUPER)) == 2
    assert keys(await entries_of(stage, f"doctor:{doctor_id}", CARE)) == [("change_request", str(visible))]


async def test_a_record_that_a_revision_left_out_has_no_entry(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    request_id = await request(stage, NOON, resource=("clinic", clinic_id), clinic_id=clinic_id)
    await stage.sql(
        "insert into change_request_revisions (request_id, revision, digest, title, reason, on_conflict, calls,"
        " targets, groups, more_groups, revised_by)"
        " select request_id, 2, digest, title, reason, on_conflict, calls, targets, groups, more_groups, revised_by"
        " from change_request_revisions where request_id = :id",
        id=request_id,
    )
    await stage.sql("update change_requests set revision = 2 where id = :id", id=request_id)
    assert await entries_of(stage, f"clinic:{clinic_id}") == []


@pytest.mark.parametrize("kind", RECORD_KINDS)
async def test_unknown_record_is_refused(stage: Stage, kind: RecordKind) -> None:
    client = await stage.signed_in(SUPER)
    with pytest.raises(NotFound) as refusal:
        await client.timeline.read(record=f"{kind}:{10**9}")
    assert [problem.code for problem in refusal.value.problems] == ["record_not_found"]


@pytest.mark.parametrize(
    "before",
    [
        "5",
        "1795061100000000.payment",
        "1795061100000000.payment.x",
        "1795061100000000.payment.0197a3c2-7d1e-7c40-9a55-3f0f3a1c2b11",
        "1795061100000000.audit_event.7",
        "1795061100000000.clinic.7",
        "+1795061100000000.payment.7",
        "1795061100000000.payment.07",
        "9999999999999999999999.payment.7",
        "1795061100000000.payment.9223372036854775808",
        "1795061100000000.payment." + "9" * 100,
        "1795061100000000.payment.7 ",
        "1795061100000000.payment.٧",
    ],
)
async def test_malformed_position_is_refused(stage: Stage, before: str) -> None:
    async with stage.http(headers=await stage.bearer()) as http:
        answer = await http.get(
            "/api/careops/timeline", params={"record": f"clinic:{await stage.clinic()}", "before": before}
        )
    assert answer.status_code == 422
    assert [problem["source"] for problem in answer.json()["errors"]] == ["before"]


async def test_the_limit_and_the_groups_are_checked(stage: Stage) -> None:
    client, ref = await stage.signed_in(SUPER), f"clinic:{await stage.clinic()}"
    wrong: tuple[dict[str, Any], ...] = (
        {"limit": 9},
        {"limit": 101},
        {"groups": "people,secrets"},
        {"record": "module:1"},
    )
    for filters in wrong:
        with pytest.raises(InvalidInput) as refusal:
            await client.timeline.read(**{"record": ref, **filters})
        assert refusal.value.problems[0].source == next(iter(filters))


@pytest.mark.parametrize("changes_only", [False, True])
@pytest.mark.parametrize("is_filtered", [False, True])
@pytest.mark.parametrize("kind", RECORD_KINDS)
async def test_no_partition_is_read_from_its_table(
    stage: Stage, kind: RecordKind, is_filtered: bool, changes_only: bool
) -> None:
    """Keys of audit events come from an index of each partition, in order and without a sort."""
    if await stage.sql("select not exists (select from audit_events where description = 'many')"):
        await stage.sql(
            "with many as (insert into audit_events (occurred_at, clinic_id, key, event_status, resource_type,"
            " resource_id, description)"
            " select now() - n * interval '1 hour', n % 20, 'patient.view', 'SUCCESS',"
            " (array['doctor', 'user', 'pharmacy', 'lab', 'ad_campaign', 'referral', 'patient'])[n % 7 + 1],"
            " (n % 10)::text, 'many' from generate_series(1, 7000) n returning 1) select count(*) from many"
        )
    statement = queries._statement(
        kind, SOURCES[kind], is_filtered=is_filtered, changes_only=changes_only, is_restricted=False
    )
    values: dict[str, Any] = {
        "record_id": 7,
        "resource_id": "7",
        "limit": MAX_LIMIT + 1,
        "calls": [],
        "groups": ["money"],
        "named": ["clinic"],
    }
    for source in SOURCES[kind]:
        values[f"at_{source.kind}"], values[f"id_{source.kind}"] = queries._bound(source.kind, None)
    plan = await stage.sql(
        f"explain (format json) {statement.text}",
        **{n: v for n, v in values.items() if re.search(rf":{n}\b", statement.text)},
    )
    scans = list(_scans(plan[0]["Plan"]))
    keys_of_events = [
        node
        for node in scans
        if "Index Cond" in node and "(occurred_at, id) <" in node["Index Cond"].replace("ROW", "")
    ]
    index = "clinic_id_occurred_at_id" if kind == "clinic" else "resource_type_resource_id"
    assert keys_of_events
    assert {node["Node Type"] for node in keys_of_events} == {"Index Only Scan"}
    assert all(index in node["Index Name"] for node in keys_of_events)
    assert not [
        node for node in scans if node["Relation Name"].startswith("audit_events") and node["Node Type"] == "Seq Scan"
    ]


def _scans(node: dict[str, Any]) -> Any:
    if "Relation Name" in node:
        yield node
    for inner in node.get("Plans", []):
        yield from _scans(inner)

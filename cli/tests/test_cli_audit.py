"""``careops audit``: summary, live events, and verification of seals."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.audit import (
    AuditStatistics,
    AuditSummary,
    AuditTrail,
    AuditUser,
    DateRange,
    FindAuditTrails,
    ListAuditTrails,
    PersonActivity,
    ReadActivity,
    ReadAuditSummary,
)
from careops.calls.staff import ListStaff, StaffAccount
from careops.contract import Page
from careops.errors import InvalidInput
from careops_cli.commands import audit, audit_seals
from careops_server.core.audit import seal_queries
from careops_server.core.configuration.dsn import driver_url
from careops_server.testing.postgres import EMPTY, TestPostgres

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def event(number: int) -> AuditTrail:
    return AuditTrail(
        id=f"e{number}",
        key="patient.view",
        user=AuditUser(name="Jasleen Gill", type="staff"),
        event_status="SUCCESS",
        timestamp=NOON + timedelta(minutes=number),
        description=f"event {number}",
    )


def trail(total: int) -> Any:
    """Return the answer of a platform, newest first."""

    def answer(call: ListAuditTrails) -> Page[AuditTrail]:
        newest = range(total, 0, -1)[call.offset : call.offset + 10]
        return Page[AuditTrail].of([event(number) for number in newest], total=total, perpage=10)

    return answer


def summary(total: int, failed: int) -> AuditSummary:
    return AuditSummary(
        statistics=AuditStatistics(
            total_events=total,
            successful_events=total - failed,
            failed_events=failed,
            failed_logins=1,
            patient_exports=0,
            daily_average=0.1,
        ),
        events_by_type={"b.view": 2, "a.view": 1},
        top_users={"ਜਸਲੀਨ ਗਿੱਲ": 3},
        busiest_hours={"9": 1, "17": 2},
        date_range=DateRange(start=NOON.date(), end=NOON.date()),
        generated_at=NOON,
    )


def test_summary_is_printed_as_a_record(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ReadAuditSummary, summary(3, 1))
    run = careops("audit", "summary", "--clinic", "41", "--from", "2026-11-01", "--to", "2026-11-20")
    fields = dict(line.split("\t") for line in run.out.splitlines())
    assert fields["success_rate"] == "66.7%"
    assert fields["busiest_hours"] == "17:00 2, 09:00 1"
    assert fields["top_users"] == "ਜਸਲੀਨ ਗਿੱਲ 3"
    (call,) = platform.calls(ReadAuditSummary)
    assert call.parameters == {"start_date": "2026-11-01", "end_date": "2026-11-20", "clinic_id": 41}


def test_rate_of_no_events_is_empty(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ReadAuditSummary, summary(0, 0))
    assert "success_rate\t0.0%\n" in careops("audit", "summary").out


def test_filters_become_the_documented_parameters(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListAuditTrails, trail(3))
    words = "--clinic 4 --search asha --key a.b --key c.d --status failed --user-type owner --resource-type patient"
    assert careops("audit", "logs", *words.split(), "--page", "2").code == 0
    (call,) = platform.calls(ListAuditTrails)
    assert call.to_wire().query == {
        "page": "2",
        "clinic_id": "4",
        "search_text": "asha",
        "event_keys": "a.b,c.d",
        "event_status": "FAILED",
        "user_type": "owner",
        "resource_type": "patient",
    }


def test_hours_are_sent_to_our_own_list(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(FindAuditTrails, trail(12))
    assert (
        len(careops("audit", "logs", "--hour", "9", "--hour", "17", "--all", "--columns", "id").out.splitlines()) == 12
    )
    assert platform.calls(FindAuditTrails)[0].to_wire().query == {"page": "1", "hours": "9,17"}
    assert careops("audit", "logs", "--hour", "24").code == 2


def test_log_is_printed_with_any_number_of_rows(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListAuditTrails, trail(34))
    ten = careops("audit", "logs", "--columns", "description")
    assert ten.out.splitlines() == [f"event {number}" for number in range(34, 24, -1)]
    assert ten.err.startswith("10 of 34")
    assert len(careops("audit", "logs", "--limit", "25").out.splitlines()) == 25
    everything = careops("audit", "logs", "--all", "--csv", "--columns", "id")
    assert [row[0] for row in csv.reader(io.StringIO(everything.out))] == ["id", *(f"e{n}" for n in range(34, 0, -1))]
    assert everything.err == ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--from", "2026-11-02", "--to", "2026-11-01"), "Start date cannot be after end date"),
        (("--from", "2026-01-01", "--to", "2026-11-01"), "Date range cannot exceed 90 days"),
        (("--from", "yesterday"), "Please give the date as YYYY-MM-DD"),
        (("--status", "maybe"), "Please choose from SUCCESS, FAILED"),
        (("--page", "2", "--all"), "--page cannot be combined with --all or --follow"),
        (("--follow", "--all"), "--follow cannot be combined with --all or --limit"),
        (("--follow", "--limit", "20"), "Omit --all and --limit."),
    ],
)
def test_invalid_filter_is_reported_and_not_sent(
    platform: Platform, careops: CareOpsCommand, words: tuple[str, ...], message: str
) -> None:
    run = careops("audit", "logs", *words)
    assert (run.code, run.out) == (2, "")
    assert message in run.err
    assert platform.received == []


@pytest.mark.parametrize("terminal", [False, True])
def test_follow_option_prints_new_events(
    platform: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch, terminal: bool
) -> None:
    totals = iter([3, 3, 27])

    def wait(seconds: float) -> None:
        total = next(totals, None)
        if total is None:
            raise KeyboardInterrupt
        platform.answer(ListAuditTrails, trail(total))

    platform.answer(ListAuditTrails, trail(2))
    monkeypatch.setattr("time.sleep", wait)
    run = careops("audit", "logs", "--follow", "--columns", "description", terminal=terminal)
    assert run.out.splitlines() == [f"event {number}" for number in range(1, 28)]
    assert run.code == 130


@pytest.fixture(scope="module")
def postgres() -> Iterator[TestPostgres]:
    with TestPostgres() as server:
        yield server


@pytest.fixture
def owner(postgres: TestPostgres, monkeypatch: pytest.MonkeyPatch, home: Path) -> Iterator[psycopg.Connection[Any]]:
    """Connect as the owner to this installation's database with 30 events."""
    monkeypatch.setenv("CAREOPS_DATA_DIR", str(home / "installation"))
    url = postgres.new_database(EMPTY)
    monkeypatch.setenv("CAREOPS_DATABASE_URL", url)
    monkeypatch.setenv("CAREOPS_SECRET", "s" * 40)
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        connection.execute(
            "insert into audit_events (key, event_status, parameters, actor_name)"
            " select 'patient.view', 'SUCCESS', jsonb_build_object('n', n, 't', E'a\"\\n\\\\b'), 'ਜਸਲੀਨ'"
            " from generate_series(1, 30) n"
        )
        yield connection


def test_seal_command_makes_the_trail_verifiable(owner: psycopg.Connection[Any], careops: CareOpsCommand) -> None:
    unsealed = careops("audit", "verify")
    assert (unsealed.code, unsealed.out) == (3, "")
    assert "Not proven" in unsealed.err
    assert "30 newer ones are not sealed yet" in unsealed.err
    sealed = json.loads(careops("audit", "seal", "--json").out)
    assert (sealed["events"], sealed["seals"]) == (30, 1)
    assert json.loads(careops("audit", "seal", "--json").out) == {**sealed, "events": 0, "seals": 0}
    assert careops("audit", "verify", "--head", sealed["head"]).code == 0
    owner.execute("set session_replication_role = replica")
    owner.execute("update audit_events set key = 'x' where position = 12")
    run = careops("audit", "verify")
    assert run.code == 1
    assert run.out.split("\t")[:3] == ["changed", "1", "12"]
    assert "not as it was sealed" in run.err


class _Yesterday(datetime):
    """Clock that was set back by a day."""

    @classmethod
    def now(cls, tz: Any = None) -> Any:
        return datetime.now(tz) - timedelta(days=1)


def test_verify_reports_a_clock_set_back(
    owner: psycopg.Connection[Any], careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    careops("audit", "seal")
    owner.execute("insert into audit_events (key, event_status) values ('user.sign_in', 'SUCCESS')")
    with monkeypatch.context() as back:
        back.setattr(seal_queries, "datetime", _Yesterday)
        careops("audit", "seal")
    run = careops("audit", "verify")
    assert (run.code, run.out) == (0, "")
    assert "Proven" in run.err
    assert "The clock of the server went back by" in run.err


def test_verify_of_old_seals_names_the_last_version_for_them(
    owner: psycopg.Connection[Any], careops: CareOpsCommand
) -> None:
    careops("audit", "seal")
    owner.execute("set session_replication_role = replica")
    owner.execute("update audit_seals set form = 1")
    run = careops("audit", "verify")
    assert (run.code, run.out) == (3, "")
    assert "1 seal is from before version 0.2. careops 1.0 is the last version that verifies them." in run.err


def test_verify_reports_late_seals_without_blame(owner: psycopg.Connection[Any], careops: CareOpsCommand) -> None:
    owner.execute("alter table audit_events alter column recorded_at set default now() - interval '2 days'")
    owner.execute("insert into audit_events (key, event_status) values ('user.sign_in', 'SUCCESS')")
    careops("audit", "seal")
    run = careops("audit", "verify")
    assert (run.code, run.out.split("\t")[:2]) == (1, ["sealed late", "1"])
    assert "The audit trail is as it was sealed, but" in run.err


def test_export_after_the_last_seal_is_refused(exported: tuple[Path, str], careops: CareOpsCommand) -> None:
    file, _ = exported
    before = file.read_bytes()
    run = careops("audit", "export", str(file), "--after", "9999", "--replace")
    assert run.code == 2
    assert "Nothing follows seal 9999: the last one is" in run.err
    assert file.read_bytes() == before


@pytest.mark.proves("SEC-58.year")
def test_purge_deletes_events_after_their_retention_time(
    owner: psycopg.Connection[Any], careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    careops("audit", "seal")
    unsaid = careops("audit", "purge", "--yes")
    assert (unsaid.code, "No retention time of events is set" in unsaid.err) == (2, True)
    assert careops("audit", "purge", "--keep-days", "364", "--yes").code == 2
    assert careops("audit", "purge", "--keep-days", "365").code != 0, "a script says --yes"
    young = careops("audit", "purge", "--keep-days", "365", "--yes", "--json")
    assert json.loads(young.out) == {"events": 0, "through_seal": 0, "head": ""}
    monkeypatch.setenv("CAREOPS_AUDIT_KEEP_DAYS", "365")
    with monkeypatch.context() as later:
        later.setattr(audit_seals, "datetime", _NextYears)
        planned = json.loads(careops("audit", "purge", "--dry-run", "--json").out)
        assert owner.execute("select key from audit_events where key = 'audit.purge'").fetchall() == []
        done = json.loads(careops("audit", "purge", "--yes", "--json").out)
        assert (planned["events"], planned["through_seal"]) == (done["events"], done["through_seal"])
    assert (done["events"], done["through_seal"]) == (30, 1)
    assert owner.execute("select key from audit_events").fetchall() == [("audit.purge",)]
    verified = careops("audit", "verify")
    assert verified.code == 0
    assert "30 of them were kept for long enough and purged" in verified.err


class _NextYears(datetime):
    """Clock two years in the future."""

    @classmethod
    def now(cls, tz: Any = None) -> Any:
        return datetime.now(tz) + timedelta(days=730)


def test_rotated_key_is_accepted_and_foreign_key_is_reported(
    owner: psycopg.Connection[Any], careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    careops("audit", "seal")
    first = careops("audit", "public-key").out
    fresh = careops("audit", "rotate-key", "--json")
    assert json.loads(fresh.out)["public_key"] not in first
    assert careops("audit", "public-key").out == first
    assert careops("audit", "verify").code == 0
    monkeypatch.setenv("CAREOPS_AUDIT_PUBLIC_KEY", "0" * 64)
    assert careops("audit", "verify", "--columns", "fault").out.splitlines()[0] == "seal by another key"
    monkeypatch.setenv("CAREOPS_AUDIT_PUBLIC_KEY", "short")
    assert careops("audit", "verify").code == 2


@pytest.mark.proves("SEC-57")
def test_cut_end_is_detected_by_the_stored_head_and_can_be_accepted(
    owner: psycopg.Connection[Any], careops: CareOpsCommand
) -> None:
    careops("audit", "seal")
    owner.execute("set session_replication_role = replica")
    owner.execute("delete from audit_seals")
    assert careops("audit", "verify", "--columns", "fault,seal").out == "tail cut\t1\n"
    assert "the trail had come to 1:" in careops("audit", "seal").err
    assert careops("audit", "accept").code == 2  # confirmation needs a terminal
    accepted = json.loads(careops("audit", "accept", "--yes", "--json").out)
    assert (accepted["before"][:2], accepted["now"]) == ("1:", "")
    assert careops("audit", "verify").code == 0


@pytest.fixture
def exported(owner: psycopg.Connection[Any], careops: CareOpsCommand, home: Path) -> tuple[Path, str]:
    """Return an export with two seals, and its checkpoint."""
    careops("audit", "seal")
    done = json.loads(careops("audit", "export", "trail.jsonl", "--json").out)
    assert done["lines"] == 30 + 1 + 2
    return home / "trail.jsonl", done["head"]


def test_export_is_verified_without_a_server(
    exported: tuple[Path, str], careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAREOPS_DATABASE_URL", "postgresql://nobody@nowhere.invalid/none")
    file, head = exported
    key = json.loads(careops("audit", "public-key", "--json").out)["public_key"]
    run = careops("audit", "verify", str(file), "--head", head, "--key", key)
    assert (run.code, run.out) == (0, "")
    assert "Proven: 31 events in 2 seals" in run.err
    unknown = careops("audit", "verify", str(file), "--head", head)
    assert (unknown.code, unknown.out) == (3, "")
    assert "Give --key" in unknown.err
    parsed = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert parsed[0]["event"]["parameters"] == {"n": 1, "t": 'a"\n\\b'}
    assert parsed[-2]["event"]["key"] == "audit.export"


def _swapped(lines: list[str]) -> list[str]:
    return [*lines[:4], lines[5], lines[4], *lines[6:]]


@pytest.mark.parametrize(
    ("fault", "seal", "position", "change"),
    [
        ("changed", "1", "5", lambda lines: [*lines[:4], lines[4].replace("SUCCESS", "FAILED"), *lines[5:]]),
        ("changed", "1", "5", lambda lines: [*lines[:4], lines[4].replace('"key": ', '"key":'), *lines[5:]]),
        ("removed", "1", "5", lambda lines: [*lines[:4], *lines[5:]]),
        ("inserted", "1", "5", lambda lines: [*lines[:5], lines[4].replace("SUCCESS", "FAILED"), *lines[5:]]),
        ("reordered", "1", "5", _swapped),
        ("seal missing", "1", "", lambda lines: [*lines[:30], *lines[31:]]),
        (
            "seal changed",
            "1",
            "",
            lambda lines: [*lines[:30], lines[30].replace('"upto": 30', '"upto": 31'), *lines[31:]],
        ),
        ("tail cut", "2", "", lambda lines: lines[:31]),
        ("tail cut", "2", "", lambda lines: lines[:20]),
        ("tail cut", "2", "", lambda lines: []),
    ],
)
def test_tampered_export_is_detected(
    exported: tuple[Path, str], careops: CareOpsCommand, fault: str, seal: str, position: str, change: Any
) -> None:
    file, head = exported
    lines = file.read_text("utf-8").splitlines(keepends=True)
    file.write_text("".join(change(lines)), "utf-8")
    run = careops("audit", "verify", str(file), "--head", head, "--columns", "fault,seal,position,line")
    assert run.code == 1
    assert run.out.splitlines()[0].split("\t")[:3] == [fault, seal, position]


def test_later_part_is_verified_alone(owner: psycopg.Connection[Any], careops: CareOpsCommand, home: Path) -> None:
    careops("audit", "seal")
    run = careops("audit", "export", "-", "--after", "1")
    assert len(run.out.splitlines()) == 2
    (home / "new.jsonl").write_text(run.out, "utf-8")
    key = json.loads(careops("audit", "public-key", "--json").out)["public_key"]
    assert careops("audit", "verify", "new.jsonl", "--from-seal", "2", "--key", key).code == 0
    assert careops("audit", "verify", "new.jsonl", "--columns", "fault,seal").out.splitlines()[0] == "seal missing\t1"


@pytest.mark.parametrize("text", ["hello\n", "[]\n", '{"seal": {}}\n', '{"seal": {"number": "x"}}\n', "\x00\xff\n"])
def test_file_without_events_is_refused(careops: CareOpsCommand, home: Path, text: str) -> None:
    (home / "other.jsonl").write_text(text, "utf-8")
    run = careops("audit", "verify", "other.jsonl")
    assert (run.code, run.out) == (1, "")
    assert "Line 1 is neither an event nor a seal" in run.err


@pytest.mark.parametrize("head", ["", "12", "x:" + "0" * 64, "1:" + "g" * 64])
def test_malformed_head_is_refused(careops: CareOpsCommand, head: str) -> None:
    run = careops("audit", "verify", "trail.jsonl", "--head", head)
    assert (run.code, run.out) == (2, "")


def test_success_rate_is_never_rounded_up_to_100(careops: CareOpsCommand) -> None:
    assert audit.success_rate({"total_events": 2000, "successful_events": 1999}) == "100.0%"
    assert audit.success_rate({"total_events": 8, "successful_events": 1}) == "12.5%"


def test_file_without_seals_proves_nothing(careops: CareOpsCommand, home: Path) -> None:
    (home / "empty.jsonl").touch()
    run = careops("audit", "verify", "empty.jsonl")
    assert run.code == 1
    assert "There is no seal in empty.jsonl, so it proves nothing." in run.err


def _sample() -> dict[str, Any]:
    answer: Any = ListAuditTrails.example.answer
    event: dict[str, Any] = answer["items"][0]
    return event


def numbered(call: ListAuditTrails) -> Page[AuditTrail]:
    """Return a page of 25 numbered events, the newest with the number 25."""
    sample = _sample()
    numbers = range(25 - call.offset, max(0, 25 - call.offset - call.perpage), -1)
    rows = [AuditTrail.model_validate({**sample, "id": number}) for number in numbers]
    return Page[AuditTrail].of(rows, total=25, perpage=call.perpage)


def test_page_option_can_be_combined_with_limit(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListAuditTrails, numbered)
    first = careops("audit", "logs", "--limit", "3", "--columns", "id")
    assert (first.out.split(), "--limit 3 --page 2 the next" in first.err) == (["25", "24", "23"], True)
    assert careops("audit", "logs", "--limit", "3", "--page", "2", "--columns", "id").out.split() == ["22", "21", "20"]
    assert careops("audit", "logs", "--limit", "8", "--page", "2", "--columns", "id").out.split() == [
        str(number) for number in range(17, 9, -1)
    ]
    last = careops("audit", "logs", "--limit", "8", "--page", "4", "--columns", "id")
    assert last.out.split() == ["1"]


def test_changed_values_are_printed(platform: Platform, careops: CareOpsCommand) -> None:
    sample = _sample()
    event = AuditTrail.model_validate({**sample, "before": {"Telemedicine": False}, "after": {"Telemedicine": True}})
    platform.answer(ListAuditTrails, Page[AuditTrail].of([event], total=1, perpage=10))
    assert "Telemedicine: no → yes" in careops("audit", "logs").out
    assert "before, after" in careops("audit", "logs", "--columns", "nothing_like_it").err


def test_error_names_the_option_that_was_typed(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("audit", "logs", "--from", "yesterday")
    assert (run.code, "(--from)" in run.err, "start_date" in run.err) == (2, True, False)
    platform.answer(ListAuditTrails, InvalidInput("The last day is in the future", source="end_date"))
    run = careops("audit", "logs", "--to", "2099-01-01")
    assert run.err == "error: The last day is in the future (--to). Correct it and try again.\n"


def test_events_of_a_person_are_found_by_name_or_id(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListStaff, [StaffAccount(id=2, name="Arjun Pillai", account_type="customer_care")])
    platform.answer(FindAuditTrails, Page[AuditTrail].of([], total=0, perpage=10))
    careops("audit", "logs", "--by", "arjun pillai", "--from", "2026-11-20")
    careops("audit", "logs", "--by", "7", "--hour", "9", "--changes-only")
    assert [call.actor_id for call in platform.calls(FindAuditTrails)] == [2, 7]
    assert [call.changes_only for call in platform.calls(FindAuditTrails)] == [None, True]
    assert len(platform.calls(ListStaff)) == 1
    run = careops("audit", "logs", "--by", "Arjun Pilai")
    assert (run.code, "Did you mean 'Arjun Pillai'?" in run.err) == (2, True)


@pytest.mark.parametrize(
    ("typed", "suggestion"),
    [(("audit", "logs", "--since", "2h"), "--from"), (("keys", "log", "--from", "x"), "--since")],
)
def test_unknown_time_option_names_its_synonym(
    careops: CareOpsCommand, typed: tuple[str, ...], suggestion: str
) -> None:
    run = careops(*typed)
    assert (run.code, f"Did you mean {suggestion}?" in run.err) == (2, True)


def test_activity_counts_the_actions_of_a_person(platform: Platform, careops: CareOpsCommand) -> None:
    person = PersonActivity(
        id=2,
        name="Arjun Pillai",
        account_type="customer_care",
        total=11,
        failed=1,
        last_at=datetime(2026, 11, 20, 9, 31, tzinfo=UTC),
        events={"doctor.verify": 6, "module.activate": 4},
    )
    platform.answer(ReadActivity, [person])
    run = careops("audit", "activity", "--from", "2026-11-20", "--hour", "9", "--by", "2", "--changes-only")
    assert run.out == (
        "2\tArjun Pillai\tcustomer_care\t11\t1\t2026-11-20T09:31:00Z\tdoctor.verify 6, module.activate 4\n"
    )
    [call] = platform.calls(ReadActivity)
    assert call.parameters == {"start_date": "2026-11-20", "hours": "9", "actor_id": 2, "changes_only": True}

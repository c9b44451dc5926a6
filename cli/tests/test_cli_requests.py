"""``careops requests``: propose, review and apply changes of many records."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops import CareOps
from careops.calls.change_requests import (
    OTHER_REVISION,
    ApplyChangeRequest,
    ApproveChangeRequest,
    Canary,
    ChangePreview,
    ChangeRequestDetail,
    CloseChangeRequest,
    CompareRevisions,
    CreateChangeRequest,
    DismissObjection,
    ListChangeRequests,
    ListedRequest,
    ListRequestTargets,
    ObjectToChangeRequest,
    PauseChangeRequest,
    PreviewChangeRequest,
    ProposeAgain,
    ReadChangeRequest,
    RequestTarget,
    ResumeChangeRequest,
    ReviseChangeRequest,
    RevisionDifference,
    StopChangeRequest,
    UndoChangeRequest,
    WithdrawReview,
)
from careops.calls.realtime import Event
from careops.contract import Empty, Page
from careops.errors import Conflict
from careops_cli.reference import commands

DETAIL = ChangeRequestDetail.model_validate(ReadChangeRequest.example.answer)
REQUEST = DETAIL.request
TARGETS = ListRequestTargets.answer_type().model_validate(ListRequestTargets.example.answer).items


def with_request(**values: Any) -> ChangeRequestDetail:
    return DETAIL.model_copy(update={"request": REQUEST.model_copy(update=values)})


@pytest.fixture(autouse=True)
def requests(platform: Platform) -> None:
    platform.answer(ListChangeRequests, Page[ListedRequest].model_validate(ListChangeRequests.example.answer))
    platform.answer(ListRequestTargets, lambda call: Page[RequestTarget].of(TARGETS, total=1, perpage=call.perpage))
    platform.answer(ReadChangeRequest, DETAIL)
    platform.answer(CreateChangeRequest, DETAIL)
    platform.answer(PreviewChangeRequest, ChangePreview.model_validate(PreviewChangeRequest.example.answer))
    platform.answer(ApplyChangeRequest, with_request(status="applying"))
    for call in (ApproveChangeRequest, ObjectToChangeRequest, WithdrawReview, DismissObjection, CloseChangeRequest):
        platform.answer(call, Empty())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "changes.json"
    path.write_text(json.dumps(dict(CreateChangeRequest.example.call)))
    return path


def test_the_list_filters_and_shows_the_progress(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("requests", "list", "--status", "open", "--record", "clinic:41", "--columns", "id,label,progress")
    assert run.out == "7\tneeds_approval\t0 of 1\n"
    careops("requests", "list", "--only", "waits-for-me", "--search", "billing")
    listed = platform.calls(ListChangeRequests)[1]
    assert (listed.only, listed.search_text) == ("waits_for_me", "billing")
    assert (platform.calls(ListChangeRequests)[0].status, platform.calls(ListChangeRequests)[0].record) == (
        "open",
        "clinic:41",
    )


def test_a_request_is_shown_with_its_reviewers(platform: Platform, careops: CareOpsCommand) -> None:
    review = {
        "user_id": 5,
        "user_name": "Asha Rao",
        "revision": 1,
        "reviewed_at": "2026-11-20T10:00:00Z",
        "counts": True,
    }
    reviews = [{**review, "verdict": "approve", "digest": REQUEST.digest}]
    platform.answer(ReadChangeRequest, ChangeRequestDetail.model_validate({**DETAIL.model_dump(), "reviews": reviews}))
    shown = json.loads(careops("requests", "show", "7", "--json").out)
    assert (shown["approved_by"], shown["objected_by"], shown["digest"]) == (["Asha Rao"], [], REQUEST.digest)


def test_a_request_is_shown_with_its_filters(platform: Platform, careops: CareOpsCommand) -> None:
    [request_filter] = DETAIL.filters
    filters = [
        request_filter.model_copy(update={"matched": 1200, "matches_now": 1203}),
        request_filter.model_copy(update={"where": {}, "matched": 3, "matches_now": None}),
    ]
    platform.answer(ReadChangeRequest, DETAIL.model_copy(update={"filters": filters}))
    run = careops("requests", "show", "7", "--columns", "filters")
    assert "ActivateSpecModule: filter_type=state filter_text=Punjab (1,200 matched, 1,203 match now)" in run.out
    assert "ActivateSpecModule: all records (3 matched)" in run.out


def test_the_changes_are_listed_with_their_outcomes(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("requests", "show", "7", "--targets", "--outcome", "left", "--columns", "position,record,outcome")
    assert run.out == "1\tclinic:41\tleft\n"
    assert platform.calls(ListRequestTargets)[0].outcome == "left"


def test_a_file_is_proposed_or_previewed(platform: Platform, careops: CareOpsCommand, file: Path) -> None:
    run = careops("requests", "propose", str(file), "--dry-run", "--columns", "call,planned,count")
    assert run.out == "ActivateSpecModule\tchange\t1\n"
    assert platform.calls(CreateChangeRequest) == []
    run = careops("requests", "propose", str(file), "--reason", "As agreed", "--json")
    assert json.loads(run.out)["id"] == 7
    [call] = platform.calls(CreateChangeRequest)
    assert (call.title, call.reason, call.changes[0].call) == (REQUEST.title, "As agreed", "ActivateSpecModule")


def test_a_file_with_a_filter_is_passed_on(platform: Platform, careops: CareOpsCommand, file: Path) -> None:
    where = {"filter_type": "city", "filter_text": "Ludhiana"}
    change = {"call": "ActivateSpecModule", "where": where, "parameters": {"module_id": 2}}
    file.write_text(json.dumps({"title": "Billing", "reason": "As agreed", "changes": [change]}))
    assert careops("requests", "propose", str(file), "--dry-run").code == 0
    assert careops("requests", "propose", str(file)).code == 0
    for kind in (PreviewChangeRequest, CreateChangeRequest):
        [call] = platform.calls(kind)
        assert call.changes[0].where == where
        assert call.parameters["changes"] == [change]


@pytest.mark.parametrize("content", ["no json", "[]", None])
def test_a_file_without_an_object_is_refused(careops: CareOpsCommand, tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "wrong.json"
    if content is not None:
        path.write_text(content)
    run = careops("requests", "propose", str(path))
    assert run.code == 2
    assert str(path) in run.err


def test_a_review_names_the_revision_that_was_read(platform: Platform, careops: CareOpsCommand) -> None:
    assert careops("requests", "approve", "7", "--yes").code == 0
    assert platform.calls(ApproveChangeRequest)[0].digest == REQUEST.digest
    other = "0" * 64
    platform.answer(ObjectToChangeRequest, Conflict(OTHER_REVISION, source="digest"))
    run = careops("requests", "object", "7", "--reason", "No", "--digest", other)
    assert (run.code, OTHER_REVISION in run.err) == (1, True)
    assert platform.calls(ObjectToChangeRequest)[0].digest == other


def test_missing_confirmation_applies_nothing(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("requests", "apply", "7")
    assert run.code == 2
    assert "Billing for the clinics of Punjab" in run.err
    assert platform.calls(ApplyChangeRequest) == []


def test_wait_option_waits_for_the_end(platform: Platform, careops: CareOpsCommand) -> None:
    assert json.loads(careops("requests", "apply", "7", "--yes", "--json").out)["status"] == "applying"
    platform.answer(ReadChangeRequest, with_request(status="applied", done=1, left=0))
    run = careops("requests", "apply", "7", "--yes", "--wait", "--json")
    assert json.loads(run.out)["status"] == "applied"


@pytest.mark.parametrize("words", [("propose", "FILE"), ("propose-again", "7"), ("undo", "7")])
def test_proposal_waits_until_its_changes_are_previewed(
    platform: Platform, careops: CareOpsCommand, file: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, str]
) -> None:
    monkeypatch.setattr("careops_cli.commands.request_runs.SILENCE_SECONDS", 0.02)
    planning = with_request(planned=0, job_id=5).model_copy(update={"labels": ["planning"]})
    for call in (CreateChangeRequest, ProposeAgain, UndoChangeRequest):
        platform.answer(call, planning)
    answers = iter([planning])
    platform.answer(ReadChangeRequest, lambda call: next(answers, DETAIL))
    command, argument = words
    run = careops("requests", command, argument.replace("FILE", str(file)), "--columns", "id,labels")
    assert (run.code, run.out) == (0, f"id\t{REQUEST.id}\nlabels\t\n")
    closed = with_request(status="closed", end_reason="not_planned", end_note="Too many: changes.3")
    platform.answer(ReadChangeRequest, closed)
    run = careops("requests", command, argument.replace("FILE", str(file)))
    assert (run.code, "Too many: changes.3" in run.err) == (1, True)


def test_undo_reports_excluded_changes(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(UndoChangeRequest, with_request(id=8, undoes=7, excluded=3))
    run = careops("requests", "undo", "7", "--reason", "Cancelled", "--columns", "id,undoes,excluded")
    assert (run.out, "3 changes cannot be undone" in run.err) == ("id\t8\nundoes\t7\nexcluded\t3\n", True)
    assert [(call.request_id, call.reason) for call in platform.calls(UndoChangeRequest)] == [(7, "Cancelled")]
    assert platform.calls(ApplyChangeRequest) == []


def test_undo_is_applied_and_awaited(
    platform: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("careops_cli.commands.request_runs.SILENCE_SECONDS", 0.02)
    platform.answer(UndoChangeRequest, with_request(id=8, undoes=7))
    checking = with_request(undoes=7, status="applied").model_copy(update={"labels": ["checking"]})
    answers = iter([with_request(), checking])
    checked = with_request(undoes=7, status="applied", done=1, left=0, differences=0)
    platform.answer(ReadChangeRequest, lambda call: next(answers, checked))
    run = careops("requests", "undo", "7", "--apply", "--wait", "--yes", "--columns", "status,differences")
    assert run.out == "status\tapplied\ndifferences\t0\n"
    assert [call.request_id for call in platform.calls(ApplyChangeRequest)] == [8]
    assert careops("requests", "undo", "7", "--wait").code == 2


def test_a_shown_request_can_be_proposed_again(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    until = datetime(2099, 1, 1, tzinfo=UTC)
    request = with_request(apply_until=until, canary=Canary(targets=1, wait_minutes=5), after=3)
    platform.answer(ReadChangeRequest, request)
    path = tmp_path / "request.json"
    path.write_text(careops("requests", "show", "7", "--json").out)
    assert careops("requests", "propose", str(path)).code == 0
    [call] = platform.calls(CreateChangeRequest)
    assert (call.title, call.reason, call.on_conflict, call.after) == (REQUEST.title, REQUEST.reason, "skip", 3)
    assert (call.canary, call.apply_until) == (Canary(targets=1, wait_minutes=5), until)
    assert [(change.call, change.parameters) for change in call.changes] == [
        (target.call, target.parameters) for target in TARGETS
    ]
    path.write_text(json.dumps({**json.loads(path.read_text()), "undoes": 5}))
    refused = careops("requests", "propose", str(path))
    assert (refused.code, "careops requests undo 5" in refused.err) == (2, True)


@pytest.mark.parametrize(("changes", "code"), [(0, 0), (1, 2)])
def test_exit_code_reports_open_changes(platform: Platform, careops: CareOpsCommand, changes: int, code: int) -> None:
    preview = ChangePreview.model_validate(PreviewChangeRequest.example.answer)
    platform.answer(PreviewChangeRequest, preview.model_copy(update={"changes": changes}))
    run = careops("requests", "show", "7", "--exit-code", "--columns", "would_change")
    assert (run.out, run.code) == (f"{changes}\n", code)
    [call] = platform.calls(PreviewChangeRequest)
    assert [change.parameters for change in call.changes] == [target.parameters for target in TARGETS]


def test_window_canary_and_order_are_options_of_a_proposal(
    platform: Platform, careops: CareOpsCommand, file: Path
) -> None:
    words = ["--apply-from", "2099-01-01T02:00+05:30", "--canary", "5", "--canary-wait", "30", "--after", "6"]
    assert careops("requests", "propose", str(file), *words).code == 0
    [call] = platform.calls(CreateChangeRequest)
    assert (call.apply_from, call.canary, call.after) == (
        *(datetime(2098, 12, 31, 20, 30, tzinfo=UTC), Canary(targets=5, wait_minutes=30)),
        6,
    )
    assert careops("requests", "propose", str(file), "--canary-wait", "30").code == 2


def test_a_run_is_paused_resumed_and_stopped(platform: Platform, careops: CareOpsCommand) -> None:
    commands: dict[str, Any] = {
        "pause": PauseChangeRequest,
        "resume": ResumeChangeRequest,
        "stop": StopChangeRequest,
    }
    for command, call in commands.items():
        platform.answer(call, with_request(status="applying"))
        confirmed = [] if command == "pause" else ["--yes"]
        assert careops("requests", command, "7", *confirmed).code == 0
        assert [(received_call.request_id, received_call.digest) for received_call in platform.calls(call)] == [
            (7, REQUEST.digest)
        ]


def test_event_of_the_run_ends_the_wait(
    platform: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("careops_cli.commands.request_runs.SILENCE_SECONDS", 300)
    answers = iter([DETAIL, with_request(status="applying")])
    was_read, ended = threading.Event(), with_request(status="applied", done=1, left=0)

    def read(call: ReadChangeRequest) -> ChangeRequestDetail:
        answer = next(answers, ended)
        if answer.request.status == "applying":
            was_read.set()
        return answer

    def events(
        client: CareOps, channels: list[str], *, since: int | None = None, until: threading.Event
    ) -> Iterator[Event]:
        was_read.wait(60)
        for number, request_id in enumerate((6, 7), start=1):
            yield Event(id=number, channel=channels[0], event="changed", data={"request_id": request_id})
        until.wait(60)

    monkeypatch.setattr(CareOps, "events", events)
    platform.answer(ReadChangeRequest, read)
    assert careops("requests", "apply", "7", "--yes", "--wait", "--columns", "status").out == "applied\n"


def test_wait_leaves_no_thread(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ReadChangeRequest, with_request(status="applied", done=1, left=0))
    assert careops("requests", "apply", "7", "--yes", "--wait").code == 0
    threads = [thread for thread in threading.enumerate() if thread.name.endswith("(_listen)")]
    for thread in threads:
        thread.join(30)
    assert not any(thread.is_alive() for thread in threads)


def test_waiting_ends_when_the_run_pauses(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ResumeChangeRequest, with_request(status="applying"))
    paused = with_request(status="applying", pause_reason="failures").model_copy(update={"labels": ["paused"]})
    platform.answer(ReadChangeRequest, paused)
    run = careops("requests", "resume", "7", "--yes", "--wait", "--columns", "pause_reason")
    assert run.out == "failures\n"


def test_a_request_is_closed_with_a_reason(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("requests", "close", "7", "--reason", "Cancelled", "--yes", "--columns", "status")
    assert run.out == "closed\n"
    [call] = platform.calls(CloseChangeRequest)
    assert (call.request_id, call.reason) == (7, "Cancelled")


def test_a_review_is_withdrawn_or_dismissed(platform: Platform, careops: CareOpsCommand) -> None:
    assert careops("requests", "withdraw", "7").code == 0
    assert [call.request_id for call in platform.calls(WithdrawReview)] == [7]
    words = ("--user-id", "5", "--reason", "Both signed again")
    assert careops("requests", "dismiss", "7", *words).code == 2, "it asks first"
    assert careops("requests", "dismiss", "7", *words, "--yes").code == 0
    [call] = platform.calls(DismissObjection)
    assert (call.objector_id, call.reason) == (5, "Both signed again")


def test_show_prints_only_filled_fields_and_each_change(careops: CareOpsCommand) -> None:
    run = careops("requests", "show", "7")
    fields = dict(line.split("\t", 1) for line in run.out.splitlines())
    assert all(fields.values())
    assert not {"closed_by", "canary", "undone_by", "failed"} & fields.keys()
    assert fields["changed_values"] == "clinic:41 Basant Avenue Clinic: Billing: no → yes"
    assert careops("requests", "show", "7", "--outcome", "left").code == 2


def test_propose_prints_only_filled_fields(careops: CareOpsCommand, file: Path) -> None:
    run = careops("requests", "propose", str(file))
    lines = [line.split("\t") for line in run.out.splitlines()]
    assert ["id", "7"] in lines
    assert all(value for _, value in lines)
    csv = careops("requests", "propose", str(file), "--csv")
    assert "applied_by" in csv.out


def test_show_prints_the_difference_to_the_previous_revision(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ReadChangeRequest, with_request(revision=2))
    platform.answer(CompareRevisions, RevisionDifference.model_validate(CompareRevisions.example.answer))
    run = careops("requests", "show", "7", "--columns", "difference")
    assert "apply_from: empty → 2026-11-30T03:30:00Z" in run.out
    assert "removed: clinic:42 Basant Avenue Clinic: Billing: yes → empty" in run.out


@pytest.mark.parametrize("command", ["retry", "take-over"])
def test_removed_commands_name_their_replacement(careops: CareOpsCommand, command: str) -> None:
    run = careops("requests", command, "7")
    assert (run.code, "careops requests propose-again" in run.err) == (2, True)


def test_requests_have_at_most_17_commands() -> None:
    names = [path for path, _ in commands() if path.startswith("careops requests ")]
    assert len(names) <= 17, names


def test_revise_keeps_omitted_fields(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ReviseChangeRequest, with_request(revision=2))
    words = ("--canary", "5", "--apply-from", "2099-01-01T02:00", "--on-conflict", "stop")
    assert careops("requests", "revise", "7", *words).code == 2, "it asks first"
    assert careops("requests", "revise", "7", *words, "--yes").code == 0
    [call] = platform.calls(ReviseChangeRequest)
    assert (call.title, call.digest, call.on_conflict) == (REQUEST.title, REQUEST.digest, "stop")
    assert (call.canary, call.apply_from) == (Canary(targets=5), datetime(2098, 12, 31, 20, 30, tzinfo=UTC))
    assert [change.parameters for change in call.changes] == [target.parameters for target in TARGETS]


def test_changes_are_proposed_again_by_outcome(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ProposeAgain, with_request(id=8, proposed_from=7))
    assert careops("requests", "propose-again", "7").code == 0
    again = careops("requests", "propose-again", "7", "--outcome", "kept", "--outcome", "reversed", "--after", "6")
    assert again.code == 0
    first, second = platform.calls(ProposeAgain)
    assert (first.outcomes, second.outcomes, second.after) == (["left", "failed"], ["kept", "reversed"], 6)


def test_undo_with_apply_asks_before_the_proposal(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("requests", "undo", "7", "--apply")
    assert (run.code, "Add --yes" in run.err) == (2, True)
    assert platform.calls(UndoChangeRequest) == []

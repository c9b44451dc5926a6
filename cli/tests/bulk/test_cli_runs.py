"""``careops runs``: list, show and resume runs."""

from __future__ import annotations

import asyncio
import io
import json
import shlex
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli.tests.bulk.process_states import wait_until
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform
from cli.tests.samples import MODULES, detail

from careops.bulk import Journal
from careops.calls.change_requests import (
    ApplyChangeRequest,
    ChangeRequestDetail,
    ListRequestTargets,
    ReadChangeRequest,
    RequestTarget,
    UndoRun,
)
from careops.calls.clinics import NewClinic, ReadClinic, SignedUpHospital, SignUpHospital
from careops.calls.modules import ActivateSpecModule, DeactivateSpecModule, ListSpecModules
from careops.calls.session import RefreshSession
from careops.contract import Empty, Page
from careops.error_codes import title_of
from careops.errors import Conflict, NotFound, NotSupported, Problem, ServerError, Unauthorized
from careops.models.clinics import ClinicDetail, ClinicSpecModule
from careops_cli.bulk import runner, targets
from careops_cli.bulk.history import StoredRun
from careops_cli.framework.errors import CliError

LABS = ("modules", "on", "Lab Reports")


def cut_off(platform: Platform, careops: CareOpsCommand) -> None:
    """Interrupt a run over four clinics after two."""
    left = threading.Semaphore(2)

    def activate(call: ActivateSpecModule) -> Empty:
        if not left.acquire(blocking=False):
            raise Unauthorized
        return Empty()

    platform.answer(ListSpecModules, MODULES)
    platform.answer(RefreshSession, Unauthorized())
    platform.answer(ReadClinic, lambda call: detail(call.id))
    platform.answer(ActivateSpecModule, activate)
    assert careops(*LABS, "1", "2", "3", "4", "--yes", "--concurrency", "1").code == 4
    platform.answer(ActivateSpecModule, Empty())


@pytest.mark.proves("FAULT-20.found")
def test_interrupted_run_is_listed_and_resumed(platform: Platform, careops: CareOpsCommand) -> None:
    cut_off(platform, careops)
    [listed] = json.loads(careops("runs", "list", "--json").out)
    assert listed["command"] == "modules on 'Lab Reports'"
    assert (listed["platform"], listed["state"]) == (platform.url, "unfinished")
    shown = json.loads(careops("runs", "show", listed["run"][:10], "--json").out)
    assert (shown["targets"], shown["done"], shown["open"]) == (4, 2, 2)
    assert shown["resume"] == f"careops runs resume {listed['run']}"
    again = careops(*shlex.split(shown["resume"])[1:])
    assert again.code == 0
    [finished] = json.loads(careops("runs", "list", "--json").out)
    assert finished["state"] == "finished"
    assert json.loads(careops("runs", "show", listed["run"], "--json").out)["resume"] is None


def test_run_is_resumed_by_name(platform: Platform, careops: CareOpsCommand) -> None:
    cut_off(platform, careops)
    [listed] = json.loads(careops("runs", "list", "--json").out)
    again = careops("runs", "resume", listed["run"][:10], "--json")
    assert (again.code, [row["outcome"] for row in json.loads(again.out)]) == (0, ["done"] * 4)
    assert "careops modules on 'Lab Reports' --resume" in again.err
    finished = careops("runs", "resume", listed["run"])
    assert (finished.code, finished.out) == (2, "")
    assert "nothing is left to do" in finished.err


def test_failed_resume_has_the_exit_code_of_the_command(platform: Platform, careops: CareOpsCommand) -> None:
    cut_off(platform, careops)
    platform.answer(ActivateSpecModule, Unauthorized())
    assert careops("runs", "resume", "2").code == 4


def test_run_is_deleted_after_confirmation(platform: Platform, careops: CareOpsCommand, state: Path) -> None:
    cut_off(platform, careops)
    [journal] = state.rglob("*.jsonl")
    assert careops("runs", "forget", journal.stem).code == 2
    assert journal.exists()
    assert careops("runs", "forget", journal.stem, "--yes").code == 0
    assert not journal.exists()
    assert careops("runs", "list").err == "No runs found.\n"


def test_unknown_run_is_refused(careops: CareOpsCommand) -> None:
    run = careops("runs", "show", "yesterday")
    assert (run.code, run.err) == (2, "error: There is no run 'yesterday'. Run: careops runs list\n")


def test_each_record_of_a_run_is_listed(platform: Platform, careops: CareOpsCommand) -> None:
    cut_off(platform, careops)
    rows = json.loads(careops("runs", "show", "2", "--rows", "--json").out)
    assert [(row["row"], row["target"], row["outcome"]) for row in rows] == [
        (1, 1, "done"),
        (2, 2, "done"),
        (3, 3, "not tried"),
        (4, 4, "not tried"),
    ]
    assert rows[0]["reason"] == "Lab Reports: off → on"
    assert careops("runs", "show", "2", "--rows", "--csv", "--columns", "target,outcome").out.splitlines()[:3] == [
        "target,outcome",
        "1,done",
        "2,done",
    ]
    refused = careops("runs", "show", "2", "--rows", "--columns", "targt")
    assert (refused.code, refused.err) == (2, "error: There is no column 'targt'. Did you mean 'target'?\n")


def test_rows_without_their_table_are_listed_with_the_new_ids(
    platform: Platform, careops: CareOpsCommand, home: Path
) -> None:
    left = threading.Semaphore(1)

    def sign_up(call: SignUpHospital) -> SignedUpHospital:
        if not left.acquire(blocking=False):
            raise Unauthorized
        return SignedUpHospital(clinic=NewClinic(id=41))

    platform.answer(RefreshSession, Unauthorized())
    platform.answer(SignUpHospital, sign_up)
    table = "name,phone,email,password\nGreen,9111100001,a@g.example,s3cret-green-grass\nBlue,12,b@g.example,\n"
    (home / "hospitals.csv").write_text(f"{table}Red,9111100002,c@g.example,s3cret-red-roses\n")
    words = ("clinics", "create-hospital", "--from", "hospitals.csv", "--yes", "--concurrency", "1", "--batch", "1")
    assert careops(*words).code == 4
    [journal] = home.rglob("*.jsonl")
    assert "s3cret" not in journal.read_text()
    listing = ("runs", "show", "2", "--rows", "--json")
    shown = json.loads(careops(*listing).out)
    assert [(row["row"], row["target"], row["outcome"], row["clinic_id"]) for row in shown] == [
        (2, "9111100001", "done", 41),
        (3, "12", "invalid", None),
        (4, "9111100002", "not tried", None),
    ]
    assert shown[2]["reason"] == "sent, but its answer was not recorded"

    (home / "hospitals.csv").write_text(table.replace("Blue,12,", "Blue,9111100003,"))
    platform.answer(SignUpHospital, SignedUpHospital(clinic=NewClinic(id=42)))
    assert careops("runs", "resume", "2").code == 0
    rows = [(row["row"], row["target"], row["outcome"], row["clinic_id"]) for row in json.loads(careops(*listing).out)]
    assert rows[:2] == [(2, "9111100001", "done", 41), (3, "9111100003", "done", 42)]


def test_report_of_an_interrupted_run_has_every_row(platform: Platform, careops: CareOpsCommand) -> None:
    cut_off(platform, careops)
    platform.answer(ActivateSpecModule, Unauthorized())
    run = careops("runs", "resume", "2", "--json")
    assert [(row["target"], row["outcome"]) for row in json.loads(run.out)] == [
        (1, "done"),
        (2, "done"),
        (3, "not tried"),
        (4, "not tried"),
    ]


def test_run_with_final_refusals_is_finished(platform: Platform, careops: CareOpsCommand) -> None:
    def activate(call: ActivateSpecModule) -> Empty:
        if call.clinic_id == 2:
            raise NotFound("There is no clinic with this id")
        return Empty()

    platform.answer(ListSpecModules, MODULES)
    platform.answer(ReadClinic, lambda call: detail(call.id))
    platform.answer(ActivateSpecModule, activate)
    assert careops(*LABS, "1", "2", "--yes").code == 3
    [listed] = json.loads(careops("runs", "list", "--json").out)
    assert listed["state"] == "finished"
    resumed = careops("runs", "resume", listed["run"])
    assert resumed.code == 2
    assert "To try what failed again, type its command with --resume" in resumed.err


def test_run_without_usable_answers_is_unfinished(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListSpecModules, MODULES)
    platform.answer(ReadClinic, lambda call: detail(call.id))
    platform.answer(ActivateSpecModule, ServerError())
    assert careops(*LABS, "1", "2", "--yes").code == 1
    [listed] = json.loads(careops("runs", "list", "--json").out)
    assert listed["state"] == "unfinished"
    platform.answer(ActivateSpecModule, Empty())
    assert careops("runs", "resume", listed["run"], "--yes").code == 0


def test_ctrl_c_during_reading_ends_at_once_without_a_journal(platform: Platform, state: Path) -> None:
    platform.answer(ListSpecModules, MODULES)
    process = subprocess.Popen(  # noqa: S603 (fixed command)
        [sys.executable, "-m", "careops_cli", *LABS, "-", "--yes"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    wait_until(lambda: list(state.rglob("*.jsonl")), process)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=120) == 130
    assert process.communicate()[1] == "Interrupted.\n"
    assert list(state.rglob("*.jsonl")) == []


def test_ctrl_c_before_the_task_of_a_run_starts_reads_nothing(
    platform: Platform, careops: CareOpsCommand, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_until_complete = asyncio.BaseEventLoop.run_until_complete
    interrupts: list[str] = []

    def interrupted(loop: asyncio.BaseEventLoop, work: asyncio.Future[object]) -> object:
        if list(state.rglob("*.jsonl")) and not interrupts:
            interrupts.append("SIGINT")
            signal.raise_signal(signal.SIGINT)
        return run_until_complete(loop, work)

    platform.answer(ListSpecModules, MODULES)
    monkeypatch.setattr(asyncio.BaseEventLoop, "run_until_complete", interrupted)
    monkeypatch.setattr(targets, "_open", lambda source: pytest.fail("stdin was read"))
    run = careops(*LABS, "-", "--yes", stdin="1\n2\n")
    assert (run.code, run.err, interrupts) == (130, "Interrupted.\n", ["SIGINT"])
    assert list(state.rglob("*.jsonl")) == []


class _SilentStream(io.RawIOBase):
    """Standard input that has nothing to read."""

    def __init__(self, before: Callable[[], None]) -> None:
        self._before = before

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        self._before()
        threading.Event().wait(60)
        pytest.fail("the read was not interrupted")


def _lose_an_interrupt() -> None:
    """Let Ctrl-C arrive in a weak reference's callback, where Python discards it."""
    target = set[int]()
    watched = weakref.ref(target, lambda _: signal.raise_signal(signal.SIGINT))
    del target
    assert watched() is None


@pytest.mark.parametrize("moment", ["while targets are read", "before the run begins"])
def test_ctrl_c_discarded_by_python_still_ends_the_reading(
    platform: Platform, careops: CareOpsCommand, state: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    discarded: list[object] = []
    open_journal = runner._open_journal

    def opened(*arguments: Any) -> Journal:
        journal = open_journal(*arguments)
        if moment == "before the run begins":
            _lose_an_interrupt()
        return journal

    before = _lose_an_interrupt if moment == "while targets are read" else lambda: None
    platform.answer(ListSpecModules, MODULES)
    monkeypatch.setattr(sys, "unraisablehook", lambda lost: discarded.append(lost.exc_type))
    monkeypatch.setattr(runner, "_open_journal", opened)
    monkeypatch.setattr(targets, "_open", lambda source: io.BufferedReader(_SilentStream(before)))
    run = careops(*LABS, "-", "--yes")
    assert (run.code, run.err, discarded) == (130, "Interrupted.\n", [KeyboardInterrupt])
    assert list(state.rglob("*.jsonl")) == []


def test_run_killed_during_reading_cannot_be_resumed(platform: Platform, careops: CareOpsCommand, state: Path) -> None:
    cut_off(platform, careops)
    [journal] = state.rglob("*.jsonl")
    journal.write_text(journal.read_text().splitlines(keepends=True)[0])
    assert json.loads(careops("runs", "show", "2", "--json").out)["resume"] is None
    run = careops("runs", "resume", "2")
    assert run.code == 2
    assert "nothing was sent. Run: careops runs forget" in run.err


@pytest.fixture
def switched(platform: Platform, careops: CareOpsCommand) -> dict[int, bool]:
    """A run turned a module on for clinics 1 to 4, of which 2 had it before. Whether each clinic has it now."""
    has = {1: False, 2: True, 3: False, 4: False}

    def switch(call: ActivateSpecModule | DeactivateSpecModule) -> Empty:
        has[call.clinic_id] = isinstance(call, ActivateSpecModule)
        return Empty()

    def read(call: ReadClinic) -> ClinicDetail:
        modules = [ClinicSpecModule(spec_module_id=7, name="Lab Reports")] if has[call.id] else []
        return detail(call.id).model_copy(update={"clinic_spec_modules": modules})

    platform.answer(ListSpecModules, MODULES)
    platform.answer(ReadClinic, read)
    platform.answer(ActivateSpecModule, switch)
    platform.answer(DeactivateSpecModule, switch)
    platform.answer(UndoRun, NotSupported())
    assert careops(*LABS, "1", "2", "3", "4", "--yes").code == 0
    assert all(has.values())
    return has


def test_undo_reverts_only_changed_records_of_the_run(switched: dict[int, bool], careops: CareOpsCommand) -> None:
    switched[3] = False  # someone was faster
    [listed] = json.loads(careops("runs", "list", "--json").out)
    refused = careops("runs", "undo", listed["run"])
    assert (refused.code, refused.out) == (2, "")
    assert "Undo the run" in refused.err
    assert "(3 changes)" in refused.err
    planned = json.loads(careops("runs", "undo", listed["run"], "--dry-run", "--json").out)
    assert [row["target"] for row in planned] == [1, 3, 4]
    assert switched == {1: True, 2: True, 3: False, 4: True}
    undone = careops("runs", "undo", listed["run"], "--yes", "--json")
    assert "careops modules off 'Lab Reports' (records that the run changed: 3)" in undone.err
    assert {row["target"]: row["outcome"] for row in json.loads(undone.out)} == {1: "done", 3: "unchanged", 4: "done"}
    assert switched == {1: False, 2: True, 3: False, 4: False}
    newest, _ = json.loads(careops("runs", "list", "--json").out)
    assert newest["command"] == "modules off 'Lab Reports'"
    assert careops("runs", "undo", newest["run"], "--yes").code == 0
    assert switched == {1: True, 2: True, 3: False, 4: True}


UNDO = ChangeRequestDetail.model_validate(UndoRun.example.answer)
TARGETS = ListRequestTargets.answer_type().model_validate(ListRequestTargets.example.answer).items


def answer_undo(platform: Platform, *labels: str, **counts: int) -> None:
    """Answer the undo of a run with a request, and its run with these counts."""
    ended = UNDO.request.model_copy(update={"status": "partly_applied", "left": 0, **counts})
    targets = [
        TARGETS[0].model_copy(update={"position": place, "resource_id": str(place), "outcome": outcome})
        for place, outcome in enumerate((name for name, count in counts.items() for _ in range(count)), start=1)
    ]
    platform.answer(UndoRun, UNDO.model_copy(update={"labels": list(labels)}))
    platform.answer(ApplyChangeRequest, UNDO)
    platform.answer(ReadChangeRequest, UNDO.model_copy(update={"request": ended}))
    platform.answer(
        ListRequestTargets, lambda call: Page[RequestTarget].of(targets, total=len(targets), perpage=call.perpage)
    )


def run_of(careops: CareOpsCommand) -> dict[str, Any]:
    """Return the only run, with the id in its journal."""
    [listed] = json.loads(careops("runs", "list", "--json").out)
    journal = Path(careops("runs", "show", listed["run"], "--columns", "journal").out.strip())
    return {**listed, "id": json.loads(journal.read_text().partition("\n")[0])["id"]}


@pytest.mark.parametrize(
    ("counts", "code"), [({"done": 2, "kept": 1}, 0), ({"done": 1, "failed": 1}, 3), ({"failed": 2}, 1)]
)
def test_undo_of_a_run_makes_a_request(
    platform: Platform, switched: dict[int, bool], careops: CareOpsCommand, counts: dict[str, int], code: int
) -> None:
    run, changes = run_of(careops), len(platform.received)
    answer_undo(platform, **counts)
    undone = careops("runs", "undo", run["run"], "--yes", "--json")
    assert undone.code == code
    assert [row["outcome"] for row in json.loads(undone.out)] == [name for name in counts for _ in range(counts[name])]
    words = {"done": "undone", "kept": "edited since", "failed": "failed"}
    title = ", ".join(f"{count} {words[name]}" for name, count in counts.items())
    assert f"{title} (change request {UNDO.request.id})." in undone.err
    [call] = platform.calls(UndoRun)
    assert (call.run, call.title) == (run["id"], "Undo: modules on 'Lab Reports'")
    assert platform.calls(ApplyChangeRequest)[0].digest == UNDO.request.digest
    assert not any(isinstance(received_call, DeactivateSpecModule) for received_call in platform.received[changes:])


def test_undo_is_only_proposed_if_requested_or_if_approvals_are_needed(
    platform: Platform, switched: dict[int, bool], careops: CareOpsCommand
) -> None:
    run = run_of(careops)["run"]
    answer_undo(platform, done=3)
    proposed = careops("runs", "undo", run, "--propose", "--columns", "id,undoes_run")
    assert (proposed.code, proposed.out.splitlines()[0]) == (0, f"id\t{UNDO.request.id}")
    assert f"Apply it with: careops requests apply {UNDO.request.id}" in proposed.err
    answer_undo(platform, "needs_approval", done=3)
    covered = careops("runs", "undo", run, "--yes")
    assert (covered.code, f"careops requests approve {UNDO.request.id}" in covered.err) == (1, True)
    assert platform.calls(ApplyChangeRequest) == []
    assert careops("runs", "undo", run, "--propose", "--dry-run").code == 2


def test_run_unknown_to_the_platform_is_not_proposed(
    platform: Platform, switched: dict[int, bool], careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = run_of(careops)["run"]
    assert careops("runs", "undo", run, "--propose").code == 2
    problem = Problem(title_of("run_nothing_to_undo"), "run", "3", code="run_nothing_to_undo")
    platform.answer(UndoRun, Conflict(problem))
    assert (careops("runs", "undo", run, "--yes").code, all(switched.values())) == (1, True)
    platform.answer(UndoRun, Conflict(Problem("undone", "run", "8", code="change_request_undone")))
    undone = careops("runs", "undo", run, "--yes")
    assert (undone.code, "Change request 8 undoes the run" in undone.err) == (1, True)
    assert undone.err.endswith("See: careops requests show 8\n")
    monkeypatch.setenv("CAREOPS_URL", "http://127.0.0.1:9/api")
    refused = careops("runs", "undo", run, "--yes")
    assert (refused.code, "was made on" in refused.err) == (2, True)


@pytest.mark.parametrize(
    ("command", "opposite"),
    [
        ("modules off 2", "modules on 2"),
        ("modules on ipd", "modules off ipd"),
        ("modules activate 2", "modules off 2"),
        ("flags off ipd", "modules on ipd"),
        ("users set-flag growth on", "users set-flag growth off"),
        ("--url http://a.example/api campaigns activate", "--url http://a.example/api campaigns deactivate"),
        ("--profile prod campaigns deactivate", "--profile prod campaigns activate"),
    ],
)
def test_each_switch_has_an_opposite(tmp_path: Path, command: str, opposite: str) -> None:
    journal = tmp_path / "run.jsonl"
    entries: list[dict[str, object]] = [{"careops_journal": 1, "again": f"careops {command}"}, {"targets": [[1, 7]]}]
    done = {"key": 7, "outcome": "done", "reason": ""}
    journal.write_text("".join(f"{json.dumps(line)}\n" for line in (*entries, done)))
    assert StoredRun(journal, entries[0]).words_to_undo() == (opposite.split(), ["7"])


@pytest.mark.parametrize("command", ["users set-status BLOCKED", "clinics create-hospital --from a.csv"])
def test_command_without_opposite_cannot_be_undone(tmp_path: Path, command: str) -> None:
    with pytest.raises(CliError, match=f"{command} has no opposite command"):
        StoredRun(tmp_path / "run.jsonl", {"again": f"careops {command}"}).words_to_undo()


def test_a_run_that_changed_nothing_needs_no_undo(switched: dict[int, bool], careops: CareOpsCommand) -> None:
    [first] = json.loads(careops("runs", "list", "--json").out)
    assert careops(*LABS, "1", "2", "--yes").code == 0
    [second] = [run for run in json.loads(careops("runs", "list", "--json").out) if run["run"] != first["run"]]
    refused = careops("runs", "undo", second["run"], "--yes")
    assert (refused.code, refused.out) == (2, "")
    assert "changed nothing" in refused.err
    assert all(switched.values())

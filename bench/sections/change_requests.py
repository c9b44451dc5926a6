"""Change requests with very many changes, against the batch engine without a request."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from statistics import median

import psycopg

from bench.config import Config
from bench.load import Target
from bench.processes import cpu_seconds, run_with_input
from bench.report import Findings, Goal
from bench.sections.bulk import targets_of, undo
from bench.sections.console import browser_path, node_path, signed_in_storage
from bench.servers import ROOT, client_of, our_server
from careops import CareOps
from careops.calls.change_requests import ChangeRequest, ChangeRequestDetail, ProposedChange
from careops.calls.changes import ChangeTarget
from careops_server.core.configuration.dsn import driver_url

_BATCH = 500
_CALL = "ActivateSpecModule"
_OTHER_CALL = "DeleteClinicAdmin"
"""Call without an effect of the measured one."""
_READS = 21
_PAGES = 21
"""Pages of a request's changes that a browser shows one after another before its memory is measured."""
_CHECKED = 9_000
"""Single changes for the cost of a policy check."""
_ROUNDS = 15
_POLICY_SECONDS = 1.5
"""Time until all workers use other policies."""
_SCRIPT = Path(__file__).parent / "page_memory.mjs"


def measure(setting: Config) -> Findings:
    """Propose and apply one request for all clinics without a module, and make the same changes in batches."""
    size, batched = (1_000, 500) if setting.quick else (100_000, 20_000)
    with (
        setting.worlds.copy(setting.clinics) as url,
        psycopg.connect(driver_url(url), autocommit=True) as database,
    ):
        module, clinics = targets_of(database, size)
        with our_server(url, postgres=setting.worlds.pid) as ours, client_of(ours) as client:
            batch_rate = batched / _seconds(lambda: _make_in_batches(client, module, clinics[:batched]))
            undo(database, module, clinics[:batched])
            changes = [
                ProposedChange(call=_CALL, parameters={"clinic_id": clinic, "module_id": module}) for clinic in clinics
            ]
            shares = {}
            for call in (_OTHER_CALL, _CALL):
                shares[call] = _policy_share(client, database, ours.roots, call, module, clinics[:_CHECKED])
                undo(database, module, clinics[:_CHECKED])
            proposed: list[ChangeRequestDetail] = []
            plan = _Meanwhile(ours, lambda: proposed.append(_propose(client, changes)))
            request = proposed[0].request
            pages = {
                "list": lambda: client.change_requests.list(),
                "detail": lambda: client.change_requests.read(request_id=request.id),
                "first targets": lambda: client.change_requests.targets(request_id=request.id),
                "last targets": lambda: client.change_requests.targets(
                    request_id=request.id, page=-(-len(clinics) // 10), perpage=10
                ),
            }
            page_ms = {name: median(_seconds(read) for _ in range(_READS)) * 1000 for name, read in pages.items()}
            memory = _browser_memory(f"http://127.0.0.1:{ours.port}", request.id)
            apply_rate = len(clinics) / _seconds(lambda: _apply(client, request.id, request.digest))
            ended = client.change_requests.read(request_id=request.id).request
            if (ended.status, ended.done) != ("applied", len(clinics)):
                raise RuntimeError(f"{ended.done} of {len(clinics)} changes were made, status {ended.status}")
            undone: list[ChangeRequest] = []
            back = _Meanwhile(ours, lambda: undone.append(_undo(client, request.id)))
            if (undone[0].done, undone[0].differences) != (len(clinics), 0):
                raise RuntimeError(f"{undone[0].done} changes were undone, {undone[0].differences} records differ")
    slowest = max(page_ms, key=lambda name: page_ms[name])
    count = f"{len(clinics):,}"
    return Findings(
        "Change requests",
        f"A module turned on for {count} clinics that do not have it, as one request: previewed and stored, read, and "
        f"applied by a job. The batches of {_BATCH} make the same changes of {batched:,} clinics one after another.",
        goals=[
            Goal(f"Plan {count} changes", f"{plan.seconds:.1f} s", "", plan.seconds, 60, "s"),
            Goal(f"Undo and verify {count} changes", f"{back.seconds:.1f} s", "", back.seconds, 90, "s"),
            Goal(
                "Slowest other request during both",
                f"{max(plan.slowest_ms, back.slowest_ms):.0f} ms",
                "",
                max(plan.slowest_ms, back.slowest_ms),
                1000,
                "ms",
            ),
            Goal("CPU of a policy check", f"{shares[_OTHER_CALL]:.1f} %", "", shares[_OTHER_CALL], 2, "%"),
            Goal(f"Slowest page ({slowest})", f"{page_ms[slowest]:.0f} ms", "", page_ms[slowest], 300, "ms"),
            Goal(
                f"Memory of a tab with the request, after {_PAGES} pages",
                f"{memory['process']:.0f} MB",
                "",
                memory["process"],
                100,
                "MB",
            ),
            Goal(
                "Apply, to batches without a request",
                f"{apply_rate:,.0f}/s",
                f"{batch_rate:,.0f}/s",
                apply_rate / batch_rate,
                0.8,
                at_least=True,
            ),
        ],
        numbers=[("Page", "p50 ms"), *((name, f"{spent:.1f}") for name, spent in page_ms.items())],
        notes=[
            "The policy check is that of single changes while a policy covers another call. A policy with a number for "
            f"the call itself counts each changed record, which costs {shares[_CALL]:.0f} % of a single change.",
            f"The memory of the tab is what only its process uses; {memory['heap']:.0f} MB are objects of the page.",
        ],
    )


class _Meanwhile:
    """Work, and the waiting time of another user who reads a list at the same time."""

    def __init__(self, ours: Target, work: Callable[[], object]) -> None:
        self.slowest_ms = 0.0
        over = threading.Event()
        with client_of(ours) as other:
            other.clinics.list()
            reader = threading.Thread(target=self._read, args=(other, over))
            reader.start()
            try:
                self.seconds = _seconds(work)
            finally:
                over.set()
                reader.join()

    def _read(self, client: CareOps, over: threading.Event) -> None:
        while not over.wait(0.1):
            self.slowest_ms = max(self.slowest_ms, _seconds(client.clinics.list) * 1000)


def _policy_share(
    client: CareOps,
    database: psycopg.Connection,
    processes: Sequence[int],
    call: str,
    module: int,
    clinics: Sequence[int],
) -> float:
    """Return by how many percent a policy of a call makes a change more expensive. It is the median of pairs."""
    rows = iter(clinics)
    shares: list[float] = []
    for _ in range(_ROUNDS):
        spent = []
        for has_policy in (False, True):
            database.execute("delete from approval_policies where call = %s", [call])
            if has_policy:
                database.execute(
                    "insert into approval_policies"
                    " (call, condition, field, at_least, approvals, roles, enabled)"
                    " values (%s, 'targets', '', 1000000, 1, '{super_admin}', true)",
                    [call],
                )
            time.sleep(_POLICY_SECONDS)
            before = cpu_seconds(*processes)
            for clinic in islice(rows, len(clinics) // _ROUNDS // 2):
                client.modules.activate(clinic_id=clinic, module_id=module)
            spent.append(cpu_seconds(*processes) - before)
        shares.append((spent[1] / spent[0] - 1) * 100)
    database.execute("delete from approval_policies where call = %s", [call])
    return max(0.0, median(shares))


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _browser_memory(url: str, request_id: int) -> dict[str, float]:
    """Return the megabytes of a tab that has paged through the changes of a request: its process and its objects."""
    address = f"{url}/change-requests/{request_id}"
    arguments = [node_path(), str(_SCRIPT), browser_path(), address, str(_PAGES)]
    printed = run_with_input(arguments, stdin=json.dumps(signed_in_storage(url)), folder=ROOT)
    return {name: size / 1_000_000 for name, size in json.loads(printed).items()}


def _make_in_batches(client: CareOps, module: int, clinics: Sequence[int]) -> None:
    for start in range(0, len(clinics), _BATCH):
        targets = [
            ChangeTarget(key=f"bench-{module}-{clinic}", parameters={"clinic_id": clinic, "module_id": module})
            for clinic in clinics[start : start + _BATCH]
        ]
        outcomes = client.changes.apply(change=_CALL, targets=targets)
        if any(outcome.outcome != "done" for outcome in outcomes):
            raise RuntimeError("a change of a batch was not made")


def _propose(client: CareOps, changes: list[ProposedChange]) -> ChangeRequestDetail:
    return _wait(client, client.change_requests.create(title="Bench", reason="Measured", changes=changes).request.id)


def _undo(client: CareOps, request_id: int) -> ChangeRequest:
    """Plan and apply the undo of a request, and wait until its records are checked."""
    planned = _wait(client, client.change_requests.undo(request_id=request_id).request.id).request
    _apply(client, planned.id, planned.digest)
    return client.change_requests.read(request_id=planned.id).request


def _apply(client: CareOps, request_id: int, digest: str) -> None:
    client.change_requests.apply(request_id=request_id, digest=digest)
    _wait(client, request_id)


def _wait(client: CareOps, request_id: int) -> ChangeRequestDetail:
    """Return a request when no job plans, applies or checks it."""
    while True:
        read = client.change_requests.read(request_id=request_id)
        if read.request.status != "applying" and not {"planning", "checking"}.intersection(read.labels):
            return read
        time.sleep(0.2)

"""Change requests with very many changes, against the batch engine without a request."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

import psycopg

from bench.config import Config
from bench.processes import run_with_input
from bench.report import Findings, Goal
from bench.sections.bulk import targets_of, undo
from bench.sections.console import browser_path, node_path, signed_in_storage
from bench.servers import ROOT, client_of, our_server
from careops import CareOps
from careops.calls.change_requests import ChangeRequestDetail, ProposedChange
from careops.calls.changes import ChangeTarget
from careops_server.core.configuration.dsn import driver_url

_BATCH = 500
_CALL = "ActivateSpecModule"
_READS = 21
_PAGES = 21
"""Pages of a request's changes that a browser shows one after another before its memory is measured."""
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
            proposed: list[ChangeRequestDetail] = []
            propose_seconds = _seconds(lambda: proposed.append(_propose(client, changes)))
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
    slowest = max(page_ms, key=lambda name: page_ms[name])
    count = f"{len(clinics):,}"
    return Findings(
        "Change requests",
        f"A module turned on for {count} clinics that do not have it, as one request: previewed and stored, read, and "
        f"applied by a job. The batches of {_BATCH} make the same changes of {batched:,} clinics one after another.",
        goals=[
            Goal(f"Propose {count} changes", f"{propose_seconds:.1f} s", "", propose_seconds, 60, "s"),
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
            f"The memory of the tab is what only its process uses; {memory['heap']:.0f} MB are objects of the page."
        ],
    )


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
        outcomes = client.changes.make(change=_CALL, targets=targets)
        if any(one.outcome != "done" for one in outcomes):
            raise RuntimeError("a change of a batch was not made")


def _propose(client: CareOps, changes: list[ProposedChange]) -> ChangeRequestDetail:
    return client.change_requests.create(title="Bench", reason="Measured", changes=changes)


def _apply(client: CareOps, request_id: int, digest: str) -> None:
    client.change_requests.apply(request_id=request_id, digest=digest)
    while client.change_requests.read(request_id=request_id).request.status == "applying":
        time.sleep(0.2)

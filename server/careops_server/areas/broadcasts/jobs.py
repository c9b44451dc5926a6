"""Job that writes the ledger of a broadcast with very many devices, in parts that run once each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import ceil
from typing import Any, Final

from careops_server.areas.broadcasts import queries
from careops_server.core.jobs.definitions import JobContext, JobKind

EACH: Final = 10_000
"""Devices per part, which limits how long a device's report waits for it."""


def job_parameters(broadcast_id: int, app_type: str | None, unwritten: queries.Ids) -> dict[str, Any]:
    """Return the job's parameters: the range of ids and the size of parts, which stay the same for another process."""
    ids = {"first": unwritten.first, "last": unwritten.last, "each": EACH}
    return {"broadcast_id": broadcast_id, "app_type": app_type, **ids}


async def write_ledger(job: JobContext) -> Mapping[str, Any]:
    """Write a line for each device in the order of ids."""
    parameters = job.parameters
    id, app_type, each = parameters["broadcast_id"], parameters["app_type"], parameters["each"]
    parts = ceil((parameters["last"] - parameters["first"] + 1) / each)
    await job.set_total(parts + 1)
    while job.done < parts:
        first = parameters["first"] + job.done * each
        last = min(first + each - 1, parameters["last"])
        await job.run_step(partial(queries.write_lines, id=id, app_type=app_type, first=first, last=last))
    if job.done == parts:
        await job.run_step(partial(queries.ledger_is_whole, id=id))
    return {"broadcast_id": id}


LEDGER: Final = JobKind("broadcasts.ledger", write_ledger)

"""Ways to activate a module for many clinics: ``python -m bench.baselines.bulk_loops set|apply|bare|statement|read``.

Reads the job as JSON from standard input; writes duration and memory as JSON to standard output.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.background_load import elsewhere

Job = dict[str, Any]


async def by_engine(job: Job, batch: int) -> int:
    """Use the SDK's bulk engine: comparison, journal, idempotency keys and one audit event per change."""
    from careops import AsyncCareOps
    from careops.bulk import Outcome, SwitchModule, apply, parse_ids

    async with AsyncCareOps(f"{job['url']}/api") as client:
        await client.sign_in(job["phone"], job["password"])
        with tempfile.TemporaryDirectory() as folder:
            run = await apply(
                client,
                SwitchModule(module_id=job["module_id"], active=True),
                parse_ids(job["clinics"]),
                journal=Path(folder) / "journal",
                concurrency=job["concurrency"],
                batch=batch,
            )
            return run.counts[Outcome.DONE]


async def by_hand(job: Job) -> int:
    """Use a plain loop over httpx without error handling."""
    import httpx

    left = iter(job["clinics"])
    done = 0
    headers = {"authorization": f"Bearer {job['token']}"}
    async with httpx.AsyncClient(base_url=f"{job['url']}/api", headers=headers) as client:

        async def work() -> None:
            nonlocal done
            for clinic in left:
                answer = await client.post(f"/clinics/{clinic}/spec_modules/{job['module_id']}/activate")
                answer.raise_for_status()
                done += 1

        await asyncio.gather(*(work() for _ in range(job["concurrency"])))
    return done


async def by_statement(job: Job) -> int:
    """Bypass the API: transactions of 500 rows with their events, without idempotency keys and permission checks."""
    import psycopg

    done = 0
    async with await psycopg.AsyncConnection.connect(job["database"]) as connection:
        for start in range(0, len(job["clinics"]), 500):
            values = {"module": job["module_id"], "clinics": job["clinics"][start : start + 500]}
            async with connection.transaction():
                cursor = await connection.execute(_SWITCH, values)
                done += cursor.rowcount
    return done


_SWITCH = """
    with switched as (
        insert into clinic_spec_modules (clinic_id, spec_module_id, activated_at)
        select c.id, %(module)s, now() from clinics c where c.id = any(%(clinics)s)
        on conflict do nothing returning clinic_id
    )
    insert into audit_events (clinic_id, key, event_status, actor_name, resource_type, resource_id, before, after)
    select clinic_id, 'module.activate', 'SUCCESS', 'bench', 'clinic', clinic_id::text, '{"m": false}', '{"m": true}'
    from switched
"""


def by_reading(job: Job) -> int:
    """Only read the ids of a table, like the engine does."""
    from careops.bulk import read_ids

    return sum(1 for _ in read_ids(Path(job["file"])))


def peak_megabytes() -> float:
    """Peak memory of this process; getrusage would include the process it was forked from."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def main() -> None:
    """Run the job in one way."""
    job: Job = json.load(sys.stdin)
    if job.get("elsewhere"):
        elsewhere()
    began = time.perf_counter()
    match sys.argv[1]:
        case "set":
            done = asyncio.run(by_engine(job, 500))
        case "apply":
            done = asyncio.run(by_engine(job, 1))
        case "statement":
            done = asyncio.run(by_statement(job))
        case "read":
            done = by_reading(job)
        case _:
            done = asyncio.run(by_hand(job))
    seconds = time.perf_counter() - began
    usage = resource.getrusage(resource.RUSAGE_SELF)
    result = {
        "done": done,
        "seconds": seconds,
        "megabytes": peak_megabytes(),
        "cpu": usage.ru_utime + usage.ru_stime,
    }
    sys.stdout.write(json.dumps(result))


if __name__ == "__main__":
    main()

"""Two ways to turn a module on for many clinics: ``python -m bench.peers.bulk_loops apply|bare``.

Reads the job as JSON from standard input; says as JSON how long it took and how much memory it had.
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

Job = dict[str, Any]


async def by_engine(job: Job) -> int:
    """With the SDK's bulk engine: compares first, a journal, keys; one event per change."""
    from careops import AsyncCareOps
    from careops.bulk import Outcome, SwitchModule, apply, record_ids

    async with AsyncCareOps(f"{job['url']}/api") as client:
        await client.sign_in(job["phone"], job["password"])
        with tempfile.TemporaryDirectory() as folder:
            run = await apply(
                client,
                SwitchModule(module_id=job["module_id"], active=True),
                record_ids(job["clinics"]),
                journal=Path(folder) / "journal",
                concurrency=job["concurrency"],
            )
            return run.counts[Outcome.DONE]


async def by_hand(job: Job) -> int:
    """A loop over httpx that hopes for the best."""
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


def peak_megabytes() -> float:
    """The most memory this process has had; getrusage would tell of the one it was forked from."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def main() -> None:
    """Do the job in one way."""
    job: Job = json.load(sys.stdin)
    began = time.perf_counter()
    done = asyncio.run(by_engine(job) if sys.argv[1] == "apply" else by_hand(job))
    seconds = time.perf_counter() - began
    usage = resource.getrusage(resource.RUSAGE_SELF)
    told = {
        "done": done,
        "seconds": seconds,
        "megabytes": peak_megabytes(),
        "cpu": usage.ru_utime + usage.ru_stime,
    }
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main()

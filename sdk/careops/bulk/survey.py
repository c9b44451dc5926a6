"""What the platform's lists already tell about clinics, so that they need not be read one by one."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import aclosing

from careops.bulk.changes import ClinicChange
from careops.bulk.ledger import Ledger
from careops.bulk.pace import Pace
from careops.calls.clinics import Clinic, ListClinics
from careops.client import AsyncCareOps
from careops.constants import MAX_PAGE_SIZE
from careops.contract import Page

_AHEAD = 3
"""Pages asked for at once."""
_PAGE_COST = 15
"""A full page costs about as much as reading so many clinics one by one."""
_WORTH_ASKING = 100


async def walk(client: AsyncCareOps, pace: Pace, call: ListClinics) -> AsyncGenerator[Page[Clinic], None]:
    """Every page of a list, some asked for ahead. A clinic may come twice when others are added meanwhile."""
    pages: deque[asyncio.Task[Page[Clinic]]] = deque()
    number = 0
    last = 1
    try:
        while True:
            while number < last and len(pages) < _AHEAD:
                number += 1
                asked = call.model_copy(update={"page": number, "perpage": MAX_PAGE_SIZE})
                pages.append(asyncio.create_task(pace.carry(lambda asked=asked: client.send(asked))))  # type: ignore[misc]
            page = await pages.popleft()
            yield page
            last = max(last, -(-page.total_records // MAX_PAGE_SIZE))
            if not pages and (number >= last or not page.items):
                return
    finally:
        for task in pages:
            task.cancel()
        await asyncio.gather(*pages, return_exceptions=True)


async def survey(client: AsyncCareOps, pace: Pace, change: ClinicChange, ledger: Ledger, *, every_clinic: bool) -> None:
    """Learn the state of open targets from a list, where that costs less than reading each of them.

    ``every_clinic`` asks for certainty (a dry run); else the list of clinics that are as wanted is enough: whatever
    is not on it is to be changed, and the platform refuses what does not exist.
    """
    unknown = ledger.unknown()
    if unknown < _WORTH_ASKING:
        return
    wanted = None if every_clinic else change.those_as_wanted
    call = wanted or ListClinics()
    first = await pace.carry(lambda: client.send(call.model_copy(update={"perpage": 1})))
    if first.total_records * _PAGE_COST >= unknown * MAX_PAGE_SIZE:
        return
    async with aclosing(walk(client, pace, call)) as pages:
        async for page in pages:
            states = [(clinic.id, change.is_wanted(clinic)) for clinic in page.items]
            if states and all(state is None for _, state in states):
                return
            for known in (True, False):
                ledger.learn([clinic_id for clinic_id, state in states if state is known], as_wanted=known)
    if wanted is not None:
        ledger.assume(as_wanted=False)

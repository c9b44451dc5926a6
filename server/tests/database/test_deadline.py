"""Deadline of a request's database work."""

from __future__ import annotations

import asyncio

import pytest

from careops_server.core.database.deadline import Deadline


async def test_work_in_time_is_left_alone() -> None:
    deadline = Deadline(30)
    async with deadline:
        await asyncio.sleep(0)
    assert not deadline.over


async def test_what_takes_too_long_is_ended_and_the_task_goes_on() -> None:
    deadline = Deadline(0.01)
    with pytest.raises(TimeoutError):
        async with deadline:
            await asyncio.Event().wait()
    assert deadline.over
    task = asyncio.current_task()
    assert task is not None
    assert task.cancelling() == 0
    await asyncio.sleep(0)  # no pending cancellation is left


async def test_a_second_try_has_what_is_left_of_the_time() -> None:
    deadline = Deadline(0.01)
    with pytest.raises(TimeoutError):
        async with deadline:
            await asyncio.Event().wait()
    with pytest.raises(TimeoutError):
        async with deadline:
            await asyncio.Event().wait()


async def test_who_is_cancelled_by_somebody_else_stays_cancelled() -> None:
    async def work() -> None:
        async with Deadline(30):
            await asyncio.Event().wait()

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_who_is_cancelled_at_the_same_moment_stays_cancelled_too() -> None:
    async def work() -> None:
        async with Deadline(0.01) as deadline:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                assert deadline.over
                asyncio.current_task().cancel()  # type: ignore[union-attr]  # checked above
                raise

    with pytest.raises(asyncio.CancelledError):
        await asyncio.create_task(work())

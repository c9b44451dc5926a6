"""Deadline of a request's database work."""

from __future__ import annotations

import asyncio

import pytest

from careops_server.core.database.deadline import Deadline


async def test_work_within_the_deadline_is_not_interrupted() -> None:
    deadline = Deadline(30)
    async with deadline:
        await asyncio.sleep(0)
    assert not deadline.over


async def test_work_beyond_the_deadline_is_cancelled_and_the_task_continues() -> None:
    deadline = Deadline(0.01)
    with pytest.raises(TimeoutError):
        async with deadline:
            await asyncio.Event().wait()
    assert deadline.over
    task = asyncio.current_task()
    assert task is not None
    assert task.cancelling() == 0
    await asyncio.sleep(0)  # no pending cancellation is left


async def test_second_attempt_has_the_remaining_time() -> None:
    deadline = Deadline(0.01)
    with pytest.raises(TimeoutError):
        async with deadline:
            await asyncio.Event().wait()
    with pytest.raises(TimeoutError):
        async with deadline:
            await asyncio.Event().wait()


async def test_external_cancellation_is_raised() -> None:
    async def work() -> None:
        async with Deadline(30):
            await asyncio.Event().wait()

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_simultaneous_external_cancellation_is_raised() -> None:
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

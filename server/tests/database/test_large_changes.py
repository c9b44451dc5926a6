"""A change of thousands of rows has a longer time limit than one of a few rows."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from careops.calls import all_calls
from careops.calls.change_requests import (
    CreateChangeRequest,
    ProposeAgain,
    ReviseChangeRequest,
    UndoChangeRequest,
    UndoRun,
)
from careops.calls.leads import UndoLeadUpload, UploadLeads
from careops.calls.news_insights import MergeNewsTags
from careops_server.core.database.connection import Connection
from careops_server.core.database.database import Database, DatabaseUnavailable
from careops_server.core.database.engine import create_pool


async def _slow(connection: Connection) -> int:
    return int((await connection.execute(text("select 1 from pg_sleep(0.6)"))).scalar_one())


async def test_large_change_has_a_longer_deadline(url: str) -> None:
    database = Database(create_pool(url, pool_size=1), seconds=0.2, large_seconds=30)
    try:
        with pytest.raises(DatabaseUnavailable):
            await database.change(_slow)
        assert await database.change(_slow, large=True) == 1
    finally:
        await database.close()


def test_large_changes_are_few_calls() -> None:
    assert {call for call in all_calls() if call.route.large} == {
        *(CreateChangeRequest, ProposeAgain, ReviseChangeRequest, UndoChangeRequest, UndoRun),
        *(MergeNewsTags, UploadLeads, UndoLeadUpload),
    }

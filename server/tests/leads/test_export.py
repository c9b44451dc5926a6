"""Export of leads: one CSV with all pages, without formulas, ten a day."""

from __future__ import annotations

import csv
import io
from contextlib import aclosing
from typing import Any
from unittest.mock import AsyncMock

import pytest
from server.tests.support.campaigns import add_campaign as campaign
from server.tests.support.leads import lead
from server.tests.support.stage import BILLING, CARE, SUPER, Stage

from careops import AsyncCareOps, TooManyRequests
from careops.calls.leads import ExportLeads
from careops.constants import EXPORTS_A_DAY
from careops.files import Download
from careops_server.areas.leads import export_queries

ODD = ['=HYPERLINK("http://x")', "+91 98", "-2+3", "@sum", "'tis", "＝1", 'a "quoted"', "two\nlines", "ਸਿਮਰਨ", "plain"]


@pytest.fixture(autouse=True)
async def nothing_exported_yet(stage: Stage) -> None:
    """Reset the daily quota, which all tests of an account share."""
    await stage.sql("with gone as (delete from list_exports returning id) select count(*) from gone")


async def exported(client: AsyncCareOps, **filters: Any) -> bytes:
    async with await client.leads.export(**filters) as download:
        return b"".join([piece async for piece in download])


def rows(file: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(file.decode("utf-8-sig"), newline="")))


async def test_export_has_every_page_of_the_filter_in_list_order(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("careops_server.areas.leads.export_queries._PIECE", 4)
    client = await stage.signed_in(CARE)
    clinic_id = await stage.clinic(name="Amrit, Clinic")
    campaign_id = await campaign(stage, clinic_id, campaign_name="Dental camp")
    for number in range(11):
        # Several leads have the same time: none of them may be lost between two pages.
        at = f"2031-05-0{1 + number // 5}T10:00:00Z"
        utm = '{"utm_source": "google", "gclid": "x"}' if number % 2 else '{"utm_source": "print"}'
        await lead(stage, clinic_id, ad_campaign_id=campaign_id, created_at=at, utm_details=utm)
    await lead(stage, clinic_id)
    file = await exported(client, ad_campaign_id=campaign_id)
    assert file.startswith(b"\xef\xbb\xbf")
    exported_rows = rows(file)
    listed = (await client.leads.list(ad_campaign_id=campaign_id, perpage=500)).items
    assert [int(row["id"]) for row in exported_rows] == [item.id for item in listed]
    assert [row["phone_number"] for row in exported_rows] == [item.phone_number for item in listed]
    assert list(exported_rows[0])[-2:] == ["gclid", "utm_source"]
    assert [row["created_at"] for row in exported_rows[::5]] == [f"2031-05-0{day} 15:30:00" for day in (3, 2, 1)]
    assert {(row["utm_source"], row["gclid"]) for row in exported_rows} == {("google", "x"), ("print", "")}
    assert {(row["clinic_name"], row["campaign_name"]) for row in exported_rows} == {("Amrit, Clinic", "Dental camp")}
    assert len(rows(await exported(client, clinic_id=clinic_id, search_text="nobody"))) == 0


@pytest.mark.own
async def test_aborted_downloads_leave_no_connections(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("careops_server.areas.leads.export_queries._PIECE", 1)
    clinic_id, database = await stage.clinic(), stage.services.database
    for _ in range(3):
        await lead(stage, clinic_id)
    async with database.pool.transaction() as connection:
        export = await export_queries.export(connection, ExportLeads(clinic_id=clinic_id))
    for _ in range(stage.settings.pool_size + 1):
        async with aclosing(export.pieces(database, AsyncMock())) as pieces:
            assert [len(await anext(pieces)) > 0 for _ in range(3)] == [True] * 3
    assert len(rows(await exported(await stage.signed_in(CARE), clinic_id=clinic_id))) == 3


@pytest.mark.proves("SEC-49.leads")
async def test_formulas_are_escaped_and_can_be_imported(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    for name in ODD:
        await lead(stage, clinic_id, first_name=name, utm_details='{"=cmd": "-1"}')
    exported_rows = rows(await exported(await stage.signed_in(CARE), clinic_id=clinic_id))
    cells = [cell for row in exported_rows for cell in row.values()]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "＝"))]
    assert [row["first_name"].removeprefix("'") for row in exported_rows] == ODD[::-1]
    assert exported_rows[0]["'=cmd"] == "'-1"


async def test_file_has_a_name_and_a_type(stage: Stage) -> None:
    download = await (await stage.signed_in(CARE)).leads.export(clinic_id=await stage.clinic())
    assert isinstance(download, Download)
    async with download:
        assert download.name.startswith("leads-20")
        assert download.name.endswith(".csv")
        assert download.content_type == "text/csv; charset=utf-8"


@pytest.mark.own
async def test_export_is_one_event_with_filter_and_count(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    for _ in range(3):
        await lead(stage, clinic_id)
    await exported(await stage.signed_in(BILLING), clinic_id=clinic_id)
    event = (await stage.events())[-1]
    assert (event["key"], event["clinic_id"], event["after"]) == ("lead.export", clinic_id, {"leads": 3})
    assert event["parameters"] == {"clinic_id": clinic_id}


@pytest.mark.proves("SEC-64.leads")
async def test_exports_are_limited_to_ten_per_day_and_account(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    client = await stage.signed_in(SUPER)
    for _ in range(EXPORTS_A_DAY):
        await exported(client, clinic_id=clinic_id)
    with pytest.raises(TooManyRequests) as refused:
        await exported(client, clinic_id=clinic_id)
    assert refused.value.retry_after
    assert 86_000 < refused.value.retry_after <= 86_400
    await exported(await stage.signed_in(CARE), clinic_id=clinic_id)
    await stage.sql(
        "with older as (update list_exports set exported_at = exported_at - interval '1 day' returning id)"
        " select count(*) from older"
    )
    await exported(client, clinic_id=clinic_id)

"""Exports: all pages of the filter, chosen columns, no formulas, ten a day."""

from __future__ import annotations

import csv
import io
from datetime import date, datetime
from typing import Any

import pytest
from python_calamine import CalamineWorkbook
from server.tests.exports.factories import nothing_exported
from server.tests.support.leads import lead
from server.tests.support.stage import BILLING, CARE, PASSWORD, SUPER, Stage

from careops import Forbidden, InvalidInput, NotFound, TooManyRequests
from careops.calls.exports import ExportColumn
from careops.constants import EXPORTS_A_DAY
from careops_server.areas.exports.writers import CsvWriter, XlsxWriter, parse_moment

NAME = ExportColumn(title="Clinic", fields=["name"])
CITY = ExportColumn(title="City", fields=["location.city"])
COLUMNS = [NAME, CITY, ExportColumn(title="Hospital", fields=["is_hospital"])]
ODD = ['=HYPERLINK("http://x")', "+91 98", "-2+3", "@sum", "'tis", "＝1", 'a "quoted"', "ਸਿਮਰਨ <b>&amp;", "plain"]


@pytest.fixture(autouse=True)
async def _nothing_yet(stage: Stage) -> None:
    await nothing_exported(stage)


@pytest.fixture
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("careops_server.areas.exports.handlers.MAX_PAGE_SIZE", 4)


async def exported(stage: Stage, phone: str = SUPER, **parameters: Any) -> bytes:
    client = await stage.signed_in(phone)
    parameters = {"list_name": "ListClinics", "columns": COLUMNS, "filters": {}, **parameters}
    async with await client.exports.list(**parameters) as download:
        return b"".join([piece async for piece in download])


def lines(file: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(file.decode("utf-8-sig"), newline="")))


@pytest.mark.usefixtures("small_pages")
async def test_export_has_every_page_of_the_filter_in_list_order(stage: Stage) -> None:
    for number in range(10):
        await stage.clinic(name=f"Exported {number}", city="Moga")
    await stage.clinic(name="Of another name")
    client = await stage.signed_in()
    listed = await client.clinics.list(search_text="exported", perpage=500)
    head, *rows = lines(await exported(stage, filters={"search_text": "exported", "page": 3, "perpage": 10}))
    assert head == ["Clinic", "City", "Hospital"]
    assert [row[0] for row in rows] == [clinic.name for clinic in listed.items]
    assert {(row[1], row[2]) for row in rows} == {("Moga", "false")}


@pytest.mark.proves("SEC-49.export")
async def test_formulas_are_escaped(stage: Stage) -> None:
    for name in ODD:
        await stage.clinic(name=name, city="Formula")
    parameters: dict[str, Any] = {"filters": {"search_text": "formula"}, "columns": [NAME]}
    names = [row[0] for row in lines(await exported(stage, **parameters))[1:]]
    assert sorted(names) == sorted(f"'{name}" if name[0] in "=+-@'＝" else name for name in ODD)
    book = CalamineWorkbook.from_filelike(io.BytesIO(await exported(stage, **parameters, format="xlsx")))
    assert sorted(row[0] for row in book.get_sheet_by_index(0).to_python()[1:]) == sorted(ODD)


async def test_sheet_has_typed_numbers_and_empty_cells(stage: Stage) -> None:
    clinic_id = await stage.clinic(name="Sheet \x01 Clinic", is_hospital=True)
    columns = [ExportColumn(title="Id", fields=["id"]), NAME, CITY, COLUMNS[2]]
    file = await exported(stage, filters={"search_text": "sheet"}, columns=columns, format="xlsx")
    rows = CalamineWorkbook.from_filelike(io.BytesIO(file)).get_sheet_by_index(0).to_python()
    assert rows == [["Id", "Clinic", "City", "Hospital"], [clinic_id, "Sheet  Clinic", "", True]]


async def test_several_values_share_one_cell(stage: Stage) -> None:
    clinic_id = await stage.clinic(name="Modular", city="Moga")
    client = await stage.signed_in()
    for module_id in stage.module_ids.values():
        await client.modules.activate(clinic_id=clinic_id, module_id=module_id)
    columns = [
        ExportColumn(title="Modules", fields=["clinic_spec_modules"]),
        ExportColumn(title="Place", fields=["name", "location.city", "nothing.of.it"]),
    ]
    _, row = lines(await exported(stage, filters={"search_text": "modular"}, columns=columns))
    assert sorted(row[0].split(", ")) == ["Billing", "Telemedicine"]
    assert row[1] == "Modular, Moga"


async def test_times_are_indian_spreadsheet_times(stage: Stage) -> None:
    """In UTC, records created after 18:30 would have the day before the one shown on the screen."""
    for day in ("2026-11-19T20:30:00.5Z", "2026-11-20T05:31:53.1948Z"):
        await lead(stage, await stage.clinic(name="Moments"), created_at=day, first_name="Moment")
    columns = [
        ExportColumn(title="Came in", fields=["created_at"]),
        ExportColumn(title="Both", fields=["id", "created_at"]),
    ]
    parameters: dict[str, Any] = {"list_name": "ListLeads", "filters": {"search_text": "moment"}, "columns": columns}
    file = await exported(stage, **parameters)
    assert [row[0] for row in lines(file)[1:]] == ["2026-11-20 11:01:53", "2026-11-20 02:00:00"]
    assert all(row[1].endswith(row[0]) for row in lines(file)[1:])
    assert b"\r\n2026-11-20 02:00:00," in file
    sheet = CalamineWorkbook.from_filelike(
        io.BytesIO(await exported(stage, **parameters, format="xlsx"))
    ).get_sheet_by_index(0)
    assert [row[0] for row in sheet.to_python()[1:]] == [datetime(2026, 11, 20, 11, 1, 53), datetime(2026, 11, 20, 2)]


@pytest.mark.parametrize(
    ("text", "csv", "cell"),
    [
        ("2026-11-26", "2026-11-26", date(2026, 11, 26)),
        ("1899-12-31T00:00:00Z", "1899-12-31 05:30:00", "1899-12-31 05:30:00"),
        ("0001-01-01T00:00:00Z", "0001-01-01 05:30:00", "0001-01-01 05:30:00"),
        ("9999-12-31T23:59:59Z", '"9999-12-31T23:59:59Z"', "9999-12-31T23:59:59Z"),
        ("2026-13-45", '"2026-13-45"', "2026-13-45"),
        ("2026-11-26T05:31", '"2026-11-26T05:31"', "2026-11-26T05:31"),
        ("call 2026-11-26", '"call 2026-11-26"', "call 2026-11-26"),
    ],
)
def test_days_and_similar_texts_keep_their_types(text: str, csv: str, cell: object) -> None:
    row = [parse_moment(text)]
    assert CsvWriter().rows([row]).decode() == f"{csv}\r\n"
    sheet = XlsxWriter()
    file = sheet.begin(["Day"]) + sheet.rows([row]) + sheet.end()
    assert CalamineWorkbook.from_filelike(io.BytesIO(file)).get_sheet_by_index(0).to_python() == [["Day"], [cell]]


async def test_list_within_a_record_is_exported(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    parameters: dict[str, Any] = {
        "list_name": "ListPayments",
        "columns": [ExportColumn(title="Amount", fields=["amount"])],
    }
    assert lines(await exported(stage, filters={"clinic_id": clinic_id}, **parameters)) == [["Amount"]]
    with pytest.raises(InvalidInput) as refused:
        await exported(stage, **parameters)
    assert refused.value.source == "filters.clinic_id"


async def test_list_without_pages_is_exported(stage: Stage) -> None:
    user_id = await stage.user("9855500110")
    await stage.sql(
        "insert into billing_payments (user_id, description, amount, invoices, created_at)"
        " select :user_id, 'Plan ' || n, n * 100, cast(:invoices as jsonb), now() - n * interval '1 day'"
        " from generate_series(1, 12) n",
        user_id=user_id,
        invoices='[{"unique_id": "INV-1", "payload": {"line_items": [{"name": "Yearly"}, {"name": "Extra"}]}},'
        ' {"unique_id": "INV-2", "payload": null}]',
    )
    columns = [
        ExportColumn(title="Invoice", fields=["invoices.0.unique_id"]),
        ExportColumn(title="Item", fields=["invoices.0.payload.line_items.0.name"]),
        ExportColumn(title="All", fields=["invoices.unique_id"]),
        ExportColumn(title="None", fields=["invoices.7.unique_id"]),
        ExportColumn(title="Amount", fields=["amount"]),
    ]
    parameters: dict[str, Any] = {
        "list_name": "ListBillingPayments",
        "filters": {"user_id": user_id},
        "columns": columns,
    }
    head, *rows = lines(await exported(stage, BILLING, **parameters))
    assert head == ["Invoice", "Item", "All", "None", "Amount"]
    assert [row[:4] for row in rows] == [["INV-1", "Yearly", "INV-1, INV-2", ""]] * 12
    assert [float(row[4]) for row in rows] == [n * 100 for n in range(1, 13)]
    with pytest.raises(NotFound):
        await exported(stage, CARE, **parameters)


async def test_forbidden_lists_are_refused(stage: Stage) -> None:
    columns = [ExportColumn(title="Name", fields=["name"])]
    assert len(lines(await exported(stage, BILLING, list_name="ListUsers", columns=columns))) > 1
    for name in ("ListUsers", "ListNothing", "ReadClinic", "ActivateSpecModule"):
        with pytest.raises(NotFound):
            await exported(stage, CARE, list_name=name, columns=columns)


@pytest.mark.parametrize(
    ("parameters", "source"),
    [
        ({"filters": {"colour": "red"}}, "filters.colour"),
        ({"filters": {"is_hospital": "perhaps"}}, "filters.is_hospital"),
        ({"columns": []}, "columns"),
        ({"columns": [{"title": "x", "fields": []}]}, "columns.0.fields"),
        ({"columns": [{"title": "x", "fields": ["a b"]}]}, "columns.0.fields.0"),
        ({"format": "pdf"}, "format"),
    ],
)
async def test_invalid_export_is_refused(stage: Stage, parameters: dict[str, Any], source: str) -> None:
    body = {"filters": {}, "columns": [{"title": "Clinic", "fields": ["name"]}], **parameters}
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        answer = await http.post("/api/careops/lists/ListClinics/export", json=body)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["source"] == source


async def test_more_rows_than_a_sheet_are_refused(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    await stage.clinic(name="One row"), await stage.clinic(name="Another row")
    monkeypatch.setattr("careops_server.areas.exports.writers.XLSX_ROWS", 1)
    with pytest.raises(InvalidInput) as refused:
        await exported(stage, filters={"search_text": " row"}, format="xlsx")
    assert refused.value.source == "format"
    assert len(lines(await exported(stage, filters={"search_text": " row"}))) == 3


@pytest.mark.usefixtures("small_pages")
async def test_row_moved_during_the_export_is_written_once(stage: Stage) -> None:
    for number in range(9):
        await stage.clinic(name=f"Moved {number}")
    client = await stage.signed_in()
    names: list[str] = []
    async with await client.exports.list(
        list_name="ListClinics", filters={"search_text": "moved"}, columns=[NAME]
    ) as download:
        file = bytearray()
        async for piece in download:
            file += piece
            if len(names) == 0:
                names.append(str(await stage.clinic(name="Moved since")))
    rows = [row[0] for row in lines(bytes(file))[1:]]
    assert len(rows) == len(set(rows))


@pytest.mark.proves("SEC-64.exports")
async def test_exports_are_limited_to_ten_per_day_list_and_account(stage: Stage) -> None:
    for _ in range(EXPORTS_A_DAY):
        await exported(stage, CARE, filters={"search_text": "nobody"})
    with pytest.raises(TooManyRequests) as refused:
        await exported(stage, CARE, filters={"search_text": "nobody"})
    assert refused.value.retry_after
    assert 86_000 < refused.value.retry_after <= 86_400
    await exported(stage, CARE, list_name="ListDoctors", columns=[ExportColumn(title="Name", fields=["name"])])
    await exported(stage, BILLING, filters={"search_text": "nobody"})


@pytest.mark.own
async def test_export_is_one_event(stage: Stage) -> None:
    await stage.clinic(name="Told of", city="Moga")
    before = len(await stage.events())
    await exported(stage, filters={"search_text": "told of"})
    [event] = (await stage.events())[before:]
    assert (event["key"], event["resource_type"], event["resource_id"]) == ("list.export", "list", "ListClinics")
    assert event["after"] == {"rows": 1, "format": "csv", "columns": ["Clinic", "City", "Hospital"]}
    assert "told of" in str(event["parameters"])


@pytest.mark.proves("SEC-21")
@pytest.mark.parametrize("list_name", ["ListAuditTrails", "FindAuditTrails"])
async def test_audit_export_requires_a_password_confirmation(stage: Stage, list_name: str) -> None:
    stage.forget_sessions()
    client = await stage.signed_in(CARE)
    session_age = "update sessions set confirmed_at = now() - interval '6 minutes'"
    await stage.sql(f"{session_age} returning 1")
    columns = [ExportColumn(title="Event", fields=["key"])]
    if stage.knows_before:  # behind a gateway, passwords belong to the platform
        with pytest.raises(Forbidden) as refused:
            await exported(stage, CARE, list_name=list_name, columns=columns)
        assert refused.value.source == "step_up_required"
        await client.confirm(PASSWORD)
    assert lines(await exported(stage, CARE, list_name=list_name, columns=columns))[0] == ["Event"]
    stage.forget_sessions()

"""Tables of payments, doctors and addresses, with pasted content."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from sdk.tests.bulk.sheet_files import xlsx
from xlsxwriter import Workbook  # type: ignore[import-untyped]  # untyped

from careops.bulk import (
    Book,
    InvalidRow,
    Target,
    TargetsUnreadable,
    read_doctors,
    read_invitations,
    read_locations,
    read_payments,
)
from careops.bulk.table_reader import rows_of
from careops.bulk.targets import Found

PAY, ORDER = "pay_L0nSsccovt6zyp", "order_L0nS83FfCHaWqV"


def table(*lines: str) -> io.BytesIO:
    return io.BytesIO("\n".join(lines).encode())


def reason(row: Found) -> str:
    assert isinstance(row, InvalidRow), row
    return row.reason


@pytest.mark.parametrize(
    "content",
    [
        f"clinic_id,payment_id,order_id\n41,{PAY},{ORDER}\n".encode(),
        f"Order ID;Clinic;Payment ID\r\n{ORDER} ;41; {PAY}\r\n".encode("utf-8-sig"),
        f"razorpay_payment_id\trazorpay_order_id\tClinic ID\n\u00a0{PAY}\t{ORDER}\u200b\t41.0\n".encode("utf-16"),
    ],
)
def test_payment_is_read_in_every_notation(content: bytes) -> None:
    [row] = read_payments(io.BytesIO(content))
    assert row == Target(2, PAY, {"clinic_id": 41, "razorpay_order_id": ORDER})


def test_table_below_a_title_is_read(tmp_path: Path) -> None:
    sheet = xlsx(
        tmp_path / "payments.xlsx",
        [["s:Payments of November"], ["s:clinic_id", "s:payment_id", "s:order_id"], ["n:41", f"s:{PAY}", f"s:{ORDER}"]],
    )
    exported = table("Payments of November,,", "clinic_id,payment_id,order_id", f"41,{PAY},{ORDER}")
    for source in (sheet, exported):
        assert list(read_payments(source)) == [Target(3, PAY, {"clinic_id": 41, "razorpay_order_id": ORDER})]


def test_payments_of_one_clinic_need_no_clinic_column() -> None:
    [row] = read_payments(table("payment_id,order_id", f"{PAY},{ORDER}"), clinic=7)
    assert isinstance(row, Target)
    assert row.fields["clinic_id"] == 7
    with pytest.raises(TargetsUnreadable, match="already has a column clinic_id"):
        list(read_payments(table("clinic,payment_id,order_id", f"1,{PAY},{ORDER}"), clinic=7))


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        (f"41,{PAY[:-1]},{ORDER}", "Invalid Razorpay Payment ID format"),
        (f"41,{PAY}x,{ORDER}", "Invalid Razorpay Payment ID format"),
        (f"41,{PAY},{ORDER.upper()}", "Invalid Razorpay Order ID format"),
        ("41,,", "Invalid Razorpay Payment ID format; Invalid Razorpay Order ID format"),
        (f",{PAY},{ORDER}", "there is no clinic_id in this row"),
        (f"x,{PAY},{ORDER}", "clinic 'x': an id is a whole number of 1 or more"),
        (f"4.1E+01,{PAY},{ORDER}", "digits were lost"),
        (f"41,#N/A,{ORDER}", "the formula in this cell gives an error (#N/A)"),
        (f"41,???? ??,{ORDER}", "the letters were lost"),
        ("41", "Invalid Razorpay Payment ID format; Invalid Razorpay Order ID format"),
    ],
)
def test_invalid_payment_is_a_wrong_row(row: str, complaint: str) -> None:
    [result] = read_payments(table("clinic_id,payment_id,order_id", row))
    assert complaint in reason(result)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "is empty"),
        (b"clinic_id,payment_id,order_id\n", "a header and no rows"),
        (b"clinic_id,paymentid,order_id\n1,2,3\n", "no column payment_id"),
        (f"41,{PAY},{ORDER}\n".encode(), "no column clinic_id, payment_id, order_id"),
    ],
)
def test_table_without_payments_is_refused(content: bytes, complaint: str) -> None:
    with pytest.raises(TargetsUnreadable, match=complaint) as refusal:
        list(read_payments(io.BytesIO(content)))
    if "paymentid" in content.decode():
        assert "Is 'paymentid' meant to be 'payment_id'?" in refusal.value.next_step


def test_doctors_are_known_by_clinic_and_phone(tmp_path: Path) -> None:
    rows = [["s:Clinic", "s:Mobile", "s:Fees"], ["n:41", "n:9812345670", "n:500"], ["n:41", "s:+91 98123 45671", "s:0"]]
    good, free = read_doctors(xlsx(tmp_path / "doctors.xlsx", rows))
    assert good == Target(2, "41:9812345670", {"clinic_id": 41, "phone_number": "9812345670", "fees": 500})
    assert reason(free) == "Fees must be 1 or more"


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ("41,9812345670,,450,4", "All Fields are required: name"),
        ("41,,Asha Rao,,4", "All Fields are required: phone, fees"),
        ("41,98123,Asha Rao,450,4", "Please enter a valid 10 digit mobile number"),
        ("41,9.81235E+09,Asha Rao,450,4", "a spreadsheet changed the phone to"),
        ("41,9812345670,Asha Rao,450,61", "Patients per hour must be 60 or less"),
        ("41,9812345670,Asha Rao,4.5,4", "Fees must be a whole number"),
        ("0,9812345670,Asha Rao,450,4", "clinic '0'"),
    ],
)
def test_incomplete_invitation_is_a_wrong_row(row: str, complaint: str) -> None:
    [result] = read_invitations(table("clinic_id,phone,name,fees,patients_per_hour", row))
    assert complaint in reason(result)


def test_invitation_is_read() -> None:
    [row] = read_invitations(table("phone,name,fees,patients_per_hour", "9812345670,ਆਸ਼ਾ ਰਾਓ,450,4"), clinic=41)
    assert isinstance(row, Target)
    assert row.fields == {
        "clinic_id": 41,
        "phone_number": "9812345670",
        "name": "ਆਸ਼ਾ ਰਾਓ",
        "fees": 450,
        "patients_per_hour": 4,
    }


def test_address_contains_only_filled_fields() -> None:
    header = "Clinic ID,Address,Locality,City,Pincode,Lat,Long"
    first, second = read_locations(
        table(header, "41,14 Mall Road,,Ludhiana,141 001,,", "42,15 Mall Road,Model Town,Ludhiana,141002,30.89,75.84")
    )
    assert first == Target(2, 41, {"address_line_1": "14 Mall Road", "city": "Ludhiana", "zipcode": "141001"})
    assert isinstance(second, Target)
    assert second.fields["address_line_2"] == "Model Town"
    assert (second.fields["latitude"], second.fields["longitude"]) == (30.89, 75.84)


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ("41,,Ludhiana,141001,,", "Please select address"),
        ("41,x,,,,", "Please enter the city; Please enter zipcode"),
        ("41,x,Ludhiana,14100,,", "Zipcode is not valid"),
        ("41,x,Ludhiana,141001,30.8,", "latitude and longitude go together"),
        ("41,x,Ludhiana,141001,91,75", "Latitude must be"),
        ("x,x,Ludhiana,141001,,", "whole number"),
    ],
)
def test_incomplete_address_is_a_wrong_row(row: str, complaint: str) -> None:
    [result] = read_locations(table("id,address,city,zipcode,latitude,longitude", row))
    assert complaint in reason(result)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
def test_reader_keeps_inherited_lower_limits() -> None:
    """As root the sandbox could raise them, but the server starts it with few seconds for untrusted files."""
    program = """
import resource
from careops.spreadsheets import reader_worker
resource.setrlimit(resource.RLIMIT_CPU, (5, 5))
reader_worker._limited()
print(*resource.getrlimit(resource.RLIMIT_CPU))
"""
    output = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, check=True).stdout  # noqa: S603 (fixed command)
    assert output.split() == ["5", "5"]


@pytest.mark.parametrize("end", [b"\x1a", b"\n\x1a", b"\r\n\x1a"])
def test_csv_with_end_of_file_character_is_read(end: bytes) -> None:
    content = f"clinic_id,payment_id,order_id\n41,{PAY},{ORDER}".encode() + end
    assert list(read_payments(io.BytesIO(content))) == [Target(2, PAY, {"clinic_id": 41, "razorpay_order_id": ORDER})]


def test_duration_in_spreadsheet_is_read_in_hours(tmp_path: Path) -> None:
    file = tmp_path / "hours.xlsx"
    with Workbook(file) as book:
        hours = book.add_format({"num_format": "[h]:mm:ss"})
        sheet = book.add_worksheet()
        for row, days in enumerate((30 / 24, 6 / 24, 100 + 1 / 86400)):
            sheet.write_number(row, 0, days, hours)
    with rows_of(Book(file)) as (grid, _):
        assert [cells for _, cells in grid] == [["30:00:00"], ["6:00:00"], ["2400:00:01"]]

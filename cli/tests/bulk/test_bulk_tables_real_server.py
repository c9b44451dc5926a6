"""Tables of payments, doctors, addresses and leads against a real server: once each, despite failures."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from cli.tests.bulk.real_platform import RealPlatform, wait_for_lines

from careops.razorpay import made_id

pytestmark = pytest.mark.slow

MADE = datetime(2026, 11, 1, tzinfo=UTC)
PAYMENTS = "select razorpay_payment_id, clinic_id from payments where razorpay_payment_id like '%%bulk'"
LEADS = "select clinic_id, first_name, phone_number, utm_details from leads where upload_id is not null order by id"
LEAD_UPLOADS = "select clinic_id, file_name, added, known from lead_uploads where file_name = %s order by clinic_id, id"
EVENTS = "select count(*) from audit_events where key = %s and event_status = 'SUCCESS'"


def payment_table(path: Path, numbers: range, clinics: int = 5) -> Path:
    rows = []
    for number in numbers:
        moment = MADE.replace(hour=number // 60, minute=number % 60)
        rows.append(f"{number % clinics + 1},{made_id('pay', moment, 'bulk')},{made_id('order', moment, 'bulk')}")
    path.write_text("\n".join(["clinic_id,payment_id,order_id", *rows]) + "\n")
    return path


def report(out: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(out)
    return rows


def outcomes(out: str) -> Counter[str]:
    return Counter(row["outcome"] for row in report(out))


def test_payments_of_a_killed_run_are_recorded_once(real: RealPlatform, tmp_path: Path) -> None:
    table = payment_table(tmp_path / "payments.csv", range(300))
    journal = tmp_path / "run.jsonl"
    code, out, _ = real.run("payments", "add-manual", "--from", str(table), "--dry-run", "--json")
    assert (code, outcomes(out)) == (0, {"planned": 300})
    assert real.rows(PAYMENTS) == []
    command = (
        "payments",
        "add-manual",
        "--from",
        str(table),
        "--journal",
        str(journal),
        "--yes",
        "--batch",
        "10",
        "--concurrency",
        "4",
    )
    process = real.start(*command)
    wait_for_lines(journal, 40, process)
    process.kill()
    process.communicate()
    assert 0 < len(real.rows(PAYMENTS)) < 300
    table.unlink()  # the journal contains the remaining targets
    code, out, err = real.run("payments", "add-manual", "--resume", str(journal), "--json")
    assert (code, outcomes(out)) == (0, {"done": 300}), err
    assert len(real.rows(PAYMENTS)) == 300
    assert real.rows(EVENTS, "payment.add_manual") == [(300,)]
    assert b'"finished"' in journal.read_bytes()[-60:]
    again = payment_table(tmp_path / "again.csv", range(302))
    code, out, _ = real.run("payments", "add-manual", "--from", str(again), "--yes", "--json")
    assert (code, outcomes(out)) == (0, {"done": 2, "unchanged": 300})
    assert real.rows(EVENTS, "payment.add_manual") == [(302,)]


def test_invalid_payments_are_reported(real: RealPlatform, tmp_path: Path) -> None:
    table = payment_table(tmp_path / "payments.csv", range(400, 403), clinics=1)
    assert real.run("payments", "add-manual", "--from", str(table), "--yes")[0] == 0
    header, first, second, third = table.read_text().splitlines()
    other_order = f"{first[:-4]}else"
    other_clinic = f"2{second[1:]}"
    unknown_clinic = "9999,pay_L0nSsccovt6zyp,order_L0nS83FfCHaWqV"
    table.write_text("\n".join([header, other_order, other_clinic, unknown_clinic, third, third, f"3{third[1:]}"]))
    for mode in ("--dry-run", "--yes"):
        code, out, _ = real.run("payments", "add-manual", "--from", str(table), mode, "--json")
        rows = report(out)
        assert code == 3
        assert [row["outcome"] for row in rows] == ["failed", "failed", "failed", "unchanged", "duplicate", "invalid"]
        assert rows[0]["reason"].startswith("This payment is already recorded: ")
        assert "clinic 1" in rows[1]["reason"]
        assert rows[2]["reason"] == "There is no clinic with this id"
        assert rows[5]["reason"] == "row 5 says something else about it"


@pytest.fixture
def somebody(real: RealPlatform) -> tuple[str, str, str]:
    """Return numbers of a doctor outside clinic 3, of one at clinic 3, and an unused one."""
    [(away,)] = real.rows(
        "select phone_number from doctors where id not in (select doctor_id from clinic_doctors where clinic_id = 3)"
        " order by id limit 1"
    )
    [(clinic_id,)] = real.rows(
        "select d.phone_number from doctors d join clinic_doctors c on c.doctor_id = d.id where c.clinic_id = 3"
        " order by d.id limit 1"
    )
    return away, clinic_id, "9000012345"


def test_doctors_are_added_or_invited_once(real: RealPlatform, tmp_path: Path, somebody: tuple[str, str, str]) -> None:
    table = tmp_path / "doctors.csv"
    table.write_text("\n".join(["phone,fees", *(f"{phone},500" for phone in somebody), "98123,500"]))
    add = ("clinic-doctors", "add", "3", "--from", str(table), "--json")
    expected = [["planned", "unchanged", "failed", "invalid"], ["done", "unchanged", "failed", "invalid"]]
    expected.append(["unchanged", "unchanged", "failed", "invalid"])
    for mode, outcome in zip(("--dry-run", "--yes", "--yes"), expected, strict=True):
        code, out, _ = real.run(*add, mode)
        assert (code, [row["outcome"] for row in report(out)]) == (3, outcome)
    assert "could not find any doctor" in report(out)[2]["reason"]
    table.write_text(
        "\n".join(["phone,name,fees,patients_per_hour", *(f"{phone},Asha Rao,450,4" for phone in somebody)])
    )
    invite = ("clinic-doctors", "invite", "3", "--from", str(table), "--json")
    expected = [["unchanged", "unchanged", outcome] for outcome in ("planned", "done", "unchanged")]
    for mode, outcome in zip(("--dry-run", "--yes", "--yes"), expected, strict=True):
        code, out, _ = real.run(*invite, mode)
        assert (code, [row["outcome"] for row in report(out)]) == (0, outcome)
    table.write_text(f"clinic,phone,name,fees,patients_per_hour\n4,{somebody[2]},Asha Rao,450,4\n")
    for mode in ("--dry-run", "--yes"):
        code, out, _ = real.run("clinic-doctors", "invite", "--from", str(table), mode, "--json")
        assert code == 1
        assert "on the product already" in report(out)[0]["reason"]
    assert real.rows(EVENTS, "clinic_doctor.add") == [(2,)]


def test_addresses_with_and_without_coordinates(real: RealPlatform, tmp_path: Path) -> None:
    table = tmp_path / "addresses.csv"
    table.write_text(
        "clinic_id,address,city,pincode,lat,long\n"
        "11,14 Mall Road,Ludhiana,141001,,\n12,15 Mall Road,Ludhiana,141002,30.89,75.84\n"
        "13,Nowhere,Ludhiana,999999,,\n9999,x,Ludhiana,141001,,\n"
    )
    [(before,)] = real.rows(EVENTS, "clinic.update")
    move = ("clinics", "set-location", "--from", str(table), "--json")
    for mode, outcome in (("--dry-run", "planned"), ("--yes", "done"), ("--yes", "unchanged")):
        code, out, err = real.run(*move, mode)
        assert (code, [row["outcome"] for row in report(out)]) == (3, [*[outcome] * 3, "failed"]), err
    assert real.rows(EVENTS, "clinic.update") == [(before + 3,)]
    rows = real.rows("select latitude is null, city, state, zipcode from clinics where id in (11, 12, 13) order by id")
    assert rows[0] == (False, "Ludhiana", "Punjab", "141001")
    assert rows[2][0] is True


def test_export_contains_all_records(real: RealPlatform, tmp_path: Path) -> None:
    code, _, err = real.run("clinics", "export", str(tmp_path / "clinics.jsonl"))
    assert code == 0, err
    exported = [json.loads(line)["id"] for line in (tmp_path / "clinics.jsonl").read_text("utf-8").splitlines()]
    assert exported == [row[0] for row in real.rows("select id from clinics order by id desc")]


def imported(real: RealPlatform, *arguments: str) -> tuple[int, list[dict[str, Any]], str]:
    code, out, err = real.run("leads", "import", *arguments, "--json")
    return code, json.loads(out), err


def by_outcome(rows: list[dict[str, Any]]) -> list[tuple[int, str, str]]:
    return [(row["row"], row["target"], row["outcome"]) for row in rows]


def test_each_clinic_gets_its_leads_and_second_run_changes_nothing(real: RealPlatform, tmp_path: Path) -> None:
    table = tmp_path / "split-by-clinic.csv"
    lines = [
        "clinic_id,Full Name,Mob no.,utm_source,campaign_name",
        '1,Asha Rao,7000000001,"print,\nposter",',
        "2,=Ravi,7000000002,fb,",
        "1,''Odd,7000000003,,",
        "999999,Nobody Here,7000000004,,",
        "x,No Clinic,7000000005,,",
        "2,Short,98,,",
        "3,First,7000000006,,",
        "3,Stray,7000000007,,No such campaign",
    ]
    table.write_text("\n".join(lines) + "\n")
    before = real.rows(LEADS)
    options = ("--from", str(table), "--column", "Mob no.=phone_number")
    expected = [
        (2, 1, "planned"),
        (4, 2, "planned"),
        (6, 999999, "failed"),
        (7, "x", "invalid"),
        (8, "2", "invalid"),
        (9, 3, "failed"),
    ]
    code, rows, _ = imported(real, *options, "--dry-run")
    assert (code, by_outcome(rows)) == (3, expected)
    assert rows[0]["reason"] == "2 new, 0 known already"
    assert rows[2]["reason"] == "There is no clinic with this id"
    assert rows[5]["reason"].startswith("row 10, campaign_name: The clinic has no campaign “No such campaign”; ")
    assert real.rows(LEADS) == before

    code, rows, _ = imported(real, *options, "--yes")
    done = [(row, target, outcome.replace("planned", "done")) for row, target, outcome in expected]
    assert (code, by_outcome(rows)) == (3, done)
    assert [(row["leads"], row["new"], row["known"]) for row in rows[:2]] == [(2, 2, 0), (1, 1, 0)]
    added = [row for row in real.rows(LEADS) if row not in before]
    assert sorted(added, key=lambda row: str(row[2])) == [
        (1, "Asha", "7000000001", {"utm_source": "print,\nposter"}),
        (2, "=Ravi", "7000000002", {"utm_source": "fb"}),
        (1, "'Odd", "7000000003", {}),
    ]
    assert real.rows(LEAD_UPLOADS, table.name) == [(1, table.name, 2, 0), (2, table.name, 1, 0)]

    code, rows, _ = imported(real, *options, "--yes")
    assert (code, [row["outcome"] for row in rows[:2]]) == (3, ["unchanged", "unchanged"])
    assert len(real.rows(LEAD_UPLOADS, table.name)) == 2


def test_killed_run_resumes_from_its_journal(real: RealPlatform, tmp_path: Path) -> None:
    table, journal = tmp_path / "killed.csv", tmp_path / "run.jsonl"
    lines = [f"{clinic},Asha,71000{clinic:05d}" for clinic in range(1, 9)]
    table.write_text("\n".join(["clinic_id,name,phone", *lines]) + "\n")
    command = ("leads", "import", "--from", str(table), "--journal", str(journal), "--yes", "--concurrency", "1")
    with real.held_up_at(5):
        process = real.start(*command)
        wait_for_lines(journal, 2, process)
        process.kill()
        process.communicate()
    assert 0 < len(real.rows(LEAD_UPLOADS, table.name)) < 8
    table.unlink()  # the journal contains the remaining targets
    code, rows, err = imported(real, "--resume", str(journal))
    assert (code, [row["outcome"] for row in rows]) == (0, ["done"] * 8), err
    assert sorted(real.rows(LEAD_UPLOADS, "killed.csv")) == [(clinic, "killed.csv", 1, 0) for clinic in range(1, 9)]

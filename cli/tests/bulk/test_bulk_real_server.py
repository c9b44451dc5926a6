"""Bulk commands against a real server: killed, interrupted and resumed, with every change made exactly once."""

from __future__ import annotations

import json
import signal
from collections import Counter
from pathlib import Path

import pytest
from cli.tests.bulk.real_platform import RealPlatform, finished_lines, wait_for_lines

pytestmark = pytest.mark.slow

ALL = [str(number) for number in range(1, 251)]
LAST = 250
HOSPITALS = 40
"""Enough for a run to be killed before it ends."""


def outcomes(out: str) -> Counter[str]:
    return Counter(row["outcome"] for row in json.loads(out))


def test_dry_run_leaves_the_database_unchanged(real: RealPlatform) -> None:
    before = real.list_all()
    for command in (
        ["modules", "on", "5", *ALL, "999"],
        ["modules", "off", "5", "--where", "is_hospital=true"],
        ["modules", "on", "ipd", "1", "2"],
    ):
        code, out, _ = real.run(*command, "--dry-run", "--json")
        assert code in (0, 3)
        assert outcomes(out)["planned"] > 0
    assert real.list_all() == before


@pytest.mark.proves("FAULT-20.resumed")
@pytest.mark.parametrize(("module", "batch"), [("3", "1"), ("6", "15")])
def test_run_killed_twice_makes_each_change_once(real: RealPlatform, tmp_path: Path, module: str, batch: str) -> None:
    had = real.having(int(module))
    journal = tmp_path / "run.jsonl"
    again: tuple[str, ...] = ("--journal", str(journal), "--yes")
    targets: list[str] = ALL
    for share in (40, 110):
        with real.held_up_at(LAST):
            process = real.start("modules", "on", module, *targets, *again, "--batch", batch)
            wait_for_lines(journal, share, process)
            process.kill()
            process.communicate()
            assert LAST not in real.having(int(module))
        again, targets = ("--resume", str(journal)), []
    code, out, err = real.run("modules", "on", module, *again, "--json")
    assert code == 0, err
    assert real.having(int(module)) == {*range(1, 251)}
    assert real.events("module.activate", int(module)) == Counter(set(range(1, 251)) - had)
    assert outcomes(out) == {"done": 250 - len(had), "unchanged": len(had)}
    code, out, _ = real.run("modules", "on", module, *ALL, "--yes", "--json")
    assert (code, outcomes(out)) == (0, {"unchanged": 250})
    assert real.events("module.activate", int(module)) == Counter(set(range(1, 251)) - had)


def test_ctrl_c_finishes_sent_requests_and_names_the_resume_command(real: RealPlatform, tmp_path: Path) -> None:
    had = real.having(4)
    journal = tmp_path / "run.jsonl"
    with real.held_up_at(LAST):
        process = real.start(
            "modules", "on", "Lab Reports", *ALL, "--journal", str(journal), "--yes", "--json", "--batch", "10"
        )
        wait_for_lines(journal, 30, process)
        process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert f"Resume with: careops modules on 'Lab Reports' --resume {journal}" in err
    assert err.count("Interrupted.") == 1
    assert sum(outcomes(out).values()) == 250
    assert outcomes(out)["not tried"] == 250 - finished_lines(journal) > 0
    assert len(real.having(4) - had) == outcomes(out)["done"]
    code, out, _ = real.run("modules", "on", "Lab Reports", "--resume", str(journal), "--json")
    assert (code, sum(outcomes(out).values())) == (0, 250)
    assert real.events("module.activate", 4) == Counter(set(range(1, 251)) - had)


def test_targets_use_the_filters_of_the_list(real: RealPlatform) -> None:
    code, out, _ = real.run("modules", "on", "ipd", "--where", "is_hospital=true", "--yes", "--json")
    assert code == 0
    hospitals = [row[0] for row in real.rows("select id from clinics where is_hospital order by id desc")]
    assert [row["target"] for row in json.loads(out)] == hospitals
    assert real.rows("select count(*) from clinics where is_hospital and not ipd_enabled") == [(0,)]


def test_hospitals_from_a_file_are_created_once(real: RealPlatform, tmp_path: Path) -> None:
    table = tmp_path / "hospitals.csv"
    lines = [f"Green Park {number},91111000{number:02},desk{number}@g.example" for number in range(HOSPITALS)]
    table.write_text("\n".join(["name,phone,email", *lines]) + "\n")
    journal = tmp_path / "run.jsonl"
    process = real.start("clinics", "create-hospital", "--from", str(table), "--journal", str(journal), "--yes")
    wait_for_lines(journal, 2, process)
    process.kill()
    process.communicate()
    command = ("clinics", "create-hospital", "--from", str(table))
    code, out, err = real.run(*command, "--resume", str(journal), "--json")
    assert code == 0, err
    created = json.loads(out)
    assert [row["outcome"] for row in created] == ["done"] * HOSPITALS
    assert real.rows(
        "select count(*) from audit_events where key = 'hospital.create' and event_status = 'SUCCESS'"
    ) == [(HOSPITALS,)]
    assert all(len(row["password"]) == 29 for row in created)
    assert not journal.with_name("run.jsonl.secret").exists()
    code, out, _ = real.run(*command, "--yes", "--json")
    assert (code, outcomes(out)) == (1, {"failed": HOSPITALS})
    assert real.rows("select count(*) from clinics where name like 'Green Park %%'") == [(HOSPITALS,)]

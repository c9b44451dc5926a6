"""``careops universities``: parameters, output, and a table that is imported once."""

from __future__ import annotations

import json
from pathlib import Path

from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.universities import CreateUniversity, ListUniversities, University, UpdateUniversity
from careops.contract import Created, Empty, Page
from careops.errors import Conflict

PATIALA = University(id=3, name="Punjabi University, Patiala", rank=37)
SHIMLA = University(id=4, name="Himachal Pradesh University")


def holding(platform: Platform, *universities: University) -> None:
    """Set up a platform with these universities that accepts and stores every change."""
    held = {university.id: university for university in universities}

    def listed(call: ListUniversities) -> Page[University]:
        name = (call.name or "").lower()
        universities = [university for university in held.values() if name in university.name.lower()]
        return Page[University].of(universities, total=len(universities), perpage=call.perpage)

    def created(call: CreateUniversity) -> Created:
        held[len(held) + 100] = University(id=len(held) + 100, name=call.name, rank=call.rank)
        return Created(id=7)

    def updated(call: UpdateUniversity) -> Empty:
        held[call.university_id] = University(id=call.university_id, name=call.name, rank=call.rank)
        return Empty()

    platform.answer(ListUniversities, listed)
    platform.answer(CreateUniversity, created)
    platform.answer(UpdateUniversity, updated)


def test_list_prints_universities_and_sends_its_filter(platform: Platform, careops: CareOpsCommand) -> None:
    holding(platform, PATIALA, SHIMLA)
    assert (
        careops("universities", "list").out == "3\tPunjabi University, Patiala\t37\n4\tHimachal Pradesh University\t\n"
    )
    assert careops("universities", "list", "--name", "himachal").out.startswith("4\t")
    assert [call.name for call in platform.calls(ListUniversities)] == [None, "himachal"]


def test_university_is_added(platform: Platform, careops: CareOpsCommand) -> None:
    holding(platform)
    assert careops("universities", "add", "ਪੰਜਾਬੀ ਯੂਨੀਵਰਸਿਟੀ", "--rank", "2").code == 0
    assert careops("universities", "add", "Without a rank").code == 0
    assert [(call.name, call.rank) for call in platform.calls(CreateUniversity)] == [
        ("ਪੰਜਾਬੀ ਯੂਨੀਵਰਸਿਟੀ", 2),
        ("Without a rank", None),
    ]


def test_invalid_university_is_not_sent(platform: Platform, careops: CareOpsCommand) -> None:
    for wrong in (["Name", "--rank", "0"], ["Name", "--rank", "2.5"], ["Name", "--rank", "1st"], ["  "]):
        assert careops("universities", "add", *wrong).code == 2
    assert platform.received == []


def test_duplicate_name_is_refused(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(CreateUniversity, Conflict("There is a university with this name already", source="name"))
    run = careops("universities", "add", "Taken")
    assert run.code == 1
    assert "There is a university with this name already" in run.err


def test_edit_keeps_omitted_fields(platform: Platform, careops: CareOpsCommand) -> None:
    holding(platform, PATIALA)
    assert careops("universities", "edit", "3", "--name", "Patiala").code == 0
    assert careops("universities", "edit", "3", "--rank", "12").code == 0
    assert careops("universities", "edit", "3", "--no-rank").code == 0
    assert [(call.name, call.rank) for call in platform.calls(UpdateUniversity)] == [
        ("Patiala", 37),
        ("Patiala", 12),
        ("Patiala", None),
    ]


def test_rank_is_set_or_removed(platform: Platform, careops: CareOpsCommand) -> None:
    assert careops("universities", "edit", "3", "--rank", "1", "--no-rank").code == 2
    assert platform.received == []


def test_second_import_changes_nothing(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    holding(platform, PATIALA, SHIMLA)
    table = tmp_path / "universities.csv"
    table.write_text(
        'Name,Rank\nPunjabi University,12\n"punjabi university, patiala",\nHimachal Pradesh University,\n'
        "Wrong,1st\n,4\nNew,0\n",
        "utf-8",
    )
    run = careops("universities", "import", "--from", str(table), "--yes", "--json")
    rows = json.loads(run.out)
    assert [(row["row"], row["outcome"]) for row in rows] == [
        (2, "done"),
        (3, "done"),
        (4, "unchanged"),
        (5, "invalid"),
        (6, "invalid"),
        (7, "invalid"),
    ]
    assert rows[4]["reason"] == "Please enter university name"
    assert [(call.name, call.rank) for call in platform.calls(CreateUniversity)] == [("Punjabi University", 12)]
    assert [(call.name, call.rank) for call in platform.calls(UpdateUniversity)] == [(PATIALA.name, None)]
    sent = len(platform.calls(CreateUniversity) + platform.calls(UpdateUniversity))
    again = careops("universities", "import", "--from", str(table), "--yes", "--json")
    assert {row["outcome"] for row in json.loads(again.out)} == {"unchanged", "invalid"}
    assert len(platform.calls(CreateUniversity) + platform.calls(UpdateUniversity)) == sent


def test_import_without_the_column_keeps_ranks(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    holding(platform, PATIALA)
    table = tmp_path / "universities.csv"
    table.write_text("university;city\nPunjabi University, Patiala;Patiala\nNew;Delhi\n", "utf-8")
    assert careops("universities", "import", "--from", str(table), "--yes").code == 0
    assert platform.calls(UpdateUniversity) == []
    assert [(call.name, call.rank) for call in platform.calls(CreateUniversity)] == [("New", None)]


def test_import_needs_a_table(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("universities", "import")
    assert run.code == 2
    assert "--from FILE" in run.err

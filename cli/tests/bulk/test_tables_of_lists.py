"""The output of ``list --csv`` is a table that the matching command reads with ``--from``."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from careops.bulk import CreateHospitals
from careops.bulk.promo_codes import ImportPromoCodes
from careops.bulk.schedules import AddSchedules
from careops.bulk.tables import Cells
from careops.bulk.targets import Target
from careops.resource_names import ARTICLES, CLINICS, USERS, Noun
from careops_cli.bulk.imports import IMPORTS
from careops_cli.commands.campaigns import CAMPAIGN
from careops_cli.framework.click_extensions import Command
from careops_cli.reference import commands

ALL: dict[str, Command] = dict(commands())
REASON: Cells = {"verification_reason": "Checked with IMA"}
TABLES: dict[str, tuple[str, Cells]] = {
    "doctors verify": ("doctors list", REASON),
    "doctors unverify": ("doctors list", {}),
    "universities import": ("universities list", {}),
    "care-cities import": ("care-cities list", {}),
    "news import": ("news list", {}),
    "promo-codes import": ("promo-codes list", {}),
    "schedules add": ("schedules list", {}),
    "schedules import": ("schedules list", {}),
    "payments add-manual": ("payments list", {"clinic_id": 41}),
    "clinics set-location": ("clinics list", {}),
    "clinics create-hospital": ("clinics list", {}),
    "clinic-doctors add": ("doctors list", {"clinic_id": 41, "fees": 500}),
    "data-generation cms": ("clinics list", {}),
    "data-generation growth": ("clinics list", {}),
}
"""The list that a command reads as a table, and the options besides ``--from``."""
NO_LIST = {
    "clinic-doctors invite",  # no list has people outside the platform
    "leads import",  # a file of leads has its own reader
}
IDS: dict[str, Noun] = {
    "modules on": CLINICS,
    "modules off": CLINICS,
    "users set-status": USERS,
    "users set-flag": USERS,
    "news publish": ARTICLES,
    "news delete": ARTICLES,
    "campaigns activate": CAMPAIGN,
    "campaigns deactivate": CAMPAIGN,
    "campaigns set-status": CAMPAIGN,
    "campaigns set-platform": CAMPAIGN,
}
LISTS = {CLINICS: "clinics list", USERS: "users list", ARTICLES: "news list", CAMPAIGN: "campaigns list"}


def _reading_files() -> Iterator[str]:
    for path, command in ALL.items():
        if any("--from" in param.opts and param.metavar == "FILE" for param in command.params):
            yield path.removeprefix("careops ")


def test_every_command_that_reads_a_file_is_listed() -> None:
    assert set(_reading_files()) == TABLES.keys() | NO_LIST | IDS.keys()


@pytest.mark.parametrize("path", TABLES)
def test_a_table_has_the_columns_of_the_list(path: str) -> None:
    listing, typed = TABLES[path]
    layout = IMPORTS[path].change().layout if path in IMPORTS else CreateHospitals.layout
    columns = [*ALL[f"careops {listing}"].columns]
    assert layout.places([name for name in columns if name not in typed], "the list", {}, typed)


@pytest.mark.parametrize("path", IDS)
def test_ids_are_read_from_the_list(path: str) -> None:
    assert set(ALL[f"careops {LISTS[IDS[path]]}"].columns) <= IDS[path].columns | {"id"}


@pytest.mark.parametrize(("shown", "percent", "amount"), [("10%", 10, None), ("200.00", None, 200)])
def test_discount_is_read_as_listed(shown: str, percent: int | None, amount: int | None) -> None:
    code = ImportPromoCodes.read_row(
        2, {"promo_code_name": "MONSOON", "expiry": "2027-06-01", "single_use": "no", "discount": shown}
    )
    assert isinstance(code, Target)
    assert (code.fields["discount_percentage"], code.fields["discount_amount"]) == (percent, amount)


def test_hours_are_read_as_listed() -> None:
    hours: Cells = {"clinic_id": "41", "doctor_id": "12", "days": "Mon, Wed", "start": "09:00", "end": "13:00"}
    row = AddSchedules.read_row(2, {**hours, "timezone": "Asia/Kolkata", "discounted_fees": "200.0"})
    assert isinstance(row, Target)
    assert (row.fields["days"], row.fields["discounted_fees"]) == ("Mon,Wed", 200)

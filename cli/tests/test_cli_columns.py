"""Every column reads an existing field of its record, so that a renamed field fails here."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform
from cli.tests.samples import detail, page_of

import careops_cli.commands as package
from careops.calls.clinics import ListClinics, ReadClinic
from careops.document.openapi import openapi_document
from careops_cli import partners
from careops_cli.output.results import Columns
from careops_cli.reference import commands

SCHEMAS: Mapping[str, Any] = openapi_document()["components"]["schemas"]
COMMANDS = [(command.columns, command.fields) for _, command in commands() if isinstance(command.columns, Columns)]


class Known(dict[str, Any]):
    """Item with all fields of the platform. Reading another field fails."""

    def __missing__(self, name: str) -> Any:
        raise AssertionError(f"there is no field {name!r}; there are {', '.join(self)}")

    def get(self, name: str, default: Any = None) -> Any:
        return self[name]


def filled(schema: Mapping[str, Any]) -> Any:
    """Return a complete value of the schema, at any depth."""
    if "$ref" in schema:
        return filled(SCHEMAS[schema["$ref"].rpartition("/")[2]])
    if "anyOf" in schema:
        return filled(next(choice for choice in schema["anyOf"] if choice != {"type": "null"}))
    if "properties" in schema:
        return Known({name: filled(field) for name, field in schema["properties"].items()})
    match schema.get("type"):
        case "array":
            return [filled(schema["items"])]
        case "object":
            return {"9": filled(schema.get("additionalProperties", {}))}
        case "integer" | "number":
            return 1
        case "boolean":
            return True
    return "2026-11-20T09:31:07Z" if schema.get("format") == "date-time" else "a text"


def item_of(table: str) -> Known:
    """Return an item with all fields of a table's records, and those that its commands add."""
    columns = TABLES[table]
    added = [fields for shown, fields in COMMANDS if columns.items() <= shown.items()]
    item = Known({name: "a text" for fields in added for name in fields})
    for record in columns.records:
        item |= filled(SCHEMAS[record])
    return item


MODULES = [partners, *(import_module(f"{package.__name__}.{each.name}") for each in iter_modules(package.__path__))]
TABLES = {
    f"{module.__name__.rpartition('.')[2]}.{name}": thing
    for module in MODULES
    for name, thing in vars(module).items()
    if isinstance(thing, Columns)
}


@pytest.mark.parametrize(
    ("table", "column"), [(table, column) for table, columns in TABLES.items() for column in columns]
)
def test_column_reads_an_existing_field(table: str, column: str) -> None:
    try:
        value = TABLES[table][column](item_of(table))
    except AssertionError as error:
        pytest.fail(f"the column {column!r} of {table}: {error}")
    assert value is not None


OTHERWISE_NAMED = {
    *((f"payments.{name}", "order_id") for name in ("COLUMNS", "_ALL_CLINICS", "_DETAIL")),
    *(("doctors.PROFILE", "certificate"), ("doctors.WITH_CLINICS", "certificate")),
}
"""Columns whose name is another field in JSON: Razorpay's order id, named as in the import table, and the address of a
certificate's picture."""


@pytest.mark.parametrize("table", TABLES)
def test_name_has_one_meaning_in_table_and_json(table: str) -> None:
    item = item_of(table)
    for name in TABLES[table].keys() & item.keys():
        if (table, name) not in OTHERWISE_NAMED:
            others = Known({field: value for field, value in item.items() if field != name})
            with pytest.raises(AssertionError, match=name):
                TABLES[table][name](others)


def test_json_name_selects_a_column(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListClinics, lambda call: page_of(call, total=1))
    assert careops("clinics", "list", "--columns", "id,phone_number,location.city").out == "1\t9887366946\tLudhiana\n"
    as_json = careops("clinics", "list", "--columns", "phone,phone_number", "--json")
    assert json.loads(as_json.out) == [{"phone": "9887366946", "phone_number": "9887366946"}]
    platform.answer(ReadClinic, detail(1))
    assert careops("clinics", "show", "1", "--columns", "clinic_staff").out == "\n"


@pytest.mark.parametrize(
    ("column", "suggestion"), [("phone_numbr", "phone_number"), ("ipd_enable", "ipd_enabled"), ("naem", "name")]
)
def test_unknown_column_suggests_both_names(
    platform: Platform, careops: CareOpsCommand, column: str, suggestion: str
) -> None:
    run = careops("clinics", "list", "--columns", column)
    assert (run.code, platform.received) == (2, [])
    assert f"Did you mean '{suggestion}'?" in run.err


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_default_and_optional_columns_exist(module: ModuleType) -> None:
    columns = {column for table in vars(module).values() if isinstance(table, Columns) for column in table}
    for name, words in vars(module).items():
        if name.endswith(("DEFAULT_COLUMNS", "OPTIONAL_COLUMNS")) and isinstance(words, tuple):
            assert set(words) <= columns, f"{name} of {module.__name__}"

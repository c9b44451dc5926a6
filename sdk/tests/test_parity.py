"""Both clients have the same methods, and import only required modules."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from typing import Any

import pytest

from careops import AsyncCareOps, CareOps
from careops.calls import AREAS, offers_of
from careops.contract import Call
from careops.contract.resource import Resource, method

ENTER_AND_LEAVE = {"__enter__": "__aenter__", "__exit__": "__aexit__"}
AREA_TYPES = [offers_of(area) for area in AREAS]


def public(client: type) -> dict[str, Any]:
    return {name: thing for name, thing in inspect.getmembers(client) if not name.startswith("_")}


def test_both_clients_have_the_same_names() -> None:
    assert public(CareOps).keys() == public(AsyncCareOps).keys()
    for sync, other in ENTER_AND_LEAVE.items():
        assert hasattr(CareOps, sync)
        assert hasattr(AsyncCareOps, other)


@pytest.mark.parametrize("name", [name for name, thing in public(CareOps).items() if inspect.isfunction(thing)])
def test_both_clients_have_the_same_signatures(name: str) -> None:
    sync, other = inspect.signature(getattr(CareOps, name)), inspect.signature(getattr(AsyncCareOps, name))
    assert sync.parameters == other.parameters
    returns = str(other.return_annotation).replace("Async", "")
    assert sync.return_annotation == returns
    assert inspect.getdoc(getattr(CareOps, name)) == inspect.getdoc(getattr(AsyncCareOps, name))


def test_both_clients_have_the_same_settings() -> None:
    sync, other = inspect.signature(CareOps).parameters, inspect.signature(AsyncCareOps).parameters
    assert sync.keys() == other.keys()
    for name in sync.keys() - {"transport"}:
        assert sync[name] == other[name]


@pytest.mark.parametrize("area", AREAS)
def test_every_area_is_a_property_of_both(area: str) -> None:
    for client in (CareOps(), AsyncCareOps()):
        offered = getattr(client, area)
        assert isinstance(getattr(type(client), area), property)
        assert type(offered).__module__ == f"careops.calls.{area}"
        assert offered.client is client


@pytest.mark.parametrize("area", AREA_TYPES)
def test_every_verb_has_signature_and_docstring_of_its_call(area: type[Resource[Any]]) -> None:
    offered = {name: thing for name, thing in vars(area).items() if isinstance(thing, method)}
    assert offered
    for name, thing in offered.items():
        call = thing.call
        assert inspect.isclass(call)
        assert issubclass(call, Call)
        assert getattr(area, name) is thing
        assert thing.__doc__ == call.__doc__
        for client in (CareOps(), AsyncCareOps()):
            bound = getattr(area(client), name)
            signature = inspect.signature(bound)
            assert list(signature.parameters) == list(call.model_fields)
            required = [name for name, field in call.model_fields.items() if field.is_required()]
            assert [p.name for p in signature.parameters.values() if p.default is p.empty] == required
            assert signature.return_annotation == call.answer_type()
            assert bound.__doc__ == call.__doc__


def test_import_of_careops_is_fast() -> None:
    script = "import sys, careops; print([m for m in ('httpx', 'pydantic', 'phonenumbers') if m in sys.modules])"
    assert run(script) == "[]"


def test_client_imports_no_command_line_modules() -> None:
    script = (
        "import sys; from careops import CareOps; CareOps().clinics;"
        "print([m for m in ('careops_cli', 'typer', 'sanic', 'phonenumbers') if m in sys.modules])"
    )
    assert run(script) == "[]"


@pytest.mark.parametrize("module", ["careops.client.transport", "careops.client.async_client", "careops_server.app"])
def test_import_hides_no_module_of_the_host(module: str) -> None:
    """A host process that imports httpx and rich gets the same modules with us as without us."""
    loaded = (
        "import json, sys; import httpx, rich.console;"
        "of_host = [name for name in sys.modules if name.partition('.')[0] in ('httpx', 'rich')];"
        "hidden = [name for name, module in sys.modules.items() if module is None];"
        "print(json.dumps([hidden, httpx.main.__module__, of_host]))"
    )
    hidden, main, of_host = json.loads(run(f"import {module}; {loaded}"))
    assert hidden == []
    _, host_main, host_modules = json.loads(run(loaded))
    assert main == host_main
    assert set(of_host) >= set(host_modules)


def run(script: str) -> str:
    return subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout.strip()  # noqa: S603 (fixed command)

"""Every change declares its calls, so that missing permissions are reported before any request."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

import pytest

import careops.bulk as package
from careops.bulk.changes import Change
from careops.bulk.generation import GenerateCmsData
from careops.bulk.list_change import DirectChange
from careops.bulk.payments import AddPayments
from careops.bulk.promo_codes import ImportPromoCodes
from careops.bulk.users import SetUserFlag, SetUserStatus
from careops.constants import ACCOUNT_TYPES
from careops.contract import Call


def shipped() -> Iterator[type[Change[object]]]:
    """Yield the changes with a command."""
    for module in iter_modules(package.__path__):
        for thing in vars(import_module(f"{package.__name__}.{module.name}")).values():
            if isinstance(thing, type) and issubclass(thing, Change) and "command" in vars(thing):
                yield thing


CHANGES = sorted(set(shipped()), key=lambda change: change.command)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_change_declares_the_calls_it_makes(change: type[Change[object]]) -> None:
    function = change.change_call if issubclass(change, DirectChange) else change.call
    module = inspect.getmodule(function)
    assert module is not None
    source = inspect.getsource(function)
    mutations = {
        thing
        for name, thing in vars(module).items()
        if isinstance(thing, type) and issubclass(thing, Call) and thing is not Call and thing.route.mutates
        if f"{name}(" in source or f"{name}.model_validate" in source
    }
    assert change.makes
    assert mutations <= set(change.makes)
    restricted = {name for call in change.makes for name in call.restricted_fields()}
    sent = {name for name in restricted if f'"{name}":' in source}
    assert sent == set(change.sends)


def test_required_account_types_follow_from_the_calls() -> None:
    assert AddPayments.allowed_to() == set(ACCOUNT_TYPES)
    assert ImportPromoCodes.allowed_to() == {"super_admin", "billing_admin"}
    assert SetUserFlag.allowed_to() == set(ACCOUNT_TYPES)
    assert SetUserStatus.allowed_to() == {"super_admin", "billing_admin"}
    assert GenerateCmsData.allowed_to() == {"super_admin"}

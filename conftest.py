"""Rules of all Python tests: none of them reaches a network, and ``--fast`` leaves out the slow ones."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Generator
from ipaddress import ip_address

import pytest
from hypothesis import settings

settings.register_profile("fast", settings.get_profile("ci"), max_examples=10)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--fast`` for daily work."""
    parser.addoption("--fast", action="store_true", help="skip slow tests, the gateway mode and most random examples")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Draw few random examples with ``--fast``."""
    if config.getoption("fast"):
        settings.load_profile("fast")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> Generator[None, object, object]:
    """Give the run temporary folders with new names, and remove them if all tests pass.

    Root's embedded databases are in /var/lib/careops, under names made from their paths. Numbered folders would lead a
    test to the database of an earlier run.
    """
    if config.option.basetemp:  # chosen by the caller, or by the process that started this worker
        return (yield)
    config.option.basetemp = folder = tempfile.mkdtemp(prefix="careops-tests-")
    code = yield
    if code == pytest.ExitCode.OK:
        shutil.rmtree(folder, ignore_errors=True)
    return code


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests marked as slow with ``--fast``."""
    if config.getoption("fast"):
        is_slow = {item: item.get_closest_marker("slow") is not None for item in items}
        config.hook.pytest_deselected(items=[item for item in items if is_slow[item]])
        items[:] = [item for item in items if not is_slow[item]]


class NetworkError(AssertionError):
    """A test tried to connect to another machine."""


def _refuse(event: str, arguments: tuple[object, ...]) -> None:
    if event != "socket.connect":
        return
    address = arguments[1]
    if not isinstance(address, tuple):
        return  # a Unix socket
    try:
        host = ip_address(str(address[0]).partition("%")[0])
    except ValueError:
        return  # a host name: its address is checked after the lookup
    if host.is_global:
        raise NetworkError(f"A test connects to {host}: whatever it needs has to be on this machine")


sys.addaudithook(_refuse)

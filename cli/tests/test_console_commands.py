"""What the console writes down of a form ("As a command"): each line makes just the call that the form would make.

The console's own tests compare the texts of ``changes.cases.json`` with what it writes; here they are run.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import TOKEN, Platform

from careops.calls import all_calls
from careops.contract import Call
from careops.errors import NotFound

_FILE = Path(__file__).parents[2] / "webapp/src/app/commands/changes.cases.json"
_CASES: list[dict[str, Any]] = json.loads(_FILE.read_text("utf-8"))
_CONSOLE = "https://console.example"
_PASSWORD = "a long enough password"
_SHELL = ["bash", "-c", 'curl() { printf "%s\\0" "$@"; }; careops() { printf "%s\\0" "$@"; cat >&2; }; eval "$1"', ""]


def _meant(verb: str, path: str, options: dict[str, Any]) -> Call[Any]:
    """The call that the form would make."""
    kind = next(call for call in all_calls() if (call.route.method.lower(), call.route.path) == (verb, path))
    body = options.get("body")
    if kind.route.body_in and body and "password" in body[kind.route.body_in]:
        body = {kind.route.body_in: body[kind.route.body_in] | {"password": _PASSWORD}}
    return kind.from_wire(options.get("path", {}), options.get("query", {}), body)


def _read_by_the_shell(line: str) -> tuple[list[str], str]:
    """The words that a shell makes of a line, and what it gives to the standard input."""
    run = subprocess.run(  # noqa: S603 (lines of this repository)
        [*_SHELL, line],
        env={"PATH": "/usr/bin:/bin", "CAREOPS_TOKEN": TOKEN, "PASSWORD": _PASSWORD},
        capture_output=True,
        stdin=subprocess.DEVNULL,
        text=True,
        check=True,
    )
    return run.stdout.removesuffix("\0").split("\0"), run.stderr


def _send(words: list[str], platform: Platform) -> None:
    """Does as curl does with these words."""
    address = words[-1].replace(f"{_CONSOLE}/api", platform.url)
    options = list(zip(words[:-1:2], words[1::2], strict=True))
    headers = dict(value.split(": ", 1) for option, value in options if option == "-H")
    data = dict(options).get("--data-raw")
    request = Request(  # noqa: S310 (loopback)
        address, data=data.encode() if data is not None else None, headers=headers, method=dict(options)["-X"]
    )
    with contextlib.suppress(HTTPError):
        urlopen(request).close()  # noqa: S310


@pytest.mark.parametrize("case", _CASES, ids=lambda case: case["what"])
def test_a_change_written_down_is_the_change(
    case: dict[str, Any], platform: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    meant = _meant(**case["sending"])
    monkeypatch.setenv("CAREOPS_TOKEN", TOKEN)
    monkeypatch.setenv("PASSWORD", _PASSWORD)

    words, stdin = _read_by_the_shell(case["terminal"])
    careops(*words, stdin=stdin)
    # The platform knows nothing to answer, which is no matter: what arrived there is.
    with pytest.raises(NotFound):
        exec("\n".join(case["python"]), {})  # noqa: S102 (a script of this repository)
    words, _ = _read_by_the_shell(case["curl"])
    _send(words, platform)

    assert platform.received == [meant] * 3
    assert platform.asked_versions == [case["sending"]["options"].get("ifMatch")] * 3
    assert "typed into the form" not in "".join([case["terminal"], *case["python"], case["curl"]])

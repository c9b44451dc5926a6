"""Examples of the API reference in the console make the calls that the contract gives as examples.

The console's tests compare ``examples.cases.json`` with its output. Here each text is read: by the rules of a shell and
of ``careops call``, as a Python script, and as a request.
"""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Self
from urllib.parse import parse_qsl, unquote, urlsplit

import pytest

import careops
from careops.calls import all_calls
from careops.contract import Call
from careops.files import Upload
from careops_cli.framework import generic_call

_FILE = Path(__file__).parents[2] / "webapp/src/app/apiReference/examples.cases.json"
_CASES: list[dict[str, str]] = json.loads(_FILE.read_text("utf-8"))
_CALLS = {call.__name__: call for call in all_calls()}
_ORIGIN = "https://console.example"


@pytest.fixture(params=_CASES, ids=lambda case: case["name"])
def case(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    monkeypatch.chdir(tmp_path)
    Path("leads.csv").write_text("Name,Mobile\n")
    example: dict[str, str] = request.param
    for name, value in _CALLS[example["name"]].example.call.items():
        if isinstance(value, str):
            monkeypatch.setenv(name.upper(), value)
    return example


def test_every_call_has_examples() -> None:
    assert {case["name"] for case in _CASES} == _CALLS.keys()


def test_example_command_makes_the_call(case: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    kind = _CALLS[case["name"]]
    first, *second = _commands(case["terminal"])
    piped = first[1] % tuple(first[2:]) if second else None
    command = second[0] if second else first
    assert command[:3] == ["careops", "call", kind.__name__]
    words = [word for word in command[3:] if not word.startswith(("--", "@-"))]
    call = kind.model_validate(generic_call.parameters(kind, words, piped))
    assert _comparable(call) == _comparable(_example(kind))


def test_example_script_makes_the_call(case: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Call[Any]] = []

    class Client:
        @classmethod
        def from_environment(cls) -> Self:
            return cls()

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *raised: object) -> None:
            pass

        def send(self, call: Call[Any]) -> None:
            sent.append(call)

    monkeypatch.setattr(careops, "CareOps", Client)
    exec(case["python"], {})  # noqa: S102 (a script of this repository)
    assert [_comparable(call) for call in sent] == [_comparable(_example(_CALLS[case["name"]]))]


def test_example_request_is_the_call(case: dict[str, str]) -> None:
    kind = _CALLS[case["name"]]
    [words] = _commands(case["curl"])
    options = list(_options(words[1:-1]))
    assert dict(options).get("-X", "GET") == kind.route.method
    assert ("-H", "Authorization: Bearer $CAREOPS_TOKEN") in options
    address = urlsplit(words[-1].removeprefix(f"{_ORIGIN}/api"))
    path = re.fullmatch(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", kind.route.path), address.path)
    assert path is not None
    body = next((json.loads(value) for option, value in options if option == "--data-raw"), None)
    parts = [value.partition("=") for option, value in options if option == "-F"]
    files = {name: Upload.of(value[1:]) for name, _, value in parts if value.startswith("@")}
    if kind.route.multipart:
        body = {name: value for name, _, value in parts if name not in files}
    parameters = {name: unquote(value) for name, value in path.groupdict().items()}
    call = kind.from_wire(parameters, dict(parse_qsl(address.query)), body, files)
    assert _comparable(call) == _comparable(_example(kind))


def _example(kind: type[Call[Any]]) -> Call[Any]:
    return kind(**kind.example.call)


def _comparable(call: Call[Any]) -> Mapping[str, Any]:
    """Return the parameters that are sent, with the names of files."""
    wire = call.to_wire()
    return {
        "path": wire.path,
        "query": dict(wire.query),
        "body": wire.body,
        "files": {name: file.name for name, file in wire.files.items()},
    }


def _commands(line: str) -> list[list[str]]:
    """Return the words of each command of a pipe. Environment variables with a parameter have their value."""
    words = [_with_secrets(word) for word in shlex.split(line)]
    if "|" not in words:
        return [words]
    at = words.index("|")
    return [words[:at], words[at + 1 :]]


def _with_secrets(word: str) -> str:
    return re.sub(r"\$([A-Z_]+)", lambda name: os.environ.get(name[1], name[0]), word)


def _options(words: list[str]) -> Iterator[tuple[str, str]]:
    yield from zip(words[::2], words[1::2], strict=True)

"""Commands that the console shows for a form ("As a command") make the same call as the form.

The console's tests compare the texts of ``changes.cases.json`` with its output. Here they are executed.
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
from careops.calls.doctors import UpdateDoctor
from careops.calls.leads import LeadsUploaded, UploadLeads
from careops.calls.uploads import PresignUploads
from careops.contract import Call
from careops.errors import NotFound

_FILE = Path(__file__).parents[2] / "webapp/src/app/snippets/changes.cases.json"
_ALL: list[dict[str, Any]] = json.loads(_FILE.read_text("utf-8"))
_CASES = [case for case in _ALL if "=@" not in case["terminal"]]
_SENDING_FILES = [case for case in _ALL if "=@" in case["terminal"]]
_CONSOLE = "https://console.example"
_PASSWORD = "a long enough password"
_SHELL = ["bash", "-c", 'curl() { printf "%s\\0" "$@"; }; careops() { printf "%s\\0" "$@"; cat >&2; }; eval "$1"', ""]


def _build_call(verb: str, path: str, options: dict[str, Any]) -> Call[Any]:
    """Build the call of the form."""
    kind = next(call for call in all_calls() if (call.route.method.lower(), call.route.path) == (verb, path))
    body = options.get("body")
    if kind.route.body_in and body and "password" in body[kind.route.body_in]:
        body = {kind.route.body_in: body[kind.route.body_in] | {"password": _PASSWORD}}
    return kind.from_wire(options.get("path", {}), options.get("query", {}), body)


def _curls(script: str, address: str) -> list[list[str]]:
    """Return the arguments of each ``curl`` in a script, whose ``jq`` reads that address."""
    shell = 'curl() { printf "%s\\0" "$@" >&2; printf "\\1" >&2; }; jq() { echo "$ADDRESS"; }; eval "$1"'
    run = subprocess.run(  # noqa: S603 (fixed command)
        [_SHELL[0], "-c", shell, "", script],
        env={"PATH": "/usr/bin:/bin", "CAREOPS_TOKEN": TOKEN, "ADDRESS": address},
        capture_output=True,
        text=True,
        check=True,
    )
    return [words.removesuffix("\0").split("\0") for words in run.stderr.split("\1")[:-1]]


def _read_by_the_shell(line: str) -> tuple[list[str], str]:
    """Return the words of a line according to a shell, and its standard input."""
    run = subprocess.run(  # noqa: S603 (fixed command)
        [*_SHELL, line],
        env={"PATH": "/usr/bin:/bin", "CAREOPS_TOKEN": TOKEN, "PASSWORD": _PASSWORD},
        capture_output=True,
        stdin=subprocess.DEVNULL,
        text=True,
        check=True,
    )
    return run.stdout.removesuffix("\0").split("\0"), run.stderr


def _send(words: list[str], platform: Platform) -> None:
    """Send a request as curl does with these arguments."""
    address = words[-1].replace(f"{_CONSOLE}/api", platform.url)
    options = list(zip(words[:-1:2], words[1::2], strict=True))
    headers = dict(value.split(": ", 1) for option, value in options if option == "-H")
    data = dict(options).get("--data-raw")
    request = Request(  # noqa: S310 (loopback)
        address, data=data.encode() if data is not None else None, headers=headers, method=dict(options)["-X"]
    )
    with contextlib.suppress(HTTPError):
        urlopen(request).close()  # noqa: S310 (loopback)


@pytest.mark.parametrize("case", _CASES, ids=lambda case: case["what"])
def test_recorded_change_is_the_typed_change(
    case: dict[str, Any], platform: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected_call = _build_call(**case["sending"])
    monkeypatch.setenv("CAREOPS_TOKEN", TOKEN)
    monkeypatch.setenv("PASSWORD", _PASSWORD)

    words, stdin = _read_by_the_shell(case["terminal"])
    careops(*words, stdin=stdin)
    # The platform has no answer, but it receives the call.
    with pytest.raises(NotFound):
        exec("\n".join(case["python"]), {})  # noqa: S102 (a script of this repository)
    words, _ = _read_by_the_shell(case["curl"])
    _send(words, platform)

    assert platform.received == [expected_call] * 3
    assert platform.asked_versions == [case["sending"]["options"].get("ifMatch")] * 3
    assert "typed into the form" not in "".join([case["terminal"], *case["python"], case["curl"]])


def test_picture_is_uploaded_first(
    platform: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (case,) = [case for case in _SENDING_FILES if "picture" in case["what"]]
    name = "Harpreet's registration.jpg"
    (tmp_path / name).write_bytes(b"a picture")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CAREOPS_TOKEN", TOKEN)
    address = platform.url.replace("/api", "/uploads/1.jpg")
    platform.answer(PresignUploads, [f"{address}?signature=1"])

    careops(*_read_by_the_shell(case["terminal"])[0])
    with pytest.raises(NotFound):
        exec("\n".join(case["python"]), {})  # noqa: S102 (a script of this repository)
    assert platform.calls(UpdateDoctor) == [UpdateDoctor(id=12, reg_photo_url=address)] * 2
    assert platform.stored == {"/uploads/1.jpg": b"a picture"}

    presign, put, changed = _curls(case["curl"], f"{address}?signature=1")
    assert json.loads(presign[presign.index("--data-raw") + 1])["files"] == [
        {"bucket": "certificates", "file_path": name}
    ]
    assert put == ["-H", "Content-Type: image/jpeg", "-T", name, f"{address}?signature=1"]
    body = changed[changed.index("--data-raw") + 1]
    assert json.loads(body) == {"doctor_details": {"id": 12, "reg_photo_url": address}}


def test_form_contains_its_file(
    platform: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (case,) = [case for case in _SENDING_FILES if "form" in case["what"]]
    file = tmp_path / "leads of May.csv"
    file.write_text("Name,Mobile\nHarpreet,9812345670\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CAREOPS_TOKEN", TOKEN)
    platform.answer(UploadLeads, LeadsUploaded(added=1, known=0, upload_id=7))

    words, stdin = _read_by_the_shell(case["terminal"])
    careops(*words, stdin=stdin)
    exec("\n".join(case["python"]), {})  # noqa: S102 (a script of this repository)
    columns = {"Mobile": "phone_number"}
    for request in platform.calls(UploadLeads):
        assert (request.clinic_id, request.columns, request.file0.name) == (41, columns, file.name)
        assert b"".join(request.file0.chunks()) == file.read_bytes()
        assert [
            (correction.row, correction.column_number, correction.text) for correction in request.corrections or ()
        ] == [
            (3, 2, "9812345671"),
            (7, 1, "Simran's sister"),
        ]
    assert len(platform.calls(UploadLeads)) == 2

    ((*_, columns_sent, first_option, corrections_sent, second_option, file_sent, address),) = _curls(case["curl"], "")
    assert (first_option, second_option) == ("-F", "-F")
    assert json.loads(columns_sent.removeprefix("columns=")) == columns
    assert len(json.loads(corrections_sent.removeprefix("corrections="))) == 2
    assert file_sent == f"file0=@{file.name}"
    assert address == f"{_CONSOLE}/api/admin/clinics/41/lead_uploads/upload"

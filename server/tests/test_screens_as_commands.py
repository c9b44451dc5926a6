"""Commands of screens: each "As a command" returns exactly the records that the screen requests.

The console's tests compare ``screens.cases.json`` with the requests and commands of every screen and tab. These tests
run each command against a server with demo data.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import TypeAdapter
from server.tests.support.live_server import Live, live_server

from careops import CareOps
from careops.constants import AUDIT_DEFAULT_DAYS
from careops.contract import Call, Page
from careops.india_time import INDIA
from careops_cli.framework.generic_call import resolve_call
from careops_cli.main import main

pytestmark = pytest.mark.slow

_FILE = Path(__file__).parents[2] / "webapp/src/app/snippets/screens.cases.json"
_CASES: list[dict[str, Any]] = json.loads(_FILE.read_text("utf-8"))
_DISTINCT = {" ".join(case["asked"]): case for case in reversed(_CASES)}.values()
_CONSOLE = "https://console.example"
_ANY: TypeAdapter[Any] = TypeAdapter(Any)
_OF_THE_MOMENT = {"generated_at", "last_used_at"}
"""Fields that differ between two requests."""


@pytest.fixture(scope="module")
def live() -> Iterator[Live]:
    """A separate server: tests of attacks use up the sign-ins of the shared one, and its token may have expired."""
    with live_server() as live:
        yield live


@pytest.fixture(scope="module")
def stand_ins(live: Live) -> dict[str, str]:
    """Placeholders in the commands, and the demo data's values for them."""
    with CareOps(f"{live.url}/api") as client:
        client.sign_in("9000000001", "demo-world-password")
        clinics = (client.clinics.read(id=row.id) for row in client.clinics.list(perpage=50).items)
        clinic = next(clinic for clinic in clinics if clinic.doctors_list)
        entry = clinic.doctors_list[0]
        assert entry.doctor is not None
        today = datetime.now(INDIA).date()
        return {
            "910001": str(clinic.id),
            "910002": str(entry.id),
            "910003": str(entry.doctor.id),
            "910004": str(client.users.list().items[0].id),
            "910005": str(client.referrals.list().items[0].id),
            "910006": str(client.labs.list().items[0].id),
            "910007": str(client.pharmacies.list().items[0].id),
            "910008": str(client.news.list().items[0].id),
            "910009": str(client.change_requests.list().items[0].id),
            "2001-02-03": str(today),
            "2001-01-05": str(today - timedelta(days=AUDIT_DEFAULT_DAYS - 1)),
        }


@pytest.fixture
def signed_in(live: Live, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Environment of a user who pastes a command: platform and token are set."""
    monkeypatch.setenv("CAREOPS_URL", f"{live.url}/api")
    monkeypatch.setenv("CAREOPS_TOKEN", live.token)
    monkeypatch.setenv("CAREOPS_CONFIG_DIR", str(tmp_path))
    monkeypatch.setenv("CAREOPS_TOKENS", "file")


def _records(answer: Any) -> Any:
    """Records of an answer as JSON."""
    items = answer.items if isinstance(answer, Page) else answer
    return _settled(_ANY.dump_python(items, mode="json"))


def _settled(value: Any) -> Any:
    if isinstance(value, list):
        return [_settled(element) for element in value]
    if isinstance(value, dict):
        return {name: _settled(element) for name, element in value.items() if name not in _OF_THE_MOMENT}
    return value


def _asked_by_curl(line: str, live: Live) -> tuple[str, httpx.Response]:
    """Send the request of a curl command."""
    program, option, header, address = shlex.split(line)
    assert (program, option, header) == ("curl", "-H", "Authorization: Bearer $CAREOPS_TOKEN")
    url = address.removeprefix(_CONSOLE)
    return url, httpx.get(live.url + url, headers={"Authorization": f"Bearer {live.token}"})


@pytest.mark.usefixtures("signed_in")
@pytest.mark.parametrize("case", _DISTINCT, ids=lambda case: case["address"])
def test_generated_commands_read_the_records_of_the_screen(
    case: dict[str, Any], live: Live, stand_ins: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    def ready(text: str) -> str:
        for word, real in stand_ins.items():
            text = text.replace(word, real)
        return text

    lines = [shlex.split(ready(line)) for line in case["terminal"]]
    kinds: list[type[Call[Any]]] = [resolve_call(words[2]) for words in lines]
    shown = []
    for url, line, kind in zip(case["asked"], case["curl"], kinds, strict=True):
        request, reply = _asked_by_curl(ready(line), live)
        assert request == ready(url)
        assert reply.status_code == 200, reply.text
        shown.append(_records(kind.read_answer(reply.json())))

    for words, records in zip(lines, shown, strict=True):
        assert main(words[1:]) == 0
        assert _settled(json.loads(capsys.readouterr().out)) == records

    printed: list[Any] = []
    exec(ready("\n".join(case["python"])), {"print": printed.append})  # noqa: S102 (a script of this repository)
    assert [_records(answer) for answer in printed] == shown

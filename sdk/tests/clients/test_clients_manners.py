"""Usability of the clients: one base exception, correct signatures, discoverable names."""

from __future__ import annotations

import inspect
import io
import math
import re
import ssl
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

import careops
from careops import CareOps, CareOpsError, ConnectionFailed, InvalidInput, MemoryTokens, NotSent, Retries, Tokens
from careops.bulk import SwitchFlag
from careops.calls.clinics import ListClinics, ReadClinic
from careops.calls.leads import UploadLeads
from careops.client.transport import TIMEOUT
from careops.contract import Empty, Page
from careops.extras import install_command
from careops.files import Upload
from careops.uploads import upload_certificate, upload_picture

URL = "http://platform.example/api"


def never(request: httpx.Request) -> httpx.Response:
    raise AssertionError("nothing may be sent")


@pytest.fixture
def client() -> CareOps:
    """Return a signed-in client whose platform must not receive requests."""
    return CareOps(URL, tokens=MemoryTokens(Tokens("token")), transport=httpx.MockTransport(never))


@pytest.mark.parametrize(
    ("area", "verb", "parameters", "source"),
    [
        ("clinics", "read", {"id": "abc"}, "id"),
        ("clinics", "list", {"nope": 1}, "nope"),
        ("clinics", "list", {"filter_type": "state"}, "filter_text"),
        ("modules", "activate", {}, "clinic_id"),
    ],
)
def test_invalid_parameters_raise_invalid_input(
    client: CareOps, area: str, verb: str, parameters: dict[str, object], source: str
) -> None:
    with pytest.raises(InvalidInput) as caught:
        getattr(getattr(client, area), verb)(**parameters)
    assert source in [problem.source for problem in caught.value.problems]


def test_invalid_phone_and_unknown_flag_raise_invalid_input(client: CareOps) -> None:
    with pytest.raises(InvalidInput, match="10 digit"):
        client.sign_in("12", "password")
    with pytest.raises(InvalidInput, match="There is no flag 'ipd'"):
        SwitchFlag("ipd", enabled=True)


@pytest.mark.parametrize("address", ["nonsense", "ftp://x/api", "http://", "http://[::1"])
def test_malformed_address_is_refused_at_once(address: str) -> None:
    with pytest.raises(InvalidInput, match="is not the address of an API"):
        CareOps(address)


def test_every_error_has_status_and_request() -> None:
    assert (NotSent("x").status, NotSent("x").request_id) == (0, None)
    assert issubclass(InvalidInput, CareOpsError)


def test_signatures_are_right_before_the_first_call(client: CareOps) -> None:
    signature = inspect.signature(client.modules.activate)
    assert list(signature.parameters) == ["clinic_id", "module_id"]
    assert signature.parameters["clinic_id"].annotation is int
    assert signature.return_annotation is Empty
    listing = inspect.signature(client.clinics.list)
    assert str(listing.parameters["search_text"]) == "search_text: str | None = None"
    assert "Ge(" not in str(listing)
    assert client.clinics.list.__name__ == "list"
    assert (client.clinics.read.__doc__ or "").startswith("Return one clinic with all fields.")


def test_names_are_listed_by_dir() -> None:
    assert {"CareOps", "AsyncCareOps", "InvalidInput"} <= set(dir(careops))
    assert repr(CareOps(URL)) == f"CareOps({URL!r})"


def test_page_cannot_be_iterated_by_mistake() -> None:
    page = Page[int].of([1, 2], total=2, perpage=10)
    with pytest.raises(TypeError, match="take its items"):
        list(page)


def test_user_agent_contains_the_version() -> None:
    agents: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        agents.append(request.headers["user-agent"])
        return httpx.Response(200, json={"success": True, "data": {"clinics": []}, "total_records": 0})

    with CareOps(URL, tokens=MemoryTokens(Tokens("t")), transport=httpx.MockTransport(answer)) as client:
        client.send(ListClinics())
    assert agents == [f"careops-sdk/{careops.__version__}"]
    assert TIMEOUT.read == 30


@pytest.mark.parametrize(
    ("timeout", "expected"),
    [(None, (30.0, UploadLeads.route.work_seconds)), (5.0, (5.0, 5.0))],
)
def test_slow_call_is_awaited(timeout: float | None, expected: tuple[float, float]) -> None:
    timeouts: list[dict[str, float]] = []

    def answer(request: httpx.Request) -> httpx.Response:
        timeouts.append(request.extensions["timeout"])
        data = {"clinics": [], "added": 1, "known": 0, "upload_id": 1}
        return httpx.Response(200, json={"success": True, "data": data, "total_records": 0})

    transport = httpx.MockTransport(answer)
    with CareOps(URL, tokens=MemoryTokens(Tokens("t")), transport=transport, timeout=timeout) as client:
        upload = UploadLeads(clinic_id=1, file0=Upload.of(io.BytesIO(b"name\nAsha\n"), name="leads.csv"))
        client.send(ListClinics())
        client.send(upload)
        client.within(9).send(upload)
    assert tuple(math.ceil(each["read"]) for each in timeouts) == (*expected, min(9, expected[1]))
    assert timeouts[0]["connect"] == timeouts[1]["connect"] == 5


def test_untrusted_certificate_is_not_retried() -> None:
    tries: list[int] = []

    def refuse(request: httpx.Request) -> httpx.Response:
        tries.append(1)
        raise httpx.ConnectError("certificate verify failed") from ssl.SSLCertVerificationError("self-signed")

    with CareOps(URL, tokens=MemoryTokens(Tokens("t")), transport=httpx.MockTransport(refuse)) as client:
        with pytest.raises(ConnectionFailed, match="certificate of the platform is not trusted"):
            client.send(ReadClinic(id=4))
    assert len(tries) == 1


def test_address_and_token_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAREOPS_URL", URL)
    monkeypatch.setenv("CAREOPS_TOKEN", "secret")
    client = CareOps.from_environment(timeout=3)
    assert client.base_url == URL
    tokens = client.tokens.load()
    assert tokens is not None
    assert tokens.auth_token == "secret"


class Keeper:
    """Session storage of this machine, as an entry point provides it."""

    def __init__(self, tokens: Tokens | None, *, missing: bool = False) -> None:
        self.tokens, self.missing = MemoryTokens(tokens), missing

    def load(self) -> Callable[[], tuple[str, MemoryTokens] | None]:
        if self.missing:
            raise ModuleNotFoundError("No module named 'typer'")
        return lambda: ("https://kept.example.org/api", self.tokens) if self.tokens.load() else None


@pytest.mark.parametrize(
    ("keepers", "message"),
    [
        ([], "the terminal has no session: run careops login"),
        ([Keeper(None)], "the terminal has no session: run careops login"),
        ([Keeper(None, missing=True)], re.escape(install_command("cli"))),
    ],
)
def test_missing_session_names_the_login_command(
    monkeypatch: pytest.MonkeyPatch, keepers: list[Keeper], message: str
) -> None:
    monkeypatch.delenv("CAREOPS_TOKEN", raising=False)
    monkeypatch.setattr("careops.client.configuration.entry_points", lambda group: keepers)
    with pytest.raises(NotSent, match=message) as refused:
        CareOps.from_environment()
    assert "There is no token in CAREOPS_TOKEN" in str(refused.value)


def test_session_of_the_terminal_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CAREOPS_TOKEN", raising=False)
    keeper = Keeper(Tokens("kept", "renews"))
    monkeypatch.setattr("careops.client.configuration.entry_points", lambda group: [keeper])
    client = CareOps.from_environment()
    assert client.base_url == "https://kept.example.org/api"
    assert client.tokens is keeper.tokens


def test_empty_answer_is_printed_as_done() -> None:
    assert str(Empty()) == "Done"


def test_key_replaces_a_session() -> None:
    sent: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        return httpx.Response(200, json={"success": True, "data": []})

    client = CareOps(URL, key="careops_key_x", transport=httpx.MockTransport(answer))
    client.modules.list()
    assert sent[0].headers["authorization"] == "Bearer careops_key_x"
    with pytest.raises(TypeError, match="not both"):
        CareOps(URL, key="careops_key_x", tokens=MemoryTokens())


@pytest.mark.parametrize(
    ("retries", "sent"),
    [(Retries(first_wait=0.001), 1), (Retries(first_wait=0.001, honours_keys=True), 2)],
)
def test_first_change_is_retried_if_keys_are_supported(retries: Retries, sent: int) -> None:
    keys: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        keys.append(request.headers["idempotency-key"])
        if len(keys) == 1:
            raise httpx.ReadError("silence", request=request)
        return httpx.Response(200, json={"success": True})

    client = CareOps(URL, key="careops_key_x", retries=retries, transport=httpx.MockTransport(answer))
    if sent == 1:
        with pytest.raises(ConnectionFailed):
            client.modules.activate(clinic_id=1, module_id=2)
    else:
        client.modules.activate(clinic_id=1, module_id=2)
    assert (len(keys), len(set(keys))) == (sent, 1)


def test_limits_can_be_changed_for_one_call() -> None:
    silences: list[float] = []

    def answer(request: httpx.Request) -> httpx.Response:
        silences.append(request.extensions["timeout"]["read"])
        return httpx.Response(200, json={"success": True, "data": []})

    client = CareOps(URL, key="careops_key_x", timeout=20, transport=httpx.MockTransport(answer))
    client.with_options(timeout=3).modules.list()
    client.with_options(timeout=3, deadline=2).modules.list()
    client.modules.list()
    assert (silences[0], silences[1] <= 2, silences[2]) == (3, True, 20)


def test_timeout_of_another_type_is_refused() -> None:
    with pytest.raises(TypeError, match="timeout is a number of seconds, not Timeout"):
        CareOps(URL, timeout=httpx.Timeout(3))  # type: ignore[arg-type]  # the error under test


def test_invalid_upload_is_refused_before_sending(client: CareOps, tmp_path: Path) -> None:
    picture = tmp_path / "x.png"
    picture.write_bytes(b"x")
    text = tmp_path / "x.txt"
    text.write_bytes(b"x")
    with pytest.raises(InvalidInput):
        upload_picture(client, "nope", picture)  # type: ignore[arg-type]  # the error under test
    with pytest.raises(InvalidInput):
        upload_picture(client, "news", text)
    with pytest.raises(InvalidInput):
        upload_certificate(client, doctor_id=0, file=picture)

"""What a script meets around its calls: one family of errors, signatures that are right, names that can be found."""

from __future__ import annotations

import inspect
import ssl
from collections.abc import Callable

import httpx
import pytest

import careops
from careops import CareOps, CareOpsError, InvalidInput, MemoryTokens, NoAnswer, NotSent, Tokens
from careops.bulk import SwitchFlag
from careops.calls.clinics import ListClinics, ReadClinic
from careops.contract import Done, Page
from careops.transport import TIMEOUT

URL = "http://platform.example/api"


def never(request: httpx.Request) -> httpx.Response:
    raise AssertionError("nothing may be sent")


@pytest.fixture
def client() -> CareOps:
    """Signed in to a platform that nothing may be sent to."""
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
def test_parameters_that_cannot_be_meant_are_invalid_input(
    client: CareOps, area: str, verb: str, parameters: dict[str, object], source: str
) -> None:
    with pytest.raises(InvalidInput) as caught:
        getattr(getattr(client, area), verb)(**parameters)
    assert source in [problem.source for problem in caught.value.problems]


def test_a_phone_that_is_none_and_a_flag_that_is_none(client: CareOps) -> None:
    with pytest.raises(InvalidInput, match="10 digit"):
        client.sign_in("12", "password")
    with pytest.raises(InvalidInput, match="There is no flag 'ipd'"):
        SwitchFlag("ipd", enabled=True)


@pytest.mark.parametrize("address", ["nonsense", "ftp://x/api", "http://", "http://[::1"])
def test_what_is_no_address_is_refused_at_once(address: str) -> None:
    with pytest.raises(InvalidInput, match="is not the address of an API"):
        CareOps(address)


def test_every_error_says_status_and_request() -> None:
    assert (NotSent("x").status, NotSent("x").request_id) == (0, None)
    assert issubclass(InvalidInput, CareOpsError)


def test_signatures_are_right_before_the_first_call(client: CareOps) -> None:
    signature = inspect.signature(client.modules.activate)
    assert list(signature.parameters) == ["clinic_id", "module_id"]
    assert signature.parameters["clinic_id"].annotation is int
    assert signature.return_annotation is Done
    listing = inspect.signature(client.clinics.list)
    assert str(listing.parameters["search_text"]) == "search_text: str | None = None"
    assert "Ge(" not in str(listing)
    assert client.clinics.list.__name__ == "list"
    assert (client.clinics.read.__doc__ or "").startswith("One clinic, whole.")


def test_names_can_be_found() -> None:
    assert {"CareOps", "AsyncCareOps", "InvalidInput"} <= set(dir(careops))
    assert repr(CareOps(URL)) == f"CareOps({URL!r})"


def test_a_page_is_not_walked_by_mistake() -> None:
    page = Page[int].of([1, 2], total=2, perpage=10)
    with pytest.raises(TypeError, match="take its items"):
        list(page)


def test_the_version_is_said() -> None:
    seen: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request.headers["user-agent"])
        return httpx.Response(200, json={"success": True, "data": {"clinics": []}, "total_records": 0})

    with CareOps(URL, tokens=MemoryTokens(Tokens("t")), transport=httpx.MockTransport(answer)) as client:
        client.send(ListClinics())
    assert seen == [f"careops-sdk/{careops.__version__}"]
    assert TIMEOUT.read == 30


def test_a_certificate_is_not_tried_again() -> None:
    tries: list[int] = []

    def refuse(request: httpx.Request) -> httpx.Response:
        tries.append(1)
        raise httpx.ConnectError("certificate verify failed") from ssl.SSLCertVerificationError("self-signed")

    with CareOps(URL, tokens=MemoryTokens(Tokens("t")), transport=httpx.MockTransport(refuse)) as client:
        with pytest.raises(NoAnswer, match="certificate is not trusted"):
            client.send(ReadClinic(id=4))
    assert len(tries) == 1


def test_address_and_token_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAREOPS_URL", URL)
    monkeypatch.setenv("CAREOPS_TOKEN", "secret")
    client = CareOps.from_environment(timeout=3)
    assert client.base_url == URL
    kept = client.tokens.load()
    assert kept is not None
    assert kept.auth_token == "secret"


class Keeper:
    """What keeps a session on this machine, as an entry point says it."""

    def __init__(self, tokens: Tokens | None, *, missing: bool = False) -> None:
        self.tokens, self.missing = MemoryTokens(tokens), missing

    def load(self) -> Callable[[], tuple[str, MemoryTokens] | None]:
        if self.missing:
            raise ModuleNotFoundError("No module named 'typer'")
        return lambda: ("https://kept.example.org/api", self.tokens) if self.tokens.load() else None


@pytest.mark.parametrize(
    ("keepers", "said"),
    [
        ([], "nobody is signed in at the terminal: run careops login"),
        ([Keeper(None)], "nobody is signed in at the terminal: run careops login"),
        ([Keeper(None, missing=True)], r"pip install 'careops\[cli\]'"),
    ],
)
def test_no_session_anywhere(monkeypatch: pytest.MonkeyPatch, keepers: list[Keeper], said: str) -> None:
    monkeypatch.delenv("CAREOPS_TOKEN", raising=False)
    monkeypatch.setattr("careops.sessions.entry_points", lambda group: keepers)
    with pytest.raises(NotSent, match=said) as refused:
        CareOps.from_environment()
    assert "There is no token in CAREOPS_TOKEN" in str(refused.value)


def test_the_session_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CAREOPS_TOKEN", raising=False)
    keeper = Keeper(Tokens("kept", "renews"))
    monkeypatch.setattr("careops.sessions.entry_points", lambda group: [keeper])
    client = CareOps.from_environment()
    assert client.base_url == "https://kept.example.org/api"
    assert client.tokens is keeper.tokens


def test_what_has_nothing_to_say_is_no_empty_line() -> None:
    assert str(Done()) == "Done"

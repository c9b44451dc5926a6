"""Sign in, sign out, and storage of the session."""

from __future__ import annotations

import json
import stat
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest
from cli.tests import platform_stub
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import TOKEN, Platform
from cli.tests.samples import MODULES, USER

from careops import CareOps, NotSent
from careops.calls.keys import Key, ListKeys
from careops.calls.modules import ListSpecModules
from careops.calls.session import ReadSession, Session, SignedIn, SignIn, SignOut, User
from careops.client.tokens import FileTokens, Tokens
from careops.constants import MISSING_SCOPE
from careops.contract import Empty
from careops.errors import Forbidden, Problem, Unauthorized
from careops_cli.auth import token_stores
from careops_cli.auth.profiles import Profile
from careops_cli.auth.token_stores import KeyringTokens, token_store


@pytest.mark.proves("SEC-68.session-file")
def test_login_stores_a_session_that_only_its_owner_can_read(
    platform: Platform, signed_out: FileTokens, careops: CareOpsCommand
) -> None:
    platform.answer(SignIn, SignedIn(user=USER, auth_token=TOKEN, refresh_token="r1"))
    run = careops("login", "--phone", "+91 90000 00001", "--password-stdin", "--json", stdin="a password\r\n")
    assert run.code == 0
    assert json.loads(run.out)["account_type"] == "super_admin"
    assert [(call.phone_number, call.password) for call in platform.calls(SignIn)] == [("9000000001", "a password")]
    assert signed_out.load() == Tokens(TOKEN, "r1", "super_admin", USER.model_dump(mode="json"))
    assert stat.S_IMODE(signed_out.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(signed_out.path.parent.stat().st_mode) == 0o700
    assert TOKEN not in run.out + run.err


@pytest.mark.usefixtures("signed_out")
def test_wrong_password_names_the_login_command(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(SignIn, Unauthorized("Wrong phone number or password", source="mobile_number_or_password"))
    run = careops("login", "--phone", "9000000001", "--password-stdin", stdin="guess")
    assert run.code == 4
    message = "error: Wrong phone number or password (mobile_number_or_password). Check both, then sign in again.\n"
    assert run.err == message


@pytest.mark.usefixtures("signed_out")
def test_missing_session_sends_nothing(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("whoami")
    assert run.code == 4
    assert run.err == "error: You are not signed in. Run: careops login\n"
    assert platform.received == []


def test_whoami_requests_the_account(platform: Platform, careops: CareOpsCommand) -> None:
    session = {"started_at": "2026-11-20T09:30:00Z", "ends_at": "2026-11-20T21:30:00Z", "account_type": "super_admin"}
    platform.answer(ReadSession, Session.model_validate({**session, "user": USER}))
    fields = dict(line.split("\t") for line in careops("whoami").out.splitlines())
    assert fields["name"] == "Harpreet Kaur"
    assert fields["account_type"] == "super_admin"
    assert fields["url"] == platform.url


def test_whoami_names_scopes_and_end_of_the_key(
    platform: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platform_stub, "TOKEN", "careops_key_of_a_report")
    monkeypatch.setenv("CAREOPS_TOKEN", "careops_key_of_a_report")
    assert isinstance(ListKeys.example.answer, dict)
    key = Key.model_validate(ListKeys.example.answer["items"][0])
    user = User(id=-key.id, name=key.name, phone_number="")
    session = Session(user=user, account_type="app", started_at=key.created_at, ends_at=key.expires_at, key=key)
    platform.answer(ReadSession, session)
    fields = dict(line.split("\t") for line in careops("whoami").out.splitlines())
    assert fields["name"] == "clinic app"
    assert (fields["account_type"], fields["scopes"]) == ("app", "audit:write")
    assert fields["ends_at"] == "2027-02-18T09:30:00Z"
    item = json.loads(careops("whoami", "--json").out)
    assert (item["id"], item["key"]["ends_with"]) == (3, "4f2k")


def test_json_has_the_name_at_the_top(platform: Platform, careops: CareOpsCommand) -> None:
    session = {"started_at": "2026-11-20T09:30:00Z", "ends_at": "2026-11-20T21:30:00Z", "account_type": "super_admin"}
    platform.answer(ReadSession, Session.model_validate({**session, "user": USER}))
    item = json.loads(careops("whoami", "--json").out)
    assert item["name"] == item["user"]["name"] == "Harpreet Kaur"


def test_missing_scope_is_named(platform: Platform, careops: CareOpsCommand) -> None:
    problem = Problem(
        Forbidden.title, MISSING_SCOPE, "The key 'report' lacks the scope audit:write", scope="audit:write"
    )
    platform.answer(ListSpecModules, Forbidden(problem))
    assert careops("modules", "list").err == (
        "error: Your account may not do this. The key 'report' lacks the scope audit:write."
        " Use a key that has it; what this one may do: careops whoami\n"
    )


def test_logout_ends_the_session_on_both_sides(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(SignOut, Empty())
    assert careops("logout").err == "Signed out.\n"
    assert len(platform.calls(SignOut)) == 1
    assert token_store(Profile("", platform.url)).load() is None
    assert careops("logout").err == "You were not signed in.\n"


def test_session_is_never_sent_to_another_platform(
    platform: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Platform()
    try:
        assert careops("--url", other.url, "whoami").code == 4
        monkeypatch.delenv("CAREOPS_URL")
        careops("profiles", "add", "work", platform.url)
        token_store(Profile("work", platform.url)).save(Tokens(TOKEN))
        careops("profiles", "add", "work", other.url)
        assert careops("--profile", "work", "whoami").code == 4
        assert other.received == []
    finally:
        other.close()


def test_script_uses_the_session_of_the_terminal(
    home: Path, platform: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CAREOPS_URL")
    with pytest.raises(NotSent, match="run careops login"):
        CareOps.from_environment()
    careops("profiles", "add", "work", platform.url)
    careops("profiles", "use", "work")
    token_store(Profile("work", platform.url)).save(Tokens(TOKEN))
    session = {"started_at": "2026-11-20T09:30:00Z", "ends_at": "2026-11-20T21:30:00Z", "account_type": "super_admin"}
    platform.answer(ReadSession, Session.model_validate({**session, "user": USER}))
    with CareOps.from_environment() as client:
        assert client.base_url == platform.url
        assert client.session.read().user.name == "Harpreet Kaur"
    (home / "config/profiles.json").write_text("{")
    with pytest.raises(NotSent, match=r"profiles\.json is damaged"):
        CareOps.from_environment()


class FakeKeyring:
    """Backend that stores passwords in a dict, fails, or hangs."""

    def __init__(self, *, priority: float = 5, broken: bool = False, hangs: bool = False) -> None:
        self.priority = priority
        self.broken = broken
        self.passwords: dict[tuple[str, str], str] = {}
        self.release = threading.Event()
        self.hangs = hangs

    def _work(self) -> None:
        if self.broken:
            raise RuntimeError("locked")
        if self.hangs:
            self.release.wait(10)

    def get_password(self, service: str, key: str) -> str | None:
        self._work()
        return self.passwords.get((service, key))

    def set_password(self, service: str, key: str, password: str) -> None:
        self._work()
        self.passwords[service, key] = password

    def delete_password(self, service: str, key: str) -> None:
        self._work()
        del self.passwords[service, key]


@pytest.fixture
def store(home: Path) -> KeyringTokens:
    """Return a store that tries the keyring first."""
    return KeyringTokens("staging https://care.example.org/api", FileTokens(home / "sessions" / "staging.json"))


def _use(keyring: FakeKeyring, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "keyring", SimpleNamespace(get_keyring=lambda: keyring))


def test_keyring_stores_the_session_instead_of_the_file(store: KeyringTokens, monkeypatch: pytest.MonkeyPatch) -> None:
    keyring = FakeKeyring()
    _use(keyring, monkeypatch)
    assert store.load() is None
    store.save(Tokens("a", "r"))
    assert store.load() == Tokens("a", "r")
    assert not store.file.path.exists()
    store.clear()
    assert keyring.passwords == {}
    assert store.load() is None


@pytest.mark.parametrize(
    "keyring",
    [FakeKeyring(priority=0), FakeKeyring(broken=True), FakeKeyring(hangs=True)],
    ids=["none", "broken", "hung"],
)
def test_broken_keyring_falls_back_to_the_file(
    keyring: FakeKeyring, store: KeyringTokens, monkeypatch: pytest.MonkeyPatch
) -> None:
    _use(keyring, monkeypatch)
    monkeypatch.setattr(token_stores, "KEYRING_SECONDS", 0.05)
    store.save(Tokens("a", "r"))
    keyring.release.set()
    assert store.load() == Tokens("a", "r")
    assert stat.S_IMODE(store.file.path.stat().st_mode) == 0o600
    store.clear()
    assert not store.file.path.exists()


def test_locked_keyring_names_the_next_step(store: KeyringTokens, monkeypatch: pytest.MonkeyPatch) -> None:
    keyring = FakeKeyring()
    _use(keyring, monkeypatch)
    store.save(Tokens("a", "r"))
    keyring.broken = True
    with pytest.raises(Exception, match="keyring did not give the session back: locked"):
        store.load()


def test_token_of_the_environment_has_precedence(
    platform: Platform, careops: CareOpsCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    platform.answer(ListSpecModules, MODULES)
    monkeypatch.setenv("CAREOPS_TOKEN", "somebody else's")
    assert careops("modules", "list").code == 4
    monkeypatch.setenv("CAREOPS_TOKEN", TOKEN)
    assert careops("modules", "list").code == 0


@pytest.mark.proves("SEC-68.encrypted")
def test_password_is_not_sent_unencrypted(careops: CareOpsCommand) -> None:
    words = ("--url", "http://care.example.org/api", "login", "--phone", "9000000001", "--password-stdin")
    run = careops(*words, stdin="a password\n")
    assert run.code == 2
    assert "is not encrypted" in run.err
    assert "--insecure" in run.err

"""Session storage on this machine: the system's keyring if it works, else a private file.

A keyring that hangs, is locked or refuses counts as missing: the file is used, and a command never waits long.
``CAREOPS_TOKENS=file`` forces the file.
"""

from __future__ import annotations

import hashlib
import os
import re
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from careops.client.tokens import FileTokens, MemoryTokens, Tokens, TokenStore, tokens_from_json, tokens_to_json
from careops.errors import NotSent
from careops_cli.auth.profiles import Profile, selected_profile
from careops_cli.framework.config_files import config_folder
from careops_cli.framework.errors import CliError, print_message
from careops_cli.framework.options import Options

ResultT = TypeVar("ResultT")
SERVICE = "careops"
KEYRING_SECONDS = 10.0
"""Time limit for a keyring, which may ask its owner to unlock it."""


def session_of(profile: Profile) -> TokenStore:
    """Return the session of a command: the token in ``CAREOPS_TOKEN`` if set, else the stored one."""
    token = os.environ.get("CAREOPS_TOKEN")
    return MemoryTokens(Tokens(token)) if token else token_store(profile)


def stored_session() -> tuple[str, TokenStore] | None:
    """Return the address of the current platform and its stored session, as an entry point for scripts.

    None without a session. Raises ``NotSent`` if a command would stop.
    """
    try:
        profile = selected_profile(Options())
        store = token_store(profile)
        return None if store.load() is None else (profile.url, store)
    except CliError as stop:
        raise NotSent(f"{stop.title}. {stop.next_step}".strip()) from None


class KeyringFailed(Exception):
    """The keyring failed, or did not answer in time."""


class KeyringTokens:
    """Stores the session in the system's keyring, and in ``file`` if that fails.

    An empty file ``marker`` records that the keyring contains it, so that an empty keyring is never read.
    """

    def __init__(self, key: str, file: FileTokens) -> None:
        self.key = key
        self.file = file
        self.marker = file.path.with_suffix(".keyring")

    def load(self) -> Tokens | None:
        if not self.marker.exists():
            return self.file.load()
        try:
            text = _in_time(lambda: _keyring().get_password(SERVICE, self.key))
        except KeyringFailed as failure:
            raise CliError(
                f"The system's keyring did not give the session back: {failure}",
                next_step="Unlock it, or run: CAREOPS_TOKENS=file careops login",
            ) from None
        return tokens_from_json(text) if text else None

    def save(self, tokens: Tokens) -> None:
        try:
            _in_time(lambda: _keyring().set_password(SERVICE, self.key, tokens_to_json(tokens)))
        except KeyringFailed:
            self.file.save(tokens)
            self.marker.unlink(missing_ok=True)
            return
        self.marker.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.marker.touch(mode=0o600)
        self.file.clear()

    def clear(self) -> None:
        self.file.clear()
        if not self.marker.exists():
            return
        self.marker.unlink(missing_ok=True)
        try:
            _in_time(lambda: _keyring().delete_password(SERVICE, self.key))
        except KeyringFailed as failure:
            print_message(f"The system's keyring still holds an ended session: {failure}")


def token_store(profile: Profile) -> TokenStore:
    """Return the token store of one platform."""
    file = FileTokens(config_folder() / "sessions" / f"{_file_name(profile)}.json")
    if os.environ.get("CAREOPS_TOKENS") == "file":
        return file
    return KeyringTokens(profile.key, file)


def _file_name(profile: Profile) -> str:
    readable = re.sub(r"[^A-Za-z0-9._-]", "", profile.name) or "address"
    return f"{readable}-{hashlib.sha256(profile.key.encode()).hexdigest()[:12]}"


def _keyring() -> Any:
    """Return the best keyring backend. Raises if only the failing default is available."""
    import keyring

    backend = keyring.get_keyring()
    if backend.priority <= 0:
        raise KeyringFailed("there is none")
    return backend


def _in_time(act: Callable[[], ResultT]) -> ResultT:
    """Run a function in a thread with a time limit, because some backends wait forever without a desktop."""
    outcome: list[ResultT] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            outcome.append(act())
        except Exception as error:  # a backend may raise anything
            failure.append(error)

    thread = threading.Thread(target=run, daemon=True, name="keyring")
    thread.start()
    thread.join(KEYRING_SECONDS)
    if outcome:
        return outcome[0]
    raise KeyringFailed(str(failure[0]) or type(failure[0]).__name__ if failure else "no answer")

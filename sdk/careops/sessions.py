"""What a client begins with: the platform's address, and the tokens of a session."""

from __future__ import annotations

import os
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from careops.errors import InvalidInput, NotSent
from careops.tokens import MemoryTokens, Tokens, TokenStore

if TYPE_CHECKING:
    from careops.calls.session import SignedIn

DEFAULT_URL = "http://127.0.0.1:8000/api"
SESSIONS: Final = "careops.sessions"
"""The group of entry points that know a session of this machine: functions that say its address and its tokens, or
None where nobody is signed in."""
NO_TOKEN: Final = "There is no token in CAREOPS_TOKEN"  # noqa: S105 (a sentence)


def usable_address(base_url: str) -> str:
    """An address requests can go to. Raises ``InvalidInput`` for anything else, before the first of them."""
    try:
        parts = urlsplit(base_url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        usable = False
    if not usable:
        raise InvalidInput(f"{base_url!r} is not the address of an API", source="base_url")
    return base_url


def of_this_machine() -> tuple[str, TokenStore]:
    """The address in ``CAREOPS_URL`` with the token in ``CAREOPS_TOKEN``; without one, what the terminal works with.

    Raises ``NotSent`` when there is neither a token nor a session.
    """
    token = os.environ.get("CAREOPS_TOKEN")
    if token:
        return os.environ.get("CAREOPS_URL") or DEFAULT_URL, MemoryTokens(Tokens(token))
    # The SDK knows no command line: whoever keeps sessions on this machine says so of itself.
    for keeper in entry_points(group=SESSIONS):
        try:
            session: tuple[str, TokenStore] | None = keeper.load()()
        except ModuleNotFoundError:
            raise NotSent(f"{NO_TOKEN}; for the terminal's session run: pip install 'careops[cli]'") from None
        if session is not None:
            return session
    raise NotSent(f"{NO_TOKEN}, and nobody is signed in at the terminal: run careops login")


def tokens_of(signed_in: SignedIn) -> Tokens:
    """The session that a sign-in has begun, as it is stored."""
    from careops.calls.session import stored_account_type

    user = signed_in.user
    account_type = stored_account_type({account.account_type for account in user.user_accounts})
    return Tokens(signed_in.auth_token, signed_in.refresh_token, account_type or "", user.model_dump(mode="json"))


def tokens_for(tokens: TokenStore | None, key: str | None) -> TokenStore:
    """The store of a client's session, or of a program's key. Raises ``TypeError`` if both are given."""
    if key is None:
        return tokens or MemoryTokens()
    if tokens is not None:
        raise TypeError("Give tokens or a key, not both")
    return MemoryTokens(Tokens(key))

"""Default address of the platform and tokens of a client."""

from __future__ import annotations

import os
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from careops.client.tokens import MemoryTokens, Tokens, TokenStore
from careops.errors import InvalidInput, NotSent
from careops.extras import install_command

if TYPE_CHECKING:
    from careops.calls.session import SignedIn

DEFAULT_URL = "http://127.0.0.1:8000/api"
SESSIONS: Final = "careops.sessions"
"""Group of entry points that return the address and tokens of a session on this machine, or None without a session."""
NO_TOKEN: Final = "There is no token in CAREOPS_TOKEN"  # noqa: S105 (a sentence)


def validate_base_url(base_url: str) -> str:
    """Check the base address of requests. Raises ``InvalidInput``."""
    try:
        parts = urlsplit(base_url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        usable = False
    if not usable:
        raise InvalidInput(f"{base_url!r} is not the address of an API", source="base_url")
    return base_url


def read_environment() -> tuple[str, TokenStore]:
    """Return the address in ``CAREOPS_URL`` with the token in ``CAREOPS_TOKEN``, or else the session of the terminal.

    Raises ``NotSent`` without a token and a session.
    """
    token = os.environ.get("CAREOPS_TOKEN")
    if token:
        return os.environ.get("CAREOPS_URL") or DEFAULT_URL, MemoryTokens(Tokens(token))
    # The SDK does not depend on the command line, so programs with sessions register themselves.
    for keeper in entry_points(group=SESSIONS):
        try:
            session: tuple[str, TokenStore] | None = keeper.load()()
        except ModuleNotFoundError:
            raise NotSent(f"{NO_TOKEN}; for the terminal's session run: {install_command('cli')}") from None
        if session is not None:
            return session
    raise NotSent(f"{NO_TOKEN}, and the terminal has no session: run careops login")


def tokens_from_sign_in(signed_in: SignedIn) -> Tokens:
    """Return the session of a sign-in in its stored form."""
    from careops.calls.session import stored_account_type

    user = signed_in.user
    account_type = stored_account_type({account.account_type for account in user.user_accounts})
    return Tokens(signed_in.auth_token, signed_in.refresh_token, account_type or "", user.model_dump(mode="json"))


def tokens_for(tokens: TokenStore | None, key: str | None) -> TokenStore:
    """Return the token store for a session or for an API key. Raises ``TypeError`` if both are given."""
    if key is None:
        return tokens or MemoryTokens()
    if tokens is not None:
        raise TypeError("Give tokens or a key, not both")
    return MemoryTokens(Tokens(key))

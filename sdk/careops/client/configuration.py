"""Default address of the platform, and tokens of the environment or a sign-in."""

from __future__ import annotations

import os
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Final

from careops.client.tokens import MemoryTokens, Tokens, TokenStore
from careops.errors import NotSent
from careops.extras import install_command

if TYPE_CHECKING:
    from careops.calls.session import SignedIn

DEFAULT_URL = "http://127.0.0.1:8000/api"
SESSIONS: Final = "careops.sessions"
"""Group of entry points that return the address and tokens of a session on this machine, or None without a session."""
NO_TOKEN: Final = "There is no token in CAREOPS_TOKEN"  # noqa: S105 (a sentence)


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

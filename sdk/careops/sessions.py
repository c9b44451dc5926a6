"""What a client begins with: the platform's address, and the tokens of a session."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from careops.errors import InvalidInput, NotSent
from careops.tokens import MemoryTokens, Tokens, TokenStore

if TYPE_CHECKING:
    from careops.calls.session import SignedIn

DEFAULT_URL = "http://127.0.0.1:8000/api"


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


def address_from_environment() -> str:
    """The address in ``CAREOPS_URL``, or where ``careops serve`` answers."""
    return os.environ.get("CAREOPS_URL") or DEFAULT_URL


def tokens_from_environment() -> TokenStore:
    """The token in ``CAREOPS_TOKEN``. Raises ``NotSent`` when there is none."""
    token = os.environ.get("CAREOPS_TOKEN")
    if not token:
        raise NotSent("There is no token in CAREOPS_TOKEN")
    return MemoryTokens(Tokens(token))


def tokens_of(signed_in: SignedIn) -> Tokens:
    """The session that a sign-in has begun, as it is stored."""
    from careops.calls.session import stored_account_type

    user = signed_in.user
    account_type = stored_account_type({account.account_type for account in user.user_accounts})
    return Tokens(signed_in.auth_token, signed_in.refresh_token, account_type or "", user.model_dump(mode="json"))

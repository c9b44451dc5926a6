"""Signed tokens of bulk runs: only requests that carry one count against the budget of runs (SEC-35)."""

from __future__ import annotations

import hmac
import secrets
import time
from typing import Final

from careops.calls.runs import RUN_SECONDS
from careops_server.core.configuration.settings import Settings

_PURPOSE: Final = b"careops bulk run"
_MAX_LENGTH: Final = 200


class RunTokens:
    """Issue and check tokens of the form ``<run id>.<expiry>.<signature>``.

    The signature covers the account, so a token is worthless to any other account.
    """

    def __init__(self, settings: Settings) -> None:
        self._keys = tuple(hmac.digest(key.encode(), _PURPOSE, "sha256") for key in settings.signing_keys)

    def issue(self, account_key: str) -> tuple[str, str]:
        """Return a new run id and its token for an account, such as ``user:5``."""
        run_id, expires = secrets.token_hex(8), str(int(time.time()) + RUN_SECONDS)
        return run_id, f"{run_id}.{expires}.{_sign(self._keys[0], account_key, run_id, expires)}"

    def is_valid(self, token: str | None, account_key: str) -> bool:
        """Return whether the token was issued to this account and has not expired."""
        if not token or len(token) > _MAX_LENGTH or not token.isascii() or token.count(".") != 2:
            return False
        run_id, expires, signature = token.split(".")
        signed = any(hmac.compare_digest(_sign(key, account_key, run_id, expires), signature) for key in self._keys)
        return signed and time.time() < int(expires)


def _sign(key: bytes, account_key: str, run_id: str, expires: str) -> str:
    return hmac.digest(key, f"{account_key}.{run_id}.{expires}".encode(), "sha256").hex()

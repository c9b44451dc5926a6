"""Step-up: ask for the password and repeat a call that requires it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from careops_cli.auth import passwords

if TYPE_CHECKING:
    from careops import CareOps
    from careops.contract import Call

AnswerT = TypeVar("AnswerT")


def send_confirmed(
    client: CareOps, call: Call[AnswerT], *, password_stdin: bool = False, if_match: str | None = None
) -> AnswerT:
    """Send the call. If the platform requires the caller's password first, ask for it and repeat the call."""
    import secrets

    from careops.constants import STEP_UP_REQUIRED
    from careops.errors import Forbidden

    key = secrets.token_urlsafe(16)
    try:
        return client.send(call, idempotency_key=key, if_match=if_match)
    except Forbidden as refused:
        if refused.source != STEP_UP_REQUIRED:
            raise
    client.confirm(passwords.read_password(from_stdin=password_stdin, question="Your own password"))
    return client.send(call, idempotency_key=key, if_match=if_match)

"""Calls that ask for the password once more: it is asked, and the call is made again."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from careops_cli import passwords

if TYPE_CHECKING:
    from careops import CareOps
    from careops.contract import Call

AnswerT = TypeVar("AnswerT")


def send_confirmed(client: CareOps, call: Call[AnswerT], *, password_stdin: bool = False) -> AnswerT:
    """Make the call; when the platform wants the caller's password first, ask for it and make the call again."""
    import secrets

    from careops.constants import STEP_UP_REQUIRED
    from careops.errors import Forbidden

    key = secrets.token_urlsafe(16)
    try:
        return client.send(call, idempotency_key=key)
    except Forbidden as refused:
        if refused.source != STEP_UP_REQUIRED:
            raise
    client.confirm(passwords.asked(from_stdin=password_stdin, question="Your own password"))
    return client.send(call, idempotency_key=key)

"""What the audit trail keeps of what was asked for: its name, its parameters, and of a refused change its clinic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from careops.contract import Call
from careops.fields import LARGEST_ID
from careops_server.idempotency import secret_fields
from careops_server.observe.logs import HIDDEN

LONGEST_SHOWN: Final = 200
"""Characters of a text that was refused before anybody had looked at its length."""


def clinic_of(kind: type[Call[Any]], asked: Mapping[str, Any]) -> int | None:
    """The clinic that a call of this kind names, whether it exists or not; None when it names none."""
    named = asked.get(kind.route.clinic)
    text = str(named) if isinstance(named, (int, str)) and not isinstance(named, bool) else ""
    if not (text.isascii() and text.isdecimal() and len(text) < 20):
        return None
    return int(text) if 0 < int(text) <= LARGEST_ID else None


def asked_for(kind: type[Call[Any]], path: Mapping[str, Any], body: Mapping[str, Any] | None) -> dict[str, Any]:
    """The parameters a call would have had, of one that could not be read: those that are short and no secret.

    Names the call does not know are left out: they are a stranger's words.
    """
    inside = (body or {}).get(kind.route.body_in) if kind.route.body_in else body
    given = {**(inside if isinstance(inside, Mapping) else {}), **path}
    hidden = secret_fields(kind)
    return {
        name: HIDDEN if name in hidden else given[name][:LONGEST_SHOWN] if isinstance(given[name], str) else given[name]
        for name in kind.model_fields
        if isinstance(given.get(name), (str, int, float))
    }


def event_key(call: type[Call[Any]]) -> str:
    """The audit event's name of a call."""
    return call.route.event or call.__name__


def shown_parameters(call: Call[Any]) -> dict[str, Any]:
    """A call's parameters for the audit trail; those that are secret are only said to be there."""
    secret = secret_fields(type(call))
    return {name: HIDDEN if name in secret else value for name, value in call.parameters.items()}

"""Audit parameters: the name and the parameters of a call, and the clinic of a refused change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from careops.contract import Call
from careops.contract.fields import MAX_ID
from careops_server.core.idempotency.keys import secret_fields
from careops_server.core.observability.logs import HIDDEN

MAX_SHOWN_LENGTH: Final = 200
"""Longest logged text of a refused request, in characters, because its length was not validated."""


def clinic_id_of(kind: type[Call[Any]], parameters: Mapping[str, Any]) -> int | None:
    """Return the clinic id in a call's parameters, existing or not; None without one."""
    named = parameters.get(kind.route.clinic)
    text = str(named) if isinstance(named, (int, str)) and not isinstance(named, bool) else ""
    if not (text.isascii() and text.isdecimal() and len(text) < 20):
        return None
    return int(text) if 0 < int(text) <= MAX_ID else None


def raw_parameters(kind: type[Call[Any]], path: Mapping[str, Any], body: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the parameters of a request that could not be parsed: short ones that are not secret.

    Unknown names are left out, because they are arbitrary input.
    """
    inside = (body or {}).get(kind.route.body_in) if kind.route.body_in else body
    parameters = {**(inside if isinstance(inside, Mapping) else {}), **path}
    hidden = secret_fields(kind)
    return {
        name: HIDDEN
        if name in hidden
        else parameters[name][:MAX_SHOWN_LENGTH]
        if isinstance(parameters[name], str)
        else parameters[name]
        for name in kind.model_fields
        if isinstance(parameters.get(name), (str, int, float))
    }


def event_key(call: type[Call[Any]]) -> str:
    """Return the name of a call's audit events."""
    return call.route.event or call.__name__


def audit_parameters(call: Call[Any]) -> dict[str, Any]:
    """Return a call's parameters for the audit log. Secret values are masked."""
    secret = secret_fields(type(call))
    return {name: HIDDEN if name in secret else value for name, value in call.parameters.items()}

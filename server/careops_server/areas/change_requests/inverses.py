"""Inverse changes: for a call, the change that restores the values it replaced.

An update declares itself whether it can be undone (``Call.undoable``); the inverses of other calls are listed here.
Creations and deletions have none: deleting a new record could remove what others have added to it since.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, time
from typing import Any, Final, NamedTuple

from pydantic import ValidationError

from careops.calls.change_requests import PlannedTarget
from careops.calls.schedules import UpdateSchedule
from careops.calls.weekly_news import RemoveWeeklyNews, SetWeeklyNews
from careops.contract import Binding, Call
from careops.weekly_hours import to_utc, to_wire_days
from careops_server.core.context import Context

Values = Mapping[str, Any]
"""Parameters of a call, or values of fields as in its audit event."""


class InverseChange(NamedTuple):
    """A call that restores earlier values."""

    call: str
    parameters: dict[str, Any]


_Inversion = Callable[[Values, Values, Values], InverseChange | None]
"""Takes the parameters and the values before and after; returns None if these values cannot be restored."""
_Replacement = Callable[[Values, Values], dict[str, Any]]
"""Takes the parameters and values of fields; returns the parameters that set these values."""


def _opposite(call: str) -> _Inversion:
    """Return an inversion by another call with the same parameters."""
    return lambda parameters, before, after: InverseChange(call, dict(parameters))


def _set_fields(parameters: Values, values: Values) -> dict[str, Any]:
    """Replace parameters that have the names of the fields."""
    return {**parameters, **values}


def _set_clinic(parameters: Values, values: Values) -> dict[str, Any]:
    """Replace parameters of ``UpdateClinic``; the fields of the address are parts of ``location``."""
    changed = dict(parameters)
    location = dict(parameters.get("location") or {})
    for name, value in values.items():
        if name == "speciality":
            changed[name] = None if value is None else {"name": value}
        elif name == "other_specialities":
            changed[name] = [
                {"basic_clinic_speciality_id": each["basic_clinic_speciality_id"], "name": each["speciality_name"]}
                for each in value or ()
            ]
        elif name in ("rooms_count", "beds_count"):
            changed[name] = value
        else:
            location[name] = value
    return {**changed, "location": location} if location else changed


def _set_schedule(parameters: Values, values: Values) -> dict[str, Any]:
    """Replace parameters of ``UpdateSchedule``; fields have local times, parameters times in UTC.

    Without a timezone among them, local times cannot be converted, so the parameters stay incomplete.
    """
    if "timezone" not in {**parameters, **values}:
        return {}
    at = datetime.now(UTC)
    hours = UpdateSchedule.from_parameters(parameters).local(at)
    zone = values.get("timezone", hours.timezone)
    changed = {**parameters, **values, "days": to_wire_days(values.get("days", hours.days))}
    for name, unchanged in (("start_time", hours.start_time), ("end_time", hours.end_time)):
        local = time.fromisoformat(values[name]) if name in values else unchanged
        changed[name] = to_utc(local, zone, at).strftime("%H:%M")
    return changed


def _set_weekly(parameters: Values, before: Values, after: Values) -> InverseChange:
    """Restore the weekly list, which cannot be set to an empty one."""
    if not before["ids"]:
        return InverseChange(RemoveWeeklyNews.__name__, {"news_article_ids": ",".join(map(str, after["ids"]))})
    places = [{"id": id, "sequence": sequence} for sequence, id in enumerate(before["ids"], 1)]
    return InverseChange(SetWeeklyNews.__name__, {"news_articles": places})


def _withdraw_verification(parameters: Values, before: Values, after: Values) -> InverseChange | None:
    """Withdraw a verification. An earlier one names its author and time, which no call restores."""
    if before.get("verified") is not False:
        return None
    return InverseChange("VerifyDoctor", {"id": parameters["id"], "verify_status": False})


_REPLACEMENTS: Final[Mapping[str, _Replacement]] = {"UpdateClinic": _set_clinic, "UpdateSchedule": _set_schedule}
"""Of undoable calls whose parameters differ from the fields of their events."""
INVERSIONS: Final[Mapping[str, _Inversion]] = {
    "ActivateSpecModule": _opposite("DeactivateSpecModule"),
    "DeactivateSpecModule": _opposite("ActivateSpecModule"),
    "RestoreNewsArticles": _opposite("DeleteNewsArticles"),
    "SetWeeklyNews": _set_weekly,
    "RemoveWeeklyNews": _set_weekly,
    "VerifyDoctor": _withdraw_verification,
}
"""Of calls whose inverse is another call, or depends on the values."""


def inversion_of(call: type[Call[Any]]) -> _Inversion | None:
    """Return the inversion of a call, None if it cannot be undone."""
    name = call.__name__
    if name in INVERSIONS:
        return INVERSIONS[name]
    if not call.undoable:
        return None
    return lambda parameters, before, after: InverseChange(name, _replacement_of(call)(parameters, before))


def _replacement_of(call: type[Call[Any]]) -> _Replacement:
    return _REPLACEMENTS.get(call.__name__, _set_fields)


def invert_change(
    bindings: Mapping[str, Binding[Context]], call: str, parameters: Values, before: Values | None, after: Values | None
) -> InverseChange | None:
    """Return the change that restores the values before, None if it cannot be undone."""
    invert = inversion_of(bindings[call].call) if call in bindings else None
    if invert is None or not before:
        return None
    inverse = invert(parameters, before, after or {})
    return inverse if inverse is not None and _is_valid(bindings, inverse) else None


def replace_fields(
    bindings: Mapping[str, Binding[Context]], call: str, parameters: Values, values: Values
) -> dict[str, Any] | None:
    """Return the parameters with other values of some fields, None if the call cannot set these values."""
    if call not in bindings or not bindings[call].call.undoable:
        return None
    changed = _replacement_of(bindings[call].call)(parameters, values)
    return changed if _is_valid(bindings, InverseChange(call, changed)) else None


def with_undoable(bindings: Mapping[str, Binding[Context]], target: PlannedTarget) -> PlannedTarget:
    """Return a previewed change that states whether it can be undone. One without an effect needs no undo."""
    if target.planned != "change":
        return target
    inverse = invert_change(bindings, target.call, target.parameters, target.before, target.after)
    return target if inverse is not None else target.model_copy(update={"undoable": False})


def _is_valid(bindings: Mapping[str, Binding[Context]], inverse: InverseChange) -> bool:
    try:
        bindings[inverse.call].call.from_parameters(inverse.parameters)
    except (KeyError, ValidationError):  # a value that the call does not accept, such as one from before a rule
        return False
    return True

"""Rules for updates of a doctor: fields locked by a verification, and values that contradict each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from careops.calls.doctors import CERTIFICATE_LOCKED, EXPERIENCE_TOO_LONG, NUMBER_LOCKED
from careops.errors import Conflict, InvalidInput
from careops.india_time import today
from careops_server.core.queries.row_updates import LockedRow

_FIRST_AGE: Final = 18


def check_experience(doctor: LockedRow, changed: Mapping[str, Any]) -> None:
    """Refuse years of experience that are impossible at the doctor's age. Unchanged values are never refused."""
    after = {name: changed.get(name, doctor[name]) for name in ("dob", "exp")}
    if changed.keys() & after.keys() and after["dob"] is not None and after["exp"]:
        born, now = after["dob"], today()
        age = now.year - born.year - ((now.month, now.day) < (born.month, born.day))
        if after["exp"] > age - _FIRST_AGE:
            raise InvalidInput(EXPERIENCE_TOO_LONG, source="exp" if "exp" in changed else "dob")


def check_not_locked(doctor: LockedRow, changed: Mapping[str, Any]) -> None:
    """Refuse changes of a verified doctor's number and certificate (B-27, B-94)."""
    locked = {"reg_nbr": NUMBER_LOCKED, "reg_photo_url": CERTIFICATE_LOCKED}
    for field, sentence in locked.items():
        if doctor["verified"] and field in changed:
            raise Conflict(sentence, source=field)

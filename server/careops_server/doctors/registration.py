"""What a verification holds still: whoever changes a doctor asks here first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from careops.calls.doctors import CERTIFICATE_LOCKED, NUMBER_LOCKED
from careops.errors import Conflict
from careops_server.database.changes import Held


def refuse_locked(doctor: Held, changed: Mapping[str, Any]) -> None:
    """A verification stands for one number and its certificate: while it does, both stay (B-27, B-94)."""
    locked = {"reg_nbr": NUMBER_LOCKED, "reg_photo_url": CERTIFICATE_LOCKED}
    for field, sentence in locked.items():
        if doctor["verified"] and field in changed:
            raise Conflict(sentence, source=field)

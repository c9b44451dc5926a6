"""Validation of a clinic's address and specialities, the same as in the console's form.

Only changed fields are validated, so that a record with old invalid values can still be saved.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from careops.error_codes import title_of
from careops.errors import InvalidInput, Problem
from careops_server.areas.catalogue.validation import check_specialities
from careops_server.core.context import Context
from careops_server.core.places.geo import INDIA, is_in_india
from careops_server.core.queries.row_updates import LockedRow

WRONG_ZIPCODE: Final = title_of("zipcode_invalid")
OUTSIDE: Final = title_of("outside_india")
_ZIPCODE: Final = re.compile(r"[1-9][0-9]{5}")


async def check_values(context: Context, clinic: LockedRow, values: Mapping[str, Any]) -> None:
    """Raise ``InvalidInput`` for values that are invalid for clinics in India."""
    changed = clinic.changed_values(values)
    wrong = [
        Problem(OUTSIDE, f"location.{name}")
        for name in INDIA
        if changed.get(name) is not None and not is_in_india(name, changed[name])
    ]
    if changed.get("zipcode") is not None and not _ZIPCODE.fullmatch(changed["zipcode"]):
        wrong.append(Problem(WRONG_ZIPCODE, "location.zipcode"))
    if wrong:
        raise InvalidInput(*wrong)
    name, number = "speciality_name", "basic_clinic_speciality_id"
    await check_specialities(context, "clinic_specialities", clinic, changed, name=name, number=number)

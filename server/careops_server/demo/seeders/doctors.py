"""Additional demo data of doctors: birthdays, short biographies and verifications."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final

from psycopg.rows import tuple_row

from careops.calls.doctors import VerificationReason
from careops_server.core.demo_accounts import DEMO_USERS
from careops_server.demo.seeders import Row, SeedContext, Seeder

_REASONS: Final[tuple[VerificationReason, ...]] = ("Checked with College", "Checked with IMA")
_TAKEN_BACK: Final = 0.06
"""Share of verified doctors whose verification was revoked and renewed."""
# The age allows for the years of practice and of study; the rest is derived from the id.
_BORN: Final = """
    update doctors set
        dob = cast(%(until)s as date) - (coalesce(exp, 2) + 25 + cast(id %% 4 as integer)) * 365
            - cast(id * 7919 %% 365 as integer),
        bio = case when id %% 5 < 2 and exp > 1 then format(
            '%%s has treated patients for %%s years. Speaks %%s.', concat_ws(' ', first_name, last_name), exp,
            (array['Hindi and English', 'Punjabi, Hindi and English', 'English and Tamil', 'Hindi'])[id %% 4 + 1]
        ) end
    where status = 'joined' and education is not null
"""
_VERIFIED: Final = """
    select id, concat_ws(' ', first_name, last_name), reg_nbr, created_at from doctors where verified order by id
"""
_SAY_SO: Final = """
    update doctors d set verification_reason = v.reason, verified_by_name = v.name, verified_at = v.at
    from unnest(%s::bigint[], %s::text[], %s::text[], %s::timestamptz[]) v (id, reason, name, at) where v.id = d.id
"""


def _rows(context: SeedContext, table: str) -> Iterable[Row]:
    context.connection.execute(_BORN, {"until": context.until})
    decisions: list[Row] = []
    last: list[tuple[Any, ...]] = []
    doctors: list[tuple[int, str, str, datetime]] = (
        context.connection.cursor(row_factory=tuple_row).execute(_VERIFIED).fetchall()
    )
    for doctor_id, name, number, joined in doctors:
        at = joined + (context.until - joined) * context.random.random() * 0.9
        if context.random.random() < _TAKEN_BACK:
            decisions.append(
                (doctor_id, True, _reason(context), name, number, _somebody(context), at - timedelta(days=2))
            )
            decisions.append((doctor_id, False, None, name, number, _somebody(context), at - timedelta(days=1)))
        reason, who = _reason(context), _somebody(context)
        decisions.append((doctor_id, True, reason, name, number, who, at))
        last.append((doctor_id, reason, who, at))
    if last:
        context.connection.execute(_SAY_SO, [list(values) for values in zip(*last, strict=True)])
    return decisions


def _reason(context: SeedContext) -> VerificationReason:
    return _REASONS[context.random.random() < 0.4]


def _somebody(context: SeedContext) -> str:
    return context.random.choice(DEMO_USERS).name


SEEDER: Final = Seeder(
    {
        "doctor_verifications": (
            *("doctor_id", "verified", "verification_reason", "name", "reg_nbr", "decided_by_name", "decided_at"),
        )
    },
    _rows,
    counters=("doctors_totals",),
)

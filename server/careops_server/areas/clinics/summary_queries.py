"""SQL of the key figures of a clinic: one statement that reads an index of each kind of record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from sqlalchemy import TextClause, text

from careops.calls.clinic_admins import ListClinicAdmins
from careops.calls.clinics import ClinicSummary, ReadClinic
from careops.calls.doctors import ListDoctors
from careops.calls.follow_ups import ListFollowUps
from careops.calls.modules import ListSpecModules
from careops.calls.payments import ListPayments
from careops.contract import Call
from careops_server.areas.clinics.reference import CLINIC
from careops_server.core.database.connection import Connection

_FLAGS: Final = ("ipd_enabled", "surgery_enabled", "abdm_enabled")
"""Flags that count as modules, like in the console."""


@dataclass(frozen=True)
class FigureSource:
    """Figures that come from the same records."""

    call: type[Call[Any]]
    """The call that reads these records. Only principals that may make it get the figures."""
    fields: tuple[tuple[str, str], ...]
    """Fields of the summary with their SQL."""
    is_local: bool = False
    """True if the rows belong to the installation, so that a gateway has them."""


def _source(call: type[Call[Any]], fields: Mapping[str, str], *, is_local: bool = False) -> FigureSource:
    return FigureSource(call, tuple(fields.items()), is_local)


def _count(rows: str) -> str:
    return f"(select count(*) from {rows})"


_FLAGS_ON: Final = " + ".join(f"cast(c.{flag} as int)" for flag in _FLAGS)
_OF_CLINIC: Final = "from clinics c where c.id = :clinic_id"
_PAYMENTS: Final = """(
    select json_build_object(
        'total', (select coalesce(sum(d.total), 0) from payment_days d where d.clinic_id = :clinic_id),
        'recent_amount', coalesce(
            sum(p.amount) filter (where p.billing_payment_status in ('captured', 'success', 'completed')), 0),
        'recent_failed', count(*) filter (where p.billing_payment_status = 'failed'))
    from payments p where p.clinic_id = :clinic_id and p.created_at >= now() - interval '30 days'
)"""
_FOLLOW_UPS: Final = """(
    select json_build_object('open', count(*), 'next_due', min(f.due))
    from follow_ups f where f.kind = 'clinic' and f.record_id = :clinic_id and f.state = 'open'
)"""
_GROUP: Final = f"(select c.clinic_group_id {_OF_CLINIC})"
SOURCES: Final[tuple[FigureSource, ...]] = (
    _source(
        ReadClinic,
        {
            "doctors": _count("clinic_doctors d where d.clinic_id = :clinic_id"),
            "staff": _count("clinic_staff s where s.clinic_id = :clinic_id"),
            "locations": f"greatest(1, {_count(f'clinics g where g.clinic_group_id = {_GROUP}')})",
            "latest_patient_visit": (
                "(select m.latest_patient_visit from clinic_metrics m where m.clinic_id = :clinic_id)"
            ),
            "has_bank_details": "exists (select from bank_details b where b.clinic_id = :clinic_id)",
        },
    ),
    _source(
        ListSpecModules,
        {
            "modules_on": f"""(
                select {_FLAGS_ON}
                    + (select count(*) from clinic_spec_modules m where m.clinic_id = c.id) {_OF_CLINIC}
            )""",
            "modules_total": f"(select count(*) + {len(_FLAGS)} from spec_modules)",
        },
    ),
    _source(
        ListDoctors,
        {
            "doctors_unverified": _count(
                "clinic_doctors d join doctors o on o.id = d.doctor_id"
                " where d.clinic_id = :clinic_id and not o.verified"
            )
        },
    ),
    _source(
        ListClinicAdmins,
        {"admins": _count("user_accounts a where a.account_type = 'clinic_admin' and a.subject_id = :clinic_id")},
    ),
    _source(ListPayments, {"payments": _PAYMENTS}),
    _source(ListFollowUps, {"follow_ups": _FOLLOW_UPS}, is_local=True),
)


async def read_summary(
    connection: Connection, clinic_id: int, sources: Sequence[FigureSource], *, is_stored: bool
) -> ClinicSummary:
    """Return the figures of these sources; the others are null.

    ``is_stored`` is false behind a gateway, which stores no clinics. Otherwise, raises ``NotFound`` for an unknown one.
    """
    result = await connection.execute(_statement(tuple(sources), is_stored), {"clinic_id": clinic_id})
    value = result.scalar_one_or_none()
    if value is None:
        raise CLINIC.not_found()
    return ClinicSummary.model_validate(value)


@cache
def _statement(sources: tuple[FigureSource, ...], is_stored: bool) -> TextClause:
    fields = ", ".join(f"'{name}', {sql}" for source in sources for name, sql in source.fields)
    condition = "exists (select from clinics where id = :clinic_id)" if is_stored else "cast(:clinic_id as bigint) > 0"
    return text(f"select json_build_object({fields}) where {condition}")

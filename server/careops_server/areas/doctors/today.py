"""Sources of Today: doctors that wait for verification, and unanswered invitations."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from careops.calls.doctors import ListDoctors, VerifyDoctor
from careops_server.core.today import TodaySource

_NAME: Final = "concat_ws(' ', t.first_name, t.last_name)"
_RECORD: Final = "'doctor:' || t.id"
WAITING: Final = TodaySource(
    "doctors",
    "doctors t",
    verb="verify",
    priority=3,
    needs=VerifyDoctor,
    index="ix_doctors_waiting",
    at="t.created_at",
    open="not t.verified and t.status = 'joined' and t.reg_photo_url is not null",
    reason="t.reg_photo_url",
    record=_RECORD,
    fields={"title": _NAME, "detail": "t.reg_nbr"},
    touched_by=frozenset({"doctors", "clinic_doctors", "clinics"}),
)
INVITED: Final = TodaySource(
    "invitations",
    "doctors t",
    verb="handle",
    needs=ListDoctors,
    index="ix_doctors_invited",
    at="t.created_at",
    open="t.status = 'invited'",
    reason="cast(t.created_at as text)",
    due_after=timedelta(days=7),
    record=_RECORD,
    fields={"title": _NAME, "detail": "t.phone_number"},
    touched_by=frozenset({"doctors", "clinic_doctors"}),
)

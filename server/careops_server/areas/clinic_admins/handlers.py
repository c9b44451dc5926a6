"""Handlers of clinic admins."""

from __future__ import annotations

from careops.calls.clinic_admins import NO_ADMIN, CreateClinicAdmin, DeleteClinicAdmin
from careops.calls.clinics import PHONE_TAKEN
from careops.contract import Created, Empty
from careops.errors import Conflict, NotFound
from careops_server.areas.clinic_admins import queries
from careops_server.areas.clinics.reference import CLINIC
from careops_server.core.auth import queries as sessions
from careops_server.core.context import Context

list_clinic_admins = queries.CLINIC_ADMINS.handle


async def create_clinic_admin(call: CreateClinicAdmin, context: Context, password_hash: str) -> Created:
    """Create the admin with a password for the first sign-in only. A phone number belongs to one user."""
    await CLINIC.lock(context.connection, call.clinic_id)
    values = call.model_dump(include={"name", "email", "country_code", "phone_number", "timezone"})
    created = await queries.create_clinic_admin(
        context.connection, call.clinic_id, {**values, "password_hash": password_hash}
    )
    if created is None:
        raise Conflict(PHONE_TAKEN, source="phone_number")
    admin_id, user_id = created
    await _sign_out(context, user_id, "new password from staff")
    context.changed("clinic_admin", admin_id, clinic_id=call.clinic_id, after={**values, "user_id": user_id})
    return Created(id=admin_id)


async def delete_clinic_admin(call: DeleteClinicAdmin, context: Context) -> Empty:
    """Delete the account in the given clinic, and end the user's sessions. The user remains."""
    was = await queries.delete_clinic_admin(context.connection, call.clinic_id, call.admin_id)
    if was is None:
        raise NotFound(NO_ADMIN, source="admin_id")
    await _sign_out(context, was["user_id"], "no longer a clinic admin")
    context.changed("clinic_admin", call.admin_id, clinic_id=call.clinic_id, before=was)
    return Empty()


async def _sign_out(context: Context, user_id: int, reason: str) -> None:
    for session_id in await sessions.end_sessions_of(context.connection, [user_id], reason):
        context.services.sessions.invalidate(session_id)

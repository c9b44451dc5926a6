"""Additions that the gateway can build from the platform's documented calls."""

from __future__ import annotations

from datetime import UTC, datetime

from careops.calls.campaigns import NO_CAMPAIGN, AdCampaign, ListAdCampaigns, ReadAdCampaign
from careops.calls.clinic_doctors import ReadClinicDoctor
from careops.calls.doctors import Dossier, ReadDoctor, ReadDoctorDetail, ReadDossier, is_odd_number
from careops.calls.schedules import DoctorSchedule, ListDoctorSchedules
from careops.constants import MAX_PAGE_SIZE
from careops.errors import NotFound
from careops_server.areas.schedules.warnings import with_doubts
from careops_server.core.context import Context
from careops_server.core.pipeline.forward import call_upstream, with_fallback


@with_fallback
async def read_ad_campaign(call: ReadAdCampaign, context: Context) -> AdCampaign:
    """Find a campaign in the platform's list, page by page, because no documented call reads one (B-112). Raises
    ``NotFound``.
    """
    page, pages = 1, 1
    while page <= pages:
        campaigns = await call_upstream(ListAdCampaigns(page=page, perpage=MAX_PAGE_SIZE), context)
        for campaign in campaigns.items:
            if campaign.id == call.campaign_id:
                return campaign
        page, pages = page + 1, -(-campaigns.total_records // MAX_PAGE_SIZE)
    raise NotFound(NO_CAMPAIGN, source="campaign_id")


@with_fallback
async def list_doctor_schedules(call: ListDoctorSchedules, context: Context) -> list[DoctorSchedule]:
    """Read the hours at each of the doctor's clinics for which the platform returns the required id (B-98). Raises
    ``NotFound``.
    """
    doctor, at = await call_upstream(ReadDoctorDetail(id=call.doctor_id), context), datetime.now(UTC)
    schedules: list[DoctorSchedule] = []
    for clinic in doctor.clinics:
        if clinic.clinic_doctor_id is None:
            continue
        where = {"clinic_id": clinic.id, "clinic_doctor_id": clinic.clinic_doctor_id}
        member = await call_upstream(ReadClinicDoctor(**where), context)
        every = [*member.schedules, *member.discount_schedule]
        clinic_values = {**where, "clinic_name": clinic.name}
        schedules += [DoctorSchedule.model_validate({**each.model_dump(), **clinic_values}) for each in every]
    schedules.sort(key=lambda each: (each.clinic_name, each.clinic_id, each.local(at).start_time, each.id))
    return with_doubts(schedules, at)


@with_fallback
async def read_dossier(call: ReadDossier, context: Context) -> Dossier:
    """Return the part of the dossier that the profile contains. No documented call finds other doctors by number.
    Raises ``NotFound``.
    """
    return Dossier(odd_number=is_odd_number((await call_upstream(ReadDoctor(id=call.id), context)).reg_nbr))

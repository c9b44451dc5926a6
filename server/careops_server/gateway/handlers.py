"""Answering calls by asking the platform behind us."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from careops.calls import area_of
from careops.calls.broadcasts import SendRelogin, SendWebUpgrade, Sent
from careops.calls.campaigns import NO_CAMPAIGN, AdCampaign, ListAdCampaigns, ReadAdCampaign
from careops.calls.catalogue import CatalogueEntry, SearchCatalogue
from careops.calls.clinic_doctors import ReadClinicDoctor
from careops.calls.doctors import Dossier, ReadDoctor, ReadDoctorDetail, ReadDossier, is_odd_number
from careops.calls.schedules import DoctorSchedule, ListDoctorSchedules
from careops.calls.session import (
    ReadSession,
    RefreshSession,
    Renewed,
    Session,
    SignedIn,
    SignIn,
    SignOut,
    stored_account_type,
)
from careops.constants import MAX_PAGE_SIZE
from careops.contract import Binding, Call, Done
from careops.errors import CareOpsError, NotFound, Refused, Unauthorized, Unavailable
from careops_server.asking import Actor
from careops_server.broadcasts.telling import tell
from careops_server.catalogue.handlers import ask_search_service, refuse_flood
from careops_server.context import Context
from careops_server.database.connections import Connection
from careops_server.drafts import queries as drafts
from careops_server.gateway import queries
from careops_server.observe import metrics
from careops_server.schedules.doubts import with_doubts
from careops_server.session.browsers import refuse_elsewhere
from careops_server.session.handlers import NO_ENTRY, bind_to_browser
from careops_server.session.throttle import Attempt
from careops_server.session.tokens import fingerprint

AnswerT = TypeVar("AnswerT")
UNREACHABLE = "The platform cannot be reached. Please try again in a moment."


async def forward(call: Call[AnswerT], context: Context) -> AnswerT:
    """Ask the platform with the caller's own token; its refusals pass through unchanged."""
    route, against = call.route, call.route.against
    # A record that is not named in the path is the one whose version the change may be made against.
    named = route.path_fields or (against.route.path_fields if against else frozenset())
    fields = [str(getattr(call, name)) for name in sorted(named)]
    context.changed(area_of(type(call)), "/".join(fields), after=_said(call))
    return await ask(call, context)


async def ask(call: Call[AnswerT], context: Context) -> AnswerT:
    """The platform's answer. One that does not come, or cannot be understood, is a 503."""
    upstream = context.services.upstream
    if upstream is None:
        raise LookupError("no platform is configured")
    try:
        platform = upstream.acting_as(context.token)
        return await platform.send(call, idempotency_key=context.idempotency_key, if_match=context.if_match)
    except Refused:
        raise
    except CareOpsError as error:
        raise Unavailable(UNREACHABLE, retry_after=2) from error


async def check_sign_in(call: SignIn, context: Context) -> tuple[SignedIn, Attempt]:
    """Ask the platform, behind our own brake on guessing; nobody without an account for the console comes in."""
    attempt = await context.services.throttle.admit(call.phone_number, context.origin.ip_address)
    try:
        signed_in = await ask(call, context)
        if stored_account_type({account.account_type for account in signed_in.user.user_accounts}) is None:
            raise Unauthorized(NO_ENTRY, source="username_or_password")
    except Refused as refusal:
        told = refusal.status in (401, 403, 422)
        if told:
            metrics.sign_in_failures.labels("platform").inc()
        await context.apart(attempt.fail if told else attempt.withdraw)
        raise
    return signed_in, attempt


async def sign_in(call: SignIn, context: Context, admitted: tuple[SignedIn, Attempt]) -> SignedIn:
    """Remember whose tokens these are."""
    signed_in, attempt = admitted
    account_type = stored_account_type({account.account_type for account in signed_in.user.user_accounts})
    if account_type is None:
        raise Unauthorized(NO_ENTRY, source="username_or_password")
    await attempt.succeed(context.connection)
    person = signed_in.user.model_dump(mode="json")
    session_id = await queries.start_session(
        context.connection,
        person,
        account_type,
        ip_address=context.origin.ip_address,
        user_agent=context.origin.user_agent,
        browser_hash=bind_to_browser(context),
    )
    await _keep(context, session_id, signed_in)
    context.change.actor = Actor(signed_in.user, account_type, session_id)
    context.changed("session", session_id)
    return signed_in


async def refresh_session(call: RefreshSession, context: Context) -> Renewed:
    """Forward; the new pair belongs to the session of the old refresh token."""
    found = await queries.session_of(context.connection, refresh_fingerprint(call.refresh_token))
    if found is None:
        raise Unauthorized(source="refresh_token")
    refuse_elsewhere(found.browser_hash, context.origin, source="refresh_token")
    renewed = await ask(call, context)
    await _keep(context, found.id, renewed)
    await queries.touch(context.connection, found.id)
    context.changed("session", found.id)
    return renewed


async def sign_out(call: SignOut, context: Context) -> Done:
    """Believe the session's tokens no longer. The platform documents no call to end it there."""
    await queries.end(context.connection, context.actor.session_id)
    await drafts.forget_session(context.connection, context.actor.session_id)
    context.services.sessions.forget(context.actor.session_id)
    context.changed("session", context.actor.session_id)
    return Done()


async def read_session(call: ReadSession, context: Context) -> Session:
    """The session as it came through us."""
    found = await queries.session_of(context.connection, fingerprint(context.token))
    if found is None:
        raise Unauthorized
    lifetime = timedelta(hours=context.services.settings.session_hours)
    return Session(
        user=context.actor.user,
        account_type=context.actor.staff_type,
        started_at=found.started_at.astimezone(UTC),
        ends_at=(found.started_at + lifetime).astimezone(UTC),
    )


async def search_catalogue(call: SearchCatalogue, context: Context) -> list[CatalogueEntry]:
    """Forward, behind our own brake: the platform sees every search come from us.

    A search service of its own, where one is configured, is asked instead.
    """
    hosted = await ask_search_service(call, context)
    if hosted is not None:
        return hosted

    async def count(connection: Connection) -> None:
        await refuse_flood(connection, context)

    await context.services.database.change(count)
    return await ask(call, context)


async def find_ad_campaign(call: ReadAdCampaign, context: Context) -> AdCampaign:
    """Sought in the platform's list, page by page: no documented call reads one (B-112). Raises ``NotFound``."""
    page, pages = 1, 1
    while page <= pages:
        found = await ask(ListAdCampaigns(page=page, perpage=MAX_PAGE_SIZE), context)
        for campaign in found.items:
            if campaign.id == call.campaign_id:
                return campaign
        page, pages = page + 1, -(-found.total_records // MAX_PAGE_SIZE)
    raise NotFound(NO_CAMPAIGN, source="campaign_id")


async def read_ad_campaign(call: ReadAdCampaign, context: Context, found: AdCampaign) -> AdCampaign:
    """What was found."""
    return found


async def find_doctor_schedules(call: ListDoctorSchedules, context: Context) -> list[DoctorSchedule]:
    """Read at each of the doctor's clinics that the platform tells us the way to (B-98). Raises ``NotFound``."""
    doctor, at = await ask(ReadDoctorDetail(id=call.doctor_id), context), datetime.now(UTC)
    found: list[DoctorSchedule] = []
    for clinic in doctor.clinics:
        if clinic.clinic_doctor_id is None:
            continue
        where = {"clinic_id": clinic.id, "clinic_doctor_id": clinic.clinic_doctor_id}
        here = await ask(ReadClinicDoctor(**where), context)
        every = [*here.schedules, *here.discount_schedule]
        told = {**where, "clinic_name": clinic.name}
        found += [DoctorSchedule.model_validate({**each.model_dump(), **told}) for each in every]
    found.sort(key=lambda each: (each.clinic_name, each.clinic_id, each.local(at).start_time, each.id))
    return with_doubts(found, at)


async def list_doctor_schedules(
    call: ListDoctorSchedules, context: Context, found: list[DoctorSchedule]
) -> list[DoctorSchedule]:
    """What was found."""
    return found


async def find_dossier(call: ReadDossier, context: Context) -> Dossier:
    """What the profile alone tells: no documented call tells who else has a number. Raises ``NotFound``."""
    return Dossier(odd_number=is_odd_number((await ask(ReadDoctor(id=call.id), context)).reg_nbr))


async def read_dossier(call: ReadDossier, context: Context, found: Dossier) -> Dossier:
    """What was found."""
    return found


async def send_web_upgrade(call: SendWebUpgrade, context: Context) -> Sent:
    """The platform tells the devices; who listens here, every open console among them, is told here."""
    return _told(await forward(call, context), call.app_type, context)


async def send_relogin(call: SendRelogin, context: Context) -> Sent:
    """The same."""
    return _told(await forward(call, context), None, context)


def _told(sent: Sent, app_type: str | None, context: Context) -> Sent:
    if sent.proposal_id is None:  # else it has not gone out yet
        tell(context, app_type, sent.broadcast_id)
    return sent


def gateway_routes(routes: tuple[Binding[Context], ...]) -> tuple[Binding[Context], ...]:
    """The same table, answered by the platform behind us; only what is our own addition stays here."""
    own: dict[type[Call[Any]], Binding[Context]] = {
        SignIn: SignIn.answered_by(sign_in, prepared_by=check_sign_in),
        RefreshSession: RefreshSession.answered_by(refresh_session),
        SignOut: SignOut.answered_by(sign_out),
        ReadSession: ReadSession.answered_by(read_session),
        SearchCatalogue: SearchCatalogue.answered_by(search_catalogue),
        ReadAdCampaign: ReadAdCampaign.answered_by(read_ad_campaign, prepared_by=find_ad_campaign),
        ReadDossier: ReadDossier.answered_by(read_dossier, prepared_by=find_dossier),
        ListDoctorSchedules: ListDoctorSchedules.answered_by(list_doctor_schedules, prepared_by=find_doctor_schedules),
        SendWebUpgrade: SendWebUpgrade.answered_by(send_web_upgrade),
        SendRelogin: SendRelogin.answered_by(send_relogin),
    }

    def behind(binding: Binding[Context]) -> Binding[Context]:
        route = binding.call.route
        return Binding(binding.call, forward) if route.forwarded or not route.is_own else binding

    return tuple(own.get(binding.call) or behind(binding) for binding in routes)


async def _keep(context: Context, session_id: Any, tokens: SignedIn | Renewed) -> None:
    hashes = (fingerprint(tokens.auth_token), refresh_fingerprint(tokens.refresh_token))
    await queries.keep_tokens(context.connection, session_id, *hashes)


def refresh_fingerprint(token: str) -> bytes:
    """What is kept of a refresh token; another form than an access token's, so that neither passes for the other."""
    return fingerprint(f"refresh {token}")


def _said(call: Call[Any]) -> dict[str, Any]:
    """What the call asked to change; what was there before only the platform knows."""
    secret = {name for name, field in type(call).model_fields.items() if not field.repr}
    return {n: v for n, v in call.parameters.items() if n not in secret and n not in call.route.path_fields}

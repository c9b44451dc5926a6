"""Handlers of gateway mode, which call the platform."""

from __future__ import annotations

from datetime import UTC, timedelta
from typing import Any

from careops.calls import session as calls
from careops.calls.broadcasts import SendRelogin, SendWebUpgrade
from careops.calls.campaigns import ReadAdCampaign
from careops.calls.catalogue import CatalogueEntry, SearchCatalogue
from careops.calls.doctors import ReadDossier
from careops.calls.exports import ExportList
from careops.calls.schedules import ListDoctorSchedules
from careops.contract import Binding, Call, Empty
from careops.errors import ApiError, Unauthorized
from careops_server.areas.catalogue.handlers import check_search_rate, query_search_service
from careops_server.areas.drafts import queries as drafts
from careops_server.areas.exports.handlers import Exports
from careops_server.areas.presence.events import end_presence_of_session
from careops_server.areas.session.handlers import NO_ENTRY, bind_to_browser, session_of_key
from careops_server.core.auth.login_throttle import Attempt
from careops_server.core.auth.session_binding import check_same_browser
from careops_server.core.auth.tokens import fingerprint
from careops_server.core.context import Context
from careops_server.core.observability import metrics
from careops_server.core.pipeline.forward import call_upstream, forward
from careops_server.core.principal import Actor
from careops_server.core.upstream import queries
from careops_server.gateway.broadcasts import send_relogin, send_web_upgrade
from careops_server.gateway.fallbacks import list_doctor_schedules, read_ad_campaign, read_dossier


async def check_sign_in(call: calls.SignIn, context: Context) -> tuple[calls.SignedIn, Attempt]:
    """Sign in on the platform, after the gateway's login throttling. Only accounts for the console are admitted."""
    attempt = await context.services.throttle.admit(call.phone_number, context.origin.ip_address)
    try:
        signed_in = await call_upstream(call, context)
        if calls.stored_account_type({account.account_type for account in signed_in.user.user_accounts}) is None:
            raise Unauthorized(NO_ENTRY, source="username_or_password")
    except ApiError as refusal:
        is_refused = refusal.status in (401, 403, 422)
        if is_refused:
            metrics.sign_in_failures.labels("platform").inc()
        await context.in_new_transaction(attempt.fail if is_refused else attempt.cancel)
        raise
    return signed_in, attempt


async def sign_in(call: calls.SignIn, context: Context, admitted: tuple[calls.SignedIn, Attempt]) -> calls.SignedIn:
    """Store the session and the hashes of its tokens."""
    signed_in, attempt = admitted
    account_type = calls.stored_account_type({account.account_type for account in signed_in.user.user_accounts})
    if account_type is None:
        raise Unauthorized(NO_ENTRY, source="username_or_password")
    await attempt.succeed(context.connection)
    person = signed_in.user.model_dump(mode="json")
    browser_hash = bind_to_browser(context)
    session_id = await queries.start_session(context.connection, person, account_type, context.origin, browser_hash)
    await _save_session(context, session_id, signed_in)
    context.change.actor = Actor(signed_in.user, account_type, session_id)
    context.changed("session", session_id)
    return signed_in


async def refresh_session(call: calls.RefreshSession, context: Context) -> calls.Renewed:
    """Forward the refresh. The new tokens belong to the session of the old refresh token."""
    session = await queries.session_of(context.connection, refresh_fingerprint(call.refresh_token))
    if session is None:
        raise Unauthorized(source="refresh_token")
    check_same_browser(session.browser_hash, context.origin, source="refresh_token")
    renewed = await call_upstream(call, context)
    await _save_session(context, session.id, renewed)
    await queries.touch(context.connection, session.id)
    context.changed("session", session.id)
    return renewed


async def sign_out(call: calls.SignOut, context: Context) -> Empty:
    """End the session on the gateway. The platform documents no call to end it there."""
    await queries.end_session(context.connection, context.actor.session_id)
    await drafts.forget_session(context.connection, context.actor.session_id)
    await end_presence_of_session(context)
    context.services.sessions.invalidate(context.actor.session_id)
    context.changed("session", context.actor.session_id)
    return Empty()


async def read_session(call: calls.ReadSession, context: Context) -> calls.Session:
    """Return the session as stored at sign-in, or the API key."""
    if context.actor.api_client is not None:
        return await session_of_key(context, context.actor.api_client.key_id)
    session = await queries.session_of(context.connection, fingerprint(context.token))
    if session is None:
        raise Unauthorized
    lifetime = timedelta(hours=context.services.settings.session_hours)
    return calls.Session(
        user=context.actor.user,
        account_type=context.actor.staff_type,
        started_at=session.started_at.astimezone(UTC),
        ends_at=(session.started_at + lifetime).astimezone(UTC),
    )


async def search_catalogue(call: SearchCatalogue, context: Context) -> list[CatalogueEntry]:
    """Forward a search, after the gateway's rate limit, because the platform sees all searches from one address.

    A configured search service replaces the platform.
    """
    hosted = await query_search_service(call, context)
    if hosted is not None:
        return hosted
    await context.services.database.change(lambda connection: check_search_rate(connection, context))
    return await call_upstream(call, context)


def gateway_routes(routes: tuple[Binding[Context], ...]) -> tuple[Binding[Context], ...]:
    """Return the routes of gateway mode: documented calls are forwarded, and additions are answered here."""
    own: dict[type[Call[Any]], Binding[Context]] = {
        calls.SignIn: calls.SignIn.handled_by(sign_in, prepared_by=check_sign_in),
        calls.RefreshSession: calls.RefreshSession.handled_by(refresh_session),
        calls.SignOut: calls.SignOut.handled_by(sign_out),
        calls.ReadSession: calls.ReadSession.handled_by(read_session),
        SearchCatalogue: SearchCatalogue.handled_by(search_catalogue),
        ReadAdCampaign: ReadAdCampaign.handled_by(read_ad_campaign),
        ReadDossier: ReadDossier.handled_by(read_dossier),
        ListDoctorSchedules: ListDoctorSchedules.handled_by(list_doctor_schedules),
        SendWebUpgrade: SendWebUpgrade.handled_by(send_web_upgrade),
        SendRelogin: SendRelogin.handled_by(send_relogin),
    }

    def behind(binding: Binding[Context]) -> Binding[Context]:
        return Binding(binding.call, forward) if binding.call.route.is_forwarded else binding

    bindings = [own.get(binding.call) or behind(binding) for binding in routes]
    exports = Exports(bindings)
    own[ExportList] = ExportList.handled_by(exports.export, prepared_by=exports.read)
    return tuple(own.get(binding.call) or binding for binding in bindings)


async def _save_session(context: Context, session_id: Any, tokens: calls.SignedIn | calls.Renewed) -> None:
    hashes = (fingerprint(tokens.auth_token), refresh_fingerprint(tokens.refresh_token))
    await queries.save_tokens(context.connection, session_id, *hashes)


def refresh_fingerprint(token: str) -> bytes:
    """Return the hash of a refresh token for storage. It differs from an access token's, so that neither is accepted as
    the other.
    """
    return fingerprint(f"refresh {token}")

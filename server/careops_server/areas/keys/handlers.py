"""Handlers that create, rotate and revoke API keys."""

from __future__ import annotations

from careops.calls import keys as calls
from careops.contract import Empty, Page, RawJson
from careops.errors import Conflict, NotFound
from careops_server.areas.keys import queries
from careops_server.core.auth import api_key_tokens
from careops_server.core.context import Context

list_keys = queries.KEYS.handle


async def list_key_requests(call: calls.ListKeyRequests, context: Context) -> RawJson[Page[calls.KeyRequest]]:
    """Return one page of the request log. An API key sees its own requests."""
    return await queries.REQUESTS.page(
        context.connection, call.model_copy(update={"key_id": _readable_key(call.key_id, context)})
    )


async def read_key_log_summary(call: calls.ReadKeyLogSummary, context: Context) -> calls.KeyLogSummary:
    """Return the request log in figures. For an API key they are about its requests only."""
    return await queries.read_log_summary(
        context.connection, _readable_key(call.key_id, context), call.since, call.until
    )


def _readable_key(key_id: int | None, context: Context) -> int | None:
    program = context.actor.api_client
    return key_id if program is None else program.key_id


async def create_key(call: calls.CreateKey, context: Context) -> calls.NewKey:
    """Create an API key and store its hash."""
    token = api_key_tokens.new_key()
    values = call.model_dump()
    hidden = {"token_hash": api_key_tokens.fingerprint(token), "ends_with": api_key_tokens.suffix(token)}
    by = {"created_by": context.actor.user.name, "created_by_id": context.actor.user.id}
    key_id = await queries.create_key(context.connection, {**values, **hidden, **by})
    if key_id is None:
        raise Conflict(calls.NAME_TAKEN, source="name")
    context.changed("key", key_id, after=values)
    return calls.NewKey(id=key_id, token=token)


async def rotate_key(call: calls.RotateKey, context: Context) -> calls.NewKey:
    """Replace an active API key by a new one."""
    key = await queries.lock_key(context.connection, call.key_id)
    if key is None:
        raise NotFound(calls.NO_KEY, source="key_id")
    context.change.description = key["name"]
    if not key["works"]:
        raise Conflict(calls.OVER, source="key_id")
    token = api_key_tokens.new_key()
    await queries.rotate_key(
        context.connection,
        call.key_id,
        token_hash=api_key_tokens.fingerprint(token),
        ends_with=api_key_tokens.suffix(token),
        overlap_hours=call.overlap_hours,
        by_id=context.actor.user.id,
    )
    context.services.keys.clear_cache()
    context.changed("key", call.key_id)
    return calls.NewKey(id=call.key_id, token=token)


async def revoke_key(call: calls.RevokeKey, context: Context) -> Empty:
    """Revoke an API key."""
    key = await queries.lock_key(context.connection, call.key_id)
    if key is None:
        raise NotFound(calls.NO_KEY, source="key_id")
    context.change.description = key["name"]
    if not key["revoked"]:
        await queries.revoke_key(context.connection, call.key_id)
    context.services.keys.clear_cache()
    context.changed("key", call.key_id, before={"revoked": key["revoked"]}, after={"revoked": True})
    return Empty()

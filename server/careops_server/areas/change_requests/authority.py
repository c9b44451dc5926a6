"""Calls that a principal may make, and whether the author of a request may still make them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from careops.calls.session import stored_account_type
from careops.scopes import allows
from careops_server.areas.change_requests import queries
from careops_server.areas.change_requests.preview import Bindings
from careops_server.core.context import Context
from careops_server.core.database.connection import Connection
from careops_server.core.principal import Actor


def allowed_calls(bindings: Bindings, actor: Actor) -> list[str]:
    """Return the calls that the principal may make. Requests with other calls do not exist for it."""
    return [name for name, binding in bindings.items() if actor.may_call(binding.call)]


async def lock_visible(bindings: Bindings, id: int, context: Context) -> queries.LockedRequest:
    """Lock a request. Raises ``NotFound`` if the principal may not make its calls."""
    request = await queries.lock_request(context.connection, id, allowed_calls(bindings, context.actor))
    if request is None:
        raise queries.REQUEST.not_found()
    return request


async def may_make(connection: Connection, bindings: Bindings, user_id: int, calls: Iterable[str]) -> bool:
    """Return whether a user is active and may make the calls now."""
    return _has_access(bindings, calls, await queries.account_types_of(connection, user_id))


def _has_access(
    bindings: Bindings, calls: Iterable[str], account_types: Iterable[str] = (), *, scopes: Iterable[str] | None = None
) -> bool:
    """Return whether a user with these account types, or a key with these scopes, may make the calls."""
    kinds = [bindings[name].call for name in calls]
    if scopes is not None:
        return all(allows(frozenset(scopes), kind) for kind in kinds)
    account_type = stored_account_type(set(account_types))
    return account_type is not None and all(account_type in (kind.route.access or ()) for kind in kinds)


async def list_without_access(connection: Connection, bindings: Bindings, ids: Sequence[int]) -> list[int]:
    """Return the ids of requests whose author, or for an API key someone behind it, is not active, or may not make the
    changes any more.
    """
    return [
        id
        for row in await queries.list_by_author(connection, ids)
        if row["has_inactive_writer"]
        or not _has_access(bindings, row["calls"], row["account_types"], scopes=row["scopes"])
        for id in row["ids"]
    ]

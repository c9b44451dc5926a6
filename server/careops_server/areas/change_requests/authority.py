"""Conditions of applying a request. They are checked when it is started, and again in the transaction of each part."""

from __future__ import annotations

from collections.abc import Iterable

from careops.calls.change_requests import AUTHOR_LOST_ACCESS, OBJECTED
from careops.calls.session import stored_account_type
from careops.contract.scopes import allows
from careops.errors import Conflict, Problem
from careops_server.areas.change_requests import queries
from careops_server.areas.change_requests.preview import Bindings
from careops_server.core.database.connection import Connection
from careops_server.core.principal import Actor


def allowed_calls(bindings: Bindings, actor: Actor) -> list[str]:
    """Return the calls that the principal may make. Requests with other calls do not exist for it."""
    return [name for name, binding in bindings.items() if actor.may_call(binding.call)]


async def may_make(connection: Connection, bindings: Bindings, author_id: int, calls: Iterable[str]) -> bool:
    """Return whether an account is active and may make the calls now. Negative ids are API keys."""
    kinds = [bindings[name].call for name in calls]
    if author_id < 0:
        scopes = await queries.scopes_of_key(connection, -author_id)
        return scopes is not None and all(allows(scopes, kind) for kind in kinds)
    account_type = stored_account_type(set(await queries.account_types_of(connection, author_id)))
    return account_type is not None and all(account_type in (kind.route.access or ()) for kind in kinds)


async def check_applicable(connection: Connection, bindings: Bindings, request: queries.LockedRequest) -> None:
    """Raise ``Conflict`` if a reviewer objects, or if the author may not make the changes any more."""
    objections = await queries.list_objections(connection, request.id, request.revision)
    if objections:
        raise Conflict(*(Problem(OBJECTED, "request_id", f"{name}: {reason}") for name, reason in objections))
    if not await may_make(connection, bindings, request.author_id, request.calls):
        raise Conflict(Problem(AUTHOR_LOST_ACCESS, "request_id", request.author_name))

"""Route of a call: its transport and access, declared in the call's class."""

from __future__ import annotations

import string
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property, partial
from typing import Any, Final, Literal

from careops.constants import ACCOUNT_TYPES, BODY_LIMIT, BODY_VALUES, AccountType
from careops.contract.envelopes import DONE, Envelope

Method = Literal["GET", "POST", "PUT", "DELETE"]
Access = frozenset[AccountType] | None

ANYONE: Access = None
"""No token is required (sign-in, refresh, the catalogue search)."""
STAFF: Access = frozenset(ACCOUNT_TYPES)
BILLING: Access = frozenset({"super_admin", "billing_admin"})
SUPER: Access = frozenset({"super_admin"})
APPS: Access = frozenset()
"""No account of a person: only API clients with a key (see ``careops.scopes``)."""
ACCESS_NAMES: Mapping[Access, str] = {
    ANYONE: "anyone",
    STAFF: "staff",
    BILLING: "billing",
    SUPER: "super",
    APPS: "apps",
}


USUAL_SECONDS: Final = 60.0
"""Time limit of the server for a request, unless its route sets another."""


@dataclass(frozen=True)
class ListedBy:
    """List with the records of a call, so that a change request can select them with its filters."""

    list_name: str
    """Name of the list's call. Its rows have an ``id``."""
    parameter: str
    """Parameter that takes the id of a row; one that takes several ids has a list with one."""


@dataclass(frozen=True)
class Route:
    """Transport and access of a call. ``access`` has no default, so a call without it fails at type check and
    import."""

    path: str
    _: KW_ONLY
    method: Method
    access: Access
    answer: Envelope = DONE
    body_in: str | None = None
    """Key under which the whole body is nested."""
    multipart: bool = False
    """The body is a form with files: each ``Upload`` of the call is a file, other fields are texts."""
    body_limit: int = BODY_LIMIT
    """Maximum size of the whole body in bytes. The time limit for receiving it depends on this."""
    body_values: int = BODY_VALUES
    """Maximum number of values in a JSON body, including keys."""
    also_in_body: Mapping[str, str] = field(default_factory=dict)
    """Path fields that the documented body repeats, by their name there; a different value is refused."""
    forwarded: bool = False
    """For an addition of careops: its data is on the platform, so that a gateway forwards the call.

    A platform other than careops does not know the call, which raises ``NotSupported``. A gateway answers all other
    additions itself.
    """
    safe: bool = False
    """Changes nothing, so it may be retried although it is not a GET."""
    changes: bool = False
    """Changes something although it is a GET: audited, and never prefetched or retried."""
    event: str | None = None
    """Key of the audit event; by default the call's name."""
    clinic: str = "clinic_id"
    """Parameter with the id of a clinic, if there is one: a refusal is recorded in that clinic's audit trail."""
    may_refuse: tuple[int, ...] = ()
    """Additional statuses, beyond those that follow from method, path and access: a wrong password, an unknown
    clinic."""
    versioned: tuple[str, ...] = ()
    """For a read of one record: the parts of the answer that its version covers, such as ``location.city``."""
    against: type[Any] | None = None
    """For a change: the read ``Call`` whose version it accepts. The change has a field for each path field of that
    read."""
    listed_by: ListedBy | None = None
    """For a change of one record: the list that contains the record."""
    step_up: bool = False
    """Requires the caller's password within five minutes; else 403 with source ``step_up_required`` (SEC-21)."""
    step_up_export: bool = False
    """For a list: exporting it requires the caller's password, like ``step_up`` (SEC-21)."""
    allowed_with_temporary_password: bool = False
    """Allowed before a one-time password is changed; otherwise 403 with source ``must_change_password`` (SEC-07)."""
    personal: str | None = None
    """Reason why only a person may call it, not an API key: it stores, counts or decides something in their name."""
    any_key: bool = False
    """Every API key may call it, regardless of its scopes, because it is about the key itself."""
    per_item_field: str | None = None
    """Field whose items are accepted or refused one by one, including items with characters that cannot be stored."""
    work_seconds: float = USUAL_SECONDS
    """Time limit of the server after it has received the request. A client waits at least as long for the answer."""
    large: bool = False
    """Processes thousands of rows in one call, so that the database gets more time for it."""
    items_have_keys: bool = False
    """Its parts have their own idempotency keys; the request's key is ignored."""
    same_effect: str | None = None
    """Effect that other calls have, too. An approval policy for one of them covers and counts them all."""
    effect_when: tuple[str, tuple[Any, ...]] | None = None
    """Field and values with which the call has that effect; by default always."""
    bulk: bool = False
    """Only bulk runs send it, so it does not slow down batches as the requests of people do."""

    @cached_property
    def path_fields(self) -> frozenset[str]:
        return frozenset(name for _, name, _, _ in string.Formatter().parse(self.path) if name)

    @cached_property
    def is_own(self) -> bool:
        """Addition of careops, which other platforms do not know (S-6)."""
        return self.path.startswith("/careops/")

    @cached_property
    def is_forwarded(self) -> bool:
        """A gateway forwards it to the platform, with the caller's token."""
        return self.forwarded or not self.is_own

    @cached_property
    def has_body(self) -> bool:
        return self.method in ("POST", "PUT")

    @cached_property
    def mutates(self) -> bool:
        return (self.method != "GET" or self.changes) and not self.safe

    def __post_init__(self) -> None:
        if not self.has_body and (self.body_in or self.multipart or self.also_in_body or self.per_item_field):
            raise TypeError(f"{self.method} {self.path} has no body to put anything in")
        if self.forwarded and not self.is_own:
            raise TypeError(f"{self.method} {self.path} is the platform's anyway")
        if self.changes and self.method != "GET":
            raise TypeError(f"{self.method} {self.path} changes something anyway")


Get = partial(Route, method="GET")
"""Reads data; changes nothing unless ``changes`` is set."""
Post = partial(Route, method="POST")
"""Creates something, or reads with a body."""
Put = partial(Route, method="PUT")
"""Changes existing data."""
Delete = partial(Route, method="DELETE")
"""Deletes something."""

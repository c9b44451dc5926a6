"""How a call travels and who may make it: one line beside each call of the contract."""

from __future__ import annotations

import string
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property, partial
from typing import Any, Final, Literal

from careops.constants import ACCOUNT_TYPES, BODY_LIMIT, AccountType
from careops.shapes import DONE, Shape

Method = Literal["GET", "POST", "PUT", "DELETE"]
Access = frozenset[AccountType] | None

ANYONE: Access = None
"""No token is asked for (sign-in, refresh, the catalogue search)."""
STAFF: Access = frozenset(ACCOUNT_TYPES)
BILLING: Access = frozenset({"super_admin", "billing_admin"})
SUPER: Access = frozenset({"super_admin"})
APPS: Access = frozenset()
"""No account of a person: what a program sends with a key (see ``careops.scopes``)."""
ACCESS_NAMES: Mapping[Access, str] = {
    ANYONE: "anyone",
    STAFF: "staff",
    BILLING: "billing",
    SUPER: "super",
    APPS: "apps",
}


USUAL_SECONDS: Final = 60.0
"""How long the server works on a request, unless its route says otherwise."""


@dataclass(frozen=True)
class Route:
    """How a call travels. ``access`` has no default: a call that forgets it neither type-checks nor runs."""

    path: str
    _: KW_ONLY
    method: Method
    access: Access
    answer: Shape = DONE
    body_in: str | None = None
    """The key under which the whole body is nested."""
    multipart: bool = False
    """The body is a form with files: each ``Upload`` of the call is one, every other field a text."""
    body_limit: int = BODY_LIMIT
    """Bytes of the whole body. How long it may take to arrive follows from it."""
    also_in_body: Mapping[str, str] = field(default_factory=dict)
    """Path fields that the documented body repeats, and what it calls them; a differing value is refused."""
    forwarded: bool = False
    """Of an addition of ours: what it is about lies on the platform, so that a gateway asks there.

    A platform that is not careops answers that it knows no such call, which is ``NotOffered`` to the caller. What else
    is ours, a gateway answers itself.
    """
    safe: bool = False
    """Changes nothing, so it may be sent again although it is not a GET."""
    changes: bool = False
    """Changes something although it is a GET: audited, and never sent unasked or a second time."""
    event: str | None = None
    """The audit event's key; the call's name when not given."""
    clinic: str = "clinic_id"
    """The parameter that names a clinic, where there is one: a refusal stands in that clinic's trail."""
    may_refuse: tuple[int, ...] = ()
    """Statuses beside those that method, path and access bring along: a wrong password, a clinic nobody knows."""
    versioned: tuple[str, ...] = ()
    """Of a read of one record: the parts of the answer that its version stands for, such as ``location.city``."""
    against: type[Any] | None = None
    """Of a change: the ``Call`` whose version it may be made against; it has a field for each of that read's path."""
    step_up: bool = False
    """Asks for the caller's password, given within five minutes; else 403 with source ``step_up_required`` (SEC-21)."""
    step_up_export: bool = False
    """Of a list: saving it as a file asks for the caller's password, as ``step_up`` does (SEC-21)."""
    with_one_time_password: bool = False
    """May be made before a one-time password is changed; else 403 with source ``must_change_password`` (SEC-07)."""
    personal: bool = False
    """Notes which person did it, or counts what a person does: no key of a program may be let do it."""
    any_key: bool = False
    """Every API key may make it, with any scopes: it is about the key itself."""
    people: bool = False
    """Of a read: each row, or the record, is of a person; who reads very many of them is noticed (SEC-64)."""
    judged: str | None = None
    """The field whose items are taken or refused one by one, also those with characters that cannot be stored."""
    work_seconds: float = USUAL_SECONDS
    """How long the server may work once it has the whole request. A client waits at least as long for the answer."""
    large: bool = False
    """Does for thousands of rows at once what others do for one: the database is given more time for it."""
    keyed_inside: bool = False
    """Its parts carry idempotency keys of their own; the request's own key says nothing."""

    @cached_property
    def path_fields(self) -> frozenset[str]:
        return frozenset(name for _, name, _, _ in string.Formatter().parse(self.path) if name)

    @cached_property
    def is_own(self) -> bool:
        """Our own addition: no other platform knows it (S-6)."""
        return self.path.startswith("/careops/")

    @cached_property
    def is_passed_on(self) -> bool:
        """A gateway asks the platform for it, with the caller's own token."""
        return self.forwarded or not self.is_own

    @cached_property
    def has_body(self) -> bool:
        return self.method in ("POST", "PUT")

    @cached_property
    def mutates(self) -> bool:
        return (self.method != "GET" or self.changes) and not self.safe

    def __post_init__(self) -> None:
        if not self.has_body and (self.body_in or self.multipart or self.also_in_body or self.judged):
            raise TypeError(f"{self.method} {self.path} has no body to put anything in")
        if self.forwarded and not self.is_own:
            raise TypeError(f"{self.method} {self.path} is the platform's anyway")
        if self.changes and self.method != "GET":
            raise TypeError(f"{self.method} {self.path} changes something anyway")


Get = partial(Route, method="GET")
"""Reads; it changes nothing unless ``changes`` says so."""
Post = partial(Route, method="POST")
"""Makes something, or asks with a body."""
Put = partial(Route, method="PUT")
"""Changes what is there."""
Delete = partial(Route, method="DELETE")
"""Takes something away."""

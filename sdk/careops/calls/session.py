"""Signing in, staying signed in, signing out. Spec: A 2, A 4 to A 8; B 7 Session."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from careops.areas import Area, ClientT, each_row, verb
from careops.constants import COUNTRY_CODE, SMALL_BODY_LIMIT, AccountType
from careops.contract import (
    ANYONE,
    STAFF,
    SUPER,
    Call,
    Delete,
    Done,
    Example,
    Get,
    Model,
    OnlyFor,
    Page,
    Paged,
    Post,
)
from careops.fields import Id, NewPassword, Password, Phone
from careops.shapes import items, parts, record

NO_SESSION: Final = "There is no open session with this id"
PROGRAMS: Final = "careops"
"""What begins a session in the place of a browser: the SDK and the command line."""


class UserAccount(Model):
    """One hat a user wears. Only three account types open the console (A 6)."""

    account_type: AccountType | str
    """What the account is for."""


class User(Model):
    """The person behind a session."""

    id: int
    """What identifies the person."""
    name: str
    """Their name."""
    phone_number: str
    """The number they sign in with, ten digits without country code."""
    email: str | None = None
    """Their email address; null when there is none."""
    user_accounts: list[UserAccount] = []
    """Every hat they wear."""


class SignedIn(Model):
    """A fresh session: who it is, and the two tokens it lives by."""

    user: User
    """Who signed in."""
    auth_token: str = Field(repr=False)
    """Goes with every call from now on; lasts 15 minutes."""
    refresh_token: str = Field(repr=False)
    """Good for one new pair of tokens, once the first has run out."""


class Renewed(Model):
    """The two tokens that replace the ones before."""

    auth_token: str = Field(repr=False)
    """Goes with every call from now on; lasts 15 minutes."""
    refresh_token: str = Field(repr=False)
    """Good for the next pair; the one before is used up."""


class Session(Model):
    """The session a token belongs to, as the server sees it."""

    user: User
    """Who is signed in."""
    account_type: AccountType
    """The one account type the session works under."""
    started_at: datetime
    """When they signed in, in UTC."""
    ends_at: datetime
    """When they will have to sign in again, in UTC."""
    must_change_password: bool = False
    """They signed in with a one-time password: every other call is refused until it is changed."""


class OpenSession(Model):
    """A session that is still good: where somebody is signed in."""

    id: int
    """What identifies it."""
    browser: str | None
    """The browser it was begun in, ``careops`` for the SDK and the command line; null when it does not say."""
    system: str | None
    """What that runs on, such as ``Windows`` or ``Android``; null when it does not say."""
    user_agent: str
    """What the program said of itself, word for word."""
    ip_address: str
    """The address it was begun from."""
    started_at: datetime
    """When they signed in, in UTC."""
    last_used_at: datetime
    """When its tokens were renewed last, in UTC: somebody who works renews them every quarter of an hour."""
    current: bool
    """Whether it is the one that asks."""


class EndedSessions(Model):
    """How many sessions were ended."""

    ended: int
    """Sessions that were open and are over."""


def stored_account_type(held: set[str]) -> AccountType | None:
    """The one account type a session works under (A 4; both lesser ones together: decision A-1). None: no entry."""
    for candidate in ("super_admin", "billing_admin", "customer_care"):
        if candidate in held:
            return candidate
    return None


_USER = {"id": 1, "name": "Harpreet Kaur", "phone_number": "9000000001", "email": "harpreet@staff.example"}
_EXAMPLE_USER = {**_USER, "user_accounts": [{"account_type": "super_admin"}]}


class SignIn(Call[SignedIn]):
    """Sign in with phone number and password.

    Refused with source ``mobile_number_or_password`` when they do not match and ``username_or_password`` when the
    user holds no account that opens the console. Spec: A 2, A 7, A 8.
    """

    route = Post(
        "/auth/sign_in",
        access=ANYONE,
        body_limit=SMALL_BODY_LIMIT,
        answer=parts(user="data.user", auth_token="auth_token", refresh_token="refresh_token"),
        body_in="user_signin_form",
        event="session.sign_in",
        may_refuse=(401,),
    )
    example = Example(
        call={"phone_number": "9000000001", "password": "a long enough password"},
        answer={"user": _EXAMPLE_USER, "auth_token": "eyJhbGciOi…", "refresh_token": "r1.9fJx…"},
    )

    country_code: Literal["91"] = COUNTRY_CODE
    """The country of the phone number; only India."""
    phone_number: Phone
    """The number they sign in with."""
    password: Password = Field(repr=False)
    """The password, exactly as it was chosen."""


class RefreshSession(Call[Renewed]):
    """Trade a refresh token for a new pair; the old one is used up (A 8, B 7).

    Asking again with the same token within ten seconds gives the same successor, so that two tabs never sign each
    other out. Later it counts as stolen and ends the session.
    """

    route = Post(
        "/auth/refresh",
        access=ANYONE,
        body_limit=SMALL_BODY_LIMIT,
        answer=parts(auth_token="auth_token", refresh_token="refresh_token"),
        event="session.refresh",
        may_refuse=(401,),
    )
    example = Example(
        call={"refresh_token": "r1.9fJx…"},
        answer={"auth_token": "eyJhbGciOi…", "refresh_token": "r1.Zk2q…"},
    )

    refresh_token: str = Field(repr=False, min_length=1, max_length=4096)
    """The refresh token of the newest pair."""


class SignOut(Call[Done]):
    """End this session on the server: both of its tokens are worthless from now on. Our own addition (S-6)."""

    route = Post("/careops/sign_out", access=STAFF, event="session.sign_out", with_one_time_password=True)
    example = Example(call={}, answer={})


class ReadSession(Call[Session]):
    """Who is signed in with this token, since when and until when. Our own addition (S-6)."""

    route = Get("/careops/session", access=STAFF, answer=record("data"), with_one_time_password=True)
    example = Example(
        call={},
        answer={
            "user": _EXAMPLE_USER,
            "account_type": "super_admin",
            "started_at": "2026-11-20T09:30:00Z",
            "ends_at": "2026-11-20T21:30:00Z",
        },
    )


class ChangePassword(Call[Done]):
    """Change your own password; every other session of yours ends. Our own addition (S-6).

    Refused with source ``old_password`` when that is not your password, and with source ``new_password`` when the new
    one is too easy to guess (SEC-06). Needed first after signing in with a one-time password (SEC-07).
    """

    route = Post(
        "/careops/session/password",
        access=STAFF,
        forwarded=True,
        event="session.change_password",
        with_one_time_password=True,
    )
    example = Example(
        call={"old_password": "a one-time password", "new_password": "monsoon rain on tin roofs"}, answer={}
    )

    old_password: Password = Field(repr=False)
    """The password as it is."""
    new_password: NewPassword = Field(repr=False)
    """The password as it shall be: 15 characters or more."""


class ConfirmSession(Call[Done]):
    """Give your password once more, for calls that ask for it within the last five minutes. Our own addition (S-6).

    Such a call is refused with 403 and source ``step_up_required``; confirm, then send it again with the same
    idempotency key. Signing in counts as well (SEC-21).
    """

    route = Post("/careops/session/confirm", access=STAFF, forwarded=True, event="session.confirm")
    example = Example(call={"password": "a long enough password"}, answer={})

    password: Password = Field(repr=False)
    """Your password."""


_OPEN: Final[dict[str, Any]] = {
    "id": 57,
    "browser": "Firefox",
    "system": "Windows",
    "user_agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0",
    "ip_address": "203.0.113.7",
    "started_at": "2026-11-20T09:30:00Z",
    "last_used_at": "2026-11-20T11:15:00Z",
    "current": True,
}


class ListSessions(Paged, Call[Page[OpenSession]]):
    """Where you are signed in, last used first; a super admin asks for anybody. Our own addition (SEC-16)."""

    route = Get("/careops/sessions", access=STAFF, answer=items("data.sessions"))
    example = Example(call={}, answer={"items": [_OPEN], "total_records": 1, "total_pages": 1})

    user_id: Annotated[Id | None, OnlyFor(SUPER)] = None
    """Whose; your own when nobody is named. Only super_admin may send it."""


class EndSession(Call[Done]):
    """End one of your sessions; a super admin ends anybody's. Our own addition (SEC-16).

    Its tokens are refused from then on, by every worker within a second, and its sockets are closed.
    """

    route = Delete("/careops/sessions/{session_id}", access=STAFF, event="session.end")
    example = Example(call={"session_id": 57}, answer={})

    session_id: Id
    """The session to end."""


class EndOtherSessions(Call[EndedSessions]):
    """End all your sessions but the one that asks, or as super admin all of somebody. Our own addition (SEC-16)."""

    route = Delete("/careops/sessions", access=STAFF, answer=record("data"), event="session.end_others")
    example = Example(call={}, answer={"ended": 2})

    user_id: Annotated[Id | None, OnlyFor(SUPER)] = None
    """Whose; your own when nobody is named. Only super_admin may send it."""


class Sessions(Area[ClientT]):
    """``client.session``: the session itself. ``client.sign_in`` also keeps the tokens."""

    sign_in = verb(SignIn)
    refresh = verb(RefreshSession)
    sign_out = verb(SignOut)
    read = verb(ReadSession)
    change_password = verb(ChangePassword)
    confirm = verb(ConfirmSession)
    list = verb(ListSessions)
    each = each_row(ListSessions)
    end = verb(EndSession)
    end_others = verb(EndOtherSessions)

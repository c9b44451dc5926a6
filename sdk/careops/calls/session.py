"""Sessions: sign in, refresh, sign out, change the password. Spec: A 2, A 4 to A 8; B 7 Session."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from careops.calls.keys import Key
from careops.constants import COUNTRY_CODE, SMALL_BODY_LIMIT, AccountType
from careops.contract import ANYONE, STAFF, SUPER, Call, Empty, Example, Model, Page, PageParams, RestrictedTo
from careops.contract.envelopes import array_in, object_in, objects_in, one_page
from careops.contract.fields import Id, NewPassword, Password, Phone
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, each_row, method
from careops.contract.routes import Delete, Get, Post
from careops.error_codes import title_of

NO_SESSION: Final = title_of("session_not_found")
PROGRAMS: Final = "careops"
"""Value of ``browser`` for sessions of the SDK and the command line."""


class UserAccount(Model):
    """Account of a user. Only three account types open the console (A 6)."""

    account_type: AccountType | str
    """Type of the account."""


class User(Model):
    """User of a session."""

    id: int
    """Id of the user."""
    name: Annotated[str, Personal("name", "staff")]
    """Name."""
    phone_number: Annotated[str, Personal("phone", "staff")]
    """Phone number for signing in, ten digits without country code."""
    email: Annotated[str | None, Personal("email", "staff")] = None
    """Email address; null if there is none."""
    user_accounts: list[UserAccount] = []
    """All accounts of the user."""


class SignedIn(Model):
    """New session: the user and two tokens."""

    user: User
    """User who signed in."""
    auth_token: str = Field(repr=False)
    """Access token for all further calls, valid for 15 minutes."""
    refresh_token: str = Field(repr=False)
    """Refresh token, valid once for a new pair of tokens after the access token has expired."""


class Renewed(Model):
    """Tokens that replace the previous pair."""

    auth_token: str = Field(repr=False)
    """Access token for all further calls, valid for 15 minutes."""
    refresh_token: str = Field(repr=False)
    """Refresh token for the next pair. The previous one is used up."""


class Session(Model):
    """Session of a token, or the API key of the request, as the server stores it."""

    user: User
    """User who is signed in; for an API key its name, without a phone number, and its id as a negative number."""
    account_type: AccountType | Literal["app"]
    """Account type of the session, ``app`` for an API key."""
    started_at: datetime
    """Time of the sign-in, or of the creation of the key, in UTC."""
    ends_at: datetime
    """Time when the session ends or the key expires, in UTC."""
    must_change_password: bool = False
    """True after a sign-in with a one-time password: all other calls are refused until it is changed."""
    key: Key | None = None
    """API key of the request; null for a person."""


class OpenSession(Model):
    """Session that has not ended."""

    id: int
    """Id of the session."""
    browser: str | None
    """Browser of the sign-in, ``careops`` for the SDK and the command line; null if unknown."""
    system: str | None
    """Operating system, such as Windows or Android; null if unknown."""
    user_agent: str
    """User agent header, verbatim."""
    ip_address: Annotated[str, Personal("ip", "staff")]
    """Address of the sign-in."""
    started_at: datetime
    """Time of the sign-in, in UTC."""
    last_used_at: datetime
    """Time of the last token refresh, in UTC. An active user refreshes every 15 minutes."""
    current: bool
    """True for the session of this request."""


class EndedSessions(Model):
    """Result of ending sessions."""

    ended: int
    """Number of sessions that were ended."""


def stored_account_type(held: set[str]) -> AccountType | None:
    """Return the account type of a session (A 4; both lesser ones together: decision A-1). None means no access."""
    for candidate in ("super_admin", "billing_admin", "customer_care"):
        if candidate in held:
            return candidate
    return None


_USER = {"id": 1, "name": "Harpreet Kaur", "phone_number": "9000000001", "email": "harpreet@staff.example"}
_EXAMPLE_USER = {**_USER, "user_accounts": [{"account_type": "super_admin"}]}


class SignIn(Call[SignedIn]):
    """Sign in with phone number and password. Spec: A 2, A 7, A 8.

    Refused with source ``mobile_number_or_password`` if they do not match, and with source ``username_or_password`` if
    no account of the user opens the console.
    """

    route = Post(
        "/auth/sign_in",
        access=ANYONE,
        body_limit=SMALL_BODY_LIMIT,
        answer=objects_in(user="data.user", auth_token="auth_token", refresh_token="refresh_token"),
        body_in="user_signin_form",
        event="session.sign_in",
        may_refuse=(401,),
    )
    example = Example(
        call={"phone_number": "9000000001", "password": "a long enough password"},
        answer={"user": _EXAMPLE_USER, "auth_token": "eyJhbGciOi…", "refresh_token": "r1.9fJx…"},
    )

    country_code: Literal["91"] = COUNTRY_CODE
    """Country code of the phone number; only India."""
    phone_number: Phone
    """Phone number."""
    password: Password = Field(repr=False)
    """Password, unchanged."""


class RefreshSession(Call[Renewed]):
    """Exchange a refresh token for a new pair of tokens. The old one is used up (A 8, B 7).

    The same token within ten seconds returns the same pair, so that two tabs do not sign each other out. Later, it is
    considered stolen and ends the session.
    """

    route = Post(
        "/auth/refresh",
        access=ANYONE,
        body_limit=SMALL_BODY_LIMIT,
        answer=objects_in(auth_token="auth_token", refresh_token="refresh_token"),
        event="session.refresh",
        may_refuse=(401,),
    )
    example = Example(
        call={"refresh_token": "r1.9fJx…"},
        answer={"auth_token": "eyJhbGciOi…", "refresh_token": "r1.Zk2q…"},
    )

    refresh_token: str = Field(repr=False, min_length=1, max_length=4096)
    """Refresh token of the newest pair."""


class SignOut(Call[Empty]):
    """End this session on the server. Both of its tokens become invalid. Our own addition (S-6)."""

    route = Post("/careops/sign_out", access=STAFF, event="session.sign_out", allowed_with_temporary_password=True)
    example = Example(call={}, answer={})


class ReadSession(Call[Session]):
    """Return the caller: the user of this token, or the API key, with its start and end. Our own addition (S-6).

    Every key may make this call, so that an API client can find out its permissions.
    """

    route = Get(
        "/careops/session", access=STAFF, answer=object_in("data"), allowed_with_temporary_password=True, any_key=True
    )
    example = Example(
        call={},
        answer={
            "user": _EXAMPLE_USER,
            "account_type": "super_admin",
            "started_at": "2026-11-20T09:30:00Z",
            "ends_at": "2026-11-20T21:30:00Z",
        },
    )


class ChangePassword(Call[Empty]):
    """Change the caller's password and end all other sessions of the caller. Our own addition (S-6).

    Refused with source ``old_password`` if that is wrong, and with source ``new_password`` if the new one is too easy
    to guess (SEC-06). Required after signing in with a one-time password (SEC-07).
    """

    route = Post(
        "/careops/session/password",
        access=STAFF,
        forwarded=True,
        event="session.change_password",
        allowed_with_temporary_password=True,
    )
    example = Example(
        call={"old_password": "a one-time password", "new_password": "monsoon rain on tin roofs"}, answer={}
    )

    old_password: Password = Field(repr=False)
    """Current password."""
    new_password: NewPassword = Field(repr=False)
    """New password, at least 15 characters."""


class ConfirmSession(Call[Empty]):
    """Confirm the caller's password, for calls that require it within five minutes. Our own addition (S-6).

    Such a call is refused with 403 and source ``step_up_required``. Confirm the password, then repeat the call with the
    same idempotency key. Signing in also counts (SEC-21).
    """

    route = Post("/careops/session/confirm", access=STAFF, forwarded=True, event="session.confirm")
    example = Example(call={"password": "a long enough password"}, answer={})

    password: Password = Field(repr=False)
    """Password of the caller."""


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


class ListSessions(PageParams, Call[Page[OpenSession]]):
    """List sessions of the caller, or of a user (super admins), last used first. Our own addition (SEC-16)."""

    route = Get("/careops/sessions", access=STAFF, answer=array_in("data.sessions"))
    example = Example(call={}, answer=one_page(_OPEN))

    user_id: Annotated[Id | None, RestrictedTo(SUPER)] = None
    """Id of the user; by default the caller. Only super_admin may send it."""


class EndSession(Call[Empty]):
    """End one of the caller's sessions; super admins can end any session. Our own addition (SEC-16).

    All workers refuse its tokens within a second and close its sockets.
    """

    route = Delete("/careops/sessions/{session_id}", access=STAFF, event="session.end")
    example = Example(call={"session_id": 57}, answer={})

    session_id: Id
    """Id of the session."""


class EndOtherSessions(Call[EndedSessions]):
    """End the caller's other sessions, or all sessions of a user (super admins). Our own addition (SEC-16)."""

    route = Delete("/careops/sessions", access=STAFF, answer=object_in("data"), event="session.end_others")
    example = Example(call={}, answer={"ended": 2})

    user_id: Annotated[Id | None, RestrictedTo(SUPER)] = None
    """Id of the user; by default the caller. Only super_admin may send it."""


class Sessions(Resource[ClientT]):
    """``client.session``: the session itself. ``client.sign_in`` also stores the tokens."""

    sign_in = method(SignIn)
    refresh = method(RefreshSession)
    sign_out = method(SignOut)
    read = method(ReadSession)
    change_password = method(ChangePassword)
    confirm = method(ConfirmSession)
    list = method(ListSessions)
    each = each_row(ListSessions)
    end = method(EndSession)
    end_others = method(EndOtherSessions)

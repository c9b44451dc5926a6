"""Stage of the server tests: staff accounts, clinics, modules and direct database access."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import httpx
from argon2 import PasswordHasher
from server.tests.support.validating_transport import CheckedTransport
from sqlalchemy import text

from careops import AsyncCareOps, MemoryTokens, Retries
from careops.client.tokens import Tokens
from careops.contract import APPS, Call
from careops.scopes import scope_of
from careops_server.app import create_app
from careops_server.areas.keys import queries as key_queries
from careops_server.core.auth import api_key_tokens
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.connection import Connection
from careops_server.core.http.sanic_types import SanicApp
from careops_server.core.services import Services

PASSWORD = "correct horse battery staple"
SUPER, CARE, BILLING = "9000000001", "9000000002", "9000000003"
STAFF = {SUPER: "super_admin", CARE: "customer_care", BILLING: "billing_admin"}
UNLIMITED = {
    "reads_per_minute": 10**6,
    "writes_per_minute": 10**6,
    "anonymous_per_minute": 10**6,
    "requests_at_once": 1000,
}
"""Tests send more requests per second than people per minute; tests of the limits set their own."""
_numbers = itertools.count(1)


@asynccontextmanager
async def running_app(
    settings: Settings, database_url: str, *, upstream: AsyncCareOps | None = None
) -> AsyncIterator[SanicApp]:
    """The started application without a socket, until the block ends."""
    app = create_app(settings, database_url, name=f"test{next(_numbers)}", upstream=upstream)
    app.asgi = True
    app.config.TOUCHUP = False  # Sanic rewrites its own class when an app starts, which works once per process
    await app._startup()  # type: ignore[no-untyped-call]  # untyped in Sanic
    for event in ("init", "before"), ("init", "after"):
        await app._server_event(*event)
    try:
        yield app
    finally:
        for event in ("shutdown", "before"), ("shutdown", "after"):
            await app._server_event(*event)


class Stage:
    """The application under test (``app``), and the one whose database the calls change (``behind``).

    They are the same unless the application is a gateway. ``sql`` and ``rows`` use ``behind``, ``events`` uses ``app``.
    """

    def __init__(self, app: SanicApp, behind: SanicApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.services: Services = app.ctx.services
        self._behind: Services = behind.ctx.services
        self.knows_before = app is behind
        """True if events contain the previous values; as a gateway, only the platform has them."""
        self.asking = SUPER
        """Account that makes the call of an example, if the call's records must belong to it."""
        self.statements = 0
        """Number of statements that ``sql`` and ``rows`` ran."""
        self.inserted_behind: dict[str, Any] = {}
        """Fields of the latest example whose builders ran statements."""
        self.user_ids: dict[str, int] = {}
        self.module_ids: dict[str, int] = {}
        self._signed_in: dict[str, AsyncCareOps] = {}
        self._keys: dict[tuple[str, ...], str] = {}
        self._phones = itertools.count(9_100_000_000)

    async def set(self) -> None:
        """Create the staff and two modules."""
        for phone, account_type in STAFF.items():
            self.user_ids[phone] = await self.user(phone, account_type)
        for name in ("Billing", "Telemedicine"):
            self.module_ids[name] = await self.sql(
                "insert into spec_modules (id, name) values "
                "((select coalesce(max(id), 0) + 1 from spec_modules), :name) returning id",
                name=name,
            )

        # One place, so that tests do not wait for loading all of India.
        async with self.services.database.pool.transaction() as connection:
            await connection.execute(
                text(
                    "insert into places values (1, 'Model Town', 'Ludhiana', 'Punjab', '141002', 30.89, 75.84,"
                    " ' model town ludhiana punjab 141002')"
                )
            )

    def http(self, **options: Any) -> httpx.AsyncClient:
        """Plain HTTP, for requests that the SDK never sends."""
        return httpx.AsyncClient(transport=CheckedTransport(self.app), base_url="http://test", **options)

    def client(self, token: str = "") -> AsyncCareOps:
        """Return a client that is not signed in; it has a token if one is given."""
        return AsyncCareOps(
            "http://test/api",
            tokens=MemoryTokens(Tokens(token) if token else None),
            retries=Retries(attempts=1),
            transport=CheckedTransport(self.app),
        )

    async def signed_in(self, phone: str = SUPER) -> AsyncCareOps:
        """A client signed in as that member of staff; the tests of a module share one session per phone number."""
        if phone not in self._signed_in:
            client = self.client()
            await client.sign_in(phone, PASSWORD)
            self._signed_in[phone] = client
        return self._signed_in[phone]

    async def program(self, *scopes: str) -> AsyncCareOps:
        """A client with an API key of these scopes."""
        return self.client(await self.key(*scopes))

    async def key(self, *scopes: str) -> str:
        """Create an API key in the front application; the tests of a module share one key per set of scopes."""
        if scopes not in self._keys:
            token = api_key_tokens.new_key()
            async with self.services.database.pool.transaction() as connection:
                values = {
                    "name": f"program {len(self._keys) + 1}",
                    "token_hash": api_key_tokens.fingerprint(token),
                    "ends_with": api_key_tokens.suffix(token),
                    "scopes": list(scopes),
                    "per_minute": 10**6,
                    "created_by": None,
                    "created_by_id": await self._find_in_front(connection, CARE),
                    "expires_in_days": 90,
                }
                await key_queries.create_key(connection, values)
            self._keys[scopes] = token
        return self._keys[scopes]

    @staticmethod
    async def _find_in_front(connection: Connection, phone: str) -> int | None:
        """Return the id of a user of the front application; a gateway has none."""
        query = text("select id from users where phone_number = :phone")
        user_id: int | None = (await connection.execute(query, {"phone": phone})).scalar_one_or_none()
        return user_id

    async def caller_of(self, call: type[Call[Any]]) -> AsyncCareOps:
        """Return a client that may make a call: a super admin, or an API client if staff may not."""
        if call.route.access != APPS:
            return await self.signed_in(SUPER)
        return await self.program(scope_of(call) or "audit:write")

    def forget_sessions(self) -> None:
        """Discard the cached sessions."""
        self._signed_in.clear()

    async def refused(self, method: str, path: str, body: object, *, phone: str = SUPER) -> dict[str, Any]:
        """Send a body that is refused with 422. Return its first problem."""
        async with self.http(headers=await self.bearer(phone)) as http:
            answer = await http.request(method, path, json=body)
        assert answer.status_code == 422
        problem: dict[str, Any] = answer.json()["errors"][0]
        return problem

    async def bearer(self, phone: str = SUPER, *, call: type[Call[Any]] | None = None) -> dict[str, str]:
        """Return the authorization header of a member of staff, or of a principal that may make ``call``."""
        client = await (self.signed_in(phone) if call is None else self.caller_of(call))
        session = client.tokens.load()
        assert session is not None
        return {"authorization": f"Bearer {session.auth_token}"}

    def phone(self) -> str:
        """Return an unused phone number."""
        return str(next(self._phones))

    async def user(self, phone: str, *account_types: str, status: str = "ACTIVE") -> int:
        """Create a user with that many accounts."""
        password_hash = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
        user_id: int = await self.sql(
            "insert into users (name, phone_number, password_hash, user_status) values (:name, :phone, :hash, :status)"
            " returning id",
            name=f"Staff {phone[-2:]}",
            phone=phone,
            hash=password_hash,
            status=status,
        )
        for account_type in account_types:
            await self.sql(
                "insert into user_accounts (user_id, account_type) values (:id, :type)", id=user_id, type=account_type
            )
        return user_id

    async def clinic(self, **columns: Any) -> int:
        """Insert a clinic with these columns. Return its id."""
        values = {"name": "Navjeevan Polyclinic", **columns}
        names = ", ".join(values)
        places = ", ".join(f":{name}" for name in values)
        clinic_id: int = await self.sql(f"insert into clinics ({names}) values ({places}) returning id", **values)  # noqa: S608 (a test's own names)
        return clinic_id

    async def doctor(self, **columns: Any) -> int:
        """Insert a doctor with these columns. Return the id."""
        values = {"first_name": "Simran", "last_name": "Gill", "phone_number": self.phone(), **columns}
        names, places = ", ".join(values), ", ".join(f":{name}" for name in values)
        doctor_id: int = await self.sql(f"insert into doctors ({names}) values ({places}) returning id", **values)  # noqa: S608 (a test's own names)
        return doctor_id

    async def clinic_doctor(self, clinic_id: int, **columns: Any) -> int:
        """Add a doctor to the clinic. Return the clinic doctor's id."""
        clinic_doctor_id: int = await self.sql(
            "insert into clinic_doctors (clinic_id, doctor_id, fees) values (:clinic_id, :doctor_id, 400) returning id",
            clinic_id=clinic_id,
            doctor_id=await self.doctor(**columns),
        )
        return clinic_doctor_id

    async def clinic_admin(self, clinic_id: int) -> int:
        """Add an admin to the clinic. Return the account's id."""
        admin_id: int = await self.sql(
            "insert into user_accounts (user_id, account_type, role, subject_id)"
            " values (:user_id, 'clinic_admin', 'admin', :clinic_id) returning id",
            user_id=await self.user(self.phone()),
            clinic_id=clinic_id,
        )
        return admin_id

    async def sql(self, statement: str, **values: Any) -> Any:
        """Run a statement. Return its first value, None without rows."""
        self.statements += 1
        async with self._behind.database.pool.transaction() as connection:
            result = await connection.execute(text(statement), values)
            return result.scalars().first()

    async def rows(self, statement: str, **values: Any) -> Sequence[Mapping[str, Any]]:
        """Run a query. Return its rows."""
        self.statements += 1
        async with self._behind.database.pool.transaction() as connection:
            return [dict(row) for row in (await connection.execute(text(statement), values)).mappings()]

    async def count_for_the_next_minute_too(self) -> None:
        """Copy the search counters to the next minute, so that a test may cross the boundary."""
        await self.sql("""
            insert into search_counts select ip_address, max(minute) + interval '1 minute', sum(used) from search_counts
            group by 1
        """)
        await self.sql("update search_counts c set used = (select max(used) from search_counts)")

    async def events(self, key: str | None = None) -> Sequence[Mapping[str, Any]]:
        """All audit events so far, oldest first."""
        statement = text("""
            select * from audit_events where cast(:key as text) is null or key = :key order by occurred_at, id
        """)
        async with self.services.database.pool.transaction() as connection:
            return [dict(row) for row in (await connection.execute(statement, {"key": key})).mappings()]

"""Typical code with ``AsyncCareOps`` for the type checkers. Checked, never run."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from typing import assert_type

from careops import AsyncCareOps, Empty, MemoryTokens, Page
from careops.calls.clinics import Clinic, ClinicDetail, Clinics, ListClinics, ReadClinic
from careops.calls.modules import ActivateSpecModule, Modules, SpecModule
from careops.calls.session import Renewed, Session, SignedIn
from careops.contract.resource import AsyncSender


async def main() -> None:
    async with AsyncCareOps("https://admin.example/api", tokens=MemoryTokens()) as client:
        assert_type(client, AsyncCareOps)
        assert_type(await client.sign_in("9000000001", "a password"), SignedIn)

        assert_type(await client.send(ListClinics(search_text="apollo")), Page[Clinic])
        assert_type(await client.send(ReadClinic(id=4)), ClinicDetail)
        assert_type(await client.send(ActivateSpecModule(clinic_id=4, module_id=7)), Empty)

        assert_type(client.clinics, Clinics[AsyncSender])
        assert_type(client.clinics.list(page=2), Awaitable[Page[Clinic]])
        assert_type(await client.clinics.list(search_text="apollo"), Page[Clinic])
        assert_type((await client.clinics.read(id=4)).beds_count, int | None)
        assert_type(await client.clinics.update(id=4, rooms_count=3), Empty)
        assert_type(client.modules, Modules[AsyncSender])
        assert_type(await client.modules.list(), list[SpecModule])
        assert_type(await client.modules.activate(clinic_id=4, module_id=7), Empty)
        assert_type(await client.session.read(), Session)
        assert_type(await client.session.refresh(refresh_token="r"), Renewed)
        assert_type(await client.users.update(user_id=9, growth_enabled=True), Empty)

        assert_type(client.each(ListClinics()), AsyncIterator[Clinic])
        async for clinic in client.each(ListClinics(is_hospital=True)):
            assert_type(clinic, Clinic)

        both = await asyncio.gather(client.clinics.list(), client.modules.list())
        assert_type(both, tuple[Page[Clinic], list[SpecModule]])

        assert_type(await client.sign_out(), None)

        # Errors that type checkers must report. Each ignore is needed: an unused one is also an error.
        await client.clinics.list(colour="blue")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
        await client.clinics.read(id="four")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
        client.each(ReadClinic(id=4))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]

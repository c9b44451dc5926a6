"""API keys read the events of channels whose scope they have, by request and over the WebSocket."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from server.tests.support.keys import create_key, in_front, supervisor
from server.tests.support.sockets import closed_with, listening, raised, receive, served
from server.tests.support.stage import UNLIMITED, Stage

from careops import AsyncCareOps, CareOps, Forbidden, Unauthorized
from careops.calls import all_calls, area_of
from careops.calls.realtime import CHANNELS, KEY_CHANNELS
from careops.constants import SOCKET_FORBIDDEN, SOCKET_OVER
from careops.scopes import scope_of
from careops_server.core.auth import api_key_tokens
from careops_server.core.configuration.settings import Settings
from careops_server.core.principal import PEOPLES_CHANNEL
from careops_server.testing.postgres import TestPostgres

CHANNEL_SCOPES = {
    "admin": "broadcasts:read",
    "change_requests": "change_requests:read",
    "news": "news:read",
    "notes": "notes:read",
    "presence": None,
    "records": "realtime:read",
    "referrals": "referrals:read",
    "today": None,
    "jobs": "jobs:read",
    **{channel: "broadcasts:read" for channel in CHANNELS if channel.startswith("app:")},
}


@pytest.fixture(scope="module")
async def address(stage: Stage, settings: Settings, postgres: TestPostgres, database_url: str) -> AsyncIterator[str]:
    """The address of a worker on a real socket."""
    async with served(settings.model_copy(update=UNLIMITED), postgres.served(database_url)) as (_, address):
        yield address


def test_every_channel_has_a_scope_or_is_for_people() -> None:
    scopes = {call.__name__: scope_of(call) for call in all_calls()}
    assert {channel: scopes.get(KEY_CHANNELS.get(channel, "")) for channel in CHANNELS} == CHANNEL_SCOPES


def test_guide_names_the_scope_of_every_channel() -> None:
    guide = (Path(__file__).parents[3] / "docs/guide/realtime.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `([a-z_:]+)`.* \| (\S+) \|$", guide, re.MULTILINE))
    assert rows == {name: f"`{scope}`" if scope else "-" for name, scope in CHANNEL_SCOPES.items() if name in rows}
    assert CHANNEL_SCOPES.keys() - rows.keys() == {name for name in CHANNELS if name.startswith("app:")} - rows.keys()


@pytest.mark.parametrize("call", [call for call in all_calls() if area_of(call) == "realtime"], ids=str)
def test_reading_events_requires_its_own_scope(call: Any) -> None:
    assert scope_of(call) == "realtime:read"


@pytest.mark.proves("SEC-22.key-channels")
@pytest.mark.parametrize("scope", sorted({scope for scope in CHANNEL_SCOPES.values() if scope}))
async def test_key_reads_only_channels_of_its_scopes(stage: Stage, scope: str) -> None:
    client = stage.client((await create_key(stage, "ListEvents", scope)).token)
    for channel, needed in CHANNEL_SCOPES.items():
        await raised(stage.services, channel, "changed", scope=scope)
        if needed in (scope, "realtime:read"):
            page = await client.realtime.list(channels=[channel])
            if channel == "records":  # the kind of an event decides, see test_changed_records.py
                continue
            assert {event.channel for event in page.events} == {channel}
            assert {"scope": scope} in [event.data for event in page.events]
            continue
        with pytest.raises(Forbidden) as refused:
            await client.realtime.list(channels=[channel])
        assert (refused.value.source, refused.value.missing_scope) == ("channels", needed)
        if needed is None:
            assert refused.value.problems[0].detail == PEOPLES_CHANNEL


async def test_single_foreign_channel_refuses_the_request(stage: Stage) -> None:
    client = stage.client((await create_key(stage, "ListEvents", "referrals:read")).token)
    with pytest.raises(Forbidden) as refused:
        await client.realtime.list(channels=["referrals", "notes"])
    assert refused.value.missing_scope == "notes:read"


@pytest.mark.own
async def test_key_without_the_events_scope_is_refused(stage: Stage, address: str) -> None:
    key = await create_key(stage, "referrals:read")
    with pytest.raises(Forbidden) as refused:
        await stage.client(key.token).realtime.list(channels=["referrals"])
    assert refused.value.missing_scope == "realtime:read"
    async with listening(address, token=key.token, channels=["referrals"]) as socket:
        assert await closed_with(socket) == SOCKET_FORBIDDEN
        assert socket.close_reason == "The key lacks the scope realtime:read"


@pytest.mark.own
async def test_socket_refuses_channels_outside_the_scopes(stage: Stage, address: str) -> None:
    key = await create_key(stage, "realtime:read", "ListReferrals")
    async with listening(address, token=key.token, channels=["referrals", "jobs"]) as socket:
        assert await closed_with(socket) == SOCKET_FORBIDDEN
        assert socket.close_reason == "The key lacks the scope jobs:read"
    async with listening(address, token=key.token, channels=["referrals"]) as socket:
        assert (await receive(socket))["event"] == "ready"
        await socket.send('{"channels": ["today"]}')
        assert await closed_with(socket) == SOCKET_FORBIDDEN


@pytest.mark.own
@pytest.mark.proves("SEC-15.key-socket")
@pytest.mark.parametrize("end", ["revoke", "expire", "rotate"])
async def test_socket_closes_when_its_key_ends(stage: Stage, address: str, end: str) -> None:
    key = await create_key(stage, "realtime:read", "referrals:read")
    other = await create_key(stage, "realtime:read", "referrals:read")
    async with (
        listening(address, token=key.token, channels=["referrals"]) as socket,
        listening(address, token=other.token, channels=["referrals"]) as open_socket,
    ):
        assert (await receive(socket))["event"] == (await receive(open_socket))["event"] == "ready"
        if end == "revoke":
            await (await supervisor(stage)).keys.revoke(key_id=key.id)
        elif end == "rotate":
            await (await supervisor(stage)).keys.rotate(key_id=key.id, overlap_hours=0)
        else:
            await in_front(stage, "update program_keys set expires_at = now() where id = :id", id=key.id)
        assert await closed_with(socket) == SOCKET_OVER
        await raised(stage.services, "referrals", "new_referral", referral_id=8)
        assert (await receive(open_socket))["data"] == {"referral_id": 8}


async def test_replaced_key_is_active_during_its_overlap(stage: Stage) -> None:
    first = await create_key(stage, "realtime:read")
    second = await (await supervisor(stage)).keys.rotate(key_id=first.id, overlap_hours=1)
    hashes = {api_key_tokens.fingerprint(key.token) for key in (first, second)}
    assert await stage.services.keys.find_active(hashes) == hashes
    await in_front(stage, "update program_keys set previous_until = now() where id = :id", id=first.id)
    assert await stage.services.keys.find_active(hashes) == {api_key_tokens.fingerprint(second.token)}


@pytest.mark.own
async def test_clients_follow_events_with_a_key(stage: Stage, address: str) -> None:
    key = await create_key(stage, "realtime:read", "referrals:read")
    reader = stage.client(key.token)
    since = (await reader.realtime.list(channels=["referrals"], only_latest=True)).latest
    await raised(stage.services, "referrals", "new_referral", referral_id=9)

    def follow() -> dict[str, Any]:
        with CareOps(f"http://{address}/api", key=key.token) as client:
            return next(client.events(["referrals"], since=since)).data

    assert await asyncio.to_thread(follow) == {"referral_id": 9}
    async with AsyncCareOps(f"http://{address}/api", key=key.token) as client:
        assert (await anext(aiter(client.events(["referrals"], since=since)))).data == {"referral_id": 9}
        with pytest.raises(Forbidden, match="lacks the scope jobs:read"):
            await anext(aiter(client.events(["jobs"])))
        await (await supervisor(stage)).keys.revoke(key_id=key.id)
        with pytest.raises(Unauthorized):
            await anext(aiter(client.events(["referrals"])))

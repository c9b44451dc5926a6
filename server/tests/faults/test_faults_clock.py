"""Wrong clocks of server or client neither sign users out nor cause refresh loops."""

from __future__ import annotations

import time
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from types import SimpleNamespace

import pytest
from server.tests.faults.cluster import PASSWORD, STAFF, Scene, new_phone, send, sign_up
from server.tests.faults.conftest import OpenScene
from server.tests.support.stage import CARE, Stage
from server.tests.support.stage import PASSWORD as STAGE_PASSWORD

from careops import CareOps, MemoryTokens, Retries
from careops.calls.clinics import ListClinics

FAKETIME = next(iter(sorted(Path("/usr/lib").glob("**/libfaketime.so.1"))), None)


def shifted(offset: timedelta) -> type[datetime]:
    """A datetime with a wrong now()."""

    class Shifted(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Shifted:
            right = datetime.now(tz) + offset
            return cls.fromtimestamp(right.timestamp(), tz)

    return Shifted


@pytest.mark.proves("SEC-59.tokens", "FAULT-28.server", "FAULT-28.loop")
@pytest.mark.own
@pytest.mark.parametrize("hours", [3, -3, 13])
async def test_server_with_a_wrong_clock_keeps_its_sessions(
    stage: Stage, hours: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = shifted(timedelta(hours=hours))
    for module in ("careops_server.core.auth.tokens", "jwt.api_jwt"):
        monkeypatch.setattr(f"{module}.datetime", wrong)
    client = stage.client()
    await client.sign_in(CARE, STAGE_PASSWORD)
    assert (await client.session.read()).account_type == "customer_care"
    tokens = client.tokens.load()
    assert tokens is not None
    await client.session.refresh(refresh_token=tokens.refresh_token)
    before = len(await stage.events("session.refresh"))
    for _ in range(5):
        await client.session.read()
    assert len(await stage.events("session.refresh")) - before <= 1


@pytest.mark.proves("FAULT-28.client", "FAULT-28.client-loop")
@pytest.mark.own
@pytest.mark.parametrize("hours", [24, -24])
async def test_client_with_a_wrong_clock_refreshes_at_most_once(
    stage: Stage, hours: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = SimpleNamespace(time=lambda: time.time() + hours * 3600)
    monkeypatch.setattr("careops.client.request_flow.time", wrong)
    client = stage.client()
    await client.sign_in(CARE, STAGE_PASSWORD)
    before = len(await stage.events("session.refresh"))
    for _ in range(5):
        await client.session.read()
    assert len(await stage.events("session.refresh")) - before <= 1


@pytest.mark.proves("SEC-59.ready", "SEC-59.tokens", "FAULT-28.server", "FAULT-28.loop")
@pytest.mark.parametrize("offset", ["+3h", "-3h"] if FAKETIME else [])
def test_server_in_another_time_works(open_scene: OpenScene, offset: str) -> None:
    scene = open_scene(
        {
            "LD_PRELOAD": str(FAKETIME),
            "FAKETIME": offset,
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "DONT_FAKE_MONOTONIC": "1",
        }
    )
    client = CareOps(f"{scene.served.url}/api", tokens=MemoryTokens(), retries=Retries(attempts=1))
    client.sign_in(STAFF, PASSWORD)
    for _ in range(5):
        client.clinics.list()
    client.send(sign_up(new_phone()))
    assert scene.sql("select count(*) from audit_events where key = 'session.refresh'")[0][0] <= 1
    assert not scene.served.ready(), "readiness says that the clock is wrong"
    client.close()
    scene.reckon()


@pytest.mark.proves("SEC-66.new-secret", "FAULT-29")
def test_new_secret_ends_no_session(open_scene: OpenScene) -> None:
    scene = open_scene()
    with CareOps(f"{scene.served.url}/api", tokens=MemoryTokens()) as client:
        client.sign_in(STAFF, PASSWORD)
        old = scene.served.settings["CAREOPS_SECRET"]
        scene.served.stop()
        scene.served.settings |= {"CAREOPS_SECRET": "n" * 40, "CAREOPS_PREVIOUS_SECRET": old}
        scene.served.start()
        client.clinics.list()
        tokens = client.tokens.load()
        assert tokens is not None
        renewed = client.session.refresh(refresh_token=tokens.refresh_token)
        client.tokens.save(tokens.renewed(renewed.auth_token, renewed.refresh_token))
        scene.served.stop()
        del scene.served.settings["CAREOPS_PREVIOUS_SECRET"]
        scene.served.start()
        client.clinics.list()
        assert old_token_is_refused(scene)


def old_token_is_refused(scene: Scene) -> bool:
    """Return True if the token from before the change is invalid after the removal of the old secret."""
    return send(scene.http(), ListClinics()).status_code == 401

"""A full disk: readiness and changes see the same free space, so that they fail and recover together."""

from __future__ import annotations

import shutil
from dataclasses import replace
from types import SimpleNamespace

import pytest
from server.tests.support.stage import PASSWORD, SUPER, Stage

from careops.calls.session import SignIn
from careops_server.core.health import health


async def is_ready(stage: Stage) -> bool:
    return bool((await health.checks(stage.services))["disk"]["ok"])


async def signs_in(stage: Stage) -> bool:
    wire = SignIn(phone_number=SUPER, password=PASSWORD).to_wire()
    async with stage.http() as http:
        return (await http.post(f"/api{wire.path}", json=wire.body)).status_code == 200


@pytest.mark.own
@pytest.mark.proves("FAULT-10.together")
async def test_readiness_and_sign_in_recover_together(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    for free, expected in ((0, False), (2**60, True), (0, False), (2**60, True)):
        usage = SimpleNamespace(free=free)
        monkeypatch.setattr(shutil, "disk_usage", lambda path, usage=usage: usage)
        assert (await is_ready(stage), await signs_in(stage)) == (expected, expected)


@pytest.mark.own
async def test_readiness_respects_a_large_reserve(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    larger = replace(stage.services, settings=stage.settings.model_copy(update={"reserve_mib": 10_000}))
    usage = SimpleNamespace(free=health.MIN_FREE_BYTES)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
    disks = [(await health.checks(services))["disk"]["ok"] for services in (stage.services, larger)]
    assert disks == [True, False]

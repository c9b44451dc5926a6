"""Tokens: renewed, reused, forged, revoked."""

from __future__ import annotations

import asyncio
import json
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import jwt
import pytest
from prometheus_client import REGISTRY
from server.tests.support.stage import BILLING, CARE, PASSWORD, SUPER, Stage

from careops import AsyncCareOps, Tokens, Unauthorized
from careops_server.core.auth.tokens import TokenMint
from careops_server.core.configuration.settings import Settings


async def fresh(stage: Stage, phone: str = CARE) -> tuple[AsyncCareOps, Tokens]:
    """A new session."""
    client = stage.client()
    await client.sign_in(phone, PASSWORD)
    tokens = client.tokens.load()
    assert tokens is not None
    return client, tokens


async def test_refresh_returns_a_working_pair(stage: Stage) -> None:
    client, tokens = await fresh(stage)
    renewed = await client.session.refresh(refresh_token=tokens.refresh_token)
    assert renewed.refresh_token != tokens.refresh_token
    assert renewed.auth_token != tokens.auth_token
    client.tokens.save(tokens.renewed(renewed.auth_token, renewed.refresh_token))
    assert (await client.session.read()).account_type == "customer_care"


@pytest.mark.proves("SEC-12.tabs", "FAULT-25")
async def test_concurrent_refreshes_return_the_same_successor(stage: Stage) -> None:
    client, tokens = await fresh(stage)
    pairs = await asyncio.gather(*(client.session.refresh(refresh_token=tokens.refresh_token) for _ in range(8)))
    assert len({pair.refresh_token for pair in pairs}) == 1
    for pair in pairs:
        client.tokens.save(tokens.renewed(pair.auth_token, pair.refresh_token))
        await client.session.read()


@pytest.mark.proves("SEC-12.lost-answer", "FAULT-26.retry")
async def test_refresh_repeated_at_once_returns_same_successor(stage: Stage) -> None:
    client, tokens = await fresh(stage)
    lost = await client.session.refresh(refresh_token=tokens.refresh_token)
    again = await client.session.refresh(refresh_token=tokens.refresh_token)
    assert again.refresh_token == lost.refresh_token
    client.tokens.save(tokens.renewed(again.auth_token, again.refresh_token))
    assert (await client.session.read()).account_type == "customer_care"


@pytest.mark.proves("SEC-13.idle")
@pytest.mark.own
async def test_session_ends_half_hour_after_unused_token(stage: Stage) -> None:
    defaults = Settings()
    assert (defaults.access_token_minutes, defaults.idle_minutes) == (15, 30)
    for minutes, is_over in ((44, False), (45, True)):
        client, tokens = await fresh(stage)
        await stage.sql(
            "update refresh_tokens set expires_at = expires_at - :minutes * interval '1 minute'"
            " where replaced_at is null",
            minutes=minutes,
        )
        with pytest.raises(Unauthorized) if is_over else nullcontext():
            await client.session.refresh(refresh_token=tokens.refresh_token)


@pytest.mark.proves("SEC-11.session", "SEC-11.event", "SEC-11.metric", "FAULT-27.session", "FAULT-27.event")
@pytest.mark.own
async def test_reused_token_after_the_grace_period_ends_the_session(stage: Stage) -> None:
    client, tokens = await fresh(stage)
    renewed = await client.session.refresh(refresh_token=tokens.refresh_token)
    await stage.sql(
        "update refresh_tokens set replaced_at = replaced_at - interval '11 seconds' where replaced_at is not null"
    )
    counted = REGISTRY.get_sample_value("careops_refresh_reuse_total") or 0
    with pytest.raises(Unauthorized):
        await client.session.refresh(refresh_token=tokens.refresh_token)
    assert REGISTRY.get_sample_value("careops_refresh_reuse_total") == counted + 1
    client.tokens.save(Tokens(renewed.auth_token))
    with pytest.raises(Unauthorized):
        await client.session.read()
    with pytest.raises(Unauthorized):
        await client.session.refresh(refresh_token=renewed.refresh_token)
    events = [event for event in await stage.events("session.refresh") if event["event_status"] == "FAILED"]
    assert any("used again" in event["description"] for event in events)


@pytest.mark.proves("SEC-11.successor")
async def test_token_with_a_used_successor_has_no_grace_period(stage: Stage) -> None:
    client, tokens = await fresh(stage)
    second = await client.session.refresh(refresh_token=tokens.refresh_token)
    await client.session.refresh(refresh_token=second.refresh_token)
    with pytest.raises(Unauthorized):
        await client.session.refresh(refresh_token=tokens.refresh_token)


@pytest.mark.parametrize("token", ["r1.never-issued", "", "x" * 501, "eyJhbGciOiJub25lIn0.e30."])
async def test_unknown_refresh_token_is_refused(stage: Stage, token: str) -> None:
    async with stage.http() as http:
        answer = await http.post("/api/auth/refresh", json={"refresh_token": token})
    assert answer.status_code in (401, 422)


async def test_old_refresh_token_is_expired(stage: Stage) -> None:
    client, tokens = await fresh(stage)
    await stage.sql("update refresh_tokens set expires_at = now() where replaced_at is null")
    with pytest.raises(Unauthorized):
        await client.session.refresh(refresh_token=tokens.refresh_token)


@pytest.mark.proves("SEC-13.hours")
@pytest.mark.own
async def test_session_ends_after_its_maximum_age(stage: Stage) -> None:
    client, tokens = await fresh(stage)
    await stage.sql("update sessions set created_at = created_at - interval '12 hours'")
    with pytest.raises(Unauthorized):
        await client.session.read()
    with pytest.raises(Unauthorized):
        await client.session.refresh(refresh_token=tokens.refresh_token)
    await stage.sql("update sessions set created_at = created_at + interval '12 hours'")


@pytest.mark.proves("SEC-14.access", "SEC-14.refresh")
async def test_sign_out_ends_both_tokens_on_the_server(stage: Stage) -> None:
    client, tokens = await fresh(stage)
    await client.sign_out()
    assert client.tokens.load() is None
    client.tokens.save(tokens)
    with pytest.raises(Unauthorized):
        await client.session.read()
    with pytest.raises(Unauthorized):
        await client.session.refresh(refresh_token=tokens.refresh_token)


@pytest.mark.proves("SEC-15.blocked")
@pytest.mark.own
async def test_blocked_user_is_signed_out_at_once(stage: Stage) -> None:
    phone = stage.phone()
    user_id = await stage.user(phone, "customer_care")
    client, tokens = await fresh(stage, phone)
    await (await stage.signed_in(SUPER)).users.update(user_id=user_id, user_status="BLOCKED")
    with pytest.raises(Unauthorized):
        await client.session.read()
    with pytest.raises(Unauthorized):
        await client.session.refresh(refresh_token=tokens.refresh_token)


@pytest.mark.proves("SEC-15.other-workers")
@pytest.mark.own
async def test_cached_session_is_read_again_within_five_seconds(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = Settings.session_check_seconds
    assert seconds < 5
    sessions, now = stage.services.sessions, time.monotonic()
    monkeypatch.setattr(sessions, "_settings", stage.settings.model_copy(update={"session_check_seconds": seconds}))
    monkeypatch.setattr("careops_server.core.auth.sessions.time", SimpleNamespace(monotonic=lambda: now))
    phone = stage.phone()
    user_id = await stage.user(phone, "customer_care")
    client, _ = await fresh(stage, phone)
    await client.session.read()
    await stage.sql("update users set user_status = 'BLOCKED' where id = :id", id=user_id)  # by another worker
    assert await client.session.read(), "the session is cached"
    now += seconds
    with pytest.raises(Unauthorized):
        await client.session.read()


@pytest.mark.proves("SEC-15.account")
@pytest.mark.own
async def test_changed_account_type_applies_to_the_next_call(stage: Stage) -> None:
    phone = stage.phone()
    user_id = await stage.user(phone, "billing_admin")
    client, _ = await fresh(stage, phone)
    await stage.sql("update user_accounts set account_type = 'customer_care' where user_id = :id", id=user_id)
    assert (await client.session.read()).account_type == "customer_care"
    await stage.sql("update user_accounts set account_type = 'doctor' where user_id = :id", id=user_id)
    with pytest.raises(Unauthorized):
        await client.session.read()


def decode_segment(token: str, number: int) -> dict[str, Any]:
    """Decode a part of a JWT."""
    text = token.split(".")[number]
    claims: dict[str, Any] = json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    return claims


def joined(*parts: dict[str, Any], signature: str = "") -> str:
    """Build a JWT from its parts."""
    texts = [urlsafe_b64encode(json.dumps(p).encode()).decode().rstrip("=") for p in parts]
    return ".".join([*texts, signature])


async def forgeries(stage: Stage) -> dict[str, str]:
    """Forged tokens in our format."""
    _, tokens = await fresh(stage, BILLING)
    token = tokens.auth_token
    header, claims, signature = decode_segment(token, 0), decode_segment(token, 1), token.split(".")[2]
    key = stage.settings.signing_keys[0]

    def signed(changed: dict[str, Any], head: dict[str, Any] | None = None, secret: str = key) -> str:
        return jwt.encode({**claims, **changed}, secret, algorithm="HS256", headers={**header, **(head or {})})

    past = datetime.now(UTC) - timedelta(seconds=1)
    return {
        "no algorithm": joined({**header, "alg": "none"}, claims),
        "other payload": joined(header, {**claims, "sub": "1"}, signature=signature),
        "other key": signed({}, secret="x" * 40),
        "key by path": signed({}, {"kid": "../../dev/null"}),
        "other algorithm": jwt.encode(claims, key, algorithm="HS384", headers={**header, "alg": "HS384"}),
        "other audience": signed({"aud": "another"}),
        "other issuer": signed({"iss": "another"}),
        "other type": signed({}, {"typ": "JWT"}),
        "expired": signed({"exp": past}),
        "from the future": signed({"nbf": datetime.now(UTC) + timedelta(minutes=5)}),
        "a time without end": signed({"exp": 10**400}),
        "a time as text": signed({"exp": str(claims["exp"])}),
        "a time that is no number": signed({"exp": float("nan")}),
        "a start as text": signed({"nbf": str(claims["nbf"])}),
        "no session": signed({"sid": "0198c0de-0000-7000-8000-000000000000"}),
        "no uuid": signed({"sid": "1; drop table users"}),
        "no number": signed({"sub": "admin"}),
        "a number for a session": signed({"sid": 5}),
        "made in the future": signed({"iat": datetime.now(UTC) + timedelta(minutes=5)}),
        "another user's": signed({"sub": str(int(claims["sub"]) + 1)}),
        "refresh token": tokens.refresh_token,
        "garbage": "a.b.c",
    }


@pytest.mark.proves("SEC-10")
async def test_forged_token_is_refused(stage: Stage) -> None:
    async with stage.http() as http:
        for name, token in (await forgeries(stage)).items():
            answer = await http.get("/api/careops/session", headers={"authorization": f"Bearer {token}"})
            assert answer.status_code == 401, name


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Basic abc", "Token abc", "Bearer a b c"])
async def test_malformed_authorization_header_is_refused(stage: Stage, header: str) -> None:
    async with stage.http() as http:
        answer = await http.get("/api/careops/session", headers={"authorization": header})
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"].startswith("Bearer")


async def test_new_secret_keeps_all_sessions(stage: Stage) -> None:
    _, tokens = await fresh(stage)
    old = stage.settings.signing_keys[0]
    rolled = stage.settings.model_copy(update={"secret": None, "previous_secret": None})
    object.__setattr__(rolled, "__dict__", {**rolled.__dict__, "signing_keys": ("n" * 40, old)})
    mint = TokenMint(rolled)
    claims = mint.read(tokens.auth_token)
    assert mint.read(mint.access_token(claims.user_id, claims.session_id)) == claims


async def test_refresh_tokens_are_stored_as_hashes_only(stage: Stage) -> None:
    _, tokens = await fresh(stage)
    rows = await stage.rows("select encode(token_hash, 'escape') as h from refresh_tokens")
    assert all(tokens.refresh_token not in row["h"] for row in rows)

"""Sign-in: permitted accounts, rejected ones, and the limits on guessing."""

from __future__ import annotations

import asyncio
import threading

import pytest
from server.tests.support.stage import BILLING, CARE, PASSWORD, STAFF, SUPER, Stage

from careops import TooManyRequests, Unauthorized
from careops_server.core.auth.passwords import Passwords
from careops_server.core.configuration.settings import Settings


@pytest.mark.parametrize(("phone", "account_type"), STAFF.items())
async def test_every_staff_account_type_signs_in(stage: Stage, phone: str, account_type: str) -> None:
    client = stage.client()
    signed_in = await client.sign_in(phone, PASSWORD)
    assert signed_in.user.phone_number == phone
    assert [account.account_type for account in signed_in.user.user_accounts] == [account_type]
    session = await client.session.read()
    assert session.account_type == account_type


@pytest.mark.parametrize("typed", ["90000 00002", "+91 90000-00002", "0091 9000000002", "09000000002"])
async def test_phone_is_accepted_in_common_notations(stage: Stage, typed: str) -> None:
    assert (await stage.client().sign_in(typed, PASSWORD)).user.phone_number == CARE


async def test_devanagari_digits_are_accepted(stage: Stage) -> None:
    typed = CARE.translate(str.maketrans("0123456789", "०१२३४५६७८९"))
    assert (await stage.client().sign_in(typed, PASSWORD)).user.phone_number == CARE


@pytest.mark.parametrize("typed", ["90000000021", "12345", "", "phone", "+1 202 555 0100"])
async def test_invalid_phone_is_refused_by_name(stage: Stage, typed: str) -> None:
    async with stage.http() as http:
        form = {"user_signin_form": {"phone_number": typed, "password": "x"}}
        answer = await http.post("/api/auth/sign_in", json=form)
    assert answer.status_code == 422
    assert answer.json()["errors"][0] == {
        "source": "phone_number",
        "title": "Please enter a valid 10 digit mobile number",
        "code": "phone_number_invalid",
    }


@pytest.mark.proves("SEC-01.answer")
async def test_wrong_password_and_unknown_phone_have_equal_answers(stage: Stage) -> None:
    refusals = []
    for phone in (SUPER, stage.phone()):
        with pytest.raises(Unauthorized) as refused:
            await stage.client().sign_in(phone, "not the password at all")
        refusals.append((refused.value.status, refused.value.problems))
    assert refusals[0] == refusals[1]
    assert refusals[0][1][0].source == "mobile_number_or_password"


@pytest.mark.proves("SEC-01.work")
@pytest.mark.own
async def test_unknown_phone_costs_the_same_hash(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[str] = []
    really = stage.services.passwords._verify

    def verify(stored: str, password: str) -> bool:
        looked_at.append(stored.rsplit("$", 2)[0])  # without salt and hash
        return really(stored, password)

    monkeypatch.setattr(stage.services.passwords, "_verify", verify)
    for phone in (SUPER, stage.phone()):
        with pytest.raises(Unauthorized):
            await stage.client().sign_in(phone, "not the password at all")
    known_hash, unknown = looked_at
    assert known_hash == unknown, "the same algorithm with the same parameters, so the same time"


@pytest.mark.proves("SEC-05.hash")
@pytest.mark.own
async def test_passwords_are_argon2id_of_recommended_strength() -> None:
    hashed = await Passwords(Settings()).hash(PASSWORD)
    assert hashed.startswith("$argon2id$v=19$m=")
    memory, rounds, _ = (int(parameter.partition("=")[2]) for parameter in hashed.split("$")[3].split(","))
    assert memory >= 19 * 1024
    assert rounds >= 2


@pytest.mark.proves("SEC-05.event-loop")
@pytest.mark.own
async def test_hashing_delays_no_other_request(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go = threading.Event(), threading.Event()
    really = stage.services.passwords._verify

    def slow(stored: str, password: str) -> bool:
        begun.set()
        assert go.wait(30)
        return really(stored, password)

    monkeypatch.setattr(stage.services.passwords, "_verify", slow)
    signing_in = asyncio.create_task(stage.client().sign_in(SUPER, PASSWORD))
    assert await asyncio.to_thread(begun.wait, 30)
    async with stage.http() as http:
        assert (await http.get("/live")).status_code == 200
    assert not signing_in.done()
    go.set()
    assert await signing_in


@pytest.mark.proves("SEC-08.staff", "SEC-08.message")
async def test_doctor_is_refused(stage: Stage) -> None:
    phone = stage.phone()
    await stage.user(phone, "doctor")
    with pytest.raises(Unauthorized) as refused:
        await stage.client().sign_in(phone, PASSWORD)
    assert refused.value.problems[0].source == "username_or_password"
    assert refused.value.problems[0].title == "You need admin access to sign in"


@pytest.mark.proves("SEC-01.answer")
async def test_doctor_with_a_wrong_password_learns_nothing(stage: Stage) -> None:
    phone = stage.phone()
    await stage.user(phone, "doctor")
    with pytest.raises(Unauthorized) as refused:
        await stage.client().sign_in(phone, "wrong")
    assert refused.value.source == "mobile_number_or_password"


@pytest.mark.parametrize(
    ("held", "stored"),
    [
        (("super_admin", "doctor"), "super_admin"),
        (("customer_care", "super_admin", "billing_admin"), "super_admin"),
        (("customer_care",), "customer_care"),
        (("billing_admin",), "billing_admin"),
        (("customer_care", "billing_admin"), "billing_admin"),
    ],
)
async def test_session_has_the_highest_account_type(stage: Stage, held: tuple[str, ...], stored: str) -> None:
    phone = stage.phone()
    await stage.user(phone, *held)
    client = stage.client()
    await client.sign_in(phone, PASSWORD)
    assert (await client.session.read()).account_type == stored
    tokens = client.tokens.load()
    assert tokens is not None
    assert tokens.account_type == stored


async def test_blocked_user_is_refused(stage: Stage) -> None:
    phone = stage.phone()
    await stage.user(phone, "customer_care", status="BLOCKED")
    with pytest.raises(Unauthorized) as refused:
        await stage.client().sign_in(phone, PASSWORD)
    assert refused.value.source == "user_status"


@pytest.mark.proves("SEC-02.account", "SEC-02.right-password", "SEC-02.expiry", "SEC-03.counter")
@pytest.mark.own
async def test_eleven_wrong_passwords_lock_out_the_right_one(stage: Stage) -> None:
    phone = stage.phone()
    await stage.user(phone, "customer_care")
    for _ in range(10):
        with pytest.raises(Unauthorized):
            await stage.client().sign_in(phone, "wrong")
    with pytest.raises(TooManyRequests) as refused:
        await stage.client().sign_in(phone, "wrong")
    assert refused.value.retry_after is not None
    assert 0 < refused.value.retry_after <= 300
    with pytest.raises(TooManyRequests):
        await stage.client().sign_in(f"+91 {phone}", PASSWORD)
    # The window passes: no lockout is permanent.
    await stage.sql("update sign_in_failures set failed_at = failed_at - interval '5 minutes'")
    assert await stage.client().sign_in(phone, PASSWORD)


async def test_sign_in_resets_the_failures(stage: Stage) -> None:
    phone = stage.phone()
    await stage.user(phone, "customer_care")
    for _ in range(2):
        for _ in range(9):
            with pytest.raises(Unauthorized):
                await stage.client().sign_in(phone, "wrong")
        await stage.client().sign_in(phone, PASSWORD)
    await stage.sql("delete from sign_in_failures")


@pytest.mark.proves("SEC-05.upgrade")
async def test_outdated_hash_is_upgraded(stage: Stage) -> None:
    from argon2 import PasswordHasher

    phone = stage.phone()
    await stage.user(phone, "customer_care")
    weak = PasswordHasher(time_cost=1, memory_cost=16, parallelism=2).hash(PASSWORD)
    await stage.sql("update users set password_hash = :weak where phone_number = :phone", weak=weak, phone=phone)
    await stage.client().sign_in(phone, PASSWORD)
    stored_hash = await stage.sql("select password_hash from users where phone_number = :phone", phone=phone)
    assert stored_hash != weak
    assert "m=8,t=1,p=1" in stored_hash


@pytest.mark.proves("SEC-55.sign-in")
async def test_audit_trail_has_successful_and_failed_sign_ins_without_passwords(stage: Stage) -> None:
    before = len(await stage.events("session.sign_in"))
    await stage.client().sign_in(BILLING, PASSWORD)
    with pytest.raises(Unauthorized):
        await stage.client().sign_in(BILLING, "secret-canary-password")
    good, bad = (await stage.events("session.sign_in"))[before:]
    assert (good["event_status"], good["actor_type"]) == ("SUCCESS", "billing_admin")
    assert (bad["event_status"], bad["parameters"]["phone_number"]) == ("FAILED", BILLING)
    assert "canary" not in str(await stage.events())


async def test_missing_password_is_named(stage: Stage) -> None:
    async with stage.http() as http:
        answer = await http.post("/api/auth/sign_in", json={"user_signin_form": {"phone_number": SUPER}})
    assert answer.status_code == 422
    problem = {"title": "Password is required", "code": "required", "parameters": {"what": "Password"}}
    assert answer.json()["errors"] == [{"source": "password", **problem}]

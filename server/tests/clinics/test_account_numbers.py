"""Account numbers of clinics: answers contain only the last four digits (SEC-54)."""

from __future__ import annotations

import pytest
from server.tests.support.stage import BILLING, CARE, STAFF, SUPER, Stage

from careops.errors import Forbidden, NotFound

NUMBER = "314159265358979"


@pytest.fixture
async def pi(stage: Stage) -> int:
    """A clinic with this account number."""
    clinic_id = await stage.clinic(name="Pi Polyclinic", state="Punjab")
    await stage.sql(
        "insert into bank_details (clinic_id, account_no, account_name, bank_name, ifsc_code)"
        " values (:id, :number, 'Pi Polyclinic', 'State Bank of India', 'SBIN0000001')",
        id=clinic_id,
        number=NUMBER,
    )
    return clinic_id


@pytest.mark.proves("SEC-54.masked")
async def test_answers_events_and_logs_hide_the_account_number(
    stage: Stage, pi: int, capfd: pytest.CaptureFixture[str]
) -> None:
    clinic_id = pi
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        answers = [
            await http.get(f"/api/admin/clinics/{clinic_id}"),
            await http.get("/api/admin/clinics", params={"search_text": "Pi Polyclinic", "bank_details": "true"}),
            await http.put(
                f"/api/admin/clinics/{clinic_id}",
                json={"clinic_details": {"id": clinic_id, "beds_count": 31}},
                headers={"idempotency-key": "beds-of-the-pi-polyclinic"},
            ),
            await http.get("/api/admin/audit_trails", params={"clinic_id": clinic_id}),
        ]
        assert [answer.status_code for answer in answers] == [200] * len(answers)
        # A search for the number finds nothing.
        assert (await http.get("/api/admin/clinics", params={"search_text": NUMBER})).json()["total_records"] == 0
    assert answers[0].json()["clinic"]["bank_details"]["account_no"] == "••••8979"
    rows = [await stage.events(), await stage.rows("select * from idempotency_keys")]
    written = capfd.readouterr()
    assert "beds_count" in str(rows)
    assert "answered" in written.err
    for text in (*(answer.text for answer in answers), str(rows), written.out, written.err):
        assert NUMBER not in text


@pytest.mark.proves("SEC-54.masked")
@pytest.mark.parametrize(("number", "masked"), [("1234", "••••34"), ("7", "••••"), ("12345678", "••••5678")])
async def test_short_account_number_is_masked(stage: Stage, pi: int, number: str, masked: str) -> None:
    await stage.sql("update bank_details set account_no = :number where clinic_id = :id", id=pi, number=number)
    details = (await (await stage.signed_in(CARE)).clinics.read(id=pi)).bank_details
    assert details is not None
    assert details.account_no == masked


@pytest.mark.proves("SEC-54.call", "SEC-54.event")
@pytest.mark.parametrize("phone", [SUPER, BILLING])
async def test_disclosure_is_an_event_without_the_number(
    stage: Stage, pi: int, phone: str, capfd: pytest.CaptureFixture[str]
) -> None:
    client = await stage.signed_in(phone)
    before = await stage.events("clinic.account_number")
    assert (await client.clinics.account_number(clinic_id=pi)).account_no == NUMBER
    shown = (await stage.events("clinic.account_number"))[len(before) :]
    assert [(event["event_status"], event["actor_type"]) for event in shown] == [("SUCCESS", STAFF[phone])]
    rows = str([await stage.events(), await stage.rows("select * from idempotency_keys")])
    written = capfd.readouterr()
    assert NUMBER not in rows + written.out + written.err


@pytest.mark.proves("SEC-54.staff")
async def test_account_without_billing_permission_sees_the_masked_number_only(stage: Stage, pi: int) -> None:
    client = await stage.signed_in(CARE)
    with pytest.raises(Forbidden):
        await client.clinics.account_number(clinic_id=pi)


async def test_missing_account_number_is_reported(stage: Stage) -> None:
    client = await stage.signed_in()
    with pytest.raises(NotFound, match="There is no account number of this clinic"):
        await client.clinics.account_number(clinic_id=await stage.clinic())
    with pytest.raises(NotFound, match="There is no clinic with this id"):
        await client.clinics.account_number(clinic_id=999_999)

"""The number of a clinic's account stays where it is kept: its last four digits are all that is told (SEC-54)."""

from __future__ import annotations

import pytest
from server.tests.stage import CARE, Stage

NUMBER = "314159265358979"


@pytest.mark.proves("SEC-54")
async def test_no_answer_event_or_log_line_has_it_whole(stage: Stage, capfd: pytest.CaptureFixture[str]) -> None:
    clinic_id = await stage.clinic(name="Pi Polyclinic", state="Punjab")
    await stage.sql(
        "insert into bank_details (clinic_id, account_no, account_name, bank_name, ifsc_code)"
        " values (:id, :number, 'Pi Polyclinic', 'State Bank of India', 'SBIN0000001')",
        id=clinic_id,
        number=NUMBER,
    )
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        told = [
            await http.get(f"/api/admin/clinics/{clinic_id}"),
            await http.get("/api/admin/clinics", params={"search_text": "Pi Polyclinic", "bank_details": "true"}),
            await http.put(
                f"/api/admin/clinics/{clinic_id}",
                json={"clinic_details": {"id": clinic_id, "beds_count": 31}},
                headers={"idempotency-key": "beds-of-the-pi-polyclinic"},
            ),
            await http.get("/api/admin/audit_trails", params={"clinic_id": clinic_id}),
        ]
        assert [answer.status_code for answer in told] == [200] * len(told)
        # Whoever looks for it finds nothing by it either.
        assert (await http.get("/api/admin/clinics", params={"search_text": NUMBER})).json()["total_records"] == 0
    assert told[0].json()["clinic"]["bank_details"]["account_no"] == "••••8979"
    kept = [await stage.events(), await stage.rows("select * from idempotency_keys")]
    written = capfd.readouterr()
    assert "beds_count" in str(kept)
    assert "answered" in written.err
    for text in (*(answer.text for answer in told), str(kept), written.out, written.err):
        assert NUMBER not in text

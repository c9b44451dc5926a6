"""A rejected change is an audit event of the clinic that it names, with its parameters."""

from __future__ import annotations

from typing import Any

import pytest
from server.tests.support.stage import CARE, Stage

NAME = "x" * 500


@pytest.mark.parametrize(
    ("method", "path", "body", "key", "parameters"),
    [
        # Rejected by validation, before the user is known.
        (
            "PUT",
            "/admin/clinics/{id}",
            {"clinic_details": {"beds_count": "many", "id": 1}},
            "clinic.update",
            {"id": "{id}", "beds_count": "many"},
        ),
        (
            "POST",
            "/clinics/{id}/clinic_settings",
            {"settings": {"ipd_enabled": 7}},
            "clinic.settings",
            {"ipd_enabled": 7},
        ),
        (
            "POST",
            "/admin/clinics/{id}/clinic_admin/sign_up",
            {"name": NAME, "password": "short", "phone_number": 12, "surprise": "a stranger's words"},
            "clinic_admin.create",
            {"name": NAME[:200], "password": "…", "phone_number": 12},
        ),
        ("POST", "/admin/billing_payments/manual", {"clinic_id": -1}, "payment.add_manual", {"clinic_id": -1}),
        # Rejected because of stored records.
        ("DELETE", "/admin/clinics/{id}/clinic_admin/999999", None, "clinic_admin.delete", {"admin_id": 999999}),
        ("POST", "/clinics/{id}/spec_modules/99999/activate", None, "module.activate", {"module_id": 99999}),
    ],
)
@pytest.mark.own
async def test_refused_call_is_recorded_at_its_clinic(
    stage: Stage, method: str, path: str, body: Any, key: str, parameters: dict[str, Any]
) -> None:
    clinic_id, bearer = await stage.clinic(), await stage.bearer(CARE)
    before = len(await stage.events())
    async with stage.http(headers=bearer) as http:
        answer = await http.request(method, f"/api{path.format(id=clinic_id)}", json=body)
    assert answer.status_code in (404, 422)
    (event,) = (await stage.events())[before:]
    assert (event["key"], event["event_status"]) == (key, "FAILED")
    names_one = "{id}" in path
    assert event["clinic_id"] == (clinic_id if names_one else None)
    refused = event["parameters"]
    for name, value in parameters.items():
        if name == "password":
            assert "short" not in str(refused)
        else:
            assert str(refused[name]) == str(value).format(id=clinic_id)
    assert "surprise" not in refused


@pytest.mark.parametrize("named", ["0", "-3", "99999999999999999999", "²", "1e3", "%00"])
@pytest.mark.own
async def test_address_without_a_clinic_is_recorded_without_one(stage: Stage, named: str) -> None:
    bearer = await stage.bearer(CARE)
    before = len(await stage.events())
    async with stage.http(headers=bearer) as http:
        answer = await http.put(f"/api/admin/clinics/{named}", json={"clinic_details": {}})
    assert answer.status_code in (404, 422)
    assert [event["clinic_id"] for event in (await stage.events())[before:]] in ([None], [])

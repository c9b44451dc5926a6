"""A gateway reports an unreachable platform: in ``/ready``, in the log entry of the 503, and in ``careops doctor``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from server.tests.support.stage import Stage, running_app

from careops_server.core.configuration.settings import Settings
from careops_server.core.diagnostics.runner import examine
from careops_server.core.observability.logs import configure_logs
from careops_server.core.upstream.reach import shown_address
from careops_server.testing.postgres import TestPostgres

NOWHERE = "http://someone:secret@127.0.0.1:9/api"


def test_address_is_shown_without_credentials() -> None:
    assert shown_address(NOWHERE) == "http://127.0.0.1:9"
    assert shown_address("https://[::1]:8443/api?key=1") == "https://[::1]:8443"
    assert shown_address("https://platform.example/api") == "https://platform.example"


async def test_ready_and_log_name_the_address_and_the_reason(
    settings: Settings, postgres: TestPostgres, capsys: pytest.CaptureFixture[str]
) -> None:
    configure_logs(json_lines=True)
    url = postgres.new_database()
    async with running_app(settings.model_copy(update={"upstream_url": NOWHERE}), url) as app:
        stage = Stage(app, app, app.ctx.settings)
        async with stage.http(headers={"host": "localhost"}) as http:
            ready = await http.get("/ready")
            capsys.readouterr()
            searched = await http.post("/api/_search", json={"index": "specialities", "query": {"term": {"id": 1}}})
            form = {"country_code": "91", "phone_number": "9000000001", "password": "whatever it is"}
            refused = await http.post("/api/auth/sign_in", json={"user_signin_form": form})
    postgres.drop(url)
    assert (ready.status_code, ready.json()["status"]) == (200, "degraded")
    platform = ready.json()["checks"]["platform"]
    assert (platform["ok"], platform["address"]) == (False, "http://127.0.0.1:9")
    assert platform["reason"]
    assert refused.status_code == 503, searched.text
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    (line,) = (line for line in lines if line.get("status") == 503 and line["route"] == "api/auth/sign_in")
    assert line["platform"] == "http://127.0.0.1:9"
    assert "No answer from the platform" in line["reason"]


def test_doctor_reports_an_unreachable_platform(settings: Settings, postgres: TestPostgres, tmp_path: Path) -> None:
    url = postgres.new_database()
    values = {"upstream_url": NOWHERE, "database_url": url, "data_dir": tmp_path / "data", "port": 0}
    (finding,) = (finding for finding in examine(Settings.model_validate(values)) if finding.check == "gateway")
    postgres.drop(url)
    assert finding.state == "fail"
    assert finding.found.startswith("the platform at http://127.0.0.1:9 cannot be reached: ")
    assert "CAREOPS_UPSTREAM_URL" in finding.advice

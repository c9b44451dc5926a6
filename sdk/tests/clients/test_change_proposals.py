"""``client.proposal`` collects changes and proposes them together."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from careops import AsyncCareOps, CareOps, InvalidInput
from careops.calls.change_requests import Canary, CreateChangeRequest
from careops.client.tokens import MemoryTokens, Tokens

TEXTS: dict[str, Any] = {"title": "Billing for Ludhiana", "reason": "They signed the contract"}


class Server:
    """Answers each request as a created change request, and keeps the requests."""

    def __init__(self) -> None:
        self.bodies: list[tuple[str, Any]] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.bodies.append((request.url.path, json.loads(request.content)))
        return httpx.Response(200, json=CreateChangeRequest.write_answer(_detail()))


def _detail() -> Any:
    return CreateChangeRequest.answer_type().model_validate(CreateChangeRequest.example.answer)


@pytest.fixture
def server() -> Server:
    return Server()


def client(server: Server) -> CareOps:
    tokens = MemoryTokens(Tokens("token"))
    return CareOps("http://test/api", tokens=tokens, transport=httpx.MockTransport(server))


def test_changes_of_a_block_are_proposed_at_its_end(server: Server) -> None:
    until, canary = datetime(2099, 1, 1, tzinfo=UTC), Canary(targets=1, wait_minutes=30)
    with client(server).proposal(**TEXTS, on_conflict="stop", apply_until=until, canary=canary) as proposal:
        proposal.modules.activate(clinic_id=41, module_id=2)
        proposal.clinics.update(id=42, rooms_count=12)
        assert server.bodies == []
        with pytest.raises(LookupError):
            _ = proposal.request
    [(path, body)] = server.bodies
    assert path == "/api/careops/change_requests"
    assert (body["title"], body["on_conflict"]) == ("Billing for Ludhiana", "stop")
    assert (body["apply_until"], body["canary"]) == ("2099-01-01T00:00:00Z", {"targets": 1, "wait_minutes": 30})
    assert body["changes"] == [
        {"call": "ActivateSpecModule", "parameters": {"clinic_id": 41, "module_id": 2}},
        {"call": "UpdateClinic", "parameters": {"id": 42, "rooms_count": 12}},
    ]
    assert (proposal.request.id, proposal.detail.labels) == (7, [])


async def test_asynchronous_client_proposes_the_same_changes(server: Server) -> None:
    tokens = MemoryTokens(Tokens("token"))
    async with AsyncCareOps("http://test/api", tokens=tokens, transport=httpx.MockTransport(server)) as session:
        async with session.proposal(**TEXTS) as proposal:
            await proposal.modules.activate(clinic_id=41, module_id=2)
        assert proposal.request.id == 7
        with pytest.raises(TypeError):
            async with session.proposal(**TEXTS) as proposal:
                await proposal.clinics.list()
    assert [body["changes"][0]["call"] for _, body in server.bodies] == ["ActivateSpecModule"]


def test_exception_proposes_nothing(server: Server) -> None:
    with pytest.raises(InvalidInput), client(server).proposal(**TEXTS) as proposal:
        proposal.modules.activate(clinic_id=0, module_id=2)
    assert server.bodies == []


def test_reads_are_not_collected(server: Server) -> None:
    proposal = client(server).proposal(**TEXTS)
    with pytest.raises(TypeError, match="ListClinics changes nothing"):
        proposal.clinics.list()
    with pytest.raises(TypeError, match="ListClinics changes nothing"):
        proposal.clinics.each()


def test_a_proposal_without_changes_is_refused(server: Server) -> None:
    with pytest.raises(InvalidInput) as refused, client(server).proposal(**TEXTS):
        pass
    assert refused.value.problems[0].source == "changes"
    assert server.bodies == []

"""Drive a request flow without network, clock and waits."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field
from typing import Any

from careops.calls.modules import ActivateSpecModule, ListSpecModules
from careops.client.request_flow import (
    NoResponse,
    Reply,
    RequestFlow,
    RequestOptions,
    Retries,
    SaveSession,
    SendRequest,
    ServerCapabilities,
    Sleep,
    Step,
    request_flow,
)
from careops.client.tokens import Tokens
from careops.contract import Call

TOKENS = Tokens("token-1", "refresh-1", "super_admin", {"id": 1})
FRESH = Tokens("token-2", "refresh-2", "super_admin", {"id": 1})
MODULES = {"success": True, "data": [{"id": 2, "attributes": {"id": 2, "name": "Prescriptions"}}]}
READ = ListSpecModules()
WRITE = ActivateSpecModule(clinic_id=41, module_id=2)
REACHED = NoResponse("it fell silent", reached=True)
NEVER_LEFT = NoResponse("no route", reached=False)


@dataclass
class Played:
    """Steps of a request flow, and its result."""

    steps: list[Step] = field(default_factory=list)
    answer: Any = None

    @property
    def kinds(self) -> list[str]:
        return [type(step).__name__ for step in self.steps]

    @property
    def sent(self) -> list[SendRequest]:
        return [step for step in self.steps if isinstance(step, SendRequest)]

    @property
    def waits(self) -> list[float]:
        return [step.seconds for step in self.steps if isinstance(step, Sleep)]


def play(flow: RequestFlow[Any], *outcomes: object, played: Played | None = None) -> Played:
    """Continue a flow with these outcomes, one for each step except ``Sleep`` and ``SaveSession``."""
    played = played or Played()
    remaining_outcomes = list(outcomes)
    outcome: Any = None
    while True:
        try:
            step = flow.send(outcome)
        except StopIteration as done:
            played.answer = done.value
            assert remaining_outcomes == [], "the flow ended early"
            return played
        played.steps.append(step)
        outcome = None if isinstance(step, (Sleep, SaveSession)) else remaining_outcomes.pop(0)


def ask(
    call: Call[Any],
    *outcomes: object,
    capabilities: ServerCapabilities | None = None,
    retries: Retries | None = None,
    played: Played | None = None,
) -> Played:
    options = RequestOptions(retries or Retries())
    return play(request_flow(call, capabilities or ServerCapabilities(), options), *outcomes, played=played)


def reply(status: int = 200, payload: object = MODULES, **headers: str) -> Reply:
    return Reply(status, {name.replace("_", "-"): value for name, value in headers.items()}, payload)


def jwt(**claims: object) -> str:
    payload = base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")
    return f"e30.{payload}.c2ln"


OK = reply(payload={"success": True})

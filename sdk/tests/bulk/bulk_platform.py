"""In-process platform that stores changes and counts them."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx

from careops import ApiError, AsyncCareOps, MemoryTokens, NotFound, Tokens
from careops.bulk import Backoff
from careops.calls import all_calls
from careops.calls.change_requests import ChangeRequestDetail, CreateChangeRequest
from careops.calls.changes import ApplyBatch, ChangeTarget, Complaint, TargetOutcome
from careops.calls.clinics import (
    Clinic,
    ClinicDetail,
    ClinicSpecModule,
    ListClinics,
    NewClinic,
    ReadClinic,
    SignedUpHospital,
    SignUpHospital,
)
from careops.calls.modules import ActivateSpecModule, DeactivateSpecModule, UpdateClinicSettings
from careops.calls.runs import StartedRun, StartRun
from careops.contract import Call, Empty, Page
from careops.errors import Conflict

Fault = Callable[[Call[Any]], httpx.Response | Exception | None]
"""Called before each call: returns an answer or an exception instead, or None."""


def lose_answer_once(kind: type[Call[Any]]) -> Fault:
    """Return a fault that loses the answer of the first call of a kind."""
    lost: list[Call[Any]] = []

    def lose(call: Call[Any]) -> Exception | None:
        if not isinstance(call, kind) or lost:
            return None
        lost.append(call)
        return httpx.ReadError("reset")

    return lose


@dataclass
class BulkPlatform:
    """Clinics with module 2 and flags, and all received calls."""

    clinics: int = 10
    honours_keys: bool = True
    batch: int = 0
    """Maximum records per batch; 0 for a platform without batches."""
    run_seconds: int | None = 3600
    """Lifetime of a run's token in seconds; None for a platform without the call."""
    time_for: int = 1000
    """Number of targets of a batch before the time limit."""
    active: set[int] = field(default_factory=set)
    ipd: set[int] = field(default_factory=set)
    hospitals: dict[str, SignUpHospital] = field(default_factory=dict)
    received: list[Call[Any]] = field(default_factory=list)
    run_tokens: list[str | None] = field(default_factory=list)
    """Header ``careops-run`` of each request."""
    run_targets: list[str | None] = field(default_factory=list)
    """Header ``careops-run-targets`` of each request."""
    changes: Counter[str] = field(default_factory=Counter)
    """Number of times each change took effect."""
    before: Fault = lambda call: None
    after: Fault = lambda call: None
    """Called after each call, to lose its answer."""
    at_once: int = 0
    most_at_once: int = 0
    _stored: dict[str, dict[str, Any]] = field(default_factory=dict)

    def client(self) -> AsyncCareOps:
        """Return a signed-in client of the platform."""
        tokens = MemoryTokens(Tokens("token"))
        return AsyncCareOps("http://platform/api", tokens=tokens, transport=httpx.MockTransport(self._answer))

    def calls(self, kind: type[Call[Any]]) -> list[Any]:
        """Return the calls of one type in order of arrival."""
        return [call for call in self.received if isinstance(call, kind)]

    @property
    def mutations(self) -> list[Call[Any]]:
        """Return the calls that change something."""
        return [call for call in self.received if call.route.mutates and not isinstance(call, StartRun)]

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            await asyncio.sleep(0)
            return self._carried_out(request)
        finally:
            self.at_once -= 1

    def _carried_out(self, request: httpx.Request) -> httpx.Response:
        call = call_of(request)
        self.received.append(call)
        self.run_tokens.append(request.headers.get("careops-run"))
        self.run_targets.append(request.headers.get("careops-run-targets"))
        if fault := _raised(self.before(call)):
            return fault
        headers = {"idempotency-honoured": "yes"} if self.honours_keys else {}
        headers |= {"careops-changes": str(self.batch)} if self.batch else {}
        key = request.headers.get("idempotency-key", "")
        try:
            if self.honours_keys and key in self._stored:
                envelope = self._stored[key]
            else:
                envelope = call.write_answer(self._done(call))
                if call.route.mutates:
                    self._stored[key] = envelope
        except ApiError as error:
            return refused(error.status, error.problems[0].title)
        return _raised(self.after(call)) or httpx.Response(200, json=envelope, headers=headers)

    def _done(self, call: Call[Any]) -> Any:
        match call:
            case ListClinics():
                return self._page(call)
            case ReadClinic():
                return ClinicDetail(**self._clinic(call.id).model_dump())
            case ActivateSpecModule() | DeactivateSpecModule():
                active = isinstance(call, ActivateSpecModule)
                self._switch(self.active, call.clinic_id, on=active, name=f"module {call.clinic_id}")
            case UpdateClinicSettings():
                self._switch(self.ipd, call.clinic_id, on=bool(call.ipd_enabled), name=f"ipd {call.clinic_id}")
            case ApplyBatch():
                return [self._one_of_many(call.change, *numbered_target) for numbered_target in enumerate(call.targets)]
            case CreateChangeRequest():
                return ChangeRequestDetail.model_validate(CreateChangeRequest.example.answer)
            case StartRun():
                if self.run_seconds is None:
                    raise NotFound("There is no such call")
                count = len(self.calls(StartRun))
                return StartedRun(run_id=f"{count}", token=f"token {count}", expires_in=self.run_seconds)
            case SignUpHospital():
                if call.phone_number in self.hospitals:
                    raise Conflict("This phone number already belongs to a user", source="phone_number")
                self.hospitals[call.phone_number] = call
                self.changes[f"hospital {call.phone_number}"] += 1
                return SignedUpHospital(clinic=NewClinic(id=899 + len(self.hospitals)))
        return Empty()

    def _one_of_many(self, change: str, place: int, target: ChangeTarget) -> TargetOutcome:
        if place >= self.time_for:
            return TargetOutcome(outcome="left")
        if target.key in self._stored:
            return TargetOutcome(outcome="done", repeated=True, answer=self._stored[target.key])
        [kind] = [kind for kind in all_calls() if kind.__name__ == change]
        before, counted = (len(self.active), len(self.ipd)), self.changes.copy()
        try:
            envelope = kind.write_answer(self._done(kind.from_parameters(target.parameters)))
        except ApiError as error:
            problems = [
                Complaint(source=problem.source, title=problem.title, code=problem.code) for problem in error.problems
            ]
            return TargetOutcome(outcome="refused", status=error.status, errors=problems)
        if before == (len(self.active), len(self.ipd)) and kind is not SignUpHospital:
            self.changes = counted
            return TargetOutcome(outcome="unchanged", answer=envelope)
        self._stored[target.key] = envelope
        return TargetOutcome(outcome="done", answer=envelope)

    def _switch(self, on_now: set[int], clinic_id: int, *, on: bool, name: str) -> None:
        self._clinic(clinic_id)
        (on_now.add if on else on_now.discard)(clinic_id)
        self.changes[name] += 1

    def _clinic(self, number: int) -> Clinic:
        if not 1 <= number <= self.clinics:
            raise NotFound("There is no clinic with this id")
        modules = [ClinicSpecModule(spec_module_id=2, name="Prescriptions")] if number in self.active else []
        return Clinic(id=number, name=f"Clinic {number}", clinic_spec_modules=modules, ipd_enabled=number in self.ipd)

    def _page(self, call: ListClinics) -> Page[Clinic]:
        if call.search_text:
            clinics = [
                Clinic(
                    id=900 + place, name=created_at.name, email=created_at.email, phone_number=phone, is_hospital=True
                )
                for place, (phone, created_at) in enumerate(self.hospitals.items())
                if call.search_text in phone
            ]
            return Page[Clinic].of(clinics, total=len(clinics), perpage=call.perpage)
        numbers = [
            number
            for number in range(self.clinics, 0, -1)
            if (call.spec_module_id is None or number in self.active)
            and (call.ipd_enabled is None or (number in self.ipd) == call.ipd_enabled)
        ]
        shown = numbers[call.offset : call.offset + call.perpage]
        return Page[Clinic].of([self._clinic(n) for n in shown], total=len(numbers), perpage=call.perpage)


def refused(status: int, title: str = "no", **headers: str) -> httpx.Response:
    """Return a refusal of the platform."""
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(status, json={"success": False, "errors": [{"title": title}]}, headers=names)


def quick(patience: float = 30.0) -> Backoff:
    """Return a pace without waits."""
    return Backoff(patience, first_wait=0.001, longest_wait=0.002)


def _raised(fault: httpx.Response | Exception | None) -> httpx.Response | None:
    if isinstance(fault, Exception):
        raise fault
    return fault


def call_of(request: httpx.Request) -> Call[Any]:
    """Return the call of a request."""
    for kind in all_calls():
        pattern = re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", f"/api{kind.route.path}")
        path = re.fullmatch(pattern, request.url.path)
        if path and kind.route.method == request.method:
            body = json.loads(request.content) if request.content not in (b"", b"null") else None
            return kind.from_wire(path.groupdict(), dict(request.url.params), body)
    raise AssertionError(f"no call for {request.method} {request.url}")

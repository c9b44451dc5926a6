"""Bulk change of clinic admins, with a platform for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import httpx
from sdk.tests.bulk.bulk_platform import call_of

from careops import ApiError, AsyncCareOps, MemoryTokens, NotFound, Tokens
from careops.bulk import ListBackedChange, Target
from careops.calls.clinic_admins import ClinicAdmin, DeleteClinicAdmin, ListClinicAdmins
from careops.contract import Call, Empty, Page


@dataclass(frozen=True)
class DeleteAdmins(ListBackedChange[ClinicAdmin]):
    """Delete admins of one clinic. A listed admin is not deleted yet."""

    clinic_id: int

    command: ClassVar[str] = "delete admins"
    worth_asking: ClassVar[int] = 1

    @property
    def list_all(self) -> ListClinicAdmins:
        return ListClinicAdmins(clinic_id=self.clinic_id)

    def key(self, item: ClinicAdmin) -> int:
        return item.id

    def is_satisfied(self, item: ClinicAdmin) -> bool:
        return False

    async def call(self, client: AsyncCareOps, target: Target) -> Call[Empty]:
        return DeleteClinicAdmin(clinic_id=self.clinic_id, admin_id=int(target.key))

    async def check(self, client: AsyncCareOps, target: Target) -> bool:
        return target.key not in [admin.id async for admin in client.each(self.list_all)]

    def describe(self, target: Target) -> str:
        return "deleted"


@dataclass
class AdminsPlatform:
    """Admins of one clinic, with all received calls."""

    admins: set[int]
    received: list[Call[Any]] = field(default_factory=list)

    def client(self) -> AsyncCareOps:
        """Return a signed-in client of the platform."""
        transport = httpx.MockTransport(self._answer)
        return AsyncCareOps("http://platform/api", tokens=MemoryTokens(Tokens("token")), transport=transport)

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        call = call_of(request)
        self.received.append(call)
        try:
            return httpx.Response(200, json=call.write_answer(self._done(call)))
        except ApiError as error:
            return httpx.Response(error.status, json={"success": False, "errors": [{"title": str(error)}]})

    def _done(self, call: Call[Any]) -> Any:
        match call:
            case ListClinicAdmins():
                numbers = sorted(self.admins, reverse=True)[call.offset : call.offset + call.perpage]
                admins = [
                    ClinicAdmin(id=number, name=f"Admin {number}", phone_number="9812345670") for number in numbers
                ]
                return Page[ClinicAdmin].of(admins, total=len(self.admins), perpage=call.perpage)
            case DeleteClinicAdmin() if call.admin_id in self.admins:
                self.admins.remove(call.admin_id)
                return Empty()
        raise NotFound("There is no such admin")

"""Proposals: changes that are collected instead of sent, and proposed together as a change request.

>>> with client.proposal(title="Billing for Punjab", reason="They signed the contract") as proposal:
...     for clinic in client.clinics.each(filter_type="state", filter_text="Punjab"):
...         proposal.modules.activate(clinic_id=clinic.id, module_id=2)
>>> proposal.request.id
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, Literal, Self, TypedDict, TypeVar, Unpack, cast

from careops.client.resources import Resources
from careops.contract import Call, KeysetPage, Page
from careops.contract.resource import AsyncSender, ClientT, SyncSender, build

if TYPE_CHECKING:
    from datetime import datetime

    from careops.calls.change_requests import (
        Canary,
        ChangeRequest,
        ChangeRequestDetail,
        CreateChangeRequest,
        ProposedChange,
    )

AnswerT = TypeVar("AnswerT")
ItemT = TypeVar("ItemT")


class ProposalOptions(TypedDict, total=False):
    """Optional fields of a proposal, as in ``CreateChangeRequest``."""

    ticket: str | None
    """Web address of a ticket."""
    on_conflict: Literal["skip", "stop"]
    """``skip`` leaves out records that someone else has changed since; ``stop`` ends at the first one."""
    apply_from: datetime | None
    """Time before which no change is applied."""
    apply_until: datetime | None
    """Time after which no change is applied."""
    canary: Canary | None
    """First changes, after which the run waits."""
    after: int | None
    """Id of a request that has to be applied before."""


class _Collected(Generic[ClientT]):
    """Collected changes with the texts of their request."""

    def __init__(self, client: ClientT, *, title: str, reason: str, **options: Unpack[ProposalOptions]) -> None:
        self._client: ClientT = client
        self._texts: dict[str, Any] = {"title": title, "reason": reason, **options}
        self._changes: list[ProposedChange] = []
        self._detail: ChangeRequestDetail | None = None

    @property
    def detail(self) -> ChangeRequestDetail:
        """The request with its summary. Raises ``LookupError`` before the end of the block."""
        if self._detail is None:
            raise LookupError("the changes were not proposed yet")
        return self._detail

    @property
    def request(self) -> ChangeRequest:
        """The request. Raises ``LookupError`` before the end of the block."""
        return self.detail.request

    def _add(self, call: Call[AnswerT]) -> AnswerT:
        from careops.calls.change_requests import ProposedChange

        if not call.route.mutates:
            raise TypeError(f"{type(call).__name__} changes nothing: send it with the client itself")
        self._changes.append(ProposedChange(call=type(call).__name__, parameters=call.parameters))
        return cast(AnswerT, None)  # nothing was sent, so there is no answer

    def _build(self) -> CreateChangeRequest:
        from careops.calls.change_requests import CreateChangeRequest

        return build(CreateChangeRequest, changes=self._changes, **self._texts)


class ChangeProposal(_Collected[SyncSender], Resources[SyncSender]):
    """Client whose methods collect changes and return None. The end of the block proposes them, an exception does not.

    Raises ``InvalidInput`` at the end of the block if the server refuses a change, or if there is none.
    """

    def send(self, call: Call[AnswerT]) -> AnswerT:
        """Add a change."""
        return self._add(call)

    def each(self, call: Call[Page[ItemT] | KeysetPage[ItemT]]) -> Iterator[ItemT]:
        """Raise ``TypeError``: a list changes nothing."""
        raise TypeError(f"{type(call).__name__} changes nothing: send it with the client itself")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if error is None:
            self._detail = self._client.send(self._build())


class AsyncChangeProposal(_Collected[AsyncSender], Resources[AsyncSender]):
    """ChangeProposal of an asynchronous client. See ``ChangeProposal``."""

    async def send(self, call: Call[AnswerT]) -> AnswerT:
        """Add a change."""
        return self._add(call)

    def each(self, call: Call[Page[ItemT] | KeysetPage[ItemT]]) -> AsyncIterator[ItemT]:
        """Raise ``TypeError``: a list changes nothing."""
        raise TypeError(f"{type(call).__name__} changes nothing: send it with the client itself")

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if error is None:
            self._detail = await self._client.send(self._build())

"""Base class of bulk changes. To add your own, subclass ``Change`` or its most similar subclass."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar
from warnings import warn

from careops.bulk.targets import Outcome, Target
from careops.constants import ACCOUNT_TYPES, AccountType
from careops.contract.answers import Created

if TYPE_CHECKING:
    from careops.bulk.backoff import Backoff
    from careops.bulk.row_store import RowStore
    from careops.client.sync_client import AsyncCareOps
    from careops.contract import Call

ItemT = TypeVar("ItemT")


SWITCHED: Final = {True: "off → on", False: "on → off"}
"""Words that describe a switch in reports."""


class Change(ABC, Generic[ItemT]):
    """One kind of change, for any number of targets.

    ``ItemT`` is the type of a list row of such targets, or ``Never`` if targets come from tables only.
    """

    command: ClassVar[str]
    """Name of the run in its journal."""
    makes: ClassVar[tuple[type[Call[Any]], ...]] = ()
    """Calls that make the change. Without permission for them the run is refused before anything is sent."""
    sends: ClassVar[tuple[str, ...]] = ()
    """Fields of these calls that fewer account types may send than may make the call."""
    keeps_targets: ClassVar[bool] = True
    """True if the journal stores the list of targets. False if targets contain secrets."""
    compared: ClassVar[bool] = False
    """True if a platform with batches reliably detects by itself which targets need no change."""

    proposable: ClassVar[bool] = True
    """False if a change request cannot contain the calls: they have passwords or files, or work outside of the
    records."""

    @property
    def fingerprint(self) -> Mapping[str, Any]:
        """Return the parameters that distinguish this change from others of its command, for the journal's
        fingerprint."""
        return vars(self)

    def item_of(self, answer: Any) -> Any:
        """Return the record in the answer of the call that reads it."""
        return answer

    @abstractmethod
    async def call(self, client: AsyncCareOps, target: Target) -> Call[Any]:
        """Build the call that makes the change. It may send other requests first.

        Raises ``pydantic.ValidationError`` for an invalid target.
        """

    async def prefetch(self, client: AsyncCareOps, pace: Backoff, store: RowStore, *, every_target: bool) -> None:
        """Learn the state of all open targets together, if that needs fewer requests than one read per target.

        ``every_target`` requires certainty about each target, for a dry run.
        """

    @abstractmethod
    async def check(self, client: AsyncCareOps, target: Target) -> bool:
        """Request the target's state and return True if it needs no change.

        Raises ``ApiError`` if it does not exist.
        """

    @abstractmethod
    def describe(self, target: Target) -> str:
        """Describe the change of this target in a few words."""

    @classmethod
    def allowed_to(cls) -> frozenset[AccountType]:
        """Return the account types that may make all calls of this change."""
        allowed = frozenset(ACCOUNT_TYPES)
        for call in cls.makes:
            for access in (call.route.access, *(call.restricted_fields().get(name) for name in cls.sends)):
                allowed &= allowed if access is None else access
        return allowed

    def result_values(self, answer: Any) -> Mapping[str, Any]:
        """Return the values of an answer that the report should contain, such as the id of a created record."""
        return {"id": answer.id} if isinstance(answer, Created) and answer.id is not None else {}

    def outcome_of(self, response_data: Mapping[str, Any]) -> Outcome:
        """Return the outcome of an answered change: ``ASKED`` if the platform continues in the background."""
        return Outcome.DONE

    async def poll(self, client: AsyncCareOps, response_data: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Return the current state of a change in the background. None if the platform does not report it."""
        return None

    async def preview(self, client: AsyncCareOps, target: Target) -> tuple[Outcome, str]:
        """Return the outcome of a target that needs a change, without changing it (dry run)."""
        return Outcome.PLANNED, self.describe(target)

    async def warnings(self, client: AsyncCareOps, targets: Iterable[Target]) -> Sequence[str]:
        """Return warnings to show before a person confirms the run, one sentence each."""
        former = getattr(self, "doubts", None)
        if former is None:
            return ()
        warn("doubts is warnings; 1.3 removes the old name", DeprecationWarning, stacklevel=2)
        former_warnings: Sequence[str] = await former(client, targets)
        return former_warnings

    @property
    def checks_first(self) -> bool:
        """Return True to read each target before its change; False to read it only if an answer was lost."""
        return True

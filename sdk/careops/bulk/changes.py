"""What a run does to each target. A change of your own subclasses ``Change``, or what is nearest to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from careops.answers import Created
from careops.bulk.targets import Outcome, Target
from careops.constants import ACCOUNT_TYPES, AccountType

if TYPE_CHECKING:
    from careops.bulk.ledger import Ledger
    from careops.bulk.pace import Pace
    from careops.client import AsyncCareOps
    from careops.contract import Call

ItemT = TypeVar("ItemT")


def switched(on: bool) -> str:
    """What is told of something that is turned on or off."""
    return "off → on" if on else "on → off"


class Change(ABC, Generic[ItemT]):
    """One kind of change, for any number of targets.

    ``ItemT`` is what a list of such targets holds; ``Never`` where they come from tables only.
    """

    command: ClassVar[str]
    """What the run is called in its journal."""
    makes: ClassVar[tuple[type[Call[Any]], ...]] = ()
    """The calls it changes things by; who may not make them is refused before anything is sent."""
    sends: ClassVar[tuple[str, ...]] = ()
    """Those of their fields that fewer account types may send than may make the call."""
    keeps_targets: ClassVar[bool] = True
    """Whether the list of targets goes into the journal; not when it holds secrets."""
    compared: ClassVar[bool] = False
    """Whether a platform that takes changes by the set finds out itself, and as surely, which targets need none."""

    @property
    @abstractmethod
    def says(self) -> Mapping[str, Any]:
        """What tells this change from others of its command; part of the journal's fingerprint."""

    @abstractmethod
    async def call(self, client: AsyncCareOps, target: Target) -> Call[Any]:
        """The call that makes the change; it may ask the platform for something first.

        Raises ``pydantic.ValidationError`` for a target that cannot be meant.
        """

    async def survey(self, client: AsyncCareOps, pace: Pace, ledger: Ledger, *, every_target: bool) -> None:
        """Learn the state of open targets all at once, where that costs less than looking at each.

        ``every_target`` asks for certainty: it is a dry run.
        """

    @abstractmethod
    async def look(self, client: AsyncCareOps, target: Target) -> bool:
        """Whether the target already is as wanted, by asking the platform. Raises ``Refused`` when it is not there."""

    @abstractmethod
    def told(self, target: Target) -> str:
        """What would change, in a few words."""

    @classmethod
    def allowed_to(cls) -> frozenset[AccountType]:
        """The account types that may make all of its calls."""
        allowed = frozenset(ACCOUNT_TYPES)
        for call in cls.makes:
            for access in (call.route.access, *(call.restricted_fields().get(name) for name in cls.sends)):
                allowed &= allowed if access is None else access
        return allowed

    def learnt(self, answer: Any) -> Mapping[str, Any]:
        """What the change's answer tells that the report should say, such as the id of what was made."""
        return {"id": answer.id} if isinstance(answer, Created) and answer.id is not None else {}

    def became(self, learnt: Mapping[str, Any]) -> Outcome:
        """What became of a target whose change was answered: ``ASKED`` where the platform does it in the background."""
        return Outcome.DONE

    async def follow(self, client: AsyncCareOps, learnt: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """What there is to learn by now of a change that was asked for. None where the platform tells nothing of it."""
        return None

    async def foresee(self, client: AsyncCareOps, target: Target) -> tuple[Outcome, str]:
        """What would become of a target that is not as wanted, without changing it."""
        return Outcome.PLANNED, self.told(target)

    async def doubts(self, client: AsyncCareOps, targets: Iterable[Target]) -> Sequence[str]:
        """What somebody should know before they agree to all of it, a sentence each."""
        return ()

    @property
    def looks_first(self) -> bool:
        """Whether every target is looked at before it is changed, or only when the change's answer was lost."""
        return True

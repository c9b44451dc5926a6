"""Changes of what lists show: clinics, admins, codes. What the lists tell need not be read one by one."""

from __future__ import annotations

from abc import abstractmethod
from contextlib import aclosing
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from careops.bulk.changes import Change, ItemT
from careops.bulk.targets import Key, Target
from careops.bulk.walking import walk
from careops.constants import MAX_PAGE_SIZE

if TYPE_CHECKING:
    from careops.bulk.ledger import Ledger
    from careops.bulk.pace import Pace
    from careops.client import AsyncCareOps
    from careops.contract import Call, Page

_PAGE_COST = 15
"""A full page costs about as much as looking at so many targets one by one."""


class ListedChange(Change[ItemT]):
    """A change of something that lists show. Its present state is read from any list that shows it."""

    worth_asking: ClassVar[int] = 100
    """From so many targets on the list may be cheaper. 1 where nothing but the list tells."""

    @property
    @abstractmethod
    def everything(self) -> Call[Page[ItemT]]:
        """The list of all there are; filters narrow it."""

    @property
    def filtered(self) -> Call[Page[ItemT]]:
        """The list that ``--where`` narrows, where another one than that of everything knows more filters."""
        return self.everything

    @property
    def those_as_wanted(self) -> Call[Page[ItemT]] | None:
        """The list of all that are as wanted, when the platform can tell."""
        return None

    @abstractmethod
    def key(self, item: ItemT) -> Key:
        """What a target is known by: the row's id."""

    @abstractmethod
    def is_wanted(self, item: ItemT) -> bool | None:
        """Whether it already is as wanted; None when a row of the list does not tell."""

    def found(self, row: int, item: ItemT) -> Target:
        """The target that a row of a list is."""
        return Target(row, self.key(item), {}, self.is_wanted(item))

    async def survey(self, client: AsyncCareOps, pace: Pace, ledger: Ledger, *, every_target: bool) -> None:
        """Read the list where it is shorter than the targets.

        In a dry run that is the list of everything; else the list of those that are as wanted is enough: whatever is
        not on it is to be changed, and the platform refuses what does not exist.
        """
        unknown = ledger.unknown()
        if unknown < self.worth_asking or self._needless(client, every_target):
            return
        wanted = None if every_target else self.those_as_wanted
        call = wanted or self.everything
        first = await pace.carry(partial(client.send, call.model_copy(update={"page": 1})))
        looking = unknown * MAX_PAGE_SIZE if self.worth_asking > 1 else float("inf")
        if first.total_records * _PAGE_COST >= looking or self._needless(client, every_target):
            return
        async with aclosing(walk(client, pace, call)) as pages:
            async for page in pages:
                states = [(self.key(item), self.is_wanted(item)) for item in page.items]
                if states and all(state is None for _, state in states):
                    return
                for known in (True, False):
                    ledger.learn([key for key, state in states if state is known], as_wanted=known)
        if wanted is not None:
            ledger.assume(as_wanted=False)

    def _needless(self, client: AsyncCareOps, every_target: bool) -> bool:
        return self.compared and client._manners.batch > 1 and not every_target

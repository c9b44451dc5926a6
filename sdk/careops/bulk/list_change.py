"""Bulk changes of records that lists show, such as clinics, admins and codes, whose state one list call returns."""

from __future__ import annotations

from abc import abstractmethod
from contextlib import aclosing
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from careops.bulk.changes import Change, ItemT
from careops.bulk.targets import Key, Target
from careops.constants import MAX_PAGE_SIZE

if TYPE_CHECKING:
    from careops.bulk.backoff import Backoff
    from careops.bulk.row_store import RowStore
    from careops.client.sync_client import AsyncCareOps
    from careops.contract import Call, Page

_PAGE_COST = 15
"""Cost of a full page in single reads."""


class ListBackedChange(Change[ItemT]):
    """Change of a record that lists show. Its current state is read from any list that contains it."""

    worth_asking: ClassVar[int] = 100
    """Number of targets from which the list may be cheaper. 1 if only the list contains the state."""

    @property
    @abstractmethod
    def list_all(self) -> Call[Page[ItemT]]:
        """Return the call for the list of all records, which filters narrow."""

    @property
    def list_filtered(self) -> Call[Page[ItemT]]:
        """Return the call for the list that ``--where`` narrows, if it has more filters than the list of all
        records."""
        return self.list_all

    @property
    def satisfied_list(self) -> Call[Page[ItemT]] | None:
        """Return the call for the list of records that need no change, if the platform has such a filter."""
        return None

    @abstractmethod
    def key(self, item: ItemT) -> Key:
        """Return the key of a target: the row's id."""

    @abstractmethod
    def is_satisfied(self, item: ItemT) -> bool | None:
        """Return True if the record needs no change; None if a row of the list does not contain the state."""

    def target_of(self, row: int, item: ItemT) -> Target:
        """Build the target of a list row."""
        return Target(row, self.key(item), {}, self.is_satisfied(item))

    async def prefetch(self, client: AsyncCareOps, pace: Backoff, store: RowStore, *, every_target: bool) -> None:
        """Read the list if it is shorter than the targets.

        A dry run reads the list of all records. Otherwise the list of records that need no change is enough: all other
        targets are changed, and the platform refuses those that do not exist.
        """
        from careops.bulk.prefetch import iterate  # imports asyncio, which the change of one record does not need

        unknown = store.unknown()
        if unknown < self.worth_asking or self._needless(client, every_target):
            return
        filters = None if every_target else self.satisfied_list
        call = filters or self.list_all
        first = await pace.run(partial(client.send, call.model_copy(update={"page": 1})))
        looking = unknown * MAX_PAGE_SIZE if self.worth_asking > 1 else float("inf")
        if first.total_records * _PAGE_COST >= looking or self._needless(client, every_target):
            return
        async with aclosing(iterate(client, pace, call)) as pages:
            async for page in pages:
                states = [(self.key(item), self.is_satisfied(item)) for item in page.items]
                if states and all(state is None for _, state in states):
                    return
                for as_wanted in (True, False):
                    store.set_state([key for key, state in states if state is as_wanted], as_wanted=as_wanted)
        if filters is not None:
            store.set_all_states(as_wanted=False)

    def _needless(self, client: AsyncCareOps, every_target: bool) -> bool:
        return self.compared and client.batch_size > 1 and not every_target


class ReadableChange(ListBackedChange[ItemT]):
    """Change of a record that one call reads."""

    @abstractmethod
    def read_call(self, key: Key) -> Call[Any]:
        """Return the call that reads the record."""

    async def check(self, client: AsyncCareOps, target: Target) -> bool:
        """Read the record."""
        return bool(self.is_satisfied(self.item_of(await client.send(self.read_call(target.key)))))


class DirectChange(ReadableChange[ItemT]):
    """Change of a record by one call, which depends on no other request."""

    @abstractmethod
    def change_call(self, key: Key) -> Call[Any]:
        """Return the call that changes the record."""

    async def call(self, client: AsyncCareOps, target: Target) -> Call[Any]:
        """Return the call of ``change_call``."""
        return self.change_call(target.key)

"""Find records by name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from careops_cli.framework.errors import USAGE, CliError

if TYPE_CHECKING:
    from careops import CareOps
    from careops.calls.modules import SpecModule


class Named(Protocol):
    """Record with a name and an id."""

    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...


NamedT = TypeVar("NamedT", bound=Named)


def suggestion(typed: str, names: Iterable[str]) -> str:
    """Return ``Did you mean …?`` with the most similar name, regardless of case; empty if none is similar."""
    by_folded = {name.casefold(): name for name in names}
    folded = typed.casefold()
    near = difflib.get_close_matches(folded, by_folded, n=1, cutoff=0.5)
    near = near or [name for name in by_folded if folded in name]  # "lab" is not similar to "lab reports", but a prefix
    return f"Did you mean {by_folded[near[0]]!r}?" if near else ""


def resolve_module(client: CareOps, typed: str) -> SpecModule:
    """Find the module with that id or name. Raises ``CliError`` with the most similar name if there is none."""
    from careops.calls.modules import ListSpecModules
    from careops_cli.framework.completion_cache import save

    modules = client.send(ListSpecModules())
    save("modules", client.base_url, [module.name for module in modules])
    return resolve_one(typed, modules, "module", next_step="Run: careops modules list")


def resolve_one(typed: str, among: Sequence[NamedT], noun: str, *, next_step: str) -> NamedT:
    """Find the record with that id or name, regardless of case. Raises ``CliError`` with the most similar name."""
    for each in among:
        if typed == str(each.id) or typed.strip().casefold() == each.name.casefold():
            return each
    step = suggestion(typed, [each.name for each in among]) or next_step
    raise CliError(f"There is no {noun} {typed!r}", next_step=step, code=USAGE)

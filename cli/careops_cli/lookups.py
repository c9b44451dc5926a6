"""Finding what a person means by a name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import TYPE_CHECKING

from careops_cli.failures import USAGE, Stop

if TYPE_CHECKING:
    from careops import CareOps
    from careops.calls.modules import SpecModule


def suggestion(typed: str, names: Iterable[str]) -> str:
    """``Did you mean …?`` with the nearest name, whatever its case; empty when nothing is near."""
    by_folded = {name.casefold(): name for name in names}
    near = difflib.get_close_matches(typed.casefold(), by_folded, n=1, cutoff=0.5)
    return f"Did you mean {by_folded[near[0]]!r}?" if near else ""


def module_meant(client: CareOps, typed: str) -> SpecModule:
    """The product module of that id or name. Raises ``Stop`` with the nearest name when there is none."""
    modules = client.modules.list()
    for module in modules:
        if typed == str(module.id) or typed.strip().casefold() == module.name.casefold():
            return module
    step = suggestion(typed, [module.name for module in modules]) or "Run: careops modules list"
    raise Stop(f"There is no module {typed!r}", next_step=step, code=USAGE)

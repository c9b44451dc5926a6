"""Names of calls, their parameters and filters, written down beforehand: Tab has no time to import the contract.

``python -m careops_cli.reference`` writes ``call_names.json``, beside the page about the commands.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).with_name("call_names.json")
PARAMETERS: Final = "parameters"
FILTERS: Final = "filters"
"""What ``--where`` takes; of lists only."""

CallNames = Mapping[str, Mapping[str, Sequence[str]]]


def known_calls() -> CallNames:
    """Each call's names, as they were written."""
    found: CallNames = json.loads(FILE.read_text("utf-8"))
    return found


def names_meant(typed: str) -> Mapping[str, Sequence[str]]:
    """The names of one call, whatever the case of what was typed; empty where there is none."""
    folded = typed.replace("_", "").replace("-", "").casefold()
    return next((names for call, names in known_calls().items() if call.casefold() == folded), {})


def written() -> str:
    """The file as the contract has it now, a line per call."""
    from careops.calls import all_calls
    from careops.contract import Paged
    from careops_cli.bulk.filters import filter_names

    calls = {
        call.__name__: {
            PARAMETERS: [*call.model_fields],
            **({FILTERS: filter_names(call)} if issubclass(call, Paged) else {}),
        }
        for call in sorted(all_calls(), key=lambda call: call.__name__)
    }
    return "{\n" + ",\n".join(f"{json.dumps(call)}: {json.dumps(names)}" for call, names in calls.items()) + "\n}\n"

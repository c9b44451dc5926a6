"""Changes of a revision with their effect, groups of equal ones, and the digest that reviews belong to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

import orjson

from careops.calls.change_requests import ChangeGroup, PlannedTarget, RevisionTexts
from careops.contract.answers import Message


@dataclass(frozen=True)
class PlannedChange:
    """A change with its effect in the preview."""

    target: PlannedTarget
    clinic_id: int | None
    """Clinic of the record, for finding its events."""
    undoes_position: int | None = None
    """Position of the undone change in its request."""


def group_changes(planned: Iterable[PlannedChange]) -> list[ChangeGroup]:
    """Return equal changes with their number, the largest groups first."""
    counts: Counter[bytes] = Counter()
    for change in planned:
        target = change.target
        # Without the detail, such as the record that has the same payment, which differs for each change.
        problem = target.errors[0].model_dump(include=set(Message.model_fields)) if target.errors else None
        key = {"call": target.call, "planned": target.planned, "before": target.before, "after": target.after}
        details = {"error": problem and problem["title"], "problem": problem, "undoable": target.undoable}
        counts[orjson.dumps({**key, **details}, option=orjson.OPT_SORT_KEYS)] += 1
    return [ChangeGroup(**orjson.loads(key), count=count) for key, count in counts.most_common()]


def count_not_undoable(planned: Iterable[PlannedChange]) -> int:
    """Return the number of changes that cannot be undone."""
    return sum(not change.target.undoable for change in planned)


def digest_of(
    texts: RevisionTexts, planned: Iterable[PlannedChange], *, undoes: int | None = None, undoes_run: str | None = None
) -> str:
    """Return the SHA-256 of a revision: canonical JSON of its texts and changes, with the values that they replace."""
    content = {
        **texts.model_dump(mode="json", include=set(RevisionTexts.model_fields)),
        "undoes": undoes,
        **({"undoes_run": undoes_run} if undoes_run else {}),
        "changes": [
            {"call": change.target.call, "parameters": change.target.parameters, "base": change.target.before}
            for change in planned
        ],
    }
    return sha256(orjson.dumps(content, option=orjson.OPT_SORT_KEYS)).hexdigest()

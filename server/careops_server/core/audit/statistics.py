"""Figures of a summary, calculated from counts by key, person and hour."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from careops.calls.audit import EXPORT_KEYS, SIGN_IN_KEYS

Counts = Mapping[str, Mapping[str, Sequence[int]]]
"""Counts by dimension (``key``, ``user``, ``hour``) and label: events, and failed events."""
_MAX: Final = 10


@dataclass(frozen=True)
class Figures:
    """Figures of a summary. Each mapping is sorted by descending count."""

    total: int
    failed: int
    failed_logins: int
    patient_exports: int
    events_by_type: dict[str, int]
    top_users: dict[str, int]
    busiest_hours: dict[str, int]

    @classmethod
    def of(cls, parts: Collection[Counts]) -> Figures:
        """Return the figures of all parts together."""
        keys = _added(counts.get("key", {}) for counts in parts)
        return cls(
            total=sum(total for total, _ in keys.values()),
            failed=sum(failed for _, failed in keys.values()),
            failed_logins=sum(keys[key][1] for key in SIGN_IN_KEYS if key in keys),
            patient_exports=sum(keys[key][0] - keys[key][1] for key in EXPORT_KEYS if key in keys),
            events_by_type=_greatest(keys, _MAX),
            top_users=_greatest(_added(counts.get("user", {}) for counts in parts), _MAX),
            busiest_hours=_greatest(_added(counts.get("hour", {}) for counts in parts)),
        )


def size(counts: Counts) -> int:
    """Return the number of labels."""
    return sum(map(len, counts.values()))


def _added(parts: Iterable[Mapping[str, Sequence[int]]]) -> dict[str, Sequence[int]]:
    added: dict[str, Sequence[int]] = {}
    for counts in parts:
        if not added:
            added.update(counts)
            continue
        for label, (total, failed) in counts.items():
            totals = added.get(label, (0, 0))
            added[label] = (totals[0] + total, totals[1] + failed)
    return added


def _greatest(counts: Mapping[str, Sequence[int]], most: int | None = None) -> dict[str, int]:
    ranked = sorted((-total, label) for label, (total, _) in counts.items())
    return {label: -total for total, label in ranked[:most]}

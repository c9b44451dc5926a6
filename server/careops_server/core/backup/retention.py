"""Retention of backups: which of a folder stay, and the proofs that `backup verify` leaves beside them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from careops.india_time import INDIA
from careops_server.core.backup.archive import BackupError
from careops_server.core.backup.create import BackupFile, alone, list_backups

PROOF_SUFFIX: Final = ".verified"


@dataclass(frozen=True)
class Policy:
    """Numbers of days, weeks and months of which one backup each is kept. Periods without a backup do not count."""

    daily: int = 7
    weekly: int = 4
    monthly: int = 12


@dataclass(frozen=True)
class Decision:
    """A backup, and the reasons why it stays; without one it is removed."""

    backup: BackupFile
    verified_at: str
    """Empty if it was never verified."""
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class RetentionPlan:
    """Decisions on all backups of a folder, the newest first."""

    decisions: list[Decision]

    @property
    def removed(self) -> list[BackupFile]:
        """Return the backups that go."""
        return [each.backup for each in self.decisions if not each.reasons]


def save_proof(backup: Path) -> None:
    """Write beside a backup that it was verified now. In a read-only folder it does nothing."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    with suppress(OSError):
        _proof(backup).write_text(json.dumps({"verified_at": now, "size": backup.stat().st_size}), "ascii")


def verified_at(backup: Path) -> str:
    """Return the moment a backup was verified last; empty if never, or if the file has another size since."""
    try:
        proof = json.loads(_proof(backup).read_text("ascii"))
        return str(proof["verified_at"]) if proof["size"] == backup.stat().st_size else ""
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def plan(backups: Sequence[BackupFile], policy: Policy) -> RetentionPlan:
    """Decide which backups stay. The newest and the newest verified one always do.

    Of each day, week and month the newest verified backup is kept, or the newest if none is verified. Periods are
    those of India.
    """
    newest_first = sorted(backups, key=_moment, reverse=True)
    proofs = {each.path: verified_at(each.path) for each in newest_first}
    reasons: dict[Path, list[str]] = {each.path: [] for each in newest_first}
    for each in newest_first[:1]:
        reasons[each.path].append("newest")
    for each in [each for each in newest_first if proofs[each.path]][:1]:
        reasons[each.path].append("newest verified")
    periods: tuple[tuple[str, int, Callable[[datetime], object]], ...] = (
        ("daily", policy.daily, datetime.date),
        ("weekly", policy.weekly, lambda moment: moment.isocalendar()[:2]),
        ("monthly", policy.monthly, lambda moment: (moment.year, moment.month)),
    )
    for name, number, period_of in periods:
        chosen: dict[object, BackupFile] = {}
        for each in newest_first:
            period = period_of(_moment(each))
            if period not in chosen or (proofs[each.path] and not proofs[chosen[period].path]):
                chosen[period] = each
        for each in list(chosen.values())[:number]:
            reasons[each.path].append(name)
    return RetentionPlan([Decision(each, proofs[each.path], tuple(reasons[each.path])) for each in newest_first])


def prune(folder: Path, policy: Policy, note: Callable[[RetentionPlan], None]) -> RetentionPlan:
    """Remove the backups that the policy does not keep. ``note`` records the plan before anything is removed.

    Raises ``BackupError`` if none of the backups is verified, if a file is no backup, or if a backup is being made.
    """
    with alone(folder):
        plan_made = plan(list_backups(folder), policy)
        require_proof(plan_made)
        if plan_made.removed:
            note(plan_made)
        for each in plan_made.removed:
            each.path.unlink()
            _proof(each.path).unlink(missing_ok=True)
    return plan_made


def require_proof(plan: RetentionPlan) -> None:
    """Raise ``BackupError`` if backups would be removed and none of the folder is verified."""
    if plan.removed and not any(each.verified_at for each in plan.decisions):
        raise BackupError(
            "None of these backups was verified, so none is removed. Run careops backup verify on the newest one first"
        )


def _moment(backup: BackupFile) -> datetime:
    return datetime.fromisoformat(backup.label.made_at).astimezone(INDIA)


def _proof(backup: Path) -> Path:
    return backup.with_name(f"{backup.name}{PROOF_SUFFIX}")

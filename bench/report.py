"""Markdown report of results: first goals, then figures, then conditions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bench.load import Measured


@dataclass(frozen=True)
class Goal:
    """A goal and its measurement."""

    what: str
    ours: str
    against: str
    value: float
    limit: float
    unit: str = "×"
    at_least: bool = False

    @classmethod
    def of_cpu(cls, what: str, ours: Measured, against: Measured, limit: float) -> Goal:
        """Goal: at most ``limit`` times the CPU of a peer."""
        spent = (f"{ours.cpu_ms:.2f} ms", f"{against.cpu_ms:.2f} ms")
        return cls(what, *spent, ours.cpu_ms / against.cpu_ms, limit)

    @property
    def reached(self) -> bool:
        """True if the goal was reached."""
        return self.value >= self.limit if self.at_least else self.value <= self.limit


@dataclass
class Findings:
    """Results of a section."""

    title: str
    conditions: str
    goals: list[Goal] = field(default_factory=list)
    numbers: list[tuple[str, ...]] = field(default_factory=list)
    """Rows of the section's own table, the header first."""
    notes: list[str] = field(default_factory=list)
    facts: list[tuple[str, str]] = field(default_factory=list)
    """Date, machine and versions of the measurement."""

    def add_loads(self, loads: Iterable[tuple[str, Measured]]) -> None:
        """Add rows for servers under load."""
        if not self.numbers:
            self.numbers.append(("", "CPU ms/request", "requests/s", "p50 ms", "p99 ms"))
        for name, m in loads:
            self.numbers.append((name, f"{m.cpu_ms:.2f}", f"{m.rate:.0f}", f"{m.p50_ms:.1f}", f"{m.p99_ms:.1f}"))


def page(findings: Sequence[Findings], *, quick: bool) -> str:
    """Return the whole page."""
    lines = [
        "# Benchmarks",
        "",
        "<!-- Written by `nox -s bench`. Do not edit. -->",
        "",
        "Both sides of a ratio come from one run on one machine, in rounds taken in turn; each figure is the median of",
        "its rounds. CPU is what server and database spent together; the load's own CPU is not counted. Sections are",
        "measured one by one, each when its line says: only within a section may figures be compared.",
        "",
    ]
    if quick:
        lines += ["**A quick run: small worlds and few rounds. Its ratios prove nothing.**", ""]
    goals = [goal for section in findings for goal in section.goals]
    lines += ["## Goals", "", *_table([_GOALS, *map(_goal_row, goals)]), ""]
    for section in findings:
        lines += [f"## {section.title}", "", section.conditions, "", _moment(section), ""]
        if section.numbers:
            lines += [*_table(section.numbers), ""]
        for note in section.notes:
            lines += [f"- {note}"]
        if section.notes:
            lines += [""]
    lines += ["## Conditions", ""]
    for facts, titles in _machines(findings).items():
        lines += [f"{', '.join(titles)}:", "", *_table([("", ""), *facts]), ""]
    return "\n".join(lines)


_OF_THE_MOMENT = ("Date", "Load before the end")


def _moment(section: Findings) -> str:
    facts = dict(section.facts)
    return f"*Measured {facts['Date']}, load before the end {facts['Load before the end']}.*"


def _machines(findings: Sequence[Findings]) -> dict[tuple[tuple[str, str], ...], list[str]]:
    """Return machine and versions, with the sections measured on them."""
    machines: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for section in findings:
        machines.setdefault(tuple(fact for fact in section.facts if fact[0] not in _OF_THE_MOMENT), []).append(
            section.title
        )
    return machines


_GOALS = ("Goal", "Ours", "Against", "Measured", "Wanted", "Reached")


def _goal_row(goal: Goal) -> tuple[str, ...]:
    sign = "≥" if goal.at_least else "≤"
    return (
        goal.what,
        goal.ours,
        goal.against,
        f"{goal.value:.2f}{_spaced(goal.unit)}" if goal.value < 10 else f"{goal.value:.0f}{_spaced(goal.unit)}",
        f"{sign} {goal.limit:g}{_spaced(goal.unit)}",
        "yes" if goal.reached else "**no**",
    )


def _spaced(unit: str) -> str:
    return unit if unit in ("", "×") else f" {unit}"


def _table(rows: Sequence[tuple[str, ...]]) -> list[str]:
    header, *body = rows
    rule = ["---"] + ["---:" if len(header) > 2 else "---"] * (len(header) - 1)
    return [f"| {' | '.join(row)} |" for row in (header, tuple(rule), *body)]

"""Runs with journals in the state folder."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from careops_cli.bulk.journals import is_finished, secret_file
from careops_cli.bulk.report_columns import REPORT
from careops_cli.framework.config_files import state_folder
from careops_cli.framework.errors import USAGE, CliError
from careops_cli.framework.options import Options
from careops_cli.framework.resolve import suggestion


@dataclass(frozen=True)
class StoredRun:
    """Journal with its header."""

    journal: Path
    header: Mapping[str, Any]

    @property
    def name(self) -> str:
        """Name of the run: its file without the extension."""
        return self.journal.stem

    @property
    def command(self) -> str | None:
        """Command and its arguments, without the program and the platform, which has its own column."""
        command: str | None = self.header.get("command")
        return shlex.join(self._split_words()[1]) or command

    @property
    def state(self) -> str:
        """State of the run: finished or not."""
        return "finished" if is_finished(self.journal) else "unfinished"

    @property
    def item(self) -> dict[str, Any]:
        """Return the run as a row of the list."""
        return {
            "run": self.name,
            "command": self.command,
            "platform": self.header.get("says", {}).get("platform"),
            "source": self.header.get("source"),
            "made_at": self.header.get("made_at"),
            "state": self.state,
        }

    def details(self) -> dict[str, Any]:
        """Return the run with the outcomes of its targets, read from the whole journal."""
        outcomes: dict[Any, str] = {}
        targets: int | None = None
        with self.journal.open("rb") as lines:
            for entry in filter(None, map(_parsed, lines)):
                targets = entry.get("planned", targets)
                if "outcome" in entry:
                    outcomes[entry["key"]] = entry["outcome"]
        counts = Counter(outcomes.values())
        can_resume = self.header.get("again") and targets is not None and self.state == "unfinished"
        return {
            **self.item,
            "targets": targets or 0,
            **{name: counts[name] for name in ("done", "unchanged", "failed")},
            "asked_for": counts["asked for"],
            "open": max(0, (targets or 0) - len(outcomes)),
            "journal": str(self.journal),
            "resume": f"careops runs resume {self.name}" if can_resume else None,
        }

    def rows(self) -> tuple[list[str], Iterator[dict[str, Any]]]:
        """Return the names of the columns in addition to those of the report, and a row for each record."""
        from careops.bulk.replay import read_run

        store = read_run(self.journal)
        names = [name for name in store.names() if name not in REPORT]

        def items() -> Iterator[dict[str, Any]]:
            try:
                for row in store.report():
                    values = {**row.fields, **row.response_data}
                    report = {"row": row.row, "target": row.target, "outcome": row.outcome.value, "reason": row.reason}
                    yield {**report, **{name: values.get(name) for name in names}}
            finally:
                store.close()

        return names, items()

    def words_to_resume(self) -> list[str]:
        """Return the command line that resumes it, without ``careops``. Raises ``CliError`` if there is none."""
        details = self.details()
        if self.state == "finished":
            failed = details["failed"]
            step = f"To try what failed again, type its command with --resume {self.journal}" if failed else ""
            raise CliError(f"The run {self.name} is finished: nothing is left to do", next_step=step, code=USAGE)
        if details["targets"] == 0:
            raise CliError(
                f"The run {self.name} ended before all its targets were read: nothing was sent",
                next_step=f"Run: careops runs forget {self.name}",
                code=USAGE,
            )
        again = self.header.get("again")
        if not again:
            raise CliError(
                f"The run {self.name} does not say which command began it",
                next_step=f"Type the command again with --resume {self.journal}",
                code=USAGE,
            )
        return [*shlex.split(again)[1:], "--resume", str(self.journal)]

    def words_to_undo(self) -> tuple[list[str], list[str]]:
        """Return the opposite command line, without ``careops``, and the ids of the records that the run changed.

        Raises ``CliError`` if the command has no opposite, or if the run changed nothing.
        """
        platform, words = self._split_words()
        opposite = _opposite(words)
        if opposite is None:
            raise CliError(
                f"The run {self.name} cannot be undone: {shlex.join(words) or self.command} has no opposite command",
                next_step=f"Each record and its change: careops runs show {self.name} --rows",
                code=USAGE,
            )
        return [*platform, *opposite], self.changed_ids()

    def changed_ids(self) -> list[str]:
        """Return the ids of the records that the run changed. Raises ``CliError`` if it changed nothing."""
        _, rows = self.rows()
        ids = [str(row["target"]) for row in rows if row["outcome"] == "done"]
        if not ids:
            raise CliError(f"The run {self.name} changed nothing", code=USAGE)
        return ids

    @property
    def platform_words(self) -> list[str]:
        """Beginning of a command line for the platform of the run."""
        return ["careops", *self._split_words()[0]]

    def _split_words(self) -> tuple[list[str], list[str]]:
        """Return the options of the platform, and the other words of the command line without ``careops``."""
        words = shlex.split(self.header.get("again") or "")[1:]
        count = 0
        while words[count : count + 1] in (["--profile"], ["--url"]):
            count += 2
        return words[:count], words[count:]

    def with_platform(self, options: Options) -> Options:
        """Return the shared options with the platform of the run."""
        _, *words = self.platform_words
        typed = dict(zip(words[::2], words[1::2], strict=True))
        return replace(options, profile=typed.get("--profile"), url=typed.get("--url"))

    def delete(self) -> None:
        """Delete the journal and its secret."""
        secret_file(self.journal).unlink(missing_ok=True)
        self.journal.unlink()


def _opposite(words: list[str]) -> list[str] | None:
    match words:
        case ["campaigns", ("activate" | "deactivate") as verb, *remaining_arguments]:
            return ["campaigns", "deactivate" if verb == "activate" else "activate", *remaining_arguments]
        # Journals of version 1.0 have the names that commands had then.
        case [("modules" | "flags"), ("on" | "off" | "activate" | "deactivate") as way, *remaining_arguments]:
            return ["modules", "off" if way in ("on", "activate") else "on", *remaining_arguments]
        case ["users", "set-flag", flag, ("on" | "off") as way]:
            return ["users", "set-flag", flag, "off" if way == "on" else "on"]
    return None


def list_runs() -> list[StoredRun]:
    """Return all runs of the state folder, newest first. Files that are not journals are ignored."""
    runs = []
    for journal in (state_folder() / "runs").glob("*.jsonl"):
        with journal.open("rb") as lines:
            header = _parsed(lines.readline())
        if header and "careops_journal" in header:
            runs.append(StoredRun(journal, header))
    return sorted(runs, key=lambda run: (run.header.get("made_at", ""), run.name), reverse=True)


def resolve_run(typed: str) -> StoredRun:
    """Find the run with that name or unique prefix. Raises ``CliError``."""
    runs = list_runs()
    near = [run for run in runs if run.name.startswith(typed)]
    if len(near) == 1:
        return near[0]
    exact = [run for run in near if run.name == typed]
    if exact:
        return exact[0]
    if near:
        raise CliError(f"{len(near)} runs begin with {typed!r}", next_step="Run: careops runs list", code=USAGE)
    step = suggestion(typed, [run.name for run in runs]) or "Run: careops runs list"
    raise CliError(f"There is no run {typed!r}", next_step=step, code=USAGE)


def _parsed(line: bytes) -> dict[str, Any] | None:
    try:
        item = json.loads(line)
    except ValueError:  # the incomplete last line of an interrupted run
        return None
    return item if isinstance(item, dict) else None

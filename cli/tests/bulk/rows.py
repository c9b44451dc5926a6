"""Rows of the output of a bulk command."""

from __future__ import annotations

from cli.tests.command_line import Run


def rows(run: Run) -> list[list[str]]:
    return [line.split("\t") for line in run.out.splitlines()]

"""Campaigns switched, moved to a status or told where they run, one or many."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from careops_cli.bulk.options import Asked
from careops_cli.bulk.running import Job, journal_path, run_job
from careops_cli.bulk.sources import records_meant
from careops_cli.output import Record, Rows

if TYPE_CHECKING:
    from careops.bulk.campaigns import CampaignChange


def change_campaigns(
    context: typer.Context, asked: Asked, change: CampaignChange, *, sentence: str, words: tuple[str, ...]
) -> Rows | Record:
    """``sentence`` precedes the number of campaigns; ``words`` are the command line that was typed."""
    job = Job(
        change=change,
        targets=records_meant(asked, change),
        sentence=sentence,
        noun=asked.noun,
        again=("campaigns", *words),
        journal=journal_path(asked, f"campaigns-{words[0]}"),
    )
    return run_job(context, job, asked)

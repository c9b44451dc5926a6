"""Options of commands that propose: when, in which order and how far a change request is applied."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Annotated, Any, Final, Literal

import typer

from careops_cli.framework.errors import USAGE, CliError

_TIME: Final = "2026-11-30T18:00"
proposal_option = partial(typer.Option, rich_help_panel="Options of a change request")
"""Option of a proposal, which help shows among others of its kind."""


@dataclass(frozen=True, kw_only=True)
class ScheduleOptions:
    """Window, first changes, order and conflict rule of a change request."""

    apply_from: Annotated[
        str | None,
        proposal_option(
            metavar="TIME", help=f"Start the run at this time, such as {_TIME}; of India without a time zone."
        ),
    ] = None
    apply_until: Annotated[
        str | None, proposal_option(metavar="TIME", help="Apply nothing after this time, in the same form.")
    ] = None
    canary: Annotated[
        int | None, proposal_option(metavar="N", min=1, help="Apply N changes first, then wait or pause.")
    ] = None
    canary_wait: Annotated[
        int | None,
        proposal_option(
            metavar="MINUTES", min=1, help="Minutes to wait after the first changes.", show_default="until resumed"
        ),
    ] = None
    after: Annotated[int | None, proposal_option(metavar="ID", help="Apply only after this request was applied.")] = (
        None
    )
    on_conflict: Annotated[
        Literal["skip", "stop"] | None,
        proposal_option(
            help="Keep records that someone else has changed, or stop at the first one.", show_default="skip"
        ),
    ] = None


def schedule_fields(options: ScheduleOptions) -> dict[str, Any]:
    """Return the fields of the request for the given options. Raises ``CliError`` for ``--canary-wait`` alone."""
    if options.canary_wait is not None and options.canary is None:
        raise CliError("--canary-wait needs --canary", next_step="Add it, or omit both.", code=USAGE)
    canary = None if options.canary is None else {"targets": options.canary, "wait_minutes": options.canary_wait}
    fields = {
        "apply_from": options.apply_from and parse_time(options.apply_from, "--apply-from"),
        "apply_until": options.apply_until and parse_time(options.apply_until, "--apply-until"),
        "canary": canary,
        "after": options.after,
        "on_conflict": options.on_conflict,
    }
    return {name: value for name, value in fields.items() if value is not None}


def typed_schedule(options: ScheduleOptions) -> list[str]:
    """Return the given options, as they are typed."""
    names = ("apply_from", "apply_until", "canary", "canary_wait", "after", "on_conflict")
    return [f"--{name.replace('_', '-')}" for name in names if getattr(options, name) is not None]


def parse_time(typed: str, option: str) -> datetime:
    """Parse an ISO time, of India without a time zone. Raises ``BadParameter``."""
    from careops.india_time import parse_moment

    try:
        return parse_moment(typed)
    except ValueError:
        raise typer.BadParameter(f"{typed!r} is no ISO time, such as {_TIME}", param_hint=option) from None

"""Confirmation before a change that cannot easily be undone: subject, number, platform and account."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from careops_cli.auth.passwords import ask_question
from careops_cli.framework.errors import DECLINED, USAGE, CliError
from careops_cli.framework.options import Options, options_of

Yes = Annotated[bool, typer.Option("--yes", "-y", help="Skip the confirmation prompt; required without a terminal.")]
PasswordStdin = Annotated[
    bool, typer.Option("--password-stdin", help="Read your password from stdin if the call requires it.")
]


def confirm(sentence: str, *, where: str, yes: bool, instead: str = "") -> None:
    """Ask for confirmation of ``sentence`` (``Delete admin 7 of clinic 41``); ``yes`` means the option ``--yes``.

    Raises ``CliError``: with ``DECLINED`` if the answer is no, with ``USAGE`` without a terminal.
    """
    if yes:
        return
    question = f"{sentence} {where}"
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        step = ", or ".join(way for way in ("Add --yes", instead) if way)
        raise CliError(f"{question}: confirmation needs a terminal", next_step=f"{step}.", code=USAGE)
    if ask_question(f"{question}? [y/N]", option="--yes").casefold() not in ("y", "yes"):
        raise CliError("Nothing was changed", code=DECLINED)


def confirm_on_platform(context: typer.Context, sentence: str, *, yes: bool) -> None:
    """Ask for confirmation, with the platform and account of the command."""
    confirm(sentence, where=platform_label(options_of(context)), yes=yes)


def confirm_by_count(sentence: str, count: int, *, where: str, most: int) -> None:
    """Ask for confirmation of more targets than expected: the user types their number. ``--yes`` does not answer this.

    Raises the same exceptions as ``confirm``.
    """
    question = f"{sentence} {where}, more than the {most:,} expected"
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise CliError(
            f"{question}: confirmation needs a terminal",
            next_step=f"Add --expect {count} to confirm this number.",
            code=USAGE,
        )
    if ask_question(f"{question}. Type the number to go on", option="--expect").replace(",", "") != str(count):
        raise CliError("Nothing was changed", code=DECLINED)


def platform_label(options: Options) -> str:
    """Return the platform and account: ``on https://care.example.org/api as Harpreet Kaur (super_admin)``."""
    from careops_cli.auth.profiles import selected_profile
    from careops_cli.auth.token_stores import session_of

    profile = selected_profile(options)
    tokens = session_of(profile).load()
    if tokens is None:
        return f"on {profile.url}"
    name = (tokens.user or {}).get("name")
    return f"on {profile.url} as {f'{name} ({tokens.account_type})' if name else tokens.account_type or 'yourself'}"

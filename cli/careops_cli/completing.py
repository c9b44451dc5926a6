"""What Tab offers beside commands and options: names that only the platform or this machine knows.

A completion never fails and never asks: whoever presses Tab has asked nothing yet.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import typer

from careops_cli.kept_names import keep_names, kept_names
from careops_cli.options import options_of

if TYPE_CHECKING:
    pass

Offered = Callable[[typer.Context, str], list[str]]
WAIT_SECONDS: Final = 5.0
"""How long a person waits for names nobody has asked for before."""
_LISTS: Final = {"clinics": "ListClinics", "users": "ListUsers", "campaigns": "FindAdCampaigns"}
"""What ``--where`` narrows, by the area of the command; everywhere else it is clinics."""


def offered(find: Callable[[typer.Context, str], Iterable[str]]) -> Offered:
    """What ``find`` knows that begins with what was typed, as the shell wants it; nothing where it fails."""

    def complete(ctx: typer.Context, incomplete: str) -> list[str]:
        with suppress(Exception):
            found = [name for name in find(ctx, incomplete) if name.casefold().startswith(incomplete.casefold())]
            return [_for_shell(name) for name in found]
        return []

    return complete


def _for_shell(name: str) -> str:
    """Bash takes what it is given as it stands; the others quote it themselves."""
    return re.sub(r"([ '\"()&;|$])", r"\\\1", name) if os.environ.get("_CAREOPS_COMPLETE") == "complete_bash" else name


@offered
def modules(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """The product modules of the platform, by name."""
    from careops_cli.profiles import chosen
    from careops_cli.token_stores import session_of

    profile = chosen(options_of(ctx))
    kept = kept_names("modules", profile.url)
    if kept is None:
        from careops.client import CareOps
        from careops.conversation import Retries

        tokens = session_of(profile)
        with CareOps(profile.url, tokens=tokens, timeout=WAIT_SECONDS, retries=Retries(attempts=1)) as client:
            kept = keep_names("modules", profile.url, [module.name for module in client.modules.list()])
    return kept


@offered
def profile_names(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """The profiles of this machine."""
    from careops_cli import profiles

    return profiles.load().all()


@offered
def alias_names(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """The aliases of this machine."""
    from careops_cli import aliases

    return aliases.load()


@offered
def columns(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """The columns of the command's result that are not named yet."""
    before, comma, _ = incomplete.rpartition(",")
    named = set(before.split(","))
    return [f"{before}{comma}{name}" for name in getattr(ctx.command, "columns", ()) if name not in named]


@offered
def filters(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """The keys that ``--where`` takes."""
    from careops_cli.bulk.filters import filter_names
    from careops_cli.calling import call_meant

    area = ctx.parent.info_name if ctx.parent else None
    return [f"{name}=" for name in filter_names(call_meant(_LISTS.get(area or "", "ListClinics")))]


@offered
def parameters(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """The parameters of the call that is named, without those that are given."""
    from careops_cli.calling import call_meant

    given = {word.partition("=")[0].rstrip(":") for word in ctx.params.get("words") or ()}
    return [f"{name}=" for name in call_meant(str(ctx.params["name"])).model_fields if name not in given]


@offered
def runs(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """The bulk runs of this machine."""
    from careops_cli.bulk.kept_runs import kept_runs

    return [run.name for run in kept_runs()]


@offered
def journals(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """The journals of runs that have something left to do; a path that is being typed is the shell's affair."""
    from careops_cli.bulk.kept_runs import kept_runs

    return [str(run.journal) for run in kept_runs() if run.state == "unfinished"]


@offered
def topics(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """What ``careops help`` tells about, and every command."""
    from careops_cli.topics import TOPICS

    root: Any = ctx.find_root().command
    return [*TOPICS, *root.list_commands(ctx)]


SHARED: Final[dict[str, Offered]] = {"columns": columns, "profile": profile_names}
"""By the name of an option that every command has."""

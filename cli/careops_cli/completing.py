"""What Tab offers beside commands and options: names that only the platform or this machine knows.

A completion never fails and never asks: whoever presses Tab has asked nothing yet.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import typer

from careops_cli.failures import safe_text
from careops_cli.options import options_of

if TYPE_CHECKING:
    from typer._click import Context, Parameter
    from typer._click.shell_completion import CompletionItem

    from careops.client import CareOps

Offered = Callable[[typer.Context, str], list[str]]
WAIT_SECONDS: Final = 5.0
"""How long a person waits for names nobody has asked for before."""
_LETTERS: Final = 2
"""Letters from which on a name is looked for."""
_MOST: Final = 20
_OPENED_SECONDS: Final = 300
_DAY: Final = 24 * 3600
LISTS: Final = {
    "modules": "ListClinics",
    "flags": "ListClinics",
    "users": "ListUsers",
    "campaigns": "FindAdCampaigns",
    "news": "FindNewsArticles",
}
"""What ``--where`` narrows, by the area of the command."""


def offered(find: Callable[[typer.Context, str], Iterable[str]]) -> Offered:
    """What ``find`` knows that begins with what was typed, as the shell wants it; nothing where it fails."""

    def complete(ctx: typer.Context, incomplete: str) -> list[str]:
        with suppress(Exception):
            return _beginning(find(ctx, incomplete), incomplete)
        return []

    return complete


def _for_shell(name: str) -> str:
    """Bash takes what it is given as it stands; the others quote it themselves."""
    return re.sub(r"([ '\"()&;|$])", r"\\\1", name) if _in_bash() else name


def _in_bash() -> bool:
    return os.environ.get("_CAREOPS_COMPLETE") == "complete_bash"


@offered
def modules(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """The product modules of the platform, by name."""
    return _asked(ctx, "modules", lambda client: [module.name for module in client.modules.list()])


def clinic_ids(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Clinics by id, with their names beside: those opened last, or those that a name which was begun finds.

    Only bash puts an id where a name was typed; other shells offer what begins as typed.
    """
    with suppress(Exception):
        from typer._click.shell_completion import CompletionItem

        typed = incomplete.strip().casefold()
        by_name = len(typed) >= _LETTERS and not typed.isdecimal()
        lines = (
            _asked(ctx, f"clinics {typed}", _found(typed))
            if by_name
            else _asked(ctx, "clinics", _opened_last, fresh=_OPENED_SECONDS)
        )
        known = (line.partition("\t") for line in lines)
        found = [(number, name) for number, _, name in known if by_name or number.startswith(typed)]
        # What bash shows of several is not typed yet, so there is room for the names.
        beside = _in_bash() and len(found) > 1
        return [CompletionItem(f"{number}  {name}" if beside else number, help=name) for number, name in found]
    return []


BY_METAVAR: Final = {"CLINIC_ID": clinic_ids}
"""What is offered wherever a command wants such a thing."""


def _found(typed: str) -> Callable[[CareOps], list[str]]:
    def find(client: CareOps) -> list[str]:
        page = client.clinics.list(search_text=typed, perpage=_MOST)
        return [
            _line(clinic.id, clinic.name, clinic.location.city if clinic.location else None) for clinic in page.items
        ]

    return find


def _opened_last(client: CareOps) -> list[str]:
    recents = [recent for recent in client.recents.list() if recent.kind == "clinic"]
    return [_line(recent.record_id, recent.name, recent.place) for recent in recents]


def _line(number: int, name: str | None, place: str | None) -> str:
    return f"{number}\t{safe_text(', '.join(part for part in (name, place) if part))}"


def _asked(ctx: Any, kind: str, ask: Callable[[CareOps], list[str]], *, fresh: float = _DAY) -> Sequence[str]:
    """What the platform said lately, or says now, once and without patience."""
    from careops_cli.kept_names import keep_names, kept_names
    from careops_cli.profiles import chosen

    profile = chosen(options_of(ctx))
    kept = kept_names(kind, profile.url, fresh)
    if kept is None:
        from careops.client import CareOps
        from careops.conversation import Retries
        from careops_cli.token_stores import session_of

        tokens = session_of(profile)
        with CareOps(profile.url, tokens=tokens, timeout=WAIT_SECONDS, retries=Retries(attempts=1)) as client:
            kept = keep_names(kind, profile.url, ask(client))
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
    """The keys that ``--where`` takes, then what one of them may be."""
    from careops_cli.call_names import FILTERS, choices_of, names_meant

    area = ctx.parent.info_name if ctx.parent else None
    call = LISTS[area or ""]
    name, equals, _ = incomplete.partition("=")
    if equals:
        return [f"{name}={word}" for word in choices_of(call, name)]
    return [f"{name}=" for name in names_meant(call)[FILTERS]]


@offered
def calls(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """Every call of the contract."""
    from careops_cli.call_names import known_calls

    return known_calls()


def parameters(ctx: typer.Context, incomplete: str) -> list[str]:
    """The parameters of the call that is named, without those that are given; then what one of them may be."""
    from careops_cli.call_names import PARAMETERS, choices_of, names_meant

    words = [*(ctx.params.get("words") or ())]
    call = str(ctx.params["name"])
    # bash takes the sign for a word of its own, which is not told when nothing stands behind it.
    if words[1:] and words[-1] == "=":
        return _beginning(choices_of(call, words[-2]), incomplete)
    if words and not incomplete and "=" not in words[-1]:
        return _beginning(choices_of(call, words[-1]), "")
    name, equals, _ = incomplete.partition("=")
    if equals:
        return _beginning([f"{name}={word}" for word in choices_of(call, name)], incomplete)
    given = {word.partition("=")[0].rstrip(":") for word in words}
    found = [name for name in names_meant(call).get(PARAMETERS, ()) if name not in given]
    return _beginning([f"{name}=" for name in found], incomplete)


def _beginning(words: Iterable[str], incomplete: str) -> list[str]:
    return [_for_shell(word) for word in words if word.casefold().startswith(incomplete.casefold())]


def choices(call: str, parameter: str) -> Offered:
    """What a parameter of a call may be."""

    @offered
    def find(ctx: typer.Context, incomplete: str) -> Iterable[str]:
        from careops_cli.call_names import choices_of

        return choices_of(call, parameter)

    return find


def words(*known: str) -> Offered:
    """These words, whatever the platform says."""
    return offered(lambda ctx, incomplete: known)


news_types: Final = choices("CreateNewsArticle", "news_type")
"""What articles are about."""


@offered
def scopes(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """What keys of programs may be made for."""
    from careops_cli.call_names import known_scopes

    return known_scopes()


@offered
def lists(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """The calls that answer with a list."""
    from careops_cli.call_names import FILTERS, known_calls

    return [call for call, names in known_calls().items() if FILTERS in names]


@offered
def channels(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """The channels that events are told on."""
    from careops.constants import STAFF_CHANNELS, SUPER_CHANNELS

    return [*STAFF_CHANNELS, *SUPER_CHANNELS]


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

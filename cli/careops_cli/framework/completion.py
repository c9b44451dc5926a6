"""Shell completion of names that only the platform or this machine knows.

Completion never fails and never prompts.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import typer

from careops_cli.framework.errors import safe_text
from careops_cli.framework.options import options_of

if TYPE_CHECKING:
    from careops.client.sync_client import CareOps

Offered = Callable[[typer.Context, str], list[str]]
WAIT_SECONDS: Final = 5.0
"""Maximum waiting time for names that are not cached."""
_LETTERS: Final = 2
"""Minimum number of letters for a search by name."""
_MAX: Final = 20
_OPENED_SECONDS: Final = 300
_DAY: Final = 24 * 3600
LISTS: Final = {
    "modules": "ListClinics",
    "users": "ListUsers",
    "campaigns": "FindAdCampaigns",
    "news": "FindNewsArticles",
}
"""Lists of ``--where``, by the area of the command."""


class CompletionItem(NamedTuple):
    """Completion of a parameter, with the attributes that Typer reads; ``help`` is the description beside it."""

    value: str
    help: str | None = None
    type: str = "plain"


def complete_names(find: Callable[[typer.Context, str], Iterable[str]]) -> Offered:
    """Return the completions of ``find`` for the typed beginning, in the form of the shell; empty on errors."""

    def complete(ctx: typer.Context, incomplete: str) -> list[str]:
        with suppress(Exception):
            return _beginning(find(ctx, incomplete), incomplete)
        return []

    return complete


def _for_shell(name: str) -> str:
    """Quote a name for bash, which inserts it verbatim. Other shells quote it themselves."""
    return re.sub(r"([ '\"()&;|$])", r"\\\1", name) if _in_bash() else name


def _in_bash() -> bool:
    return os.environ.get("_CAREOPS_COMPLETE") == "complete_bash"


@complete_names
def modules(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """Complete the names of the platform's modules."""
    return _module_names(ctx)


@complete_names
def switches(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """Complete the names of the feature flags, which are always known, and of the platform's modules."""
    from careops.constants import FLAGS_BY_NAME

    names = [*FLAGS_BY_NAME]
    with suppress(Exception):
        names += _module_names(ctx)
    return names


def _module_names(ctx: typer.Context) -> Iterable[str]:
    return _cached_or_requested(ctx, "modules", lambda client: [module.name for module in client.modules.list()])


def clinic_ids(ctx: typer.Context, incomplete: str) -> list[CompletionItem]:
    """Complete clinic ids with their names: recently opened clinics, or those that match a typed name.

    Only bash replaces a typed name by an id; other shells only offer completions with the typed beginning.
    """
    with suppress(Exception):
        typed = incomplete.strip().casefold()
        by_name = len(typed) >= _LETTERS and not typed.isdecimal()
        lines = (
            _cached_or_requested(ctx, f"clinics {typed}", _finder(typed))
            if by_name
            else _cached_or_requested(ctx, "clinics", _opened_last, fresh=_OPENED_SECONDS)
        )
        rows = (line.partition("\t") for line in lines)
        clinics = [(number, name) for number, _, name in rows if by_name or number.startswith(typed)]
        # Bash does not insert anything while it lists several, so the names can be displayed.
        beside = _in_bash() and len(clinics) > 1
        return [CompletionItem(f"{number}  {name}" if beside else number, help=name) for number, name in clinics]
    return []


BY_METAVAR: Final = {"CLINIC_ID": clinic_ids}
"""Completions by metavar."""


def _finder(typed: str) -> Callable[[CareOps], list[str]]:
    def find(client: CareOps) -> list[str]:
        page = client.clinics.list(search_text=typed, perpage=_MAX)
        return [
            _line(clinic.id, clinic.name, clinic.location.city if clinic.location else None) for clinic in page.items
        ]

    return find


def _opened_last(client: CareOps) -> list[str]:
    recents = [recent for recent in client.recents.list() if recent.kind == "clinic"]
    return [_line(recent.record_id, recent.name, recent.place) for recent in recents]


def _line(number: int, name: str | None, place: str | None) -> str:
    return f"{number}\t{safe_text(', '.join(text for text in (name, place) if text))}"


def _cached_or_requested(
    ctx: Any, kind: str, ask: Callable[[CareOps], list[str]], *, fresh: float = _DAY
) -> Sequence[str]:
    """Return cached names, or request them once with a short timeout."""
    from careops_cli.auth.profiles import selected_profile
    from careops_cli.framework.completion_cache import load, save

    profile = selected_profile(options_of(ctx))
    names = load(kind, profile.url, fresh)
    if names is None:
        from careops.client.request_flow import Retries
        from careops.client.sync_client import CareOps
        from careops_cli.auth.token_stores import session_of

        tokens = session_of(profile)
        with CareOps(profile.url, tokens=tokens, timeout=WAIT_SECONDS, retries=Retries(attempts=1)) as client:
            names = save(kind, profile.url, ask(client))
    return names


@complete_names
def profile_names(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """Complete the profiles of this machine."""
    from careops_cli.auth import profiles

    return profiles.load().all()


@complete_names
def alias_names(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """Complete the aliases of this machine."""
    from careops_cli.framework import aliases

    return aliases.load()


@complete_names
def columns(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """Complete the columns of the command's result that are not given yet."""
    before, comma, _ = incomplete.rpartition(",")
    named = set(before.split(","))
    return [f"{before}{comma}{name}" for name in getattr(ctx.command, "columns", ()) if name not in named]


@complete_names
def filters(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """Complete the keys of ``--where``, then the values of a key."""
    from careops_cli.framework.completion_data import FILTERS, choices_of, resolve_names

    area = ctx.parent.info_name if ctx.parent else None
    call = LISTS[area or ""]
    name, equals, _ = incomplete.partition("=")
    if equals:
        return [f"{name}={word}" for word in choices_of(call, name)]
    return [f"{name}=" for name in resolve_names(call)[FILTERS]]


@complete_names
def calls(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """Complete the calls of the contract."""
    from careops_cli.framework.completion_data import known_calls

    return known_calls()


def parameters(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete the parameters of the given call that are not given yet, then the values of one."""
    from careops_cli.framework.completion_data import PARAMETERS, choices_of, resolve_names

    words = [*(ctx.params.get("words") or ())]
    call = str(ctx.params["name"])
    # Bash splits at the equals sign, and omits an empty word behind it.
    if words[1:] and words[-1] == "=":
        return _beginning(choices_of(call, words[-2]), incomplete)
    if words and not incomplete and "=" not in words[-1]:
        return _beginning(choices_of(call, words[-1]), "")
    name, equals, _ = incomplete.partition("=")
    if equals:
        return _beginning([f"{name}={word}" for word in choices_of(call, name)], incomplete)
    used = {word.partition("=")[0].rstrip(":") for word in words}
    names = [name for name in resolve_names(call).get(PARAMETERS, ()) if name not in used]
    return _beginning([f"{name}=" for name in names], incomplete)


def _beginning(words: Iterable[str], incomplete: str) -> list[str]:
    return [_for_shell(word) for word in words if word.casefold().startswith(incomplete.casefold())]


def choices(call: str, parameter: str) -> Offered:
    """Return a completion with the choices of a call's parameter."""

    @complete_names
    def find(ctx: typer.Context, incomplete: str) -> Iterable[str]:
        from careops_cli.framework.completion_data import choices_of

        return choices_of(call, parameter)

    return find


def words(*values: str) -> Offered:
    """Return a completion with fixed words."""
    return complete_names(lambda ctx, incomplete: values)


news_types: Final = choices("CreateNewsArticle", "news_type")
"""Types of articles."""


@complete_names
def scopes(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """Complete the scopes of API keys."""
    from careops_cli.framework.completion_data import known_scopes

    return known_scopes()


@complete_names
def lists(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """Complete the list calls."""
    from careops_cli.framework.completion_data import FILTERS, known_calls

    return [call for call, names in known_calls().items() if FILTERS in names]


@complete_names
def channels(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """Complete the event channels."""
    from careops.constants import STAFF_CHANNELS, SUPER_CHANNELS

    return [*STAFF_CHANNELS, *SUPER_CHANNELS]


@complete_names
def runs(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """Complete the bulk runs of this machine."""
    from careops_cli.bulk.history import list_runs

    return [run.name for run in list_runs()]


@complete_names
def journals(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """Complete the journals of unfinished runs. The shell completes typed paths."""
    from careops_cli.bulk.history import list_runs

    return [str(run.journal) for run in list_runs() if run.state == "unfinished"]


@complete_names
def topics(ctx: typer.Context, incomplete: str) -> Iterable[str]:
    """Complete the topics of ``careops help`` and all commands."""
    from careops_cli.framework.help_topics import ALL_TOPICS

    root: Any = ctx.find_root().command
    return [*ALL_TOPICS, *root.list_commands(ctx)]


SHARED: Final[dict[str, Offered]] = {"columns": columns, "profile": profile_names}
"""Completions of the shared options, by name."""

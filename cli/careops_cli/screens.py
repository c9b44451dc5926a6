"""``--web``: the console's screen of what a command shows."""

from __future__ import annotations

from string import Formatter
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, urlencode

from careops_cli.failures import USAGE, Stop

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from careops_cli.options import Options

_NOT_OF_A_SCREEN: Final = frozenset({"limit", "everything"})
"""How much a command prints makes no difference to a screen."""


def placeholders(screen: str) -> Iterator[tuple[str, str]]:
    """The parameters a screen's address is made of, each with the words it may become there ("" is any)."""
    for _, name, words, _ in Formatter().parse(screen):
        if name:
            yield name, words or ""


def address_of(screen: str, given: Mapping[str, Any], said: Mapping[str, str]) -> str:
    """The address of a screen below the console's own.

    ``screen`` is its path and query with ``{parameter}`` where a value stands; ``{parameter:yes}`` is a flag that can
    be on only. Filters that were not given leave the query. Raises ``Stop`` for a given one (all of ``given``; ``said``
    has their names as typed) that the screen cannot be narrowed by.
    """
    path, _, query = screen.partition("?")
    values = {name: _word(given[name], words) for name, words in placeholders(screen) if given.get(name) is not None}
    for name in given:
        if name not in _NOT_OF_A_SCREEN and values.get(name) is None:
            raise Stop(
                f"The console cannot be narrowed by {said.get(name, name)}", next_step="Leave it away.", code=USAGE
            )
    pairs = (part.partition("=") for part in query.split("&") if part)
    asked = [(key, value) for key, _, name in pairs if (value := values.get(name.strip("{}").partition(":")[0]))]
    place = path.format_map({name: quote(str(value), safe="") for name, value in values.items()})
    return place + (f"?{urlencode(asked)}" if asked else "")


def _word(value: Any, words: str) -> str | None:
    """A value as the console's address has it; None where it has no word for it."""
    if not isinstance(value, bool):
        return str(value)
    on, _, off = words.partition("|")
    return (on if value else off) or None


def opened(address: str, options: Options) -> str:
    """Open an address of the chosen platform's console in the browser. Returns it whole."""
    import webbrowser

    from careops_cli.profiles import chosen

    api = chosen(options).url
    if not api.endswith("/api"):
        raise Stop(f"Where the console of {api} is, is not known", next_step="Open it by hand.", code=USAGE)
    whole = api.removesuffix("/api") + address
    webbrowser.open(whole)
    return whole

"""Screens of the console for ``--web``."""

from __future__ import annotations

from string import Formatter
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, urlencode

from careops_cli.framework.errors import USAGE, CliError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from careops_cli.framework.options import Options

_NOT_OF_A_SCREEN: Final = frozenset({"limit", "everything", "targets"})
"""Options that do not affect a screen, because they limit the output."""


def placeholders(screen: str) -> Iterator[tuple[str, str]]:
    """Yield the parameters in a screen's address, with their possible words ("" is any)."""
    for _, name, words, _ in Formatter().parse(screen):
        if name:
            yield name, words or ""


def address_of(screen: str, values_by_name: Mapping[str, Any], options: Mapping[str, str]) -> str:
    """Return the path of a screen below the console's address.

    ``screen`` is its path and query with ``{parameter}`` for values; ``{parameter:yes}`` is a flag that can only be on.
    Filters that are not given are removed from the query. Raises ``CliError`` for a given filter (all of ``given``;
    ``said`` has their typed names) that the screen does not have.
    """
    path, _, query = screen.partition("?")
    values = {
        name: _word(values_by_name[name], words)
        for name, words in placeholders(screen)
        if values_by_name.get(name) is not None
    }
    for name in values_by_name:
        if name not in _NOT_OF_A_SCREEN and values.get(name) is None:
            raise CliError(f"The console has no filter for {options.get(name, name)}", next_step="Omit it.", code=USAGE)
    pairs = (parameter.partition("=") for parameter in query.split("&") if parameter)
    parameters = [(key, value) for key, _, name in pairs if (value := values.get(name.strip("{}").partition(":")[0]))]
    place = path.format_map({name: quote(str(value), safe="") for name, value in values.items()})
    return place + (f"?{urlencode(parameters)}" if parameters else "")


def _word(value: Any, words: str) -> str | None:
    """Return a value as a word of the console's address; None if it has no word."""
    if not isinstance(value, bool):
        return str(value)
    on, _, off = words.partition("|")
    return (on if value else off) or None


def open_screen(address: str, options: Options) -> str:
    """Open an address of the selected platform's console in the browser, and return it."""
    import webbrowser

    from careops_cli.auth.profiles import selected_profile

    api = selected_profile(options).url
    if not api.endswith("/api"):
        raise CliError(f"The address of the console of {api} is unknown", next_step="Open it by hand.", code=USAGE)
    url = api.removesuffix("/api") + address
    webbrowser.open(url)
    return url

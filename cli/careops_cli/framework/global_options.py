"""Declarations of the shared options."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Self

import typer
from typer.core import TyperOption

from careops_cli.framework.completion import SHARED, CompletionItem
from careops_cli.framework.errors import be_quiet
from careops_cli.framework.options import Options

if TYPE_CHECKING:
    from careops_cli.framework.typer_types import Context


def _everywhere(
    profile: Annotated[
        str | None, typer.Option("--profile", metavar="NAME", help="Profile of the platform to use.")
    ] = None,
    url: Annotated[
        str | None,
        typer.Option("--url", metavar="URL", help="Base URL of the platform, instead of a profile (CAREOPS_URL)."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON with all fields.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV with a header, for spreadsheets.")] = False,
    columns: Annotated[
        str | None, typer.Option("--columns", metavar="A,B", help="Show only these columns, separated by commas.")
    ] = None,
    jq: Annotated[
        str | None, typer.Option("--jq", metavar="FILTER", help="Filter the JSON with jq and print the result.")
    ] = None,
    template: Annotated[
        str | None,
        typer.Option("--template", metavar="TEXT", help="Print each row in this format: '{id} {location.city}'."),
    ] = None,
    utc: Annotated[bool, typer.Option("--utc", help="Show times in UTC instead of the profile's timezone.")] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="Log all requests with their ids, and show full errors.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print only errors and warnings, without counts and progress.")
    ] = False,
) -> None: ...


class PlainOption(TyperOption):
    """Option with a text or a flag. Typer would import Pydantic to validate it, which takes longer than the whole
    help."""

    def process_value(self, ctx: Context, value: Any) -> Any:
        """Return the value as typed."""
        return self.callback(ctx, self, value) if self.callback and value is not False and value is not None else value

    def shell_complete(self, ctx: Context, incomplete: str) -> list[Any]:
        """Return the shell completions of the option."""
        find = SHARED.get(self.name or "")
        return [CompletionItem(name) for name in find(ctx, incomplete)] if find else []

    @classmethod
    def of(cls, option: TyperOption, act: Callable[..., Any] | None) -> Self:
        """Return the same option, which calls ``act(context, option, value)`` with the typed value."""
        return cls(
            param_decls=[option.name, *option.opts],
            type_descriptor=option.type_descriptor,
            default=option.default,
            help=option.help,
            metavar=option.metavar,
            is_flag=option.is_flag,
            is_eager=option.is_eager,
            expose_value=False,
            callback=act,
        )


@cache
def shared_options() -> tuple[PlainOption, ...]:
    """Return the options to add to a command's own."""
    return plain_options(_everywhere, _remember)


@cache
def screen_options() -> tuple[PlainOption, ...]:
    """Return the additional options of commands whose result has a screen in the console."""
    return plain_options(_of_a_screen, _remember)


@cache
def help_options() -> tuple[PlainOption, ...]:
    """Return ``--help``. Typer would import Pydantic to parse its own."""
    return plain_options(_help, _show_help)


def _of_a_screen(
    web: Annotated[bool, typer.Option("--web", help="Open in the web console.")] = False,
) -> None: ...


def plain_options(declared: Callable[..., None], act: Callable[..., Any]) -> tuple[PlainOption, ...]:
    """Return the options in a function's signature, which call ``act(context, option, value)``."""
    template = typer.Typer(add_completion=False, rich_markup_mode=None)
    template.command()(declared)
    params = typer.main.get_command(template).params
    return tuple(PlainOption.of(option, act) for option in params if isinstance(option, TyperOption))


def _help(
    show: Annotated[bool, typer.Option("--help", "-h", is_eager=True, help="Show this message and exit.")] = False,
) -> None: ...


def _show_help(context: typer.Context, option: typer.CallbackParam, value: object) -> None:
    if value and not context.resilient_parsing:
        typer.echo(context.get_help())
        context.exit()


def _remember(context: typer.Context, option: typer.CallbackParam, value: object) -> object:
    # An option may be given before or after the command's name: the non-empty one counts.
    if isinstance(value, str) and not value.strip():
        context.fail(f"{option.opts[0]} is empty.")
    if value and isinstance(context.obj, Options):
        setattr(context.obj, option.name or "", value)
        if option.name == "quiet":
            be_quiet()
    return value

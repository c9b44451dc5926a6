"""Command groups: lazy imports, output of results, and examples in the help."""

from __future__ import annotations

import difflib
import importlib
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, cast

import typer
from typer.core import TyperCommand, TyperGroup

from careops_cli.framework.completion import BY_METAVAR
from careops_cli.framework.errors import NoArgsIsHelpError
from careops_cli.framework.global_options import PlainOption, help_options, screen_options, shared_options
from careops_cli.framework.option_groups import columns_by_option, expand_options
from careops_cli.framework.options import Options

if TYPE_CHECKING:
    from careops_cli.framework.typer_types import Context, HelpFormatter
    from careops_cli.output.results import Columns, Message

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])


@dataclass(frozen=True)
class LazyCommand:
    """Command or group that is imported on first use. ``summary`` is the first sentence of its help."""

    module: str
    summary: str

    def load(self, name: str) -> TyperCommand | TyperGroup:
        """Import it. A module with a command of its own name is that command rather than a group."""
        command: Any = typer.main.get_command(importlib.import_module(self.module).app)
        if isinstance(command, TyperGroup):
            command = command.commands.get(name, command)
        command.name = name
        loaded: TyperCommand | TyperGroup = command
        return loaded


class Command(TyperCommand):
    """Command whose result is printed according to the shared options."""

    columns: Columns | Sequence[str] = ()
    """Columns of the result, if they are known before the request."""
    fields: Sequence[str] = ()
    """Other JSON fields than those of the columns' records."""
    columns_by_option: Mapping[str, Columns] = {}
    """Columns of the result if a switch is given, by its parameter."""
    web: str = ""
    """Screen of the console for the result; see ``screens``."""
    context_class = typer.Context

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "add_help_option": False})
        if self.web:
            self.params.extend(screen_options())
        self.own_params = tuple(self.params)
        param: Any  # assigns a method
        for param in self.own_params:
            if find := BY_METAVAR.get((param.metavar or "").strip("[].")):
                param.shell_complete = find
        self.params.extend([*shared_options(), *help_options()])

    @property
    def examples(self) -> list[str]:
        """Lines under "Examples"."""
        return (self.epilog or "").splitlines()

    def invoke(self, ctx: Context) -> int:
        """Run the command, print its result, and return the exit code."""
        from careops_cli.framework.errors import OK, name_options
        from careops_cli.framework.streams import silence
        from careops_cli.output.results import Columns, check_columns, show
        from careops_cli.output.templates import jq_filter, places_of

        options = ctx.obj if isinstance(ctx.obj, Options) else Options()
        options.format  # noqa: B018 (two formats at once are refused before anything is done)
        _check_not_empty(self, ctx)
        name_options(lambda: {param.name: display_name(param) for param in self.own_params if param.name})
        if options.jq is not None:
            jq_filter(options.jq)  # report an invalid filter before the request
        columns = next(
            (option_columns for name, option_columns in self.columns_by_option.items() if ctx.params.get(name)),
            self.columns,
        )
        if columns:
            if chosen := [*options.chosen_columns, *(places_of(options.template) if options.template else ())]:
                fields = columns.fields() if isinstance(columns, Columns) else []
                check_columns(chosen, columns, [*fields, *self.fields])
            options.columns_are_known = True
        if options.web:
            return show(self._on_screen(ctx, options), options)
        try:
            return show(super().invoke(ctx), options)
        except BrokenPipeError:  # Typer would exit with 1
            silence(sys.stdout)
            return OK

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Parse arguments as Typer does, but without Pydantic for shell completion, which needs no validation."""
        if not ctx.resilient_parsing:
            return super().parse_args(ctx, args)
        parser = self.make_parser(ctx)
        typed, left, _ = parser.parse_args(args=args)
        for param in self.get_params(ctx):
            if isinstance(param, PlainOption):
                param.handle_parse_result(ctx, typed, left)
            else:
                value, source = param.consume_value(ctx, typed)
                ctx.set_parameter_source(param.name, source)
                ctx.params[param.name] = value
        ctx.args = left
        return left

    def _on_screen(self, ctx: typer.Context, options: Options) -> Message:
        from careops_cli.framework.browser import address_of, open_screen
        from careops_cli.output.results import Message

        typed = [param for param in self.params if _is_typed(param, ctx)]
        values = {param.name: ctx.params[param.name] for param in typed if param.name is not None}
        address = address_of(self.web, values, {param.name or "": display_name(param) for param in typed})
        return Message(f"Opened {open_screen(address, options)}")

    def collect_usage_pieces(self, ctx: Context) -> list[str]:
        """Return the pieces of the usage line: optional ones in brackets, dots for several values."""
        options = [self.options_metavar] if self.options_metavar else []
        return [*options, *(_usage(param) for param in self.get_params(ctx) if param.param_type_name == "argument")]

    def format_options(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Print the command's own options. ``careops help options`` prints those of every command."""
        sections: dict[str, list[Any]] = {"Arguments": [], "Options": []}
        for param in self.get_params(ctx):
            if param not in shared_options():
                usual = "Options" if param.param_type_name == "option" else "Arguments"
                sections.setdefault(getattr(param, "rich_help_panel", None) or usual, []).append(param)
        for title, params in sections.items():
            write_options(formatter, ctx, title, params)
        if self.columns:
            with formatter.section("Columns"):
                formatter.write_text(", ".join(self.columns))

    def format_epilog(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Print the examples as they are typed, and how to get the options of every command."""
        with formatter.section("Examples"):
            for line in self.examples:
                for wrapped_line in wrapped_command(line, formatter.width - formatter.current_indent):
                    formatter.write(f"{'':>{formatter.current_indent}}{wrapped_line}\n")
        formatter.write("\nOptions of every command, such as --json: careops help options\n")


class Group(TyperGroup):
    """Group whose commands are listed, suggested and run with few imports."""

    context_class = typer.Context

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # Typer would suggest only commands that are imported.
        super().__init__(*args, **{**kwargs, "add_help_option": False, "suggest_commands": False})
        self.params.extend([*shared_options(), *help_options()])

    @property
    def lazy(self) -> Mapping[str, LazyCommand]:
        """Commands that are not imported yet."""
        return {}

    @property
    def panels(self) -> Mapping[str, Sequence[str]]:
        """Commands by title, for the help."""
        return {"Commands": [*self.commands]}

    def list_commands(self, ctx: Context) -> list[str]:
        return [*self.lazy, *(name for name in self.commands if name not in self.lazy)]

    def get_command(self, ctx: Context, cmd_name: str) -> Any:
        if cmd_name in self.lazy and cmd_name not in self.commands:
            self.commands[cmd_name] = self.lazy[cmd_name].load(cmd_name)
        return super().get_command(ctx, cmd_name)

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        if not args and not ctx.resilient_parsing:
            raise NoArgsIsHelpError(ctx.get_help())
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Resolve a command as Typer does, with suggestions for commands that are not imported yet."""
        try:
            return super().resolve_command(ctx, args)
        except typer.TyperException as error:
            near = difflib.get_close_matches(args[0], self.list_commands(ctx), n=1)
            if near:
                error.message = f"{error.message} Did you mean {near[0]!r}?"
            raise

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:
        for title, names in self.panels.items():
            self.write_panel(formatter, title, names)

    def write_panel(self, formatter: HelpFormatter, title: str, names: Sequence[str]) -> None:
        """Print commands with their summaries."""
        with formatter.section(title):
            formatter.write_dl([(name, self._summary(name)) for name in names])

    def _summary(self, name: str) -> str:
        return self.lazy[name].summary if name in self.lazy else self.commands[name].get_short_help_str(200)


class AreaGroup(Group):
    """Commands of an area. Options of all commands may also precede the verb."""

    default = ""
    """Command that runs if none is given; without one, the help is printed."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Insert the default command if only options are given."""
        if self.default and not ctx.resilient_parsing:
            names = {*self.list_commands(ctx), *CONTEXT["help_option_names"]}
            if not args or (args[0].startswith("-") and names.isdisjoint(args)):
                args = [self.default, *args]
        return super().parse_args(ctx, args)

    def format_options(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Print the commands. Their own help prints the options."""
        self.format_commands(ctx, formatter)

    def format_epilog(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Print how to get the help of a command."""
        formatter.write(f"\n  Options and examples of a command: {ctx.command_path} COMMAND --help\n")


class CommandGroup(typer.Typer):
    """Commands of an area in a separate file, added by ``Area.include``."""

    def verb(
        self,
        name: str,
        *,
        examples: Sequence[str],
        help: str | None = None,
        columns: Columns | Sequence[str] = (),
        fields: Sequence[str] = (),
        web: str = "",
        kind: type[Command] = Command,
    ) -> Callable[[FunctionT], FunctionT]:
        """Declare a command. Its help is ``help``, else its docstring. ``columns`` are those of its result, ``web`` its
        screen.

        ``fields`` are those that its JSON has besides the fields of the columns' records.
        """
        attributes = {"columns": columns, "fields": fields, "web": web}
        knowing = cast("type[Command]", type(kind.__name__, (kind,), attributes))
        declare = self.command(name, cls=knowing, help=help, epilog="\n".join(examples), context_settings=CONTEXT)

        def declared(command: FunctionT) -> FunctionT:
            knowing.columns_by_option = columns_by_option(command)
            declare(expand_options(command))
            return command

        return declared


class Area(CommandGroup):
    """Commands of one area, each with the examples of its help."""

    def __init__(self, summary: str) -> None:
        super().__init__(
            cls=AreaGroup,
            help=summary,
            rich_markup_mode=None,
            pretty_exceptions_enable=False,
            add_completion=False,
            context_settings=CONTEXT,
        )
        self.callback()(_nothing)

    def run_by_default(self, name: str) -> None:
        """Run a command if none is given, instead of printing the help."""
        self.info.cls = type("DefaultGroup", (AreaGroup,), {"default": name})

    def include(self, verbs: CommandGroup) -> None:
        """Add the commands of another file after the existing ones."""
        self.registered_commands.extend(verbs.registered_commands)


CONTEXT: dict[str, Any] = {"help_option_names": ["--help", "-h"], "max_content_width": 100}


def _nothing() -> None: ...


def _check_not_empty(command: TyperCommand, ctx: typer.Context) -> None:
    """Refuse an option with an empty value, which is usually an unset variable."""
    for param in command.params:
        values = ctx.params.get(param.name or "")
        for value in values if isinstance(values, (list, tuple)) else [values]:
            if isinstance(value, str) and not value.strip():
                raise typer.BadParameter(f"{display_name(param)} is empty.", ctx=ctx)


def _is_typed(param: Any, ctx: typer.Context) -> bool:
    """Return True if the command's own parameter was given, on the command line or by a variable."""
    source = ctx.get_parameter_source(param.name or "")
    return param.name in ctx.params and source is not None and not source.name.startswith("DEFAULT")


def display_name(param: Any) -> str:
    """Return a parameter in its typed form."""
    return str(param.opts[0] if param.param_type_name == "option" else param.metavar or param.name).strip("[].")


def _usage(argument: Any) -> str:
    """Return an argument in the usage line: ``NAME``, ``[NAME]``, ``NAME...`` or ``[NAME]...``."""
    name = display_name(argument) if argument.metavar else str(argument.name).upper()
    return f"{name if argument.required else f'[{name}]'}{'...' if argument.nargs != 1 else ''}"


def help_rows(params: Sequence[Any], ctx: typer.Context) -> list[tuple[str, str]]:
    """Return the typed form and the description of each parameter."""
    records = []
    for param in params:
        if record := param.get_help_record(ctx):
            name, meaning = record
            records.append((name, _REQUIRED.sub("", meaning) if param.param_type_name == "argument" else meaning))
    return [(_TYPE.sub("", name), _plain_facts(meaning)) for name, meaning in records]


def _plain_facts(meaning: str) -> str:
    """Return a description with its range in words."""
    for pattern, words in _FACTS:
        meaning = pattern.sub(words, meaning)
    return meaning


def wrapped_command(line: str, width: int) -> list[str]:
    """Break a command line between words into lines that a shell joins; quoted text stays whole."""
    if len(line) <= width:
        return [line]
    first, *others = _WORD.findall(line)
    rows, row = [], first
    for word in others:
        if len(f"{row} {word}{_GOES_ON}") > width:
            rows.append(f"{row}{_GOES_ON}")
            row = f"    {word}"
        else:
            row = f"{row} {word}"
    return [*rows, row]


_WORD = re.compile(r"(?:'[^']*'|\"[^\"]*\"|[^\s'\"])+")
_GOES_ON = " \\"
_TYPE = re.compile(r" <\w+( range)?(\[\w+\])?>$")
_REQUIRED = re.compile(r"  \[required\]|; required(?=\]$)")
"""The usage line shows which arguments are required."""
_FACTS = (
    (re.compile(r"; x>=[01](?=\])|  \[x>=[01]\]"), ""),  # a number of 0 or more goes without saying
    (re.compile(r"\b([\d.]+)<=x<=([\d.]+)(?=[];])"), r"\1 to \2"),
    (re.compile(r"\bx>=([\d.]+)(?=[];])"), r"min: \1"),
    (re.compile(r"\[default: \((.+?)\)(?=[];])"), r"[default: \1"),
)


def write_options(formatter: HelpFormatter, ctx: typer.Context, title: str, params: Sequence[Any]) -> None:
    """Print options with their meanings."""
    rows = help_rows(params, ctx)
    if rows:
        with formatter.section(title):
            formatter.write_dl(rows)

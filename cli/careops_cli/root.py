"""The table of all commands. Adding one is a line here and a function in ``commands/<area>.py``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from careops_cli.groups import CONTEXT, Group, Lazy
from careops_cli.options import plain_options, shared_options

if TYPE_CHECKING:
    from typer._click import Context, Parameter

_HERE = "careops_cli.commands"

COMMANDS: dict[str, Lazy] = {
    "login": Lazy(f"{_HERE}.session", "Sign in with your phone number and password.", "login"),
    "logout": Lazy(f"{_HERE}.session", "End the session, here and on the server.", "logout"),
    "whoami": Lazy(f"{_HERE}.session", "Show who is signed in, as the server sees it.", "whoami"),
    "profiles": Lazy(f"{_HERE}.profiles", "The platforms you work with."),
    "clinics": Lazy(f"{_HERE}.clinics", "Clinics and hospitals."),
    "modules": Lazy(f"{_HERE}.modules", "Product modules of a clinic."),
    "flags": Lazy(f"{_HERE}.flags", "Feature flags of a clinic."),
    "clinic-admins": Lazy(f"{_HERE}.clinic_admins", "Admins of a clinic."),
    "clinic-doctors": Lazy(f"{_HERE}.clinic_doctors", "Doctors of a clinic."),
    "payments": Lazy(f"{_HERE}.payments", "Payments of a clinic."),
    "audit": Lazy(f"{_HERE}.audit", "The audit trail: who did what, and proof that nobody changed it."),
    "contract": Lazy(f"{_HERE}.contract", "How well a platform keeps the documented calls."),
    "call": Lazy(f"{_HERE}.call", "Make any documented call by its name.", "call"),
    "serve": Lazy(f"{_HERE}.installation", "Run the server and the console on this machine until Ctrl-C.", "serve"),
    "doctor": Lazy(
        f"{_HERE}.doctor", "Look this installation over and say what to do where something is wrong.", "doctor"
    ),
    "db": Lazy(f"{_HERE}.db", "The database of this installation."),
    "world": Lazy(f"{_HERE}.world", "Worlds of made-up clinics, to try things on."),
    "admin": Lazy(f"{_HERE}.admin", "Accounts of this installation."),
    "completion": Lazy(f"{_HERE}.completion", "Complete commands with the Tab key.", "completion"),
}


class Root(Group):
    """``careops`` itself."""

    lazy = COMMANDS


def root() -> Root:
    """The whole command line, nothing of it imported yet."""
    return Root(
        name="careops",
        help="Run a healthcare platform from the terminal: find clinics, switch their modules, make any call.",
        epilog="First steps: careops serve, careops login, careops clinics list",
        no_args_is_help=True,
        params=[*plain_options(_only_at_the_root, _act), *shared_options()],
        context_settings=CONTEXT,
        rich_markup_mode=None,
    )


def _act(context: Context, option: Parameter, value: Any) -> Any:
    if value and not context.resilient_parsing:
        if option.name == "version":
            from careops import __version__

            typer.echo(f"careops {__version__}")
        else:
            from careops_cli.commands.completion import installed

            typer.echo(installed(None))
        raise typer.Exit
    return value


def _only_at_the_root(
    version: Annotated[bool, typer.Option("--version", is_eager=True, help="Show the version.")] = False,
    install_completion: Annotated[
        bool, typer.Option("--install-completion", is_eager=True, help="Complete commands with Tab in this shell.")
    ] = False,
) -> None: ...

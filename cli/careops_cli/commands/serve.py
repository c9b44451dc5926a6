"""``careops serve``: run the server on this machine."""

from __future__ import annotations

from typing import Annotated

import typer

from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import CONFIGURATION, CliError

app = Area("Run the server and the console on this machine until Ctrl-C.")

_NEW_DATABASE = "Start production on an empty database: set CAREOPS_DATA_DIR or CAREOPS_DATABASE_URL."


@app.verb("serve", examples=["careops serve --demo", "careops serve --port 8080 --workers 4"])
def serve(
    host: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Address to listen on (CAREOPS_HOST).")] = None,
    port: Annotated[
        int | None, typer.Option(metavar="N", help="Port to listen on (CAREOPS_PORT).", show_default="8000")
    ] = None,
    demo: Annotated[bool, typer.Option("--demo", help="Create demo data first, if there are no clinics.")] = False,
    workers: Annotated[
        int | None, typer.Option(metavar="N", help="Number of worker processes (CAREOPS_WORKERS).")
    ] = None,
) -> None:
    """Run the server and the console on this machine until Ctrl-C.

    Without CAREOPS_DATABASE_URL the server starts and stops an embedded PostgreSQL. Settings come from the environment
    (CAREOPS_*) and from careops.toml.
    """
    from careops_cli.local_installation import failures_explained, settings
    from careops_server.core.configuration.checks import WeakSettingsError
    from careops_server.core.diagnostics.demo_rows import DemoDataError
    from careops_server.processes.supervisor import PortTakenError
    from careops_server.processes.supervisor import serve as run

    chosen = settings(host=host, port=port, workers=workers)
    with failures_explained():
        try:
            code = run(chosen, demo=demo, on_ready=lambda url: _announce(url, demo=demo))
        except PortTakenError as error:
            raise CliError(str(error)) from None
        except WeakSettingsError as error:
            raise CliError(str(error), next_step="Correct all of them.", code=CONFIGURATION) from None
        except DemoDataError as error:
            raise CliError(str(error), next_step=_NEW_DATABASE, code=CONFIGURATION) from None
    raise typer.Exit(code)


def _announce(url: str, *, demo: bool) -> None:
    """Report the address of the server and, with demo data, the accounts for signing in."""
    from careops_server.core.observability.logs import announce

    announce(f"Ready at {url}", url=url)
    if not demo:
        return
    from careops_server.core.demo_accounts import DEMO_PASSWORD, DEMO_USERS

    announce(f"Sign in with one of these accounts, password {DEMO_PASSWORD}")
    for user in DEMO_USERS:
        announce(f"  {user.phone_number}  {user.account_type}")

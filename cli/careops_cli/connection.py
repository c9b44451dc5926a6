"""The client a command talks through."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from careops_cli.options import options_of
from careops_cli.profiles import chosen
from careops_cli.token_stores import session_of

if TYPE_CHECKING:
    from careops import CareOps


def connect(context: typer.Context) -> CareOps:
    """A client for the chosen platform with its kept session; closed when the command's result is printed."""
    from careops.client import CareOps

    profile = chosen(options_of(context))
    client: CareOps = context.with_resource(CareOps(profile.url, tokens=session_of(profile)))
    return client

"""Option of commands that list events, for changes only."""

from __future__ import annotations

from typing import Annotated

import typer

ChangesOnly = Annotated[
    bool, typer.Option("--changes-only", help="Omit openings, claims, presence, drafts and sessions.")
]

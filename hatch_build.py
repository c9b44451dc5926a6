"""Build hook: a wheel without the console is an error, because its server would have no pages."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "server/careops_server/static/index.html"


class ConsoleInside(BuildHookInterface[Any]):
    """``nox -s package`` builds the console first. ``CAREOPS_WITHOUT_CONSOLE=1`` allows a wheel without it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Allow editable installs without the console; developers build it when needed."""
        if version == "editable" or os.environ.get("CAREOPS_WITHOUT_CONSOLE"):
            return
        if not (Path(self.root) / PAGE).is_file():
            raise RuntimeError("The console is not built, so the wheel would be without it. Run: nox -s package")

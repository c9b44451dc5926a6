"""Refuses to build a wheel without the console: it would install, start, and show nobody anything."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "server/careops_server/static/index.html"


class ConsoleInside(BuildHookInterface[Any]):
    """``nox -s package`` builds the console first. ``CAREOPS_WITHOUT_CONSOLE=1`` insists on doing without."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """An editable install is a developer's, who builds the console when it is needed."""
        if version == "editable" or os.environ.get("CAREOPS_WITHOUT_CONSOLE"):
            return
        if not (Path(self.root) / PAGE).is_file():
            raise RuntimeError("The console is not built, so the wheel would be without it. Run: nox -s package")

"""Build hook: packages contain their commit, the console and the documentation, which are built before."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGES = {
    "console": "server/careops_server/static/index.html",
    "documentation": "server/careops_server/documentation/index.html",
}
COMMIT = "careops/commit.txt"


class PackageParts(BuildHookInterface[Any]):
    """``nox -s package`` builds the pages first. ``CAREOPS_WITHOUT_CONSOLE=1`` allows a package without them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Allow editable installs without pages; developers build them when needed."""
        if version == "editable":
            return
        missing = [name for name, page in PAGES.items() if not (Path(self.root) / page).is_file()]
        if missing and not os.environ.get("CAREOPS_WITHOUT_CONSOLE"):
            raise RuntimeError(
                f"The {missing[0]} is not built, so the package would be without it. Run: nox -s package"
            )
        if commit := describe_commit(self.root):
            self.folder = tempfile.TemporaryDirectory()
            file = Path(self.folder.name, "commit.txt")
            file.write_text(f"{commit}\n", "utf-8")
            build_data["force_include"][str(file)] = COMMIT if self.target_name == "wheel" else f"sdk/{COMMIT}"


def describe_commit(root: str) -> str:
    """Return the commit of a checkout, with ``-dirty`` if files have changed, or that of a source archive."""
    if not Path(root, ".git").exists():
        archived = Path(root, "sdk", COMMIT)
        return archived.read_text("utf-8").strip() if archived.is_file() else ""
    words = ("git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*")
    try:
        return subprocess.run(words, cwd=root, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603 (git)
    except (OSError, subprocess.CalledProcessError):
        return ""

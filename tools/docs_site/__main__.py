"""Build the documentation site into a folder, by default that of the server's package.

python -m tools.docs_site [FOLDER]
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from tools.docs_site.diagrams import MissingDiagram
from tools.docs_site.links import BrokenLink
from tools.docs_site.navigation import IncompleteNavigation
from tools.docs_site.output import finish
from tools.docs_site.pages import stage
from tools.docs_site.redirects import redirects, write_redirects
from tools.docs_site.search import improve_search
from tools.docs_site.zensical import build_strictly
from tools.files import ROOT

SITE = ROOT / "server/careops_server/documentation"


def build(target: Path) -> int:
    """Stage the pages, build them strictly, and replace the target folder. Return the exit code."""
    with tempfile.TemporaryDirectory(prefix="careops-docs-") as name:
        folder = Path(name)
        try:
            stage(folder)
        except (BrokenLink, IncompleteNavigation, MissingDiagram) as problem:
            sys.stderr.write(f"{problem}\n")
            return 1
        if code := build_strictly(folder / "zensical.toml"):
            return code
        finish(folder / "site")
        improve_search(folder / "site")
        write_redirects(folder / "site", redirects())
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(folder / "site", target)
    return 0


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1]) if len(sys.argv) > 1 else SITE))

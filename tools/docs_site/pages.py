"""Pages of the site: those of ``docs/``, and those that are built from contract and commands."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath

from careops.document.openapi import openapi_document
from careops_cli import reference
from generators.reference import calls_page, records_page
from tools.docs_site.diagrams import replace_diagrams
from tools.docs_site.links import rewrite_links
from tools.docs_site.navigation import read_navigation, to_toml
from tools.files import ROOT, files

CONFIGURATION = ROOT / "docs/zensical.toml"
STYLES = ROOT / "docs/site.css"
BUILT: Mapping[str, Callable[[], str]] = {
    "docs/calls.md": lambda: calls_page(openapi_document()),
    "docs/guide/cli.md": reference.page,
    "docs/records.md": lambda: records_page(openapi_document()),
}
"""Pages that are longer on the site, by their path in the repository, which has a list without details or nothing."""
RECORDS = "docs/decisions/archive/"
"""Folder of pages that the site does not have."""
_BESIDE = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
"""Pages outside ``docs/``, and their places on the site."""


def places() -> dict[str, str]:
    """Return the place of every page on the site, by its path in the repository."""
    committed = [name for name in files("docs") if name.endswith(".md") and not name.startswith(RECORDS)]
    return {page: page.removeprefix("docs/") for page in (*committed, *BUILT)} | _BESIDE


def stage(folder: Path) -> None:
    """Fill a folder with the configuration and the pages of the site."""
    shutil.rmtree(folder, ignore_errors=True)
    of_page = places()
    linked: set[str] = set()
    for source, place in of_page.items():
        text = BUILT[source]() if source in BUILT else (ROOT / source).read_text("utf-8")
        text = replace_diagrams(text, source)
        _write(folder / "pages" / place, rewrite_links(text, source, of_page, linked.add))
    for asset in linked:
        target = folder / "pages" / PurePosixPath(asset).relative_to("docs")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / asset, target)
    shutil.copyfile(STYLES, folder / "pages" / STYLES.name)
    (folder / "sdk").symlink_to(ROOT / "sdk")  # read by mkdocstrings
    navigation = to_toml(read_navigation(of_page.values()))
    configuration = CONFIGURATION.read_text("utf-8")
    _write(folder / "zensical.toml", configuration.replace("[project]\n", f"[project]\nnav = {navigation}\n", 1))


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")

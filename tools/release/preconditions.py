"""Preconditions of a release: a clean tree, the tag of the version at HEAD, and the changes of the version."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

PUBLISHED: Final = "sdk/tests/published_error_codes.txt"
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)


class MissingNotes(LookupError):
    """The changelog has no section of the version."""


def problems(root: Path, version: str) -> Iterator[str]:
    """Yield a sentence for each precondition that is not met."""
    if _git(root, "status", "--porcelain"):
        yield "The tree has changed files. Commit or remove them."
    tag, head = f"v{version}", _git(root, "rev-parse", "HEAD")
    tagged = _git(root, "rev-parse", "--verify", "--quiet", f"refs/tags/{tag}^{{commit}}")
    if not tagged:
        yield f"The tag {tag} does not exist. CONTRIBUTING.md describes how a version is tagged."
    elif tagged != head:
        yield f"The tag {tag} is at {tagged[:12]}, and HEAD is at {head[:12]}."
    changelog = (root / "CHANGELOG.md").read_text("utf-8")
    try:
        release_notes(changelog, version)
    except MissingNotes as problem:
        yield str(problem)
    if _section(changelog, "Unreleased"):
        yield f"CHANGELOG.md has changes under Unreleased. Move them to {version}, or release another version."
    if new := _error_codes(root) - _published(root):
        yield f"{PUBLISHED} lacks {', '.join(sorted(new))}. Run `python -m tools.release codes`."


def publish_codes(root: Path) -> None:
    """Add the error codes of this version to the published ones, which a test keeps from being removed."""
    codes = sorted(_error_codes(root) | _published(root))
    (root / PUBLISHED).write_text("\n".join(codes) + "\n", "utf-8")


def _error_codes(root: Path) -> set[str]:
    _, *lines = (root / "sdk/careops/error_codes.tsv").read_text("utf-8").splitlines()
    return {line.split("\t")[0] for line in lines}


def _published(root: Path) -> set[str]:
    return set((root / PUBLISHED).read_text("utf-8").split())


def release_notes(changelog: str, version: str) -> str:
    """Return the changes of a version. Raises ``MissingNotes``."""
    notes = next(
        (_section(changelog, title) for title in _HEADING.findall(changelog) if title.startswith(f"{version} - ")), ""
    )
    if not notes:
        raise MissingNotes(f"CHANGELOG.md has no changes of {version}.")
    return notes


def _section(changelog: str, title: str) -> str:
    """Return the text below a heading, without blank lines at its ends. Empty if there is none."""
    parts = re.split(_HEADING, changelog)
    return dict(zip(parts[1::2], parts[2::2], strict=True)).get(title, "").strip()


def _git(root: Path, *words: str) -> str:
    """Return the output of Git, or an empty text if it fails."""
    done = subprocess.run(("git", *words), cwd=root, capture_output=True, text=True, check=False)  # noqa: S603, S607 (git)
    return done.stdout.strip()

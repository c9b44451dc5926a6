"""Command line of the release: ``nox -s release`` runs its commands in order."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from careops import __version__
from tools.files import ROOT
from tools.release.assets import FOLDER, assemble, faults
from tools.release.preconditions import problems, publish_codes


def main(arguments: list[str]) -> int:
    """Run one command. Return the exit code."""
    match arguments:
        case ["check"]:
            return _report(problems(ROOT, __version__))
        case ["check", "--trial"]:
            sys.stdout.write("Trial: the files are not a release.\n")
            return 0
        case ["codes"]:
            publish_codes(ROOT)
            return 0
        case ["assemble"]:
            assemble()
            return 0
        case ["verify"]:
            return _report(faults()) or _list()
    sys.stderr.write("Usage: python -m tools.release check [--trial] | codes | assemble | verify\n")
    return 2


def _report(faults: Iterable[str]) -> int:
    lines = [f"{line}\n" for line in faults]
    sys.stderr.writelines(lines)
    return 1 if lines else 0


def _list() -> int:
    for file in sorted(FOLDER.iterdir()):
        sys.stdout.write(f"{file.stat().st_size:>12,}  {file.name}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

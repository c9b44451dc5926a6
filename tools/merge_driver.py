"""Git merge driver for generated files: a conflict is solved by generating the file, never by hand.

    python -m tools.merge_driver --install          configure this clone
    python -m tools.merge_driver                    during a conflict: generate the files and stage those in conflict
    python -m tools.merge_driver BASE OURS THEIRS   (called by Git) merge the text, or report a conflict without markers

``.gitattributes`` names the files (``merge=generated``). ``nox -s check`` finds a clean
merge that is outdated.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

NAME = "generated"
GENERATE = ("nox", "-s", "generate")


def install() -> int:
    """Add the driver to the configuration of this clone."""
    _git("config", f"merge.{NAME}.name", "files written by nox -s generate")
    _git("config", f"merge.{NAME}.driver", "python3 -m tools.merge_driver %O %A %B")
    return 0


def merge(base: str, ours: str, theirs: str) -> int:
    """Write the merged text to ``ours``. In a conflict, leave that file as it is and return 1."""
    words = ("git", "merge-file", "-p", "-q", ours, base, theirs)
    done = subprocess.run(words, stdout=subprocess.PIPE, check=False)  # noqa: S603 (git)
    if done.returncode != 0:
        sys.stderr.write("A generated file is in conflict. Solve other files, then: python -m tools.merge_driver\n")
        return 1
    Path(ours).write_bytes(done.stdout)
    return 0


def resolve(generate: Sequence[str] = GENERATE) -> int:
    """Generate all files and stage those in conflict. Return 1 if other files are still in conflict."""
    conflicts = _git("diff", "--name-only", "--diff-filter=U", "-z").split("\0")[:-1]
    generated = [path for path in conflicts if _git("check-attr", "merge", "--", path).endswith(f": {NAME}\n")]
    if others := sorted({*conflicts} - {*generated}):
        sys.stderr.write(f"Solve these files first: {', '.join(others)}\n")
        return 1
    if generated:
        subprocess.run(generate, check=True)  # noqa: S603 (fixed command)
        _git("add", "--", *generated)
    return 0


def _git(*words: str) -> str:
    return subprocess.run(("git", *words), stdout=subprocess.PIPE, text=True, check=True).stdout  # noqa: S603, S607 (git)


def main(arguments: list[str]) -> int:
    """Run one of the three forms. Return the exit code."""
    if arguments == ["--install"]:
        return install()
    if len(arguments) == 3:
        return merge(*arguments)
    if arguments:
        sys.stderr.write(f"{__doc__}")
        return 2
    return resolve()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

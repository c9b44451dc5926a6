"""Create a small complete area: a list with a form and deletion, from the contract to the browser.

    nox -s new-area -- banners                   id, title, first day, active; five calls
    nox -s new-area -- people --one person       with an irregular plural

The files of ``template`` are copied with the names of the area, and the registers get their lines. Then the commands of
``nox -s generate`` and the formatters run. The result passes all tests but one, which names the decision that only a
person can take; texts and fields are for a person to write.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.new_area.names import NAME, Names, singular_of
from tools.new_area.registers import PlaceNotFound, check_places, register

ROOT = Path(__file__).resolve().parents[2]
TEMPLATE = Path(__file__).parent / "template"
_VERSIONS = "server/careops_server/core/database/versions"
_SNAPSHOTS = ("src/app/snippets", "src/app/paths.test.ts")
_LEFT = """
{created} new files, {edited} edited ones, and the generated files. A test fails until this is decided:
  [ ] sdk/careops/calls/__areas__.py: whether a change request may undo an update (`undoable`)
Now write:
  [ ] sdk/careops/calls/__areas__.py: what __words__ are (2 sentences), who may use them (access), their fields, and
      which of them are about a person (`Personal`)
      (CONTRIBUTING.md, "A new field", lists the files of each field)
  [ ] webapp/src/i18n/hi|pb/__areasCamel__.json: real Hindi and Punjabi; the texts say "record" (रिकॉर्ड, ਰਿਕਾਰਡ)
  [ ] webapp/src/i18n/hi|pb/common.json: the name in the navigation, nav.entries.__areasCamel__
  [ ] webapp/src/app/routes.tsx: an icon that fits, and the group of the entry
  [ ] server/careops_server/demo/seeders/__areas__.py: demo data that a visitor understands
  [ ] cli/careops_cli/commands/__areas__.py, docs/guide/__areas__.md, CHANGELOG.md: what __words__ are and are for
  [ ] docs/size.toml: the reason why the product needs them
Optional texts of their own, in three languages: the error __area___not_found and the names of fields (`fields`) in
refusals.json, the names of the changes in changeRequests.json (`calls`). Other screens need a link in paths.ts.
The calls are forwarded in gateway mode. If a gateway stores the records itself, remove forwarded=True from the calls,
and create the record of server/tests/__areas__/factories.py through the client.
After each change of calls, columns or commands: nox -s generate; npx vitest run --root webapp src/app -u
Tests (seconds): pytest server/tests/__areas__ cli/tests/test_cli___areas__.py
                 npx vitest run --root webapp __areasCamel__
Tests (minutes): pytest -k "__Area__ or __areas__" server/tests cli/tests sdk/tests
                 nox -s e2e -- __dashes__; nox -s check
"""


class StepFailed(Exception):
    """A formatter or generator failed. The text is its output."""


def scaffold(root: Path, names: Names) -> tuple[list[str], list[str]]:
    """Write the files of the area and edit the registers. Return the paths of new and of edited files."""
    number, newest = _migration_numbers(root / _VERSIONS)
    created: dict[str, str] = {}
    for source in sorted(TEMPLATE.rglob("*.tmpl")):
        path = source.relative_to(TEMPLATE).as_posix().removesuffix(".tmpl")
        text = source.read_text("utf-8")
        created[names.fill(path, revision=number)] = names.fill(text, revision=number, newest=newest)
    existing = [path for path in created if (root / path).exists()]
    if existing:
        raise FileExistsError(f"there is an area {names.areas} already: {existing[0]} exists")
    check_places(root, names)
    for path, text in created.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    return list(created), register(root, names)


def format_files(root: Path, paths: Sequence[str]) -> None:
    """Sort imports and format the new lines."""
    python = [path for path in paths if path.endswith(".py")]
    web = [path for path in paths if path.endswith((".ts", ".tsx", ".json"))]
    for command in (
        ("ruff", "check", "--quiet", "--select", "I", "--fix", *python),
        ("ruff", "format", "--quiet", *python),
        ("npx", "biome", "check", "--write", "--log-level=error", *web),
    ):
        _run(command, root)


def generate(root: Path) -> None:
    """Write the generated files, and the snapshots of the console."""
    for command in (
        (sys.executable, "-m", "careops_server.testing.schema"),  # the area needs its table
        (sys.executable, "sdk/generate.py"),
        (sys.executable, "-m", "careops_cli.reference"),
        ("npx", "vitest", "run", "--root", "webapp", *_SNAPSHOTS, "-u"),
    ):
        _run(command, root)


def _run(command: Sequence[str], root: Path) -> None:
    """Run a command without its output, which matters only if it fails. Raises ``StepFailed``."""
    done = subprocess.run(command, cwd=root, check=False, capture_output=True, text=True)  # noqa: S603 (fixed commands)
    if done.returncode:
        raise StepFailed(f"{done.stdout}{done.stderr}\n{' '.join(command[:4])} failed with exit code {done.returncode}")


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Scaffold the area of the arguments."""
    parser = argparse.ArgumentParser(prog="nox -s new-area --", description="Create a small complete area.")
    parser.add_argument("area", help="name in the plural, such as banners or care_banners")
    parser.add_argument("--one", metavar="NAME", help="name of one record, if the plural is irregular")
    options = parser.parse_args(arguments)
    try:
        names = Names(options.area, options.one or singular_of(options.area))
        if not NAME.fullmatch(names.areas) or not NAME.fullmatch(names.area):
            raise ValueError("a name has lower-case letters and underscores only, such as care_banners")
        created, edited = scaffold(root, names)
    except (ValueError, FileExistsError, PlaceNotFound) as error:
        parser.error(str(error))
    sys.stdout.write(f"Created {len(created)} files; formatting and generating takes up to a minute …\n")
    sys.stdout.flush()
    try:
        format_files(root, [*created, *edited])
        generate(root)
    except StepFailed as error:
        sys.stderr.write(f"{error}\nThe new files stay. Correct the problem, then run: nox -s generate\n")
        return 1
    migration = next(path for path in created if path.startswith(_VERSIONS))
    left = names.fill(_LEFT).format(edited=len(edited), created=len(created), migration=migration)
    sys.stdout.write(left)
    return 0


def _migration_numbers(folder: Path) -> tuple[str, str]:
    """Return the number of the next migration, and the newest revision."""
    texts = [path.read_text("utf-8") for path in folder.glob("*.py")]
    revisions = {match[1] for text in texts if (match := re.search(r'^revision = "(\w+)"', text, re.MULTILINE))}
    before = {match[1] for text in texts if (match := re.search(r'^down_revision = "(\w+)"', text, re.MULTILINE))}
    heads = revisions - before
    if len(heads) != 1:
        raise ValueError(f"one newest migration is needed; there are {', '.join(sorted(heads))}")
    return f"{max(int(revision) for revision in revisions if revision.isdigit()) + 1:04}", heads.pop()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

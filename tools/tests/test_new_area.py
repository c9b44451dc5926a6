"""A scaffolded area is complete: it passes the checks and the tests of an area without a change by hand."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tools.files import files
from tools.new_area.__main__ import ROOT, TEMPLATE, format_files, generate, main, scaffold
from tools.new_area.names import Names, singular_of
from tools.new_area.registers import Edit, PlaceNotFound, place_of_change
from tools.tests.new_field import add_field

AREA = Names("care_banners", "care_banner")
PYTHON = Path(sys.executable).parent


class Copy:
    """A copy of the repository with a scaffolded area, whose records get one more field."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in files():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_bytes((ROOT / name).read_bytes())
        (root / "node_modules").symlink_to(ROOT / "node_modules")
        if (types := ROOT / ".mypy_cache").is_dir():  # of the same files, which makes mypy four times as fast
            shutil.copytree(types, root / ".mypy_cache")
        self.created, self.edited = scaffold(root, AREA)
        format_files(root, [*self.created, *self.edited])
        self.decide()
        self.written_for_area = self.changed()
        self.edited_for_field = add_field(root)
        format_files(root, self.edited_for_field)

    def decide(self) -> None:
        """Fill in the line that the template leaves to a person."""
        calls = self.root / "sdk/careops/calls/care_banners.py"
        decided, count = re.subn(r"# Decide: undoable = .*", "undoable = True", calls.read_text("utf-8"))
        assert count == 1
        calls.write_text(decided, "utf-8")

    def changed(self) -> set[str]:
        """Return the files of the repository that are new or differ."""
        paths = {path.relative_to(self.root).as_posix() for path in self.root.rglob("*") if path.is_file()}
        names = {*files(), *self.created, *(path for path in paths if path.startswith("webapp/src/api/gen/"))}
        return {name for name in names if not (ROOT / name).exists() or self.text(name) != text_of(ROOT / name)}

    def states(self) -> dict[Path, tuple[int, int]]:
        """Return size and time of change of every file."""
        folders = [self.root / name for name in ("cli", "docs", "e2e", "sdk", "server", "webapp")]
        files = [*self.root.glob("*.*"), *(path for folder in folders for path in folder.rglob("*"))]
        return {path: (path.stat().st_size, path.stat().st_mtime_ns) for path in files if path.is_file()}

    def text(self, name: str) -> str:
        """Return the text of a file of the copy."""
        return text_of(self.root / name)

    def run(self, *command: str) -> str:
        """Run a command in the copy, with its packages. Fail with its output if it fails."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
        environment["PATH"] = f"{PYTHON}{os.pathsep}{os.environ['PATH']}"
        environment["PYTHONPATH"] = os.pathsep.join(str(self.root / folder) for folder in ("sdk", "server", "cli", ""))
        done = subprocess.run(  # noqa: S603 (fixed commands)
            command, cwd=self.root, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
        return done.stdout


def text_of(path: Path) -> str:
    """Return the text of a file; other bytes are replaced."""
    return path.read_text("utf-8", errors="replace")


def generated() -> list[str]:
    """Return the patterns of the files that commands write."""
    lines = (ROOT / ".gitattributes").read_text("utf-8").splitlines()
    return [line.split()[0] for line in lines if "linguist-generated" in line]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """The copy, with the files generated from the contract and the commands."""
    working_copy = Copy(tmp_path_factory.mktemp("copy"))
    working_copy.run("python", "-m", "careops_server.testing.schema")  # the area needs its table
    working_copy.run("python", "sdk/generate.py")
    working_copy.run("python", "-m", "careops_cli.reference")
    return working_copy


@pytest.mark.slow
def test_area_of_five_calls_changes_few_files(copy: Copy) -> None:
    assert copy.written_for_area == {*copy.created, *copy.edited}
    assert len(copy.written_for_area) <= 30
    assert len(copy.edited) <= 8


@pytest.mark.slow
def test_the_new_files_are_formatted_and_have_no_placeholders(copy: Copy) -> None:
    python = [path for path in copy.created if path.endswith(".py")]
    assert len(python) == 10
    copy.run("ruff", "check", *python, "server/careops_server/routes.py", "cli/tests")
    copy.run("ruff", "format", "--check", *python)
    left = [path for path in copy.created if "__area" in (copy.root / path).read_text("utf-8").lower()]
    assert left == []


@pytest.mark.slow
def test_additional_field_changes_few_files(copy: Copy) -> None:
    assert len(copy.edited_for_field) <= 8
    written = {name for name in copy.changed() if not any(fnmatch(name, pattern) for pattern in generated())}
    assert written == {*copy.created, *copy.edited}
    shown = " ".join(copy.run("python", "-m", "careops_cli", "care-banners", "edit", "--help").split())
    assert "--seats N Number of seats." in shown
    assert "care_banner_id, title, seats, starts_on, active" in shown


@pytest.mark.slow
def test_the_server_answers_the_new_calls(copy: Copy) -> None:
    code = (
        "import careops, careops_server.routes as routes, careops_cli.commands.care_banners;"
        "import careops_server.demo.seeders;"
        "print(careops.__file__, *(binding.call.__name__ for binding in routes.ROUTES))"
    )
    printed = copy.run("python", "-c", code)
    assert printed.startswith(str(copy.root))
    assert {"ListCareBanners", "DeleteCareBanner"} <= set(printed.split())


@pytest.mark.slow
def test_the_new_files_have_valid_types(copy: Copy) -> None:
    tests = {"server.tests.care_banners.test_care_banners", "cli.tests.test_cli_care_banners"}
    modules = {"careops.calls.care_banners", "careops_server.areas.care_banners", "careops_cli.commands.care_banners"}
    copy.run("mypy", *(word for module in sorted(modules | tests) for word in ("-m", module)))
    copy.run("npx", "tsc", "--noEmit", "-p", "webapp")
    copy.run("npx", "vitest", "run", "--root", "webapp", "src/screens/careBanners")


@pytest.mark.long
def test_the_area_passes_all_checks_and_its_tests(copy: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join(str(copy.root / folder) for folder in ("sdk", "server", "cli", ""))
    )
    generate(copy.root)
    copy.run("python", "sdk/generate.py", "--check")
    copy.run("python", "-m", "careops_cli.reference", "--check")
    copy.run("mypy")
    copy.run("mypy", "-p", "sdk.tests", "-p", "server.tests", "-p", "cli.tests")
    copy.run("lint-imports", "--no-cache")
    copy.run("npm", "run", "--silent", "check")
    copy.run("npx", "vitest", "run", "--root", "webapp", "src/screens/careBanners", "src/i18n", "src/app")
    copy.run("pytest", "cli/tests/test_cli_care_banners.py", "cli/tests/test_cli_columns.py", "-k", "care_banners")
    copy.run("pytest", "server/tests/test_area_completeness.py", "sdk/tests/test_architecture.py")
    copy.run("pytest", "sdk/tests/test_personal_data.py")
    copy.run("pytest", "cli/tests/test_cli_reference.py", "server/tests/care_banners")
    copy.run("pytest", "server/tests", "-k", "CareBanner or care_banner", "--ignore=server/tests/faults")


@pytest.mark.parametrize(
    ("plural", "singular"),
    [("banners", "banner"), ("care_cities", "care_city"), ("boxes", "box"), ("classes", "class"), ("notes", "note")],
)
def test_the_singular_of_a_regular_plural(plural: str, singular: str) -> None:
    assert singular_of(plural) == singular


def test_every_form_of_a_name() -> None:
    text = "__Areas__ __area___id __areasCamel__ __dashes__ NO___AREA__ __a__ __word__ __Words__ __init__"
    filled = "OldOffers old_offer_id oldOffers old-offers NO_OLD_OFFER an old offer Old offers __init__"
    assert Names("old_offers", "old_offer").fill(text) == filled


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["people"], "people is not a regular plural: add the name of one record"),
        (["Banners"], "a name has lower-case letters and underscores"),
        (["universities"], "there is an area universities already"),
    ],
)
def test_an_unusable_name_is_refused_before_anything_is_written(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(arguments)
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "expected"), [("a", "anew\nb1\nb2\nd\n"), ("c", "b1\nb2\ncnew\nd\n"), ("e", "b1\nb2\nd\nenew\n")]
)
def test_new_entry_stands_in_alphabetical_order(tmp_path: Path, name: str, expected: str) -> None:
    (tmp_path / "list.txt").write_text("b1\nb2\nd\n")
    Edit("list.txt", f"{name}new\n", r"^(\w)\d?\n", name).apply(tmp_path)
    assert (tmp_path / "list.txt").read_text() == expected


def test_area_with_a_vowel_has_the_article_an() -> None:
    text = (TEMPLATE / "sdk/careops/calls/__areas__.py.tmpl").read_text("utf-8")
    assert '"""Create an inventory.' in Names("inventories", "inventory").fill(text)
    templates = [path.read_text("utf-8") for path in TEMPLATE.rglob("*.tmpl")]
    assert [text for text in templates if re.search(r"\ba __[wW]ord__", text)] == []


@pytest.mark.slow
def test_register_without_a_place_prevents_every_write(copy: Copy) -> None:
    routes = copy.root / "webapp/src/app/routes.tsx"
    text = routes.read_bytes()
    routes.write_bytes(text.replace(b'group: "misc"', b'group: "news"'))
    try:
        before = copy.states()
        with pytest.raises(PlaceNotFound, match=r"routes\.tsx: no match"):
            scaffold(copy.root, Names("inventories", "inventory"))
        assert copy.states() == before
    finally:
        routes.write_bytes(text)


@pytest.mark.parametrize(
    ("changelog", "expected"),
    [
        ("## Unreleased\n\n## 1.0.0\n\n### Added\n\n- Old.\n", "## Unreleased\n\n### Added\n\n- New.\n\n## 1.0.0"),
        ("## Unreleased\n\n### Added\n\n- Old.\n", "## Unreleased\n\n### Added\n\n- New.\n- Old.\n"),
    ],
)
def test_the_change_of_an_area_is_unreleased(tmp_path: Path, changelog: str, expected: str) -> None:
    (tmp_path / "CHANGELOG.md").write_text(changelog)
    place, lines = place_of_change(changelog, "- New.\n")
    Edit("CHANGELOG.md", lines, place).apply(tmp_path)
    assert (tmp_path / "CHANGELOG.md").read_text().startswith(expected)
